//! Containment with what every Unix offers: limits and private frame pipes, but no filter on system calls.

use super::{Containment, ContainmentError, FramePipes, Limits, Report};

/// The fallback for platforms without Landlock and seccomp. A worker still dies with its server in the ordinary
/// case, because its request pipe then ends.
#[derive(Debug)]
pub(super) struct Portable {
    report: Report,
}

impl Default for Portable {
    fn default() -> Self {
        Portable { report: Report { mechanism: "portable", ..Report::default() } }
    }
}

impl Containment for Portable {
    fn begin(&mut self, limits: &Limits) -> Result<FramePipes, ContainmentError> {
        super::check_parent()?;
        self.report.own_session = rustix::process::setsid().is_ok();
        let pipes = super::take_frame_pipes()?;
        super::set_limits(limits)?;
        self.report.address_space = limits.address_space;
        self.report.core_dumps_off = true;
        Ok(pipes)
    }

    fn seal(&mut self) -> Result<(), ContainmentError> {
        Ok(())
    }

    fn report(&self) -> Report {
        self.report.clone()
    }
}
