//! Tokens to a tree.
//!
//! A Pratt parser (V. Pratt, "Top down operator precedence", 1973) whose recursion is unrolled onto an explicit stack:
//! operators wait there until one that binds no tighter arrives, and leave it in postfix order.

use std::collections::HashMap;
use std::sync::Arc;

use crate::constant::Constant;
use crate::decimal::Decimal;
use crate::error::{Expected, ParseError, ParseErrorKind};
use crate::function::Function;
use crate::lexer::{Lexer, Token, TokenKind};
use crate::limits::Limits;
use crate::span::Span;
use crate::suggestion;
use crate::tree::{Builder, Expression, Operation};
use crate::vocabulary::Vocabulary;

/// Reads a formula. The grammar is described at the [crate root](crate).
///
/// # Errors
/// The first violation of the grammar, the vocabulary or a limit, with its place.
pub fn parse(text: &str, vocabulary: &Vocabulary, limits: &Limits) -> Result<Expression, ParseError> {
    if text.len() > limits.bytes {
        let kind = ParseErrorKind::TooLong { bytes: text.len(), limit: limits.bytes };
        return Err(ParseError::new(kind, Span::default(), text));
    }
    Parser::new(text, vocabulary, limits).run()
}

/// How tightly operators hold the operand on either side; an operand goes to the side that binds tighter.
mod binding {
    pub(super) const SUM: (u8, u8) = (1, 2);
    pub(super) const PRODUCT: (u8, u8) = (3, 4);
    pub(super) const SIGN: u8 = 5;
    /// Tighter on the left than on the right, hence right-associative.
    pub(super) const POWER: (u8, u8) = (8, 7);
}

/// An operator or parenthesis that still waits for what is on its right.
enum Pending {
    Binary { operation: Operation, binding: u8 },
    Sign { negative: bool, span: Span },
    Group { span: Span },
    Call { function: Function, name: Span, open: Span, arguments: usize },
}

enum Meaning {
    Operand(Operation),
    Function(Function),
}

