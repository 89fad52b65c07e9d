//! Factorization of [`IntegerPolynomial`].

use std::mem::MaybeUninit;

use flint3_sys as sys;

use super::IntegerPolynomial;
use crate::Integer;

/// A polynomial as `content * f1^e1 * f2^e2 * …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolynomialFactorization {
    /// The content with the sign of the leading coefficient; zero for the zero polynomial. It is not factored.
    pub content: Integer,
    /// Primitive polynomials of positive degree and leading coefficient in ascending order, with positive exponents.
    pub factors: Vec<(IntegerPolynomial, u32)>,
}

type Factor = unsafe extern "C" fn(*mut sys::fmpz_poly_factor_struct, *const sys::fmpz_poly_struct);

impl IntegerPolynomial {
    /// The factorization into irreducible polynomials over the integers (Zassenhaus and van Hoeij).
    pub fn factor(&self) -> PolynomialFactorization {
        self.factor_with(sys::fmpz_poly_factor)
    }

    /// The factorization into square-free, pairwise coprime polynomials, one for each exponent (Yun).
    pub fn squarefree_decomposition(&self) -> PolynomialFactorization {
        self.factor_with(sys::fmpz_poly_factor_squarefree)
    }

    /// The product of the distinct irreducible factors of positive degree: primitive, with positive leading
    /// coefficient. One for nonzero constants, zero for zero.
    pub fn squarefree_part(&self) -> IntegerPolynomial {
        // FLINT keeps the content of the operand.
        let primitive = self.primitive_part();
        // SAFETY: the values are initialized.
        IntegerPolynomial::build(|result| unsafe {
            sys::fmpz_poly_squarefree_part(result, primitive.raw());
        })
    }

    /// Whether no square of a polynomial of positive degree divides this one. True for constants.
    pub fn is_squarefree(&self) -> bool {
        // FLINT's own test would count square factors of the content.
        self.is_zero() || self.squarefree_part().degree() == self.degree()
    }

    fn factor_with(&self, function: Factor) -> PolynomialFactorization {
        if self.is_zero() {
            return PolynomialFactorization { content: Integer::ZERO, factors: Vec::new() };
        }
        let mut raw = MaybeUninit::<sys::fmpz_poly_factor_struct>::uninit();
        let mut content = Integer::ZERO;
        let mut factors = Vec::new();
        // SAFETY: the structure is initialized first, read within its length and cleared last.
        unsafe {
            sys::fmpz_poly_factor_init(raw.as_mut_ptr());
            let mut raw = raw.assume_init();
            function(&raw mut raw, self.raw());
            sys::fmpz_swap(content.raw_mut(), &raw mut raw.c);
            for index in 0..raw.num as usize {
                let factor = IntegerPolynomial::build(|result| {
                    sys::fmpz_poly_swap(result, raw.p.add(index));
                });
                // An exponent is at most the degree, which memory bounds far below 2^32 per factor; a cut exponent
                // would be wrong, so that the impossible case stops.
                let exponent = u32::try_from(*raw.exp.add(index))
                    .unwrap_or_else(|_| panic!("the exponent of a factor exceeds {}", u32::MAX));
                factors.push((factor, exponent));
            }
            sys::fmpz_poly_factor_clear(&raw mut raw);
        }
        factors.sort();
        PolynomialFactorization { content, factors }
    }
}

impl PolynomialFactorization {
    /// The polynomial that was factored, or `None` when its coefficients exceed [`Integer::MAX_BITS`] bits together.
    pub fn product(&self) -> Option<IntegerPolynomial> {
        let mut product = IntegerPolynomial::constant(&self.content);
        for (factor, exponent) in &self.factors {
            product *= factor.pow(u64::from(*exponent))?;
        }
        Some(product)
    }
}
