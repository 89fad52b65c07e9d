//! Writing to standard output and leaving with the right code.

use std::io::{IsTerminal, Write};

use engine::face::{OutcomeKind, Reply};

/// How the process ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// An answer.
    Answer,
    /// The request was refused.
    Refused,
    /// The call was stopped.
    Stopped,
    /// Something broke.
    Fault,
    /// The command line is wrong.
    Usage,
    /// The processor lacks what the program needs.
    Unsupported,
}

impl Exit {
    /// The exit code.
    pub fn code(self) -> u8 {
        match self {
            Exit::Answer => 0,
            Exit::Refused => 2,
            Exit::Stopped => 3,
            Exit::Fault => 4,
            Exit::Usage => 64,
            Exit::Unsupported => 69,
        }
    }

    pub(crate) fn of(reply: &Reply) -> Exit {
        match reply.outcome {
            OutcomeKind::Answer => Exit::Answer,
            OutcomeKind::Refused => Exit::Refused,
            OutcomeKind::Stopped => Exit::Stopped,
            OutcomeKind::Fault => Exit::Fault,
        }
    }
}

/// Writes text and a newline to standard output. A reader that left wants no more: the process ends quietly.
pub(crate) fn line(text: &str) {
    let mut out = std::io::stdout().lock();
    if out.write_all(text.as_bytes()).and_then(|()| out.write_all(b"\n")).and_then(|()| out.flush()).is_err() {
        std::process::exit(i32::from(Exit::Answer.code()));
    }
}

/// Writes a message for people to standard error.
pub(crate) fn complain(text: &str) {
    // Nobody is left to be told when this fails.
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// Whether results are for a person to read.
pub(crate) fn for_people(form: crate::arguments::Form) -> bool {
    form.latex || (!form.json && std::io::stdout().is_terminal())
}

/// Text in a style, where a terminal shows styles.
pub(crate) fn styled(style: anstyle::Style, text: &str) -> String {
    if std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none() {
        format!("{style}{text}{style:#}")
    } else {
        text.to_owned()
    }
}

pub(crate) const BOLD: anstyle::Style = anstyle::Style::new().bold();
pub(crate) const DIM: anstyle::Style = anstyle::Style::new().dimmed();
pub(crate) const GREEN: anstyle::Style = anstyle::AnsiColor::Green.on_default();
pub(crate) const RED: anstyle::Style = anstyle::AnsiColor::Red.on_default();
