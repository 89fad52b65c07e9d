"""How a server ends: calls get their grace, workers go with it, the exit code is 0."""

from __future__ import annotations

import signal
import time

import pytest

from client import PATIENCE, Server, success
from processes import alive, busy_worker, until, workers


def leave(server: Server, how: str) -> int:
    if how == "EOF":
        return server.close()
    server.process.send_signal(getattr(signal, how))
    return server.ended()


@pytest.mark.parametrize("how", ["EOF", "SIGTERM", "SIGINT"])
def test_calls_in_flight_are_answered_within_the_grace(how: str) -> None:
    with Server("--probes", "--grace", "30") as server:
        _, running = server.start("probe.spin", {"milliseconds": 500})
        pids = workers(server.process.pid) | {busy_worker(server.process.pid)}
        begun = time.monotonic()
        assert leave(server, how) == 0
        assert time.monotonic() - begun < 20, "an idle server does not wait for the grace to pass"
        assert success(running.result(0)["result"])["output"] == {"milliseconds": 500}
        until(lambda: not any(alive(pid) for pid in pids), "no worker is left")


@pytest.mark.parametrize("how", ["EOF", "SIGTERM"])
def test_what_does_not_end_is_stopped(how: str) -> None:
    with Server("--probes", "--grace", "0.3") as server:
        calls = [server.start("probe.spin", {"milliseconds": 3_600_000})[1] for _ in range(5)]
        pids = workers(server.process.pid) | {busy_worker(server.process.pid)}
        begun = time.monotonic()
        assert leave(server, how) == 0
        assert time.monotonic() - begun < 10
        until(lambda: not any(alive(pid) for pid in pids), "no worker is left")
        for call in calls:
            error = call.exception(PATIENCE)
            assert (
                isinstance(error, EOFError) or call.result()["result"]["isError"]
            ), "a stop is no answer"


def test_an_idle_server_ends_at_once() -> None:
    with Server("--grace", "60") as server:
        server.works()
        begun = time.monotonic()
        assert server.close() == 0
        assert time.monotonic() - begun < 10


def test_a_server_that_is_killed_takes_its_workers_along() -> None:
    with Server("--probes") as server:
        server.start("probe.spin", {"milliseconds": 3_600_000})
        pids = workers(server.process.pid) | {busy_worker(server.process.pid)}
        server.process.kill()
        assert server.ended() == -signal.SIGKILL
        until(lambda: not any(alive(pid) for pid in pids), "no worker is left")


def test_calls_sent_in_one_breath_with_the_end_are_answered() -> None:
    with Server() as server:
        calls = [server.request("ping")[1] for _ in range(100)]
        calls += [
            server.request("tools/call", {"name": "math.find", "arguments": {"query": "gcd"}})[1]
            for _ in range(100)
        ]
        assert server.close() == 0
        assert all("result" in call.result(0) for call in calls)


def test_nothing_of_a_payload_is_logged() -> None:
    with Server("--probes") as server:
        server.run("integer.compute.gcd", {"left": "123456789123456789", "right": "3"})
        server.refusal("integer.compute.gcd", {"left": "s3cr3t-input", "right": "3"})
        server.refusal("probe.misbehave", {"misdeed": "PANIC"})
        assert server.close() == 0
        log = server.log()
        assert "123456789123456789" not in log and "s3cr3t-input" not in log
        assert "probe.misbehave" in log, "a fault is logged with its operation"
