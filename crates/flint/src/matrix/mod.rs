//! Dense matrices. Rows and columns may be zero in number.

mod integer;
mod lattice;
mod linear_algebra;
mod rational;

pub use integer::IntegerMatrix;
pub use lattice::SmithForm;
pub use linear_algebra::IntegerRowEchelon;
pub use rational::RationalMatrix;

use std::fmt;

/// The largest number of entries, below the point where FLINT's computation of a block's size overflows.
const MAX_ENTRIES: usize = 1 << 40;

/// Checks dimensions, which must not only have a bounded product: square matrices of either size are made from them.
fn check_dimensions(rows: usize, columns: usize) {
    let fits = rows.checked_mul(columns).is_some_and(|entries| entries <= MAX_ENTRIES);
    assert!(
        fits && rows <= MAX_ENTRIES && columns <= MAX_ENTRIES,
        "a {rows} x {columns} matrix exceeds the limit of {MAX_ENTRIES} entries"
    );
}

/// The number of columns of a list of rows (zero for no rows), or `None` when their lengths differ.
fn common_length<T>(rows: &[Vec<T>]) -> Option<usize> {
    let columns = rows.first().map_or(0, Vec::len);
    rows.iter().all(|row| row.len() == columns).then_some(columns)
}

/// Writes `[[1, 2], [3, 4]]`.
fn write_rows<T: fmt::Display>(
    formatter: &mut fmt::Formatter<'_>,
    rows: usize,
    columns: usize,
    entries: &[T],
) -> fmt::Result {
    formatter.write_str("[")?;
    for row in 0..rows {
        formatter.write_str(if row == 0 { "[" } else { ", [" })?;
        for (column, entry) in entries[row * columns..][..columns].iter().enumerate() {
            if column > 0 {
                formatter.write_str(", ")?;
            }
            fmt::Display::fmt(entry, formatter)?;
        }
        formatter.write_str("]")?;
    }
    formatter.write_str("]")
}

