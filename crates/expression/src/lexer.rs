//! Text to tokens.

use crate::decimal::Decimal;
use crate::error::{ParseError, ParseErrorKind};
use crate::span::Span;
use crate::vocabulary::{NAME_LENGTH, is_name_byte};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Token<'a> {
    pub(crate) kind: TokenKind<'a>,
    pub(crate) span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TokenKind<'a> {
    Number(Decimal),
    Name(&'a str),
    Plus,
    Minus,
    Star,
    Slash,
    Caret,
    Superscript {
        negative: bool,
        exponent: Decimal,
    },
    Open,
    Close,
    Comma,
    End,
    /// Not a token. The parser raises this only when it gets here, so that the first error in the text wins.
    Invalid(ParseError),
}

/// Reads one token after another; after the last it gives `End` for ever.
pub(crate) struct Lexer<'a> {
    text: &'a str,
    position: usize,
    digit_limit: usize,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a str, digit_limit: usize) -> Self {
        Self { text, position: 0, digit_limit }
    }

    pub(crate) fn next(&mut self) -> Token<'a> {
        self.take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'));
        let start = self.position;
        let Some(character) = self.rest().chars().next() else {
            return self.token(start, TokenKind::End);
        };
        let kind = match character {
            '0'..='9' | '.' => self.number().map(TokenKind::Number),
            'A'..='Z' | 'a'..='z' => self.name().map(TokenKind::Name),
            '⁻' | '⁰' | '¹' | '²' | '³' | '⁴'..='⁹' => self.superscript(),
            _ => self.punctuation(character),
        };
        self.token(start, kind.unwrap_or_else(TokenKind::Invalid))
    }

    fn punctuation(&mut self, character: char) -> Result<TokenKind<'a>, ParseError> {
        let start = self.position;
        self.position += character.len_utf8();
        Ok(match character {
            '*' if self.rest().starts_with('*') => {
                self.position += 1;
                TokenKind::Caret
            }
            '+' => TokenKind::Plus,
            '-' | '−' => TokenKind::Minus,
            '*' | '·' | '×' => TokenKind::Star,
            '/' | '÷' => TokenKind::Slash,
            '^' => TokenKind::Caret,
            '(' => TokenKind::Open,
            ')' => TokenKind::Close,
            ',' => TokenKind::Comma,
            _ => return Err(self.error(start, ParseErrorKind::UnexpectedCharacter(character))),
        })
    }

    fn name(&mut self) -> Result<&'a str, ParseError> {
        let start = self.position;
        let name = self.take_while(is_name_byte);
        if name.len() > NAME_LENGTH {
            return Err(self.error(start, ParseErrorKind::NameTooLong { length: name.len(), limit: NAME_LENGTH }));
        }
        Ok(name)
    }

    fn number(&mut self) -> Result<Decimal, ParseError> {
        let start = self.position;
        let whole = self.take_while(|byte| byte.is_ascii_digit());
        let point = self.position;
        let mut fraction = "";
        if self.rest().starts_with('.') {
            self.position += 1;
            fraction = self.take_while(|byte| byte.is_ascii_digit());
            if fraction.is_empty() {
                return Err(self.error(point, ParseErrorKind::MalformedNumber));
            }
        }
        if whole.len() > 1 && whole.starts_with('0') {
            return Err(self.error(start, ParseErrorKind::LeadingZero));
        }
        let exponent = self.exponent();
        let typed = whole.len() + fraction.len();
        if typed > self.digit_limit {
            return Err(self.too_many_digits(start, Some(typed as u64)));
        }
        exponent
            .and_then(|exponent| Decimal::new(&format!("{whole}{fraction}"), fraction.len() as i64 - exponent))
            .ok_or(None)
            .and_then(|value| self.within_digits(value))
            .map_err(|digits| self.too_many_digits(start, digits))
    }

    /// The exponent after `e`, zero if there is none, `None` if it is far beyond every limit.
    fn exponent(&mut self) -> Option<i64> {
        let Some(after) = self.rest().strip_prefix(['e', 'E']) else { return Some(0) };
        let unsigned = after.strip_prefix(['+', '-', '−']).unwrap_or(after);
        if !unsigned.starts_with(|first: char| first.is_ascii_digit()) {
            return Some(0);
        }
        self.position = self.text.len() - unsigned.len();
        let digits = self.take_while(|byte| byte.is_ascii_digit()).trim_start_matches('0');
        // Eleven digits keep every later sum of exponents far inside an i64.
        if digits.len() > 11 {
            return None;
        }
        let size: i64 = if digits.is_empty() { 0 } else { digits.parse().ok()? };
        Some(if after.starts_with(['-', '−']) { -size } else { size })
    }

    fn superscript(&mut self) -> Result<TokenKind<'a>, ParseError> {
        let start = self.position;
        let negative = self.rest().starts_with('⁻');
        if negative {
            self.position += '⁻'.len_utf8();
        }
        let digits: String = self.rest().chars().map_while(superscript_digit).collect();
        if digits.is_empty() {
            return Err(self.error(start, ParseErrorKind::UnexpectedCharacter('⁻')));
        }
        let bytes: usize = self.rest().chars().take(digits.len()).map(char::len_utf8).sum();
        self.position += bytes;
        if digits.len() > 1 && digits.starts_with('0') {
            return Err(self.error(start, ParseErrorKind::LeadingZero));
        }
        Decimal::new(&digits, 0)
            .ok_or(None)
            .and_then(|value| self.within_digits(value))
            .map(|exponent| TokenKind::Superscript { negative, exponent })
            .map_err(|digits| self.too_many_digits(start, digits))
    }

    fn within_digits(&self, value: Decimal) -> Result<Decimal, Option<u64>> {
        let digits = value.written_digits();
        if digits > self.digit_limit as u64 { Err(Some(digits)) } else { Ok(value) }
    }

    fn too_many_digits(&self, start: usize, digits: Option<u64>) -> ParseError {
        self.error(start, ParseErrorKind::NumberTooLong { digits, limit: self.digit_limit })
    }

    fn take_while(&mut self, accept: impl Fn(u8) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.bytes().position(|byte| !accept(byte)).unwrap_or(rest.len());
        self.position += length;
        &rest[..length]
    }

    fn rest(&self) -> &'a str {
        &self.text[self.position..]
    }

    fn token(&self, start: usize, kind: TokenKind<'a>) -> Token<'a> {
        Token { kind, span: Span::new(start, self.position) }
    }

    fn error(&self, start: usize, kind: ParseErrorKind) -> ParseError {
        ParseError::new(kind, Span::new(start, self.position.max(start)), self.text)
    }
}

fn superscript_digit(character: char) -> Option<char> {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digit = DIGITS.iter().position(|&superscript| superscript == character)?;
    char::from_digit(digit as u32, 10)
}
