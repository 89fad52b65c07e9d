"""Messages that are none: each gets its error, and the next call works as if nothing had been."""

from __future__ import annotations

import json
from typing import Any

import pytest

from client import GCD, Server, diagnostic

PARSE, REQUEST, METHOD, PARAMS = -32700, -32600, -32601, -32602


def call(arguments: str, identifier: str = '"m"') -> bytes:
    params = '{"name":"math.run","arguments":%s}' % arguments
    return (
        '{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":%s}' % (identifier, params)
    ).encode()


DEEP = "[" * 70 + "]" * 70

CASES: list[tuple[str, bytes, Any, int]] = [
    ("no JSON", b"hello", None, PARSE),
    ("a lone bracket", b"{", None, PARSE),
    (
        "cut off, the id is readable",
        b'{"jsonrpc":"2.0","id":"m","method":"tools/call","params":{"na',
        "m",
        PARSE,
    ),
    ("NaN", call('{"operation_id":"%s","payload":{"left":NaN,"right":"1"}}' % GCD), "m", PARSE),
    ("Infinity", call('{"operation_id":"%s","payload":{"left":-Infinity}}' % GCD), "m", PARSE),
    (
        "broken UTF-8",
        b'{"jsonrpc":"2.0","id":"m","method":"ping","params":{"x":"\xff\xfe"}}',
        "m",
        PARSE,
    ),
    (
        "UTF-8 of a surrogate",
        b'{"jsonrpc":"2.0","id":"m","method":"ping","params":{"x":"\xed\xa0\x80"}}',
        "m",
        PARSE,
    ),
    ("a trailing comma", b'{"jsonrpc":"2.0","id":"m","method":"ping",}', "m", PARSE),
    ("something after the message", b'{"jsonrpc":"2.0","id":"m","method":"ping"} x', "m", PARSE),
    (
        "a control character in a string",
        b'{"jsonrpc":"2.0","id":"m","method":"pi\x01ng"}',
        "m",
        PARSE,
    ),
    ("a leading zero", b'{"jsonrpc":"2.0","id":007,"method":"ping"}', None, PARSE),
    ("an empty batch", b"[]", None, REQUEST),
    ("a batch", b'[{"jsonrpc":"2.0","id":"m","method":"ping"}]', None, REQUEST),
    ("a number", b"17", None, REQUEST),
    ("a string", b'"ping"', None, REQUEST),
    ("null", b"null", None, REQUEST),
    ("an empty object", b"{}", None, REQUEST),
    ("no jsonrpc", b'{"id":"m","method":"ping"}', "m", REQUEST),
    ("another jsonrpc", b'{"jsonrpc":"1.0","id":"m","method":"ping"}', "m", REQUEST),
    ("no method", b'{"jsonrpc":"2.0","id":"m"}', "m", REQUEST),
    ("a method that is no string", b'{"jsonrpc":"2.0","id":"m","method":1}', "m", REQUEST),
    ("an id that is null", b'{"jsonrpc":"2.0","id":null,"method":"ping"}', None, REQUEST),
    ("an id with a fraction", b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', None, REQUEST),
    ("an id that is an object", b'{"jsonrpc":"2.0","id":{},"method":"ping"}', None, REQUEST),
    ("an id that is a boolean", b'{"jsonrpc":"2.0","id":true,"method":"ping"}', None, REQUEST),
    (
        "a request and a reply in one",
        b'{"jsonrpc":"2.0","id":"m","method":"ping","result":{}}',
        "m",
        REQUEST,
    ),
    (
        "a key twice outside arguments",
        b'{"jsonrpc":"2.0","id":"m","method":"ping","method":"ping"}',
        "m",
        REQUEST,
    ),
    ("arguments twice", call('{},"arguments":{}'), "m", REQUEST),
    (
        "half a surrogate outside arguments",
        b'{"jsonrpc":"2.0","id":"m","method":"ping","params":{"x":"\\udc00"}}',
        "m",
        REQUEST,
    ),
    (
        "deep nesting outside arguments",
        ('{"jsonrpc":"2.0","id":"m","method":"ping","params":{"x":%s}}' % DEEP).encode(),
        "m",
        REQUEST,
    ),
    (
        "a huge number outside arguments",
        ('{"jsonrpc":"2.0","id":"m","method":"ping","params":{"x":%s}}' % ("9" * 3000)).encode(),
        "m",
        REQUEST,
    ),
    ("an unknown method", b'{"jsonrpc":"2.0","id":"m","method":"no/such"}', "m", METHOD),
    (
        "params of the wrong type",
        b'{"jsonrpc":"2.0","id":"m","method":"tools/call","params":[1]}',
        "m",
        PARAMS,
    ),
    ("no tool name", b'{"jsonrpc":"2.0","id":"m","method":"tools/call","params":{}}', "m", PARAMS),
    (
        "an unknown tool",
        b'{"jsonrpc":"2.0","id":"m","method":"tools/call","params":{"name":"math.prove"}}',
        "m",
        PARAMS,
    ),
    (
        "a resource that is no string",
        b'{"jsonrpc":"2.0","id":"m","method":"resources/read","params":{"uri":[]}}',
        "m",
        PARAMS,
    ),
    (
        "a line over the limit",
        b'{"jsonrpc":"2.0","id":"m","method":"' + b"p" * (17 << 20) + b'"}',
        None,
        REQUEST,
    ),
]


@pytest.mark.parametrize(
    ("line", "identifier", "code"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_a_malformed_message_is_answered_and_forgotten(
    server: Server, line: bytes, identifier: Any, code: int
) -> None:
    reply = server.ask_line(line, identifier)
    assert reply["id"] == identifier
    assert reply["error"]["code"] == code
    assert reply["error"]["message"]
    server.works()


IGNORED = [
    b"",
    b"   \t\r",
    b'{"jsonrpc":"2.0","method":"notifications/unknown","params":{"x":[1]}}',
    b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"nobody"}}',
    b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{"a":1}}}',
    b'{"jsonrpc":"2.0","method":"notifications/cancelled"}',
    b'{"jsonrpc":"2.0","id":"unasked","result":{}}',
    b'{"jsonrpc":"2.0","id":"unasked","error":{"code":-1,"message":"no"}}',
]


