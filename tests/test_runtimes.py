"""Optional runtimes, played by standard programs: there, absent, too old, crashing, hanging."""

from __future__ import annotations

import time

import pytest

from client import Server
from processes import children, until, workers

RUNTIME = "probe.runtime"


def test_a_runtime_that_is_there_answers(probed: Server) -> None:
    for text in ("hello", "", "Grüße\n∀x"):
        assert probed.run(RUNTIME, {"runtime": "ECHO", "text": text}) == {"reply": text}


@pytest.mark.parametrize(
    ("runtime", "backend", "version"),
    [("ABSENT", "absent", "0.1"), ("TOO_OLD", "too_old", "1000.0")],
)
def test_an_absent_or_old_runtime_is_named(
    probed: Server, runtime: str, backend: str, version: str
) -> None:
    refused = probed.refusal(RUNTIME, {"runtime": runtime, "text": "x"})
    assert (refused["code"], refused["stage"]) == ("BACKEND_UNAVAILABLE", "backend_execution")
    assert (refused["backend"], refused["required_version"]) == (backend, version)
    assert refused["hint"]
    probed.works()


def test_a_crashing_runtime_is_a_failure(probed: Server) -> None:
    assert (
        probed.refusal(RUNTIME, {"runtime": "CRASHING", "text": "x"})["code"] == "OPERATION_FAILED"
    )
    probed.works()


def others(server: Server) -> set[int]:
    return children(server.process.pid) - workers(server.process.pid)


def test_a_hanging_runtime_is_stopped_at_the_deadline(probed: Server) -> None:
    begun = time.monotonic()
    stopped = probed.refusal(RUNTIME, {"runtime": "HANGING", "text": "x"}, deadline_ms=400)
    assert stopped["code"] == "OPERATION_TIMEOUT"
    assert time.monotonic() - begun < 10
    until(lambda: not others(probed), "the runtime is gone")
    probed.works()


def test_a_hanging_runtime_is_stopped_by_cancelling(probed: Server) -> None:
    identifier, _ = probed.start(RUNTIME, {"runtime": "HANGING", "text": "x"})
    until(lambda: others(probed), "the runtime runs")
    probed.cancel(identifier)
    until(lambda: not others(probed), "the runtime is gone")
    probed.works()


def test_a_hanging_runtime_holds_up_nobody(probed: Server) -> None:
    started = [probed.start(RUNTIME, {"runtime": "HANGING", "text": "x"})[0] for _ in range(8)]
    probed.works()
    assert probed.run("probe.spin", {"milliseconds": 50}) == {"milliseconds": 50}
    for identifier in started:
        probed.cancel(identifier)
    until(lambda: not others(probed), "the runtimes are gone")


def test_an_inspection_tells_what_is_there(probed: Server) -> None:
    found = probed.find(operation_id=RUNTIME)
    status = {entry["backend"]: entry["status"] for entry in found["backend_availability"]}
    assert status["echo"] == "AVAILABLE"
    assert status["absent"] == "MISSING"
    assert status["too_old"] == "UNSUPPORTED"
    fields = {"backend", "status", "required_version", "version", "detail", "installation"}
    assert all(entry.keys() == fields for entry in found["backend_availability"])
    assert [entry["backend"] for entry in found["operation"]["runtime_requirements"]] == list(
        status
    )
