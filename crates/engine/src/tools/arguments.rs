//! Reading the arguments of a tool. `null` counts as absent: models fill every optional field.

use wire::json::{Limits, Rule};
use wire::{Class, Report, Tree, nearest};

use crate::diagnostics::Diagnostic;
use crate::face::{Arguments, OutcomeKind, Reply};
use crate::protocol::errors_json;

/// The arguments of a call, read one after another; problems are collected.
pub(crate) struct Fields<'a> {
    members: &'a [(String, Tree)],
    pub(crate) report: Report,
}

impl<'a> Fields<'a> {
    /// Begins to read. Unknown arguments and breaches of the strict rules are problems.
    pub(crate) fn new(arguments: &'a Arguments, known: &[&str]) -> Fields<'a> {
        let mut report = Report::new();
        for violation in &arguments.violations {
            let message = violation_message(violation.rule);
            report.add_at(violation.location.clone(), Class::Structure, violation.rule.code(), message);
        }
        let members = match &arguments.tree {
            Tree::Object(members) => members.as_slice(),
            other => {
                report.structure("wrong_type", format!("the arguments must be an object, found {}", other.kind()));
                &[]
            }
        };
        for (key, _) in members.iter().filter(|(key, _)| !known.contains(&key.as_str())) {
            let message = match nearest(key, known.iter().copied()) {
                Some(near) => format!("no such argument; did you mean \"{near}\"?"),
                None => format!("no such argument; the tool takes {}", known.join(", ")),
            };
            report.at(key.clone(), |report| report.structure("unknown_argument", message));
        }
        Fields { members, report }
    }

    /// An argument that is there and not `null`.
    pub(crate) fn get(&self, key: &str) -> Option<&'a Tree> {
        self.members.iter().find(|(name, _)| name == key).map(|(_, tree)| tree).filter(|tree| **tree != Tree::Null)
    }

    /// A text of at most `most` characters.
    pub(crate) fn text(&mut self, key: &'static str, most: usize) -> Option<&'a str> {
        let tree = self.get(key)?;
        self.report.at(key, |report| match tree {
            Tree::Text(text) if text.chars().count() > most => {
                report.structure("too_long", format!("at most {most} characters are accepted"));
                None
            }
            Tree::Text(text) => Some(text.as_str()),
            other => {
                report.structure("wrong_type", format!("expected a string, found {}", other.kind()));
                None
            }
        })
    }

    /// A whole number in a range.
    pub(crate) fn integer(&mut self, key: &'static str, least: i64, most: i64) -> Option<i64> {
        let tree = self.get(key)?;
        let value = tree.as_integer().or_else(|| tree.as_text().and_then(|text| text.parse().ok()));
        match value.filter(|value| (least..=most).contains(value)) {
            Some(value) => Some(value),
            None => {
                let message = format!("expected an integer from {least} to {most}");
                self.report.at(key, |report| report.structure("out_of_range", message));
                None
            }
        }
    }

    /// True or false.
    pub(crate) fn boolean(&mut self, key: &'static str) -> Option<bool> {
        match self.get(key)? {
            Tree::Boolean(value) => Some(*value),
            other => {
                let message = format!("expected true or false, found {}", other.kind());
                self.report.at(key, |report| report.structure("wrong_type", message));
                None
            }
        }
    }

    /// The refusal, when anything was wrong.
    pub(crate) fn refusal(self, tool: &str) -> Option<Reply> {
        if self.report.is_clean() {
            return None;
        }
        let (problems, omitted) = self.report.into_problems();
        let message = format!(
            "the arguments of {tool} are not as they must be; each error says where and what would be accepted"
        );
        let reply = Diagnostic::new(OutcomeKind::Refused, "INVALID_ARGUMENTS", "tool_arguments", &message)
            .members(&errors_json(&problems, omitted))
            .text("hint", "correct the arguments and call again")
            .reply();
        Some(reply)
    }
}

/// What is wrong where a strict rule is broken.
fn violation_message(rule: Rule) -> String {
    rule.message(&Limits::default())
}
