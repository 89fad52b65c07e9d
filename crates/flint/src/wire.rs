//! Integers and rationals in documents.

use wire::{DEFAULT_DIGITS, Kind, Report, Spec, Tree, Wire, Writer, read_decimal_integer, read_rational_texts};

use crate::{Integer, Rational};

/// The integer of a text that the document reader has found canonical.
fn parsed(text: &str, report: &mut Report) -> Option<Integer> {
    Integer::parse(text).map_err(|error| report.structure("integer.not_canonical", error.to_string())).ok()
}

impl Wire for Integer {
    const SPEC: &'static Spec = &Spec::inline(Kind::Integer { digits: DEFAULT_DIGITS, min: None, max: None });

    fn read(tree: &Tree, spec: &Spec, report: &mut Report) -> Option<Integer> {
        let Kind::Integer { digits, min, max } = spec.resolved().kind else {
            unreachable!("an integer is read with an integer's table")
        };
        let value = parsed(&read_decimal_integer(tree, digits, report)?, report)?;
        if let Some(min) = min.filter(|min| value < *min) {
            report.domain("out_of_range", format!("the integer is too small: at least {min} is expected"));
            return None;
        }
        if let Some(max) = max.filter(|max| value > *max) {
            report.size("out_of_range", format!("the integer is too large: at most {max} is admitted"));
            return None;
        }
        Some(value)
    }

    fn write(&self, out: &mut Writer) {
        out.plain(|text| self.write_decimal(text));
    }
}

impl Wire for Rational {
    const SPEC: &'static Spec = &Spec::inline(Kind::Rational { digits: DEFAULT_DIGITS })
        .named("Rational", "A rational number {\"num\",\"den\"}; read also from \"-3/4\", \"5\" or 5, in any terms.");

    fn read(tree: &Tree, spec: &Spec, report: &mut Report) -> Option<Rational> {
        let Kind::Rational { digits } = spec.resolved().kind else {
            unreachable!("a rational is read with a rational's table")
        };
        let (num, den) = read_rational_texts(tree, digits, report)?;
        let (num, den) = (parsed(&num, report)?, parsed(&den, report)?);
        let value = Rational::new(num, den);
        if value.is_none() {
            report.domain("rational.zero_denominator", "the denominator is 0; it must be another integer");
        }
        value
    }

    fn write(&self, out: &mut Writer) {
        out.begin_object();
        out.key("num");
        self.numerator().write(out);
        out.key("den");
        self.denominator().write(out);
        out.end_object();
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use wire::{Class, Location, Step, from_json, to_json};

    type Found = (Location, &'static str, Class);

    fn read<T: Wire>(json: &str, spec: &Spec) -> Result<T, Found> {
        let mut report = Report::new();
        let document = wire::json::parse(json.as_bytes(), &Default::default()).unwrap();
        T::read(&document.tree, spec, &mut report).ok_or_else(|| {
            let problem = report.into_problems().0.remove(0);
            (problem.location, problem.code, problem.class)
        })
    }

    #[test]
    fn integers_of_any_size_come_back() {
        for text in ["0", "-1", "9007199254740993", "-4611686018427387904", &"9".repeat(1000)] {
            let value: Integer = from_json(&format!("\"{text}\""), &mut Report::new()).unwrap().unwrap();
            assert_eq!(to_json(&value), format!("\"{text}\""));
        }
        assert_eq!(read::<Integer>("-9007199254740991", Integer::SPEC).unwrap(), -9_007_199_254_740_991i64);
        assert_eq!(read::<Integer>("12.0", Integer::SPEC).unwrap(), 12);
    }

    #[test]
    fn bounds_of_an_integer_are_told_apart() {
        let spec = Integer::SPEC.value(wire::Bounds { min: Some(2), max: Some(50) });
        assert_eq!(read::<Integer>("\"2\"", &spec).unwrap(), 2);
        assert_eq!(read::<Integer>("1", &spec).unwrap_err(), (vec![], "out_of_range", Class::Domain));
        assert_eq!(read::<Integer>("\"51\"", &spec).unwrap_err(), (vec![], "out_of_range", Class::Size));
        let spec = Integer::SPEC.digits(wire::Bounds { min: None, max: Some(3) });
        assert_eq!(read::<Integer>("\"-999\"", &spec).unwrap(), -999);
        assert_eq!(read::<Integer>("\"1000\"", &spec).unwrap_err().2, Class::Size);
        for json in ["\"007\"", "\"+5\"", "\"-0\"", "1.5", "9007199254740992", "\" 1\"", "null"] {
            assert_eq!(read::<Integer>(json, Integer::SPEC).unwrap_err().2, Class::Structure, "{json}");
        }
    }

    #[test]
    fn every_form_of_a_rational_is_reduced() {
        let canonical = r#"{"num":"-3","den":"4"}"#;
        for json in [canonical, r#""-3/4""#, r#""-6/8""#, r#"{"num":6,"den":-8}"#, r#"{"den":"4","num":"-3"}"#] {
            assert_eq!(to_json(&read::<Rational>(json, Rational::SPEC).unwrap()), canonical, "{json}");
        }
        for json in ["5", "\"5\"", r#"{"num":"-10","den":"-2"}"#] {
            assert_eq!(read::<Rational>(json, Rational::SPEC).unwrap(), 5, "{json}");
        }
        let zero = read::<Rational>(r#"{"num":"0","den":"-7"}"#, Rational::SPEC).unwrap();
        assert_eq!(to_json(&zero), r#"{"num":"0","den":"1"}"#);
    }

    #[test]
    fn a_zero_denominator_is_located() {
        let place = vec![Step::from("den")];
        let found = read::<Rational>(r#"{"num":"1","den":"0"}"#, Rational::SPEC).unwrap_err();
        assert_eq!(found, (place, "rational.zero_denominator", Class::Domain));
        assert_eq!(read::<Rational>("\"1/0\"", Rational::SPEC).unwrap_err().1, "rational.zero_denominator");
        for json in ["0.5", "\"0.5\"", "\"1/-2\"", "\"1/02\"", "[1,2]"] {
            assert_eq!(read::<Rational>(json, Rational::SPEC).unwrap_err().2, Class::Structure, "{json}");
        }
    }
}
