"""What the kernel knows of a server and its workers. Linux only, as the containment under test."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")


def until(condition: Callable[[], T], what: str, seconds: float = 30.0) -> T:
    """Polls until the condition holds and returns its value.

    For what only the kernel can tell, which sends no message.
    """
    deadline = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        time.sleep(0.002)
    return value


def _status(pid: int) -> list[str]:
    """The fields of `stat` after the name, from the state on; none when the process is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def alive(pid: int) -> bool:
    """Whether the process exists and is not a corpse that waits to be reaped."""
    status = _status(pid)
    return bool(status) and status[0] not in "ZX"


def children(pid: int) -> set[int]:
    """The living children of a process."""
    numbers = (int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit())
    return {
        child
        for child in numbers
        if (status := _status(child)) and status[1] == str(pid) and alive(child)
    }


def workers(pid: int) -> set[int]:
    """Those children of a server that are workers."""

    def is_worker(child: int) -> bool:
        try:
            return b"\0worker\0" in Path(f"/proc/{child}/cmdline").read_bytes()
        except (FileNotFoundError, ProcessLookupError):
            return False

    return {child for child in children(pid) if is_worker(child)}


def processor_seconds(pid: int) -> float:
    """Processor time that a process has used; 0 when it is gone."""
    status = _status(pid)
    return (int(status[11]) + int(status[12])) / TICKS_PER_SECOND if status else 0.0


def busy_worker(server: int, seconds: float = 0.05) -> int:
    """The worker that computes now: the first that uses this much processor time while this
    function watches.
    """
    before: dict[int, float] = {}

    def burning() -> int | None:
        for worker in workers(server):
            if (
                processor_seconds(worker) - before.setdefault(worker, processor_seconds(worker))
                >= seconds
            ):
                return worker
        return None

    return until(burning, "a worker computes")


def resident_kib(pid: int) -> int:
    """Resident memory of a process."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0
