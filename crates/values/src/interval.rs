//! Closed intervals with rational ends.

use flint::Rational;
use wire::{Kind, Report, Spec, Tree, Wire, Writer};

/// The closed interval `[lower, upper]` of rational numbers; a single number when its ends are equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RationalInterval {
    lower: Rational,
    upper: Rational,
}

impl RationalInterval {
    /// The interval with these ends, or `None` when `lower` exceeds `upper`.
    pub fn new(lower: Rational, upper: Rational) -> Option<RationalInterval> {
        (lower <= upper).then_some(RationalInterval { lower, upper })
    }

    /// The interval that holds one number.
    pub fn point(value: Rational) -> RationalInterval {
        RationalInterval { lower: value.clone(), upper: value }
    }

    /// The least number of the interval.
    pub fn lower(&self) -> &Rational {
        &self.lower
    }

    /// The largest number of the interval.
    pub fn upper(&self) -> &Rational {
        &self.upper
    }

    /// Whether the interval holds one number only.
    pub fn is_point(&self) -> bool {
        self.lower == self.upper
    }
}

impl Wire for RationalInterval {
    const SPEC: &'static Spec = &Spec::inline(Kind::Tuple(&[Rational::SPEC, Rational::SPEC]))
        .named("RationalInterval", "A closed interval [lower, upper] with lower <= upper.");

    fn read(tree: &Tree, spec: &Spec, report: &mut Report) -> Option<RationalInterval> {
        let (lower, upper) = <(Rational, Rational)>::read(tree, spec, report)?;
        let interval = RationalInterval::new(lower, upper);
        if interval.is_none() {
            report.domain("interval.reversed", "the lower end exceeds the upper end; write [lower, upper]");
        }
        interval
    }

    fn write(&self, out: &mut Writer) {
        out.begin_list();
        self.lower.write(out);
        self.upper.write(out);
        out.end_list();
    }
}