/// What the integer and the rational matrix share: construction, access, comparison, text and operators.
macro_rules! matrix {
    (
        $(#[$documentation:meta])*
        $Matrix:ident of $Entry:ident: $Raw:ident $init:ident $clear:ident $set:ident $one:ident $transpose:ident
        $add:ident $sub:ident $neg:ident $mul:ident $scale:ident $kronecker:ident
    ) => {
        $(#[$documentation])*
        #[repr(transparent)]
        pub struct $Matrix(sys::$Raw);

        // SAFETY: the structure owns its entries, which are `Send`.
        unsafe impl Send for $Matrix {}
        // SAFETY: FLINT's functions do not write to operands passed as `const`.
        unsafe impl Sync for $Matrix {}

        impl $Matrix {
            #[inline]
            pub(crate) fn raw(&self) -> *const sys::$Raw {
                &raw const self.0
            }

            #[inline]
            pub(crate) fn raw_mut(&mut self) -> *mut sys::$Raw {
                &raw mut self.0
            }

            /// The zero matrix. Panics beyond 2^40 entries, rows or columns.
            pub fn zero(rows: usize, columns: usize) -> $Matrix {
                super::check_dimensions(rows, columns);
                let mut raw = MaybeUninit::uninit();
                // SAFETY: the function initializes the whole structure; the dimensions are bounded.
                unsafe {
                    sys::$init(raw.as_mut_ptr(), rows as i64, columns as i64);
                    $Matrix(raw.assume_init())
                }
            }

            /// Runs a function that stores its result in a matrix of these dimensions.
            #[inline]
            pub(crate) fn build(
                rows: usize,
                columns: usize,
                store: impl FnOnce(*mut sys::$Raw),
            ) -> $Matrix {
                let mut result = $Matrix::zero(rows, columns);
                store(result.raw_mut());
                result
            }

            /// The identity matrix. Panics beyond 2^40 entries.
            pub fn identity(size: usize) -> $Matrix {
                // SAFETY: the result is initialized.
                $Matrix::build(size, size, |result| unsafe { sys::$one(result) })
            }

            /// The matrix with these rows, or `None` when their lengths differ. No rows give a 0 x 0 matrix.
            pub fn from_rows(rows: Vec<Vec<$Entry>>) -> Option<$Matrix> {
                let columns = super::common_length(&rows)?;
                let count = rows.len();
                $Matrix::from_entries(count, columns, rows.into_iter().flatten().collect())
            }

            /// The matrix with these entries, row by row, or `None` unless there are `rows * columns` of them.
            pub fn from_entries(rows: usize, columns: usize, entries: Vec<$Entry>) -> Option<$Matrix> {
                if rows.checked_mul(columns) != Some(entries.len()) {
                    return None;
                }
                let mut result = $Matrix::zero(rows, columns);
                for (target, entry) in result.entries_mut().iter_mut().zip(entries) {
                    *target = entry;
                }
                Some(result)
            }

            /// The number of rows.
            #[inline]
            pub fn rows(&self) -> usize {
                self.0.r as usize
            }

            /// The number of columns.
            #[inline]
            pub fn columns(&self) -> usize {
                self.0.c as usize
            }

            /// Whether there are as many rows as columns.
            #[inline]
            pub fn is_square(&self) -> bool {
                self.0.r == self.0.c
            }

            /// The entries, row by row.
            #[inline]
            pub fn entries(&self) -> &[$Entry] {
                let count = self.rows() * self.columns();
                if count == 0 {
                    return &[];
                }
                // SAFETY: a matrix that is not a window has its rows one after another; the entry type has the layout
                // of FLINT's.
                unsafe { std::slice::from_raw_parts(self.0.entries.cast(), count) }
            }

            /// The entries, row by row.
            #[inline]
            pub fn entries_mut(&mut self) -> &mut [$Entry] {
                let count = self.rows() * self.columns();
                if count == 0 {
                    return &mut [];
                }
                // SAFETY: as for `entries`; the matrix is borrowed exclusively.
                unsafe { std::slice::from_raw_parts_mut(self.0.entries.cast(), count) }
            }

            /// The entries of a row. Panics beyond the last row.
            #[inline]
            pub fn row(&self, row: usize) -> &[$Entry] {
                assert!(row < self.rows(), "row {row} of a matrix with {} rows", self.rows());
                &self.entries()[row * self.columns()..][..self.columns()]
            }

            /// The entry at a position, or `None` outside the matrix.
            #[inline]
            pub fn get(&self, row: usize, column: usize) -> Option<&$Entry> {
                let inside = row < self.rows() && column < self.columns();
                inside.then(|| &self.entries()[row * self.columns() + column])
            }

            /// Replaces the entry at a position. Panics outside the matrix.
            #[inline]
            pub fn set(&mut self, row: usize, column: usize, value: $Entry) {
                self[(row, column)] = value;
            }

            fn position(&self, row: usize, column: usize) -> usize {
                assert!(
                    row < self.rows() && column < self.columns(),
                    "position ({row}, {column}) is outside a {} x {} matrix",
                    self.rows(),
                    self.columns()
                );
                row * self.columns() + column
            }

            /// The transpose.
            pub fn transpose(&self) -> $Matrix {
                // SAFETY: the dimensions of the result are exchanged.
                $Matrix::build(self.columns(), self.rows(), |result| unsafe {
                    sys::$transpose(result, self.raw());
                })
            }

            /// The sum, or `None` for different dimensions.
            pub fn checked_add(&self, other: &$Matrix) -> Option<$Matrix> {
                // SAFETY: the three matrices have the same dimensions.
                self.has_dimensions_of(other).then(|| {
                    $Matrix::build(self.rows(), self.columns(), |result| unsafe {
                        sys::$add(result, self.raw(), other.raw());
                    })
                })
            }

            /// The difference, or `None` for different dimensions.
            pub fn checked_sub(&self, other: &$Matrix) -> Option<$Matrix> {
                // SAFETY: the three matrices have the same dimensions.
                self.has_dimensions_of(other).then(|| {
                    $Matrix::build(self.rows(), self.columns(), |result| unsafe {
                        sys::$sub(result, self.raw(), other.raw());
                    })
                })
            }

            /// The product, or `None` when the columns of `self` and the rows of `other` differ in number.
            pub fn checked_mul(&self, other: &$Matrix) -> Option<$Matrix> {
                // SAFETY: the dimensions are compatible.
                (self.columns() == other.rows()).then(|| {
                    $Matrix::build(self.rows(), other.columns(), |result| unsafe {
                        sys::$mul(result, self.raw(), other.raw());
                    })
                })
            }

            /// Every entry times `factor`.
            pub fn scale(&self, factor: &$Entry) -> $Matrix {
                // SAFETY: the matrices have the same dimensions.
                $Matrix::build(self.rows(), self.columns(), |result| unsafe {
                    sys::$scale(result, self.raw(), factor.raw());
                })
            }

            /// The Kronecker product: every entry of `self` times the whole of `other`, as blocks.
            pub fn kronecker(&self, other: &$Matrix) -> $Matrix {
                let rows = self.rows().saturating_mul(other.rows());
                let columns = self.columns().saturating_mul(other.columns());
                // SAFETY: the result has the dimensions of the product.
                $Matrix::build(rows, columns, |result| unsafe {
                    sys::$kronecker(result, self.raw(), other.raw());
                })
            }

            fn has_dimensions_of(&self, other: &$Matrix) -> bool {
                self.rows() == other.rows() && self.columns() == other.columns()
            }

            #[cold]
            fn panic_dimensions(&self, operator: char, other: &$Matrix) -> ! {
                panic!(
                    "a {} x {} matrix {operator} a {} x {} matrix: the dimensions do not match",
                    self.rows(),
                    self.columns(),
                    other.rows(),
                    other.columns()
                )
            }
        }

        /// The 0 x 0 matrix.
        impl Default for $Matrix {
            fn default() -> $Matrix {
                $Matrix::zero(0, 0)
            }
        }

        impl Drop for $Matrix {
            #[inline]
            fn drop(&mut self) {
                // SAFETY: the value is initialized and not used again.
                unsafe { sys::$clear(self.raw_mut()) }
            }
        }

        impl Clone for $Matrix {
            fn clone(&self) -> $Matrix {
                // SAFETY: the matrices have the same dimensions.
                $Matrix::build(self.rows(), self.columns(), |result| unsafe {
                    sys::$set(result, self.raw());
                })
            }
        }

        impl PartialEq for $Matrix {
            fn eq(&self, other: &$Matrix) -> bool {
                self.has_dimensions_of(other) && self.entries() == other.entries()
            }
        }

        impl Eq for $Matrix {}

        impl std::hash::Hash for $Matrix {
            fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
                (self.rows(), self.columns(), self.entries()).hash(state);
            }
        }

        impl std::ops::Index<(usize, usize)> for $Matrix {
            type Output = $Entry;
            #[inline]
            fn index(&self, (row, column): (usize, usize)) -> &$Entry {
                &self.entries()[self.position(row, column)]
            }
        }

        impl std::ops::IndexMut<(usize, usize)> for $Matrix {
            #[inline]
            fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut $Entry {
                let position = self.position(row, column);
                &mut self.entries_mut()[position]
            }
        }

        impl std::fmt::Display for $Matrix {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                super::write_rows(formatter, self.rows(), self.columns(), self.entries())
            }
        }

        impl std::fmt::Debug for $Matrix {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, formatter)
            }
        }

        impl std::ops::Neg for &$Matrix {
            type Output = $Matrix;
            fn neg(self) -> $Matrix {
                // SAFETY: the matrices have the same dimensions.
                $Matrix::build(self.rows(), self.columns(), |result| unsafe {
                    sys::$neg(result, self.raw());
                })
            }
        }

        impl std::ops::Neg for $Matrix {
            type Output = $Matrix;
            fn neg(self) -> $Matrix {
                -&self
            }
        }

        super::matrix_operators! { $Matrix: Add add '+' checked_add; Sub sub '-' checked_sub; Mul mul '*' checked_mul; }

        crate::operators::scaling_operators! { $Matrix * $Entry; }
    };
}

/// Operators in all mixtures of values and references; they panic for dimensions that do not match.
macro_rules! matrix_operators {
    ($Matrix:ident: $($Trait:ident $method:ident $symbol:literal $checked:ident;)*) => {$(
        impl std::ops::$Trait<&$Matrix> for &$Matrix {
            type Output = $Matrix;
            fn $method(self, right: &$Matrix) -> $Matrix {
                self.$checked(right).unwrap_or_else(|| self.panic_dimensions($symbol, right))
            }
        }
        impl std::ops::$Trait<$Matrix> for &$Matrix {
            type Output = $Matrix;
            fn $method(self, right: $Matrix) -> $Matrix {
                std::ops::$Trait::$method(self, &right)
            }
        }
        impl std::ops::$Trait<&$Matrix> for $Matrix {
            type Output = $Matrix;
            fn $method(self, right: &$Matrix) -> $Matrix {
                std::ops::$Trait::$method(&self, right)
            }
        }
        impl std::ops::$Trait<$Matrix> for $Matrix {
            type Output = $Matrix;
            fn $method(self, right: $Matrix) -> $Matrix {
                std::ops::$Trait::$method(&self, &right)
            }
        }
    )*};
}

use {matrix, matrix_operators};
