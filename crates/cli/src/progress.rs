//! A progress bar on long runs, for people only.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use engine::face::Progress;

/// Shows how far a run has come, on standard error, once it has taken long enough to be worth it.
pub(crate) struct Bar {
    begun: Instant,
    shown: bool,
}

const PATIENCE: Duration = Duration::from_millis(500);
const WIDTH: usize = 30;

impl Bar {
    /// A bar, when standard error is a terminal.
    pub(crate) fn on_terminal() -> Option<Bar> {
        std::io::stderr().is_terminal().then(|| Bar { begun: Instant::now(), shown: false })
    }

    pub(crate) fn show(&mut self, news: &Progress) {
        if self.begun.elapsed() < PATIENCE {
            return;
        }
        self.shown = true;
        let text = match news.total.filter(|total| *total > 0.0) {
            Some(total) => {
                let share = (news.done / total).clamp(0.0, 1.0);
                let filled = (share * WIDTH as f64) as usize;
                format!("[{}{}] {:3.0} % {}", "#".repeat(filled), ".".repeat(WIDTH - filled), share * 100.0, news.unit)
            }
            None => format!("{} {}", news.done, news.unit),
        };
        let _ = write!(std::io::stderr().lock(), "\r\x1b[K{text}");
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if self.shown {
            let _ = write!(std::io::stderr().lock(), "\r\x1b[K");
        }
    }
}
