"""Operations that misbehave are stopped, and nobody else notices."""

from __future__ import annotations

import os
import signal
import time

import pytest

from client import GCD, GCD_PAYLOAD, PATIENCE, Server, diagnostic, success
from processes import alive, busy_worker, processor_seconds, resident_kib, until, workers

ENDLESS = {"milliseconds": 3_600_000}


@pytest.mark.parametrize(
    "misdeed",
    ["FILE", "SOCKET", "FORK", "ABORT", "EXIT", "PANIC", "STACK_OVERFLOW", "WRONG_ANSWER"],
)
def test_a_misdeed_is_a_failure_of_its_own_call(probed: Server, misdeed: str) -> None:
    assert probed.run("probe.misbehave", {"misdeed": "NOTHING"}) == {"unpunished": True}
    failed = probed.refusal("probe.misbehave", {"misdeed": misdeed})
    assert failed["code"] == "OPERATION_FAILED"
    assert failed["stage"] in ("operation_execution", "result_projection")
    assert "probe panics" not in str(failed) and "noticed" not in str(
        failed
    ), "internals go to the log"
    probed.works()


def test_printing_does_not_reach_the_client() -> None:
    with Server("--probes") as server:
        result = server.call(
            "math.run", {"operation_id": "probe.misbehave", "payload": {"misdeed": "PRINT"}}
        )
        assert result["isError"] in (True, False)
        server.works()
        # On leaving, the server must have written nothing but replies that were asked for.


def test_probes_are_not_in_the_public_catalog(server: Server) -> None:
    assert server.refusal("probe.spin", ENDLESS)["code"] == "UNKNOWN_OPERATION"
    assert not [
        card
        for card in server.find(query="probe", search_mode="broad")["matches"]
        if "probe." in card["operation_id"]
    ]


def test_a_memory_bomb_is_told_apart(probed: Server) -> None:
    stopped = probed.refusal("probe.allocate", {"mebibytes": 1_000_000})
    assert (stopped["code"], stopped["stage"]) == ("RESOURCE_EXHAUSTED", "operation_execution")
    assert stopped["resource"] == "memory"
    assert "512 MiB" in stopped["message"] and stopped["hint"]
    probed.works()


def test_a_worker_that_has_grown_is_replaced_after_its_call() -> None:
    with Server("--probes", "--workers", "1") as server:
        server.run("probe.allocate", {"mebibytes": 1})
        server.works()
        before = until(
            lambda: len(found := workers(server.process.pid)) == 2 and found,
            "both workers have started",
        )
        assert server.run("probe.allocate", {"mebibytes": 300, "keep": True}) == {"mebibytes": 300}
        until(
            lambda: len(workers(server.process.pid) - before) == 1,
            "the grown worker has a successor",
        )
        until(lambda: len(workers(server.process.pid)) == 2, "the grown worker is gone")
        server.works()


def test_a_killed_worker_costs_one_request() -> None:
    with Server("--probes") as server:
        _, doomed = server.start("probe.spin", ENDLESS)
        victim = busy_worker(server.process.pid)
        others = [server.start(GCD, GCD_PAYLOAD)[1] for _ in range(50)]
        os.kill(victim, signal.SIGKILL)
        others += [server.start(GCD, GCD_PAYLOAD)[1] for _ in range(50)]
        failed = diagnostic(doomed.result(PATIENCE)["result"])
        assert failed["code"] == "OPERATION_FAILED"
        for other in others:
            assert success(other.result(PATIENCE)["result"])["output"] == {"value": "6"}
        assert not alive(victim)
        server.works()


def test_idle_workers_that_are_killed_cost_nothing() -> None:
    with Server("--probes") as server:
        for _ in range(3):
            server.works()
            for worker in workers(server.process.pid):
                os.kill(worker, signal.SIGKILL)
                until(lambda worker=worker: not alive(worker), "the worker is gone")
            server.works()


def test_a_deadline_is_kept(probed: Server) -> None:
    for payload in (ENDLESS, ENDLESS | {"polite": True}, ENDLESS | {"claims_small": True}):
        begun = time.monotonic()
        stopped = probed.refusal("probe.spin", payload, deadline_ms=200)
        assert 0.2 <= time.monotonic() - begun < 5
        assert stopped["code"] == "OPERATION_TIMEOUT"
        assert stopped["configured_seconds"] == 0.2
        probed.works()


def test_a_cancelled_call_frees_its_core_and_is_not_answered() -> None:
    with Server("--probes") as server:
        identifier, _ = server.start("probe.spin", ENDLESS)
        worker = busy_worker(server.process.pid)
        server.cancel(identifier)

        def is_idle() -> bool:
            used = processor_seconds(worker)
            begun = time.monotonic()
            while time.monotonic() - begun < 0.1:
                server.works()
            return processor_seconds(worker) - used < 0.05

        until(lambda: not alive(worker) or is_idle(), "the core is free", 10)
        server.works()


def test_a_queued_call_can_be_cancelled() -> None:
    with Server("--probes", "--workers", "1") as server:
        running, _ = server.start("probe.spin", ENDLESS)
        busy_worker(server.process.pid)
        queued, _ = server.start("probe.spin", ENDLESS)
        server.cancel(queued)
        server.works()
        server.cancel(running)
        assert server.run("probe.spin", {"milliseconds": 200}) == {"milliseconds": 200}


def test_progress_is_told_with_a_token_and_only_before_the_reply(probed: Server) -> None:
    def spin(meta: dict[str, object]) -> list[dict[str, object]]:
        arguments = {"operation_id": "probe.spin", "payload": {"milliseconds": 700}}
        success(probed.ask("tools/call", {"name": "math.run", "arguments": arguments, **meta}))
        probed.works()
        told = []
        while not probed.notifications.empty():
            told.append(probed.notifications.get()["params"])
        return told

    assert spin({}) == []
    for token in ("token", 17):
        told = spin({"_meta": {"progressToken": token}})
        assert len(told) >= 2
        assert {params["progressToken"] for params in told} == {token}
        values = [params["progress"] for params in told]
        assert values == sorted(set(values)), "progress increases"
        assert all(
            params["total"] == 700 and "milliseconds" in params["message"] for params in told
        )


def test_the_server_itself_stays_small(probed: Server) -> None:
    for _ in range(200):
        probed.works()
    assert resident_kib(probed.process.pid) < 80 << 10
