"""Random and mutated messages over standard input: the server may refuse them, but never crash,
hang, or miscount.

    python tests/chaos.py --messages 100000 --seed 1

Every line has a known fate: a reply under its own id, a reply under an id that cannot be foretold
(null, when the id was unreadable), no reply, or, for calls that were taken back, at most one. The
program holds the server to it, and to a memory that does not grow.
"""

from __future__ import annotations

import argparse
import json
import queue
import random
import sys
import time
from collections import Counter
from typing import Any

from client import FACTOR, GCD, HARD, PATIENCE, JsonObject, Server
from processes import resident_kib

#: What a call gets at most, so that a mutated request that happens to be hard ends soon.
DEADLINE_MS = 250
#: Lines with an open fate at one time: enough to keep all workers busy, few enough to fit in the
#: queue.
WINDOW = 200
#: The memory in use may differ by this much between the end of the warming up and the end.
GROWTH_KIB = 48 << 10
OVER_THE_LIMIT = (16 << 20) + 1000

OWN, FOREIGN, NONE, OPEN = "own", "foreign", "none", "open"

SCALARS: list[Any] = [
    None,
    True,
    0,
    -1,
    1.5,
    1e308,
    10**30,
    "",
    "x",
    "0",
    "-7",
    "1/0",
    "é\u2028",
    "9" * 300,
    [],
    {},
]
BYTES = b'{}[]",:\\0123456789.eE-+ntfu \x00\x7f\x80\xc3\xe2\xff'


def _no_constant(name: str) -> None:
    raise ValueError(name)


def _has_surrogate(value: Any) -> bool:
    return any("\ud800" <= letter <= "\udfff" for letter in json.dumps(value, ensure_ascii=False))


