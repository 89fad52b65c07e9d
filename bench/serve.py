"""Measures `jacaranda mcp` over its real pipes and prints one table.

    python3 bench/serve.py [--binary target/release/jacaranda] [--quick]

Standard library only. bench/README.md says what each line means and what it is held against.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent

GCD = {"operation_id": "integer.compute.gcd", "payload": {"left": "84", "right": "30"}}
ENDLESS = {"operation_id": "probe.spin", "payload": {"milliseconds": 3_600_000}}
FIND = {"query": "greatest common divisor of two integers"}
RUNAWAYS = 64


class Pipe:
    """A server and one thread that talks to it: no other thread of this program stands between a
    line and its clock.
    """

    def __init__(self, binary: str, *arguments: str):
        self.process = subprocess.Popen(
            [binary, "mcp", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
        )
        self.input = self.process.stdin
        self.output = os.fdopen(os.dup(self.process.stdout.fileno()), "rb", 1 << 20)
        self.last = 0
        client = {"name": "bench", "version": "1"}
        self.ask(
            "initialize",
            {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client},
        )
        self.write({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def write(self, message: dict[str, Any]) -> None:
        self.input.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")

    def send(self, method: str, params: dict[str, Any]) -> int:
        self.last += 1
        self.write({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params})
        return self.last

    def receive(self) -> dict[str, Any]:
        return json.loads(self.output.readline())

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        identifier = self.send(method, params)
        reply = self.receive()
        assert reply["id"] == identifier and "result" in reply, reply
        return reply["result"]

    def call(self, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        return self.ask("tools/call", {"name": tool, "arguments": arguments})

    def start(self, arguments: dict[str, Any]) -> int:
        return self.send("tools/call", {"name": "math.run", "arguments": arguments})

    def cancel(self, identifier: int) -> None:
        self.write(
            {
                "jsonrpc": "2.0",
                "method": "notifications/cancelled",
                "params": {"requestId": identifier},
            }
        )

    def status(self, key: str) -> int:
        """A size from the kernel's account of the server, in KiB."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith(key))

    def close(self) -> None:
        self.input.close()
        self.process.wait(30)
        self.output.close()


