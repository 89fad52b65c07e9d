//! A small regular expression, enough to select identifiers without another dependency.
//!
//! Literals, `.`, `[a-z]`, `[^a-z]`, `(a|b)`, `*`, `+`, `?`, `^`, `$` and `\` before a character that shall stand for itself.
//! Matching backtracks; identifiers are short.

use std::iter::Peekable;
use std::str::Chars;

/// A parsed expression.
#[derive(Debug)]
pub struct Pattern(Vec<Sequence>);

type Sequence = Vec<Item>;

#[derive(Debug)]
enum Item {
    Start,
    End,
    Repeated { atom: Atom, least: usize, most: usize },
}

#[derive(Debug)]
enum Atom {
    Any,
    Literal(char),
    Class { negated: bool, ranges: Vec<(char, char)> },
    Group(Vec<Sequence>),
}

/// What follows a match up to a position.
type Rest<'r> = &'r dyn Fn(usize) -> bool;

impl Pattern {
    /// Reads an expression; the error says what is wrong with it.
    pub fn parse(text: &str) -> Result<Pattern, String> {
        let mut input = text.chars().peekable();
        let alternatives = alternatives(&mut input)?;
        match input.next() {
            None => Ok(Pattern(alternatives)),
            Some(_) => Err("a \")\" closes nothing; write \\) for the character".to_owned()),
        }
    }

    /// Whether the expression matches anywhere in `text`.
    pub fn is_found(&self, text: &str) -> bool {
        let text: Vec<char> = text.chars().collect();
        (0..=text.len()).any(|start| any(&self.0, &text, start, &|_| true))
    }
}

fn alternatives(input: &mut Peekable<Chars>) -> Result<Vec<Sequence>, String> {
    let mut finished = Vec::new();
    let mut current = Sequence::new();
    while let Some(next) = input.next_if(|next| *next != ')') {
        let atom = match next {
            '|' => {
                finished.push(std::mem::take(&mut current));
                continue;
            }
            '^' => {
                current.push(Item::Start);
                continue;
            }
            '$' => {
                current.push(Item::End);
                continue;
            }
            '.' => Atom::Any,
            '[' => class(input)?,
            '(' => {
                let inside = alternatives(input)?;
                input.next().ok_or("a \"(\" is not closed; write \\( for the character")?;
                Atom::Group(inside)
            }
            '\\' => Atom::Literal(escaped(input)?),
            '*' | '+' | '?' => return Err(format!("\"{next}\" repeats nothing; write \\{next} for the character")),
            '{' | '}' => return Err(format!("counts are not known here; write \\{next} for the character")),
            literal => Atom::Literal(literal),
        };
        let (least, most) = match input.next_if(|next| matches!(next, '*' | '+' | '?')) {
            Some('*') => (0, usize::MAX),
            Some('+') => (1, usize::MAX),
            Some(_) => (0, 1),
            None => (1, 1),
        };
        current.push(Item::Repeated { atom, least, most });
    }
    finished.push(current);
    Ok(finished)
}

/// The character after a `\`. Letters and digits would be classes and references elsewhere, so they are refused.
fn escaped(input: &mut Peekable<Chars>) -> Result<char, String> {
    match input.next() {
        Some(letter) if letter.is_alphanumeric() => {
            Err(format!("\\{letter} is not known here; write a class such as [0-9]"))
        }
        Some(literal) => Ok(literal),
        None => Err("a \\ stands at the end".to_owned()),
    }
}

fn class(input: &mut Peekable<Chars>) -> Result<Atom, String> {
    const OPEN: &str = "a \"[\" is not closed; write \\[ for the character";
    let negated = input.next_if_eq(&'^').is_some();
    let mut ranges = Vec::new();
    loop {
        let low = match input.next().ok_or(OPEN)? {
            ']' if !ranges.is_empty() => return Ok(Atom::Class { negated, ranges }),
            '\\' => escaped(input)?,
            literal => literal,
        };
        let mut ahead = input.clone();
        let is_range = ahead.next() == Some('-') && ahead.next().is_some_and(|high| high != ']');
        if !is_range {
            ranges.push((low, low));
            continue;
        }
        input.next();
        let high = input.next().ok_or(OPEN)?;
        if high < low {
            return Err(format!("the range {low}-{high} runs backward"));
        }
        ranges.push((low, high));
    }
}

/// Whether one of the alternatives matches from `at` on, and then what follows.
fn any(alternatives: &[Sequence], text: &[char], at: usize, rest: Rest) -> bool {
    alternatives.iter().any(|sequence| all(sequence, text, at, rest))
}

fn all(items: &[Item], text: &[char], at: usize, rest: Rest) -> bool {
    let Some((first, others)) = items.split_first() else { return rest(at) };
    match first {
        Item::Start => at == 0 && all(others, text, at, rest),
        Item::End => at == text.len() && all(others, text, at, rest),
        Item::Repeated { atom, least, most } => {
            repeated(atom, (*least, *most), text, at, &|at| all(others, text, at, rest))
        }
    }
}

fn repeated(atom: &Atom, (least, most): (usize, usize), text: &[char], at: usize, rest: Rest) -> bool {
    let again = (least.saturating_sub(1), most.saturating_sub(1));
    // A repetition that takes nothing would go on forever.
    let more = most > 0
        && one(atom, text, at, &|next| if next > at { repeated(atom, again, text, next, rest) } else { rest(next) });
    more || (least == 0 && rest(at))
}

fn one(atom: &Atom, text: &[char], at: usize, rest: Rest) -> bool {
    if let Atom::Group(alternatives) = atom {
        return any(alternatives, text, at, rest);
    }
    text.get(at).is_some_and(|&found| {
        let fits = match atom {
            Atom::Any | Atom::Group(_) => true,
            Atom::Literal(literal) => found == *literal,
            Atom::Class { negated, ranges } => {
                ranges.iter().any(|(low, high)| (*low..=*high).contains(&found)) != *negated
            }
        };
        fits && rest(at + 1)
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn found(pattern: &str, text: &str) -> bool {
        Pattern::parse(pattern).unwrap().is_found(text)
    }

    #[test]
    fn expressions_select_identifiers() {
        let id = "integer.compute.extended_gcd";
        for pattern in
            ["", "gcd", "gcd$", "^integer", r"^integer\.", "ext.*gcd", "(lcm|gcd)$", "[d-f]xtended", "x?t+e", "^[^g]+g"]
        {
            assert!(found(pattern, id), "{pattern}");
        }
        for pattern in ["^gcd", "integer$", r"r\.\.c", "(lcm|lucas)", "[0-9]", "tt+", "^[^g]+$"] {
            assert!(!found(pattern, id), "{pattern}");
        }
    }

    #[test]
    fn repetitions_of_nothing_end() {
        assert!(found("(a*)*b", "b"));
        assert!(found("^(a|)+$", ""));
        assert!(!found("^(a*)*$", "c"));
        assert!(found("[]a]", "]"));
        assert!(found("[a-]+$", "a-a"));
    }

    #[test]
    fn what_is_not_known_is_refused() {
        for wrong in ["(", ")", "a)", "[", "[a", "*", "a{2}", r"\d", "\\", "[z-a]"] {
            assert!(Pattern::parse(wrong).is_err(), "{wrong}");
        }
    }
}
