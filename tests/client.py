"""A client of `jacaranda mcp` for tests: every line in and out can be seen and forged.

Replies are matched to whoever waits for their id. What nobody waits for is kept, because a reply
too many is as much a fault as a reply too few, and so is anything on standard output that is not
a message.
"""

from __future__ import annotations

import itertools
import json
import os
import queue
import re
import signal
import subprocess
import tempfile
import threading
from concurrent.futures import Future
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BINARY = os.environ.get("JACARANDA_BINARY", str(ROOT / "target/release/jacaranda"))

#: Longest wait for anything that must happen. Generous: a test machine may be busy with other
#: things.
PATIENCE = 60.0

REVISIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
STATELESS = "2026-07-28"

GCD = "integer.compute.gcd"
GCD_PAYLOAD = {"left": "84", "right": "30"}

FACTOR = "integer.compute.prime_factorization"
#: A product of two primes of 50 digits: no machine factors it while a test runs.
HARD = {"value": str((10**49 + 12369) * (3 * 10**49 + 59))}

JsonObject = dict[str, Any]


def stateless(params: JsonObject) -> JsonObject:
    """Parameters of a request that speaks the revision without `initialize`."""
    prefix = "io.modelcontextprotocol/"
    meta = {
        f"{prefix}protocolVersion": STATELESS,
        f"{prefix}clientInfo": {"name": "tests", "version": "1"},
        f"{prefix}clientCapabilities": {},
    }
    return {**params, "_meta": meta}


def success(result: JsonObject) -> JsonObject:
    """The structured content of a success, once its form has been checked."""
    assert result["isError"] is False, result
    (block,) = result["content"]
    assert block["type"] == "text"
    content = result["structuredContent"]
    assert json.loads(block["text"]) == content
    outside_strings = re.sub(r'"(?:[^"\\]|\\.)*"', "", block["text"])
    assert not re.search(r"\s", outside_strings), "the text is compact"
    return content


def diagnostic(result: JsonObject) -> JsonObject:
    """The diagnostic of a tool error, once its form has been checked."""
    assert result["isError"] is True, result
    assert "structuredContent" not in result
    (block,) = result["content"]
    found = json.loads(block["text"])
    assert {"code", "stage", "message"} <= found.keys()
    assert found["message"]
    for error in found.get("errors", []):
        assert error.keys() == {"location", "code", "message"}
        assert len(error["location"]) <= 32
    if "errors" in found:
        assert len(found["errors"]) <= 64
        assert found["omitted_error_count"] >= 0
    return found


