//! Points with named coordinates.

use std::collections::HashSet;

use flint::Rational;
use wire::{Class, Report, Step, VARIABLE, Wire};

/// A point: a rational value for each of its variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Wire)]
#[wire(relations = VariablePoint::relations)]
pub struct VariablePoint {
    /// The variables, each once.
    #[wire(items <= 64, each(pattern = VARIABLE))]
    pub variables: Vec<String>,
    /// Their values, in the same order.
    #[wire(items <= 64)]
    pub values: Vec<Rational>,
}

impl VariablePoint {
    fn relations(&self, report: &mut Report) {
        let mut seen = HashSet::new();
        for (index, name) in self.variables.iter().enumerate() {
            if !seen.insert(name) {
                let place = [Step::from("variables"), index.into()];
                let message = format!("the variable {name} stands twice; give every variable one value");
                report.add_at(place, Class::Domain, "point.duplicate_variables", message);
            }
        }
        let (names, values) = (self.variables.len(), self.values.len());
        if names != values {
            let message = format!("there are {values} values for {names} variables; give as many of both");
            report.add_at(["values"], Class::Domain, "point.length_mismatch", message);
        }
    }

    /// The value of a variable, or `None` when the point does not have it.
    pub fn value(&self, variable: &str) -> Option<&Rational> {
        let index = self.variables.iter().position(|name| name == variable)?;
        self.values.get(index)
    }
}