def _depth(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + max(map(_depth, value.values()), default=0)
    if isinstance(value, list):
        return 1 + max(map(_depth, value), default=0)
    return 0


def fate(line: bytes) -> tuple[str, Any]:
    """What must become of a line, and under which id.

    Written from the contract, not from the server.
    """
    if not line.strip(b" \t\r"):
        return NONE, None
    repeated = False

    def members(pairs: list[tuple[str, Any]]) -> JsonObject:
        nonlocal repeated
        repeated |= len(dict(pairs)) < len(pairs)
        return dict(pairs)

    try:
        message = json.loads(line.decode(), object_pairs_hook=members, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return FOREIGN, None
    if not isinstance(message, dict):
        return FOREIGN, None
    answers = "result" in message or "error" in message
    if answers and "method" not in message:
        return NONE, None
    # Limits on depth and numbers are left to other tests: here such a line gets its one reply,
    # under whatever id.
    long_number = any(len(run) > 900 for run in line.split(b'"'))
    odd = repeated or long_number or _has_surrogate(message) or _depth(message) > 60
    proper = (
        message.get("jsonrpc") == "2.0" and isinstance(message.get("method"), str) and not answers
    )
    if "id" not in message and proper:
        # Nothing is owed to a notification that breaks the strict rules, but it may be refused.
        return (OPEN if odd else NONE), None
    if odd or not proper:
        return FOREIGN, None
    identifier = message["id"]
    return (OWN, identifier) if type(identifier) in (str, int) else (FOREIGN, None)


class Messages:
    """A seeded source of lines."""

    def __init__(self, seed: int, catalog: list[JsonObject]):
        self.random = random.Random(seed)
        self.catalog = catalog
        self.count = 0

    def identifier(self) -> str:
        """An id that no mutation of another one is likely to be."""
        self.count += 1
        return f"{self.random.getrandbits(48):012x}-{self.count}"

    def arguments(self) -> JsonObject:
        operation = self.random.choice(self.catalog)
        payload = json.loads(json.dumps(self.random.choice(operation["examples"])["input"]))
        return {
            "operation_id": operation["operation_id"],
            "payload": payload,
            "deadline_ms": DEADLINE_MS,
        }

    def call(self, arguments: Any, tool: str = "math.run") -> JsonObject:
        params = {"name": tool, "arguments": arguments}
        if self.random.random() < 0.2:
            params["_meta"] = {"progressToken": self.count}
        return {"jsonrpc": "2.0", "id": self.identifier(), "method": "tools/call", "params": params}

    def request(self) -> JsonObject:
        """A valid message of some kind."""
        pick = self.random.random()
        if pick < 0.6:
            return self.call(self.arguments())
        if pick < 0.75:
            words = self.random.sample(
                ["gcd", "prime", "graph", "Wurzel", "∫", "[1]", "null", "determinant"], 3
            )
            return self.call(
                {"query": " ".join(words), "search_mode": self.random.choice(["broad", "precise"])},
                "math.find",
            )
        if pick < 0.85:
            return self.call(
                {"operation_id": self.random.choice(self.catalog)["operation_id"]}, "math_find"
            )
        method, params = self.random.choice(
            [
                ("ping", {}),
                ("tools/list", {}),
                ("resources/list", {}),
                ("resources/read", {"uri": "operation://namespaces"}),
                ("resources/read", {"uri": f"operation://{GCD}"}),
                ("no/such/method", {"x": 1}),
                ("server/discover", {}),
                (
                    "completion/complete",
                    {
                        "ref": {"type": "ref/resource", "uri": "operation://{operation_id}"},
                        "argument": {"name": "operation_id", "value": "i"},
                    },
                ),
            ]
        )
        return {"jsonrpc": "2.0", "id": self.identifier(), "method": method, "params": params}

    def mutate_value(self, value: Any) -> Any:
        """The value with one place inside changed."""
        if isinstance(value, dict) and value and self.random.random() < 0.85:
            key = self.random.choice(list(value))
            action = self.random.random()
            if action < 0.1:
                return {other: value[other] for other in value if other != key}
            if action < 0.2:
                return value | {
                    self.random.choice(["x", key + "s", "ref", ""]): self.random.choice(SCALARS)
                }
            return value | {key: self.mutate_value(value[key])}
        if isinstance(value, list) and value and self.random.random() < 0.85:
            at = self.random.randrange(len(value))
            action = self.random.random()
            if action < 0.1:
                return value[:at] + value[at + 1 :]
            if action < 0.2:
                return value[: at + 1] + value[at:]
            return value[:at] + [self.mutate_value(value[at])] + value[at + 1 :]
        return self.random.choice(SCALARS)

    def mutate_bytes(self, line: bytes) -> bytes:
        """The line with a few bytes changed, never with a line break."""
        changed = bytearray(line)
        for _ in range(self.random.randint(1, 4)):
            at = self.random.randrange(len(changed) or 1)
            match self.random.randrange(5):
                case 0:
                    changed[at : at + 1] = bytes([self.random.choice(BYTES)])
                case 1:
                    changed.insert(at, self.random.choice(BYTES))
                case 2:
                    del changed[at : at + self.random.randint(1, 8)]
                case 3:
                    del changed[at:]
                case _:
                    changed[at:at] = changed[at : at + self.random.randint(1, 40)]
        return bytes(changed)

    def noise(self) -> bytes:
        """Bytes that were never a message."""
        size = self.random.choice([0, 1, 3, 50, 5000])
        return self.random.randbytes(size).replace(b"\n", b"").replace(b"\r", b"")


def encoded(message: Any) -> bytes:
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode(
        "utf-8", "surrogatepass"
    )


class Ledger:
    """Which replies are due, and which have come."""

    def __init__(self, server: Server):
        self.server = server
        self.own: Counter[str] = Counter()
        self.foreign = 0
        self.perhaps: set[str] = set()
        self.replies = 0

    def due(self) -> int:
        return self.own.total() + self.foreign

    def enter(self, outcome: str, identifier: Any) -> None:
        """Enters the fate of a line.

        An id that is still owed may be in flight; then its reply comes under a null id.
        """
        if outcome == OWN and not self.own[key := json.dumps(identifier)]:
            self.own[key] += 1
        elif outcome != NONE:
            self.foreign += 1

    def settle(self, most: int) -> None:
        """Receives until at most so many replies are due."""
        deadline = time.monotonic() + PATIENCE
        while self.due() > most or not self.server.strays.empty():
            try:
                reply = self.server.strays.get(timeout=max(deadline - time.monotonic(), 0.01))
            except queue.Empty:
                owed = [key for key, times in self.own.items() if times][:5]
                raise AssertionError(
                    f"no reply in {PATIENCE} s; owed: {owed} and {self.foreign} of any id"
                ) from None
            assert ("result" in reply) != ("error" in reply), reply
            self.replies += 1
            key = json.dumps(reply["id"])
            if self.own[key] > 0:
                self.own[key] -= 1
            elif key in self.perhaps:
                self.perhaps.remove(key)
            else:
                # Also the second reply to an id that was sent twice: it was entered as one of
                # unknown id.
                self.foreign -= 1
                assert self.foreign >= 0, f"a reply that nobody is owed: {str(reply)[:500]}"


def send(server: Server, messages: Messages, ledger: Ledger) -> str:
    """Sends one line (or a few that belong together) and enters its fate.

    Returns what kind it was.
    """
    pick = messages.random.random()
    if pick < 0.03:
        identifier = messages.identifier()
        ledger.perhaps.add(json.dumps(identifier))
        arguments = {"operation_id": FACTOR, "payload": HARD, "deadline_ms": DEADLINE_MS}
        server.send(
            {
                "jsonrpc": "2.0",
                "id": identifier,
                "method": "tools/call",
                "params": {"name": "math.run", "arguments": arguments},
            }
        )
        server.notify("notifications/cancelled", {"requestId": identifier, "reason": "chaos"})
        return "taken back"
    if pick < 0.06:
        line = encoded(messages.request())
        for _ in range(2):
            ledger.enter(*fate(line))
            server.send_line(line)
        return "twice"
    if pick < 0.09:
        line, kind = messages.noise(), "noise"
    elif pick < 0.0905:
        line, kind = (
            b'{"x":"' + b"x" * messages.random.choice([1 << 20, OVER_THE_LIMIT]) + b'"}',
            "huge",
        )
    elif pick < 0.35:
        line, kind = encoded(messages.request()), "valid"
    elif pick < 0.65:
        line, kind = (
            encoded(messages.call(messages.mutate_value(messages.arguments()))),
            "mutated call",
        )
    elif pick < 0.75:
        line, kind = encoded(messages.mutate_value(messages.request())), "mutated message"
    else:
        line, kind = messages.mutate_bytes(encoded(messages.request())), "mutated bytes"
    outcome, identifier = (FOREIGN, None) if kind == "huge" else fate(line)
    if outcome == OPEN:
        return "left out"
    ledger.enter(outcome, identifier)
    server.send_line(line)
    return kind


def torment(count: int, seed: int) -> str:
    """Sends `count` messages and holds the server to their fates.

    Returns a report; raises when a promise is broken.
    """
    begun = time.monotonic()
    with Server() as server:
        exported = server.ask("resources/read", {"uri": "operation://catalog"})
        messages = Messages(seed, json.loads(exported["contents"][0]["text"])["operations"])
        ledger = Ledger(server)
        server.send_line(b'{"x":"' + b"x" * OVER_THE_LIMIT + b'"}')
        ledger.enter(FOREIGN, None)
        kinds: Counter[str] = Counter()
        warm = 0
        for number in range(count):
            kinds[send(server, messages, ledger)] += 1
            if number % 20 == 0:
                ledger.settle(WINDOW)
            if number == count // 4:
                warm = resident_kib(server.process.pid)
        ledger.settle(0)
        assert server.process.poll() is None
        server.works()
        grown = resident_kib(server.process.pid) - warm
        assert grown < GROWTH_KIB, f"the server has grown from {warm} KiB by {grown} KiB"
        assert server.close() == 0
        ledger.settle(0)
        shown = ", ".join(f"{kinds[kind]} {kind}" for kind in sorted(kinds))
        took = time.monotonic() - begun
        return (
            f"{count} messages ({shown}), {ledger.replies} replies, all as due, in {took:.0f} s; "
            f"server memory {warm} KiB after a quarter, {warm + grown} KiB at the end"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    print(torment(arguments.messages, arguments.seed))
    return 0


if __name__ == "__main__":
    sys.exit(main())
