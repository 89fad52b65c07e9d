//! Problems of a document, each with its location.

use std::borrow::Cow;

/// At most this many problems are kept; the others are counted.
pub const KEPT: usize = 64;
const LOCATION_COMPONENTS: usize = 32;
const COMPONENT_CHARACTERS: usize = 128;
const MESSAGE_CHARACTERS: usize = 600;

/// One component of a location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A member of an object.
    Key(Cow<'static, str>),
    /// An item of an array, from 0.
    Index(usize),
}

impl From<&'static str> for Step {
    fn from(key: &'static str) -> Step {
        Step::Key(Cow::Borrowed(key))
    }
}

impl From<String> for Step {
    fn from(key: String) -> Step {
        Step::Key(Cow::Owned(key))
    }
}

impl From<usize> for Step {
    fn from(index: usize) -> Step {
        Step::Index(index)
    }
}

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Step::Key(key) => f.write_str(key),
            Step::Index(index) => write!(f, "{index}"),
        }
    }
}

/// Where in a document: the keys and indices that lead there.
pub type Location = Vec<Step>;

/// What kind of thing is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// The document has not the form that the schema states.
    Structure,
    /// The form is right, the mathematics is not: outside the domain, or a relation between parts does not hold.
    Domain,
    /// Well formed and meaningful, but larger or costlier than what is admitted.
    Size,
}

/// One problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where: keys and indices from the top of the payload.
    pub location: Location,
    /// A stable word for programs.
    pub code: &'static str,
    /// What is wrong, and what would be accepted.
    pub message: String,
    /// Structure, domain or size.
    pub class: Class,
}

/// Collects every problem of a document.
///
/// Sizes are kept apart: a document that is malformed or meaningless is refused for that alone, and only one that is
/// otherwise right is refused for its size.
#[derive(Debug, Default)]
pub struct Report {
    path: Vec<Step>,
    wrong: Listed,
    large: Listed,
}

#[derive(Debug, Default)]
struct Listed {
    kept: Vec<Problem>,
    seen: usize,
}

impl Report {
    /// Nothing found yet.
    pub fn new() -> Report {
        Report::default()
    }

    /// Whether nothing was found.
    pub fn is_clean(&self) -> bool {
        self.count() == 0
    }

    /// How many problems were found so far, of any class. Compare two counts to learn whether a part is clean.
    pub fn count(&self) -> usize {
        self.wrong.seen + self.large.seen
    }

    /// Runs `inside` one step deeper in the document.
    pub fn at<T>(&mut self, step: impl Into<Step>, inside: impl FnOnce(&mut Report) -> T) -> T {
        self.path.push(step.into());
        let value = inside(self);
        self.path.pop();
        value
    }

    /// Reports a problem here.
    pub fn add(&mut self, class: Class, code: &'static str, message: impl Into<String>) {
        let list = if class == Class::Size { &mut self.large } else { &mut self.wrong };
        list.seen += 1;
        if list.kept.len() < KEPT {
            let location = self.path.iter().take(LOCATION_COMPONENTS).map(bounded_step).collect();
            list.kept.push(Problem { location, code, message: bounded(message.into(), MESSAGE_CHARACTERS), class });
        }
    }

    /// Reports that the form is wrong here.
    pub fn structure(&mut self, code: &'static str, message: impl Into<String>) {
        self.add(Class::Structure, code, message);
    }

    /// Reports that the mathematics is wrong here.
    pub fn domain(&mut self, code: &'static str, message: impl Into<String>) {
        self.add(Class::Domain, code, message);
    }

    /// Reports that something is too large here.
    pub fn size(&mut self, code: &'static str, message: impl Into<String>) {
        self.add(Class::Size, code, message);
    }

    /// Reports at a place below this one.
    pub fn add_at<S: Into<Step>>(
        &mut self,
        steps: impl IntoIterator<Item = S>,
        class: Class,
        code: &'static str,
        message: impl Into<String>,
    ) {
        let depth = self.path.len();
        self.path.extend(steps.into_iter().map(Into::into));
        self.add(class, code, message);
        self.path.truncate(depth);
    }

    /// The problems that count (those of structure and domain when there are any, else those of size) and the exact number
    /// of such problems that were left out.
    pub fn into_problems(self) -> (Vec<Problem>, usize) {
        let list = if self.wrong.seen > 0 { self.wrong } else { self.large };
        let omitted = list.seen - list.kept.len();
        (list.kept, omitted)
    }
}

fn bounded_step(step: &Step) -> Step {
    match step {
        Step::Key(key) if key.len() > COMPONENT_CHARACTERS => {
            Step::Key(Cow::Owned(bounded(key.clone().into_owned(), COMPONENT_CHARACTERS)))
        }
        other => other.clone(),
    }
}

fn bounded(text: String, characters: usize) -> String {
    if text.len() <= characters {
        return text;
    }
    match text.char_indices().nth(characters) {
        None => text,
        Some(_) => {
            let mut cut: String = text.chars().take(characters - 1).collect();
            cut.push('…');
            cut
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_most_64_are_kept_and_the_others_counted_exactly() {
        for (found, omitted) in [(64, 0), (65, 1), (1000, 936)] {
            let mut report = Report::new();
            for index in 0..found {
                report.at(index, |report| report.structure("missing", "a field is missing"));
            }
            let (problems, left_out) = report.into_problems();
            assert_eq!((problems.len(), left_out), (64, omitted));
        }
    }

    #[test]
    fn a_size_counts_only_when_nothing_else_is_wrong() {
        let mut report = Report::new();
        report.size("too_many_items", "too many");
        report.at("left", |report| report.domain("not_prime", "not a prime"));
        let (problems, omitted) = report.into_problems();
        assert_eq!((problems.len(), omitted), (1, 0));
        assert_eq!(problems[0].code, "not_prime");
        assert_eq!(problems[0].location, vec![Step::from("left")]);
    }

    #[test]
    fn locations_and_messages_are_bounded() {
        let mut report = Report::new();
        for _ in 0..40 {
            report.path.push(Step::from("k".repeat(500)));
        }
        report.structure("wrong_type", "é".repeat(5000));
        let (problems, _) = report.into_problems();
        assert_eq!(problems[0].location.len(), 32);
        assert!(problems[0].message.chars().count() <= MESSAGE_CHARACTERS);
        let Step::Key(key) = &problems[0].location[0] else { panic!("a key") };
        assert_eq!(key.chars().count(), COMPONENT_CHARACTERS);
    }
}
