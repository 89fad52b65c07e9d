//! Containment on Linux x86-64: parent death signal, resource limits, Landlock and seccomp.

use landlock::{
    ABI, Access, AccessFs, AccessNet, LandlockStatus, RestrictionStatus, Ruleset, RulesetAttr, RulesetError,
    RulesetStatus, Scope,
};

use super::{Containment, ContainmentError, Enforcement, FramePipes, Limits, Report, system_calls};

/// The newest Landlock interface whose rights are asked for; older kernels enforce what they know of it.
const LANDLOCK: ABI = ABI::V6;

/// The complete containment.
#[derive(Debug)]
pub(super) struct Linux {
    report: Report,
}

impl Default for Linux {
    fn default() -> Self {
        Linux { report: Report { mechanism: "linux", ..Report::default() } }
    }
}

impl Containment for Linux {
    fn begin(&mut self, limits: &Limits) -> Result<FramePipes, ContainmentError> {
        rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))
            .map_err(super::failed("asking to be killed with the server"))?;
        super::check_parent()?;
        self.report.dies_with_server = true;
        self.report.own_session = rustix::process::setsid().is_ok();
        let pipes = super::take_frame_pipes()?;
        super::set_limits(limits)?;
        self.report.address_space = limits.address_space;
        self.report.core_dumps_off = true;
        Ok(pipes)
    }

    fn seal(&mut self) -> Result<(), ContainmentError> {
        // Landlock first: the filter of system calls would not let it through.
        match restrict_with_landlock() {
            Ok(status) => (self.report.file_system, self.report.network) = enforced(&status),
            Err(error) => tracing::debug!(%error, "Landlock is not in force"),
        }
        system_calls::install()?;
        self.report.system_calls = Enforcement::Full;
        Ok(())
    }

    fn report(&self) -> Report {
        self.report.clone()
    }
}

/// Forbids every file system and network action that Landlock knows, with no exception.
fn restrict_with_landlock() -> Result<RestrictionStatus, RulesetError> {
    Ruleset::default()
        .handle_access(AccessFs::from_all(LANDLOCK))?
        .handle_access(AccessNet::from_all(LANDLOCK))?
        .scope(Scope::from_all(LANDLOCK))?
        .create()?
        .restrict_self()
}

/// What Landlock enforces on files and on the network.
fn enforced(status: &RestrictionStatus) -> (Enforcement, Enforcement) {
    let LandlockStatus::Available { effective_abi, .. } = status.landlock else {
        return (Enforcement::Off, Enforcement::Off);
    };
    if status.ruleset == RulesetStatus::NotEnforced {
        return (Enforcement::Off, Enforcement::Off);
    }
    let version = effective_abi as i32;
    // Version 5 knows every file action asked for; version 4 brought TCP, and other protocols are not covered.
    let file_system = if version >= ABI::V5 as i32 {
        Enforcement::Full
    } else {
        Enforcement::Partial(format!("Landlock version {version}"))
    };
    let network = if version >= ABI::V4 as i32 { Enforcement::Partial("TCP".to_owned()) } else { Enforcement::Off };
    (file_system, network)
}
