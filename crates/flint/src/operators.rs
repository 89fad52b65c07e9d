//! Macros that give a type its operators on values, references and mixtures of both.
//!
//! All of them rest on a C function of three pointers `(result, left, right)` that allows the result to be one of the
//! operands, as FLINT's do; an owned left operand is therefore reused as the result.

/// `Trait method AssignTrait assign_method function`, for a type with `raw` and `raw_mut`.
macro_rules! binary_operators {
    ($type:ident: $($Trait:ident $method:ident $Assign:ident $assign:ident $function:path;)*) => {$(
        impl std::ops::$Assign<&$type> for $type {
            #[inline]
            fn $assign(&mut self, right: &$type) {
                let left = self.raw_mut();
                // SAFETY: both point to initialized values; the function accepts aliased arguments.
                unsafe { $function(left, left, right.raw()) }
            }
        }
        impl std::ops::$Assign<$type> for $type {
            #[inline]
            fn $assign(&mut self, right: $type) {
                std::ops::$Assign::$assign(self, &right);
            }
        }
        impl std::ops::$Trait<&$type> for &$type {
            type Output = $type;
            #[inline]
            fn $method(self, right: &$type) -> $type {
                let mut result = $type::default();
                // SAFETY: all three point to initialized values.
                unsafe { $function(result.raw_mut(), self.raw(), right.raw()) }
                result
            }
        }
        impl std::ops::$Trait<$type> for &$type {
            type Output = $type;
            #[inline]
            fn $method(self, right: $type) -> $type {
                std::ops::$Trait::$method(self, &right)
            }
        }
        impl std::ops::$Trait<&$type> for $type {
            type Output = $type;
            #[inline]
            fn $method(mut self, right: &$type) -> $type {
                std::ops::$Assign::$assign(&mut self, right);
                self
            }
        }
        impl std::ops::$Trait<$type> for $type {
            type Output = $type;
            #[inline]
            fn $method(mut self, right: $type) -> $type {
                std::ops::$Assign::$assign(&mut self, &right);
                self
            }
        }
    )*};
}

/// Operators of `$type` with `$scalar` on the right, by converting the scalar: `Trait method AssignTrait assign`.
macro_rules! scalar_operators {
    ($type:ident, $scalar:ty: $($Trait:ident $method:ident $Assign:ident $assign:ident;)*) => {$(
        impl std::ops::$Assign<$scalar> for $type {
            #[inline]
            fn $assign(&mut self, right: $scalar) {
                std::ops::$Assign::$assign(self, &$type::from(right));
            }
        }
        impl std::ops::$Trait<$scalar> for $type {
            type Output = $type;
            #[inline]
            fn $method(self, right: $scalar) -> $type {
                std::ops::$Trait::$method(self, &$type::from(right))
            }
        }
        impl std::ops::$Trait<$scalar> for &$type {
            type Output = $type;
            #[inline]
            fn $method(self, right: $scalar) -> $type {
                std::ops::$Trait::$method(self, &$type::from(right))
            }
        }
    )*};
}

/// `left * right` for a scalar type, in all mixtures, through a method `scale(&self, &Scalar) -> Self`.
macro_rules! scaling_operators {
    ($($type:ident * $scalar:ident;)*) => {$(
        impl std::ops::Mul<&$scalar> for &$type {
            type Output = $type;
            #[inline]
            fn mul(self, right: &$scalar) -> $type {
                self.scale(right)
            }
        }
        impl std::ops::Mul<$scalar> for &$type {
            type Output = $type;
            #[inline]
            fn mul(self, right: $scalar) -> $type {
                self.scale(&right)
            }
        }
        impl std::ops::Mul<&$scalar> for $type {
            type Output = $type;
            #[inline]
            fn mul(self, right: &$scalar) -> $type {
                self.scale(right)
            }
        }
        impl std::ops::Mul<$scalar> for $type {
            type Output = $type;
            #[inline]
            fn mul(self, right: $scalar) -> $type {
                self.scale(&right)
            }
        }
    )*};
}

/// Unary minus through a C function of two pointers `(result, operand)`.
macro_rules! negation {
    ($type:ident: $function:path) => {
        impl std::ops::Neg for $type {
            type Output = $type;
            #[inline]
            fn neg(mut self) -> $type {
                let raw = self.raw_mut();
                // SAFETY: the value is initialized and the function accepts aliased arguments.
                unsafe { $function(raw, raw) }
                self
            }
        }
        impl std::ops::Neg for &$type {
            type Output = $type;
            #[inline]
            fn neg(self) -> $type {
                let mut result = $type::default();
                // SAFETY: both point to initialized values.
                unsafe { $function(result.raw_mut(), self.raw()) }
                result
            }
        }
    };
}

pub(crate) use {binary_operators, negation, scalar_operators, scaling_operators};