def stat(pid: int) -> list[str]:
    """The kernel's account of a process from its state on; empty when it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def running(server: int) -> set[int]:
    """Children of the server that are on a processor or want one."""
    pids = (int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit())
    return {
        pid for pid in pids if (found := stat(pid)) and found[1] == str(server) and found[0] == "R"
    }


def timed(action: Callable[[], object], times: int) -> list[float]:
    """Milliseconds of each repetition, sorted."""
    taken = []
    for _ in range(times):
        begun = time.perf_counter()
        action()
        taken.append((time.perf_counter() - begun) * 1e3)
    return sorted(taken)


def percentile(taken: list[float], percent: float) -> float:
    return taken[min(len(taken) - 1, int(len(taken) * percent / 100))]


def start_to_answer(binary: str, times: int) -> float:
    def once() -> None:
        pipe = Pipe(binary)
        assert pipe.call("math.run", GCD)["structuredContent"]["output"] == {"value": "6"}
        taken.append((time.perf_counter() - begun) * 1e3)
        pipe.close()

    taken: list[float] = []
    for _ in range(times):
        begun = time.perf_counter()
        once()
    return statistics.median(taken)


def throughput(pipe: Pipe, calls: int, window: int) -> float:
    """Calls a second with `window` in flight.

    Lines are made beforehand and replies not parsed: the server is measured.
    """
    params = json.dumps({"name": "math.run", "arguments": GCD}, separators=(",", ":"))
    lines = [
        b'{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":%s}\n' % (n, params.encode())
        for n in range(calls)
    ]
    begun = time.perf_counter()
    for line in lines[:window]:
        pipe.input.write(line)
    for line in lines[window:]:
        assert b'"value":"6"' in pipe.output.readline()
        pipe.input.write(line)
    for _ in range(window):
        assert b'"value":"6"' in pipe.output.readline()
    return calls / (time.perf_counter() - begun)


def cancel_to_free(pipe: Pipe) -> float:
    """Milliseconds from the notification until the worker that computed is gone.

    The probe ignores requests to stop, so the server has to end its worker.
    """
    identifier = pipe.start(ENDLESS)
    busy: set[int] = set()
    while not busy:
        time.sleep(0.05)
        busy = running(pipe.process.pid)
    begun = time.perf_counter()
    pipe.cancel(identifier)
    while any((found := stat(pid)) and found[0] not in "ZX" for pid in busy):
        if time.perf_counter() - begun > 10:
            break
    return (time.perf_counter() - begun) * 1e3


def overshoot(pipe: Pipe) -> float:
    """Milliseconds by which the reply to a call that never ends comes after its deadline."""
    begun = time.perf_counter()
    result = pipe.call("math.run", ENDLESS | {"deadline_ms": 200})
    assert "OPERATION_TIMEOUT" in result["content"][0]["text"]
    return (time.perf_counter() - begun) * 1e3 - 200


def measure(binary: str, quick: bool) -> list[tuple[str, float, str, str]]:
    """Rows of name, value, unit, target."""
    scale = 1 if quick else 5
    rows = [("start to first answer", start_to_answer(binary, 4 * scale), "ms", "< 30")]
    pipe = Pipe(binary)
    alone = timed(lambda: pipe.call("math.run", GCD), 1000 * scale)
    rows.append(("gcd, median", percentile(alone, 50), "ms", "< 0.3"))
    rows.append(("gcd, 99th percentile", percentile(alone, 99), "ms", ""))
    finds = timed(lambda: pipe.call("math.find", FIND), 200 * scale)
    rows.append(("math.find, median", percentile(finds, 50), "ms", ""))
    rows.append(
        ("calls a second, eight in flight", throughput(pipe, 10_000 * scale, 8), "/s", ">= 10000")
    )
    catalog = timed(lambda: pipe.ask("resources/read", {"uri": "operation://catalog"}), 5 * scale)
    rows.append(("catalog resource, slowest", catalog[-1], "ms", "< 100"))
    rows.append(("server memory", pipe.status("VmRSS:") / 1024, "MiB", "< 40"))
    pipe.close()

    pipe = Pipe(binary, "--probes", "--grace", "0")
    pipe.call("math.run", GCD)
    rows.append(
        ("deadline overshoot, worst", max(overshoot(pipe) for _ in range(2 * scale)), "ms", "< 50")
    )
    rows.append(
        (
            "cancel to free core, worst",
            max(cancel_to_free(pipe) for _ in range(2 * scale)),
            "ms",
            "< 50",
        )
    )
    for _ in range(RUNAWAYS):
        pipe.start(ENDLESS)
    while not running(pipe.process.pid):
        time.sleep(0.05)
    beside = timed(lambda: pipe.call("math.run", GCD), 200 * scale)
    rows.append((f"gcd beside {RUNAWAYS} runaways, median", percentile(beside, 50), "ms", ""))
    rows.append(
        (f"gcd beside {RUNAWAYS} runaways, 99th percentile", percentile(beside, 99), "ms", "< 20")
    )
    finds = timed(lambda: pipe.call("math.find", FIND), 100 * scale)
    rows.append(
        (
            f"math.find beside {RUNAWAYS} runaways, 99th percentile",
            percentile(finds, 99),
            "ms",
            "milliseconds",
        )
    )
    pipe.close()
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", default=str(ROOT / "target/release/jacaranda"))
    parser.add_argument("--quick", action="store_true", help="a fifth of the repetitions")
    arguments = parser.parse_args()
    rows = measure(arguments.binary, arguments.quick)
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}\n")
    for name, value, unit, target in rows:
        digits = 3 if value < 10 else 1 if value < 1000 else 0
        print(f"{name:<52} {value:>10,.{digits}f} {unit:<4} {target}")


if __name__ == "__main__":
    main()