def test_notifications_and_replies_are_never_answered() -> None:
    # A server of its own: at its end it must have sent nothing that nobody asked for.
    with Server() as server:
        for line in IGNORED:
            server.send_line(line)
        server.works()


def test_requests_before_the_opening_are_refused_and_harmless() -> None:
    with Server(initialize=None) as server:
        for method in ("tools/list", "tools/call", "resources/list", "completion/complete"):
            error = server.ask_error(method, {"name": "math.run", "arguments": {}})
            assert error["code"] == REQUEST
            assert "initialize" in error["message"]
        server.notify("notifications/initialized")
        server.initialize()
        server.works()


def test_an_id_in_flight_is_not_taken_twice(probed: Server) -> None:
    identifier, running = probed.start("probe.spin", {"milliseconds": 300, "polite": True})
    second = probed.ask_line(b'{"jsonrpc":"2.0","id":%d,"method":"tools/list"}' % identifier, None)
    assert second["error"]["code"] == REQUEST
    assert "result" in running.result(60)
    assert "result" in probed.ask_line(
        b'{"jsonrpc":"2.0","id":%d,"method":"tools/list"}' % identifier, identifier
    )


@pytest.mark.parametrize(
    "identifier", [0, -1, 2**53, 10**40, "", "7", "ключ", "\u2028", "x" * 10_000]
)
def test_an_id_comes_back_as_it_was_sent(server: Server, identifier: Any) -> None:
    line = json.dumps(
        {"jsonrpc": "2.0", "id": identifier, "method": "ping"}, ensure_ascii=False
    ).encode()
    assert server.ask_line(line, identifier) == {"jsonrpc": "2.0", "id": identifier, "result": {}}


def test_absent_and_null_arguments_are_the_tools_own_to_refuse(server: Server) -> None:
    for params in (
        {"name": "math.run"},
        {"name": "math.run", "arguments": None},
        {"name": "math.run", "arguments": "x"},
    ):
        assert diagnostic(server.ask("tools/call", params))["code"] == "INVALID_ARGUMENTS"


def test_a_message_may_be_as_long_as_the_limit(server: Server) -> None:
    padding = "x" * (15 << 20)
    line = ('{"jsonrpc":"2.0","id":"long","method":"ping","params":{"x":"%s"}}' % padding).encode()
    assert server.ask_line(line, "long")["result"] == {}