class Server:
    """A server process and the conversation with it.

    As a context manager it ends without a stray line or fails.
    """

    def __init__(self, *arguments: str, initialize: str | None = REVISIONS[-1]):
        self._stderr = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [BINARY, "mcp", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._stderr,
        )
        self.notifications: queue.Queue[JsonObject] = queue.Queue()
        #: Messages with an id that nobody waits for, among them all whose id is null.
        self.strays: queue.Queue[JsonObject] = queue.Queue()
        #: Lines on standard output that are no messages.
        self.pollution: list[bytes] = []
        self._waiting: dict[str, Future[JsonObject]] = {}
        self._lock = threading.Lock()
        self._ids = itertools.count(1)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        if initialize:
            self.initialize(initialize)

    def _read(self) -> None:
        for line in self.process.stdout:
            try:
                message = json.loads(line)
                assert message["jsonrpc"] == "2.0"
            except (ValueError, KeyError, TypeError, AssertionError):
                self.pollution.append(line)
                continue
            if "method" in message:
                self.notifications.put(message)
                continue
            with self._lock:
                future = self._waiting.pop(json.dumps(message["id"]), None)
            if future is None:
                self.strays.put(message)
            else:
                future.set_result(message)
        with self._lock:
            abandoned, self._waiting = self._waiting, {}
        for future in abandoned.values():
            future.set_exception(EOFError("the server closed its output"))

    # Sending

    def send_line(self, line: bytes) -> None:
        """Sends bytes as they are, and a newline."""
        with self._lock:
            self.process.stdin.write(line + b"\n")
            self.process.stdin.flush()

    def send(self, message: Any) -> None:
        """Sends a message."""
        self.send_line(json.dumps(message, separators=(",", ":")).encode())

    def notify(self, method: str, params: JsonObject | None = None) -> None:
        """Sends a notification."""
        self.send(
            {"jsonrpc": "2.0", "method": method, **({} if params is None else {"params": params})}
        )

    def expect(self, identifier: Any) -> Future[JsonObject]:
        """The reply that will come for this id."""
        future: Future[JsonObject] = Future()
        with self._lock:
            self._waiting[json.dumps(identifier)] = future
        return future

    def request(self, method: str, params: Any = None) -> tuple[int, Future[JsonObject]]:
        """Sends a request under a new id; does not wait."""
        identifier = next(self._ids)
        future = self.expect(identifier)
        self.send({"jsonrpc": "2.0", "id": identifier, "method": method, "params": params or {}})
        return identifier, future

    def cancel(self, identifier: Any) -> None:
        """Takes a request back; the server must not answer it."""
        with self._lock:
            self._waiting.pop(json.dumps(identifier), None)
        self.notify("notifications/cancelled", {"requestId": identifier})

    # Asking

    def initialize(self, revision: str = REVISIONS[-1]) -> JsonObject:
        """Opens the session and returns what the server says of itself."""
        client = {"name": "tests", "version": "1"}
        params = {"protocolVersion": revision, "capabilities": {}, "clientInfo": client}
        result = self.ask("initialize", params)
        self.notify("notifications/initialized")
        return result

    def reply(self, method: str, params: Any = None) -> JsonObject:
        """The whole reply to a request."""
        return self.request(method, params)[1].result(PATIENCE)

    def ask(self, method: str, params: Any = None) -> JsonObject:
        """The result of a request that must succeed."""
        reply = self.reply(method, params)
        assert "error" not in reply, reply
        return reply["result"]

    def ask_error(self, method: str, params: Any = None) -> JsonObject:
        """The error of a request that must fail."""
        reply = self.reply(method, params)
        assert "result" not in reply, reply
        return reply["error"]

    def ask_line(self, line: bytes, identifier: Any) -> JsonObject:
        """The reply to a forged line; it is awaited under `identifier`, which may be None."""
        if identifier is None:
            self.send_line(line)
            return self.strays.get(timeout=PATIENCE)
        future = self.expect(identifier)
        self.send_line(line)
        return future.result(PATIENCE)

    def call(self, tool: str, arguments: Any) -> JsonObject:
        """The result of a tool call, success or tool error."""
        return self.ask("tools/call", {"name": tool, "arguments": arguments})

    def find(self, **arguments: Any) -> JsonObject:
        """What `math.find` answers."""
        return success(self.call("math.find", arguments))

    def run(self, operation_id: str, payload: Any, **more: Any) -> JsonObject:
        """The output of an operation that must succeed."""
        arguments = {"operation_id": operation_id, "payload": payload, **more}
        return success(self.call("math.run", arguments))["output"]

    def refusal(self, operation_id: str, payload: Any, **more: Any) -> JsonObject:
        """The diagnostic of an operation that must not succeed."""
        arguments = {"operation_id": operation_id, "payload": payload, **more}
        return diagnostic(self.call("math.run", arguments))

    def start(self, operation_id: str, payload: Any, **more: Any) -> tuple[int, Future[JsonObject]]:
        """Starts an operation; does not wait."""
        arguments = {"operation_id": operation_id, "payload": payload, **more}
        return self.request("tools/call", {"name": "math.run", "arguments": arguments})

    def works(self) -> None:
        """The proof that the server lives and calculates."""
        assert self.run(GCD, GCD_PAYLOAD) == {"value": "6"}

    # Ending

    def log(self) -> str:
        """What the server wrote to standard error so far."""
        self._stderr.seek(0)
        return self._stderr.read().decode()

    def close(self) -> int:
        """Leaves as a client leaves, by closing the server's input. Returns the exit code."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        return self.ended()

    def ended(self) -> int:
        """Waits for the end of the process and of its output. Returns the exit code."""
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        return code

    def __enter__(self) -> Server:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None and self.process.poll() is None:
                assert self.close() == 0, self.log()
            if kind is None:
                assert self.pollution == []
                assert self.strays.empty(), self.strays.get()
        finally:
            if self.process.poll() is None:
                self.process.send_signal(signal.SIGKILL)
                self.process.wait()
            self._stderr.close()