struct Parser<'a> {
    text: &'a str,
    vocabulary: &'a Vocabulary,
    limits: &'a Limits,
    lexer: Lexer<'a>,
    token: Token<'a>,
    builder: Builder,
    /// Where the finished operands stand, parentheses included.
    operands: Vec<Span>,
    pending: Vec<Pending>,
    depth: usize,
    /// Variables in the order of appearance, when none are declared.
    seen: HashMap<&'a str, usize>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, vocabulary: &'a Vocabulary, limits: &'a Limits) -> Self {
        let mut lexer = Lexer::new(text, limits.digits);
        let token = lexer.next();
        Self {
            text,
            vocabulary,
            limits,
            lexer,
            token,
            builder: Builder::default(),
            operands: Vec::new(),
            pending: Vec::new(),
            depth: 0,
            seen: HashMap::new(),
        }
    }

    fn run(mut self) -> Result<Expression, ParseError> {
        if self.token.kind == TokenKind::End {
            return Err(self.error(ParseErrorKind::Empty, self.token.span));
        }
        loop {
            while !self.operand()? {}
            if self.continuation()? {
                break;
            }
        }
        let variables = self.vocabulary.shared_names().unwrap_or_else(|| {
            let mut names: Vec<_> = self.seen.iter().collect();
            names.sort_by_key(|&(_, index)| index);
            names.into_iter().map(|(name, _)| (*name).to_owned()).collect()
        });
        Ok(self.builder.finish(variables, Arc::from(self.text)).expect("operators join all operands into one tree"))
    }

    /// Reads one token where an operand must start; true once the operand is complete.
    fn operand(&mut self) -> Result<bool, ParseError> {
        let Token { kind, span } = self.advance()?;
        match kind {
            TokenKind::Number(value) => self.combine(Operation::Number(value), span)?,
            TokenKind::Name(name) => match self.resolve(name, span)? {
                Meaning::Operand(operation) => self.combine(operation, span)?,
                Meaning::Function(function) => return self.open_call(function, span),
            },
            TokenKind::Plus | TokenKind::Minus => {
                self.nest(Pending::Sign { negative: kind == TokenKind::Minus, span }, span)?;
                return Ok(false);
            }
            TokenKind::Open => {
                self.nest(Pending::Group { span }, span)?;
                return Ok(false);
            }
            _ => return Err(self.unexpected(&kind, span, Expected::Operand)),
        }
        Ok(true)
    }

    fn open_call(&mut self, function: Function, name: Span) -> Result<bool, ParseError> {
        let open = self.advance()?.span;
        if self.token.kind == TokenKind::Close {
            let span = Span::new(name.start, self.token.span.end);
            return Err(self.error(ParseErrorKind::WrongArity { function, found: 0 }, span));
        }
        self.nest(Pending::Call { function, name, open, arguments: 1 }, name)?;
        Ok(false)
    }

    /// Reads what follows an operand, up to where the next operand must start; true at the end of the text.
    fn continuation(&mut self) -> Result<bool, ParseError> {
        loop {
            let operator = match &self.token.kind {
                TokenKind::Plus => Some((Operation::Add, binding::SUM)),
                TokenKind::Minus => Some((Operation::Subtract, binding::SUM)),
                TokenKind::Star => Some((Operation::Multiply, binding::PRODUCT)),
                TokenKind::Slash => Some((Operation::Divide, binding::PRODUCT)),
                TokenKind::Caret => Some((Operation::Power, binding::POWER)),
                _ => None,
            };
            if let Some((operation, binding)) = operator {
                self.advance()?;
                self.binary(operation, binding)?;
                return Ok(false);
            }
            if matches!(self.token.kind, TokenKind::Open | TokenKind::Name(_)) {
                self.binary(Operation::Multiply, binding::PRODUCT)?;
                return Ok(false);
            }
            let Token { kind, span } = self.advance()?;
            match kind {
                TokenKind::Superscript { negative, exponent } => self.superscript(negative, exponent, span)?,
                TokenKind::Number(_) => return Err(self.error(ParseErrorKind::NumberAfterOperand, span)),
                TokenKind::Close => self.close(span)?,
                TokenKind::Comma => {
                    self.comma(span)?;
                    return Ok(false);
                }
                _ => {
                    self.reduce(0)?;
                    return match self.pending.last() {
                        None => Ok(true),
                        Some(_) => Err(self.unexpected(&kind, span, self.expected_continuation())),
                    };
                }
            }
        }
    }

    fn binary(&mut self, operation: Operation, (left, right): (u8, u8)) -> Result<(), ParseError> {
        self.reduce(left)?;
        let pending = Pending::Binary { operation, binding: right };
        if right < left {
            return self.nest(pending, self.operand_span());
        }
        self.pending.push(pending);
        Ok(())
    }

    /// Completes `x⁻²` at once. It counts into the depth like the `x^-2` that it will be printed as.
    fn superscript(&mut self, negative: bool, exponent: Decimal, span: Span) -> Result<(), ParseError> {
        self.check_depth(1 + usize::from(negative), span)?;
        self.combine(Operation::Number(exponent), span)?;
        if negative {
            self.combine(Operation::Negate, span)?;
        }
        self.combine_binary(Operation::Power)?;
        if matches!(self.token.kind, TokenKind::Caret | TokenKind::Superscript { .. }) {
            return Err(self.error(ParseErrorKind::PowerAfterSuperscript, self.token.span));
        }
        Ok(())
    }

    fn close(&mut self, span: Span) -> Result<(), ParseError> {
        self.reduce(0)?;
        match self.pending.pop() {
            Some(Pending::Group { span: open }) => {
                if let Some(operand) = self.operands.last_mut() {
                    *operand = Span::new(open.start, span.end);
                }
            }
            Some(Pending::Call { function, name, arguments, .. }) => {
                let call = Span::new(name.start, span.end);
                if arguments != function.arity() {
                    return Err(self.error(ParseErrorKind::WrongArity { function, found: arguments }, call));
                }
                self.combine(Operation::Call(function), call)?;
            }
            _ => return Err(self.unexpected(&TokenKind::Close, span, Expected::OperatorOrEnd)),
        }
        self.depth -= 1;
        Ok(())
    }

    fn comma(&mut self, span: Span) -> Result<(), ParseError> {
        self.reduce(0)?;
        match self.pending.last_mut() {
            Some(Pending::Call { arguments, .. }) => {
                *arguments += 1;
                Ok(())
            }
            _ => Err(self.unexpected(&TokenKind::Comma, span, self.expected_continuation())),
        }
    }

    /// Completes the operators that bind tighter than `binding`, down to the innermost open parenthesis.
    fn reduce(&mut self, binding: u8) -> Result<(), ParseError> {
        loop {
            match self.pending.last() {
                Some(Pending::Binary { binding: held, .. }) if *held > binding => {}
                Some(Pending::Sign { .. }) if binding::SIGN > binding => {}
                _ => return Ok(()),
            }
            match self.pending.pop() {
                Some(Pending::Binary { operation, .. }) => {
                    self.depth -= usize::from(operation == Operation::Power);
                    self.combine_binary(operation)?;
                }
                Some(Pending::Sign { negative, span: sign }) => {
                    self.depth -= 1;
                    let span = Span::new(sign.start, self.operand_span().end);
                    if negative {
                        self.combine(Operation::Negate, span)?;
                    }
                }
                _ => return Ok(()),
            }
        }
    }

    fn combine_binary(&mut self, operation: Operation) -> Result<(), ParseError> {
        let right = self.operand_span();
        let left = self.operands.len().checked_sub(2).map_or(right, |index| self.operands[index]);
        self.combine(operation, Span::new(left.start, right.end))
    }

    fn combine(&mut self, operation: Operation, span: Span) -> Result<(), ParseError> {
        if self.builder.len() >= self.limits.nodes {
            return Err(self.error(ParseErrorKind::TooManyNodes { limit: self.limits.nodes }, span));
        }
        self.operands.truncate(self.operands.len().saturating_sub(operation.arity()));
        self.operands.push(span);
        self.builder.push(operation, span).expect("an operator is completed only after its operands");
        Ok(())
    }

    fn nest(&mut self, pending: Pending, span: Span) -> Result<(), ParseError> {
        self.check_depth(1, span)?;
        self.depth += 1;
        self.pending.push(pending);
        Ok(())
    }

    fn check_depth(&self, further: usize, span: Span) -> Result<(), ParseError> {
        if self.depth + further > self.limits.depth {
            return Err(self.error(ParseErrorKind::TooDeep { limit: self.limits.depth }, span));
        }
        Ok(())
    }

    /// What a name stands for; the current token is the one after it.
    fn resolve(&mut self, name: &'a str, span: Span) -> Result<Meaning, ParseError> {
        let before_open = self.token.kind == TokenKind::Open;
        let function = Function::from_name(name);
        let allowed = function.filter(|&function| self.vocabulary.allows_function(function));
        if let (Some(function), true) = (allowed, before_open) {
            return Ok(Meaning::Function(function));
        }
        if let Some(index) = self.vocabulary.index(name) {
            return Ok(Meaning::Operand(Operation::Variable(index)));
        }
        if let Some(constant) = Constant::from_name(name) {
            return if self.vocabulary.allows_constant(constant) {
                Ok(Meaning::Operand(Operation::Constant(constant)))
            } else {
                Err(self.error(ParseErrorKind::ConstantNotAllowed(name.to_owned()), span))
            };
        }
        if function.is_some() {
            let kind = if allowed.is_some() {
                ParseErrorKind::MissingArguments(name.to_owned())
            } else {
                ParseErrorKind::FunctionNotAllowed {
                    name: name.to_owned(),
                    accepted: self.vocabulary.describe_functions(),
                }
            };
            return Err(self.error(kind, span));
        }
        if before_open {
            return Err(self.error(self.unknown_function(name), span));
        }
        if self.vocabulary.declared().is_none() {
            let next = self.seen.len();
            return Ok(Meaning::Operand(Operation::Variable(*self.seen.entry(name).or_insert(next))));
        }
        Err(self.error(self.unknown_name(name), span))
    }

    fn unknown_function(&self, name: &str) -> ParseErrorKind {
        ParseErrorKind::UnknownFunction {
            name: name.to_owned(),
            suggestions: match self.product(name) {
                Some(product) => vec![product],
                None => suggestion::nearest(name, self.vocabulary.function_names()),
            },
            accepted: self.vocabulary.describe_functions(),
        }
    }

    fn unknown_name(&self, name: &str) -> ParseErrorKind {
        let suggestions = match self.product(name) {
            Some(product) => vec![product],
            None => suggestion::nearest(name, self.vocabulary.names()),
        };
        let accepted = self.vocabulary.describe_names();
        ParseErrorKind::UnknownName { name: name.to_owned(), suggestions, accepted }
    }

    fn product(&self, name: &str) -> Option<String> {
        suggestion::as_product(name, |factor| self.vocabulary.index(factor).is_some())
    }

    fn expected_continuation(&self) -> Expected {
        match self.pending.last() {
            Some(Pending::Call { .. }) => Expected::OperatorCommaOrClose,
            Some(_) => Expected::OperatorOrClose,
            None => Expected::OperatorOrEnd,
        }
    }

    fn unexpected(&self, kind: &TokenKind<'_>, span: Span, expected: Expected) -> ParseError {
        if *kind != TokenKind::End {
            let found = span.of(self.text).to_owned();
            return self.error(ParseErrorKind::UnexpectedToken { found, expected }, span);
        }
        let open = self.pending.iter().rev().find_map(|pending| match pending {
            Pending::Group { span } | Pending::Call { open: span, .. } => Some(span.column(self.text)),
            _ => None,
        });
        self.error(ParseErrorKind::UnexpectedEnd { expected, open }, span)
    }

    fn advance(&mut self) -> Result<Token<'a>, ParseError> {
        let next = self.lexer.next();
        let token = std::mem::replace(&mut self.token, next);
        if let TokenKind::Invalid(error) = token.kind { Err(error) } else { Ok(token) }
    }

    fn operand_span(&self) -> Span {
        self.operands.last().copied().unwrap_or_default()
    }

    fn error(&self, kind: ParseErrorKind, span: Span) -> ParseError {
        ParseError::new(kind, span, self.text)
    }
}
