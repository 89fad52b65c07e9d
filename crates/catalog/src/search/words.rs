//! Words as a search compares them: folded, respelled, stemmed.

use rust_stemmers::{Algorithm, Stemmer};
use unicode_normalization::UnicodeNormalization;

/// A word in the form in which words are compared.
pub(crate) type Term = String;

/// Words that say nothing about a mathematical need.
const EMPTY_WORDS: &[&str] = &[
    "a",
    "about",
    "all",
    "an",
    "and",
    "any",
    "are",
    "as",
    "at",
    "be",
    "by",
    "can",
    "compute",
    "calculate",
    "determine",
    "do",
    "does",
    "each",
    "find",
    "for",
    "from",
    "get",
    "give",
    "given",
    "gives",
    "has",
    "have",
    "how",
    "i",
    "if",
    "in",
    "into",
    "is",
    "it",
    "its",
    "let",
    "me",
    "my",
    "need",
    "of",
    "on",
    "or",
    "our",
    "please",
    "return",
    "returns",
    "so",
    "some",
    "such",
    "tell",
    "that",
    "the",
    "their",
    "them",
    "then",
    "there",
    "these",
    "this",
    "to",
    "two",
    "up",
    "us",
    "use",
    "using",
    "want",
    "we",
    "what",
    "when",
    "where",
    "whether",
    "which",
    "with",
    "would",
    "you",
    "your",
];

/// British endings and their American counterparts, for words long enough to have them.
const RESPELLED: &[(&str, &str)] = &[
    ("isations", "izations"),
    ("isation", "ization"),
    ("isable", "izable"),
    ("ising", "izing"),
    ("ised", "ized"),
    ("ises", "izes"),
    ("iser", "izer"),
    ("ise", "ize"),
    ("yse", "yze"),
    ("ysing", "yzing"),
    ("ourings", "orings"),
    ("ouring", "oring"),
    ("ourable", "orable"),
    ("oured", "ored"),
    ("ours", "ors"),
    ("our", "or"),
    ("elling", "eling"),
    ("elled", "eled"),
    ("centre", "center"),
    ("metre", "meter"),
    ("logue", "log"),
];

/// The words of a text.
pub(crate) fn terms(text: &str) -> Vec<Term> {
    let stemmer = Stemmer::create(Algorithm::English);
    // Compatibility decomposition makes one word of `ö` and `o`, of `²` and `2`, of ligatures and their letters.
    let plain: String = text
        .nfkd()
        .filter(|letter| !unicode_normalization::char::is_combining_mark(*letter))
        .flat_map(char::to_lowercase)
        .map(|letter| match letter {
            'ß' => 's',
            'ø' => 'o',
            'ł' => 'l',
            'đ' => 'd',
            other => other,
        })
        .collect();
    plain
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty() && !EMPTY_WORDS.contains(word))
        .map(|word| stemmer.stem(&respelled(word)).into_owned())
        .collect()
}

fn respelled(word: &str) -> String {
    if word.len() < 6 || !word.is_ascii() {
        return word.to_owned();
    }
    for (british, american) in RESPELLED {
        if let Some(stem) = word.strip_suffix(british) {
            return format!("{stem}{american}");
        }
    }
    word.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_accents_and_endings_meet() {
        for (left, right) in [
            ("factorisation", "factorization"),
            ("colourings", "coloring"),
            ("Gröbner", "grobner"),
            ("neighbours", "neighbor"),
            ("primes", "prime"),
            ("Bézout", "bezout"),
            ("x²", "x2"),
            ("normalise", "normalizing"),
        ] {
            assert_eq!(terms(left), terms(right), "{left} {right}");
        }
    }

    #[test]
    fn empty_words_and_punctuation_leave_nothing() {
        assert!(terms("what is the ... of (a)?").is_empty());
        assert!(terms("").is_empty());
        assert_eq!(terms("最大公約数").len(), 1);
    }
}
