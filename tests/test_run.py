"""`math.run`: answers, refusals, stops."""

from __future__ import annotations

import hashlib
import json
import re
import time
from typing import Any

import pytest

from client import FACTOR, GCD, GCD_PAYLOAD, HARD, JsonObject, Server, diagnostic, success

TEN = {
    "combinatorics.enumerate.integer_partitions",
    "graph.distance_matrix.compute",
    "hypergraph.nonmonochromatic_vertex_coloring.q_decide",
    "integer.compute.extended_gcd",
    "integer.compute.gcd",
    "integer.compute.prime_factorization",
    "integer.primality.certificate.compute",
    "matrix.determinant.compute",
    "polynomial.map.evaluate",
    "polynomial.roots.isolate",
}

#: Two primes of 25 digits.
PRIMES = (2718281828459045235360353, 3141592653589793238462773)


def test_every_first_example_gives_its_published_output(
    server: Server, catalog: list[JsonObject]
) -> None:
    assert TEN <= {operation["operation_id"] for operation in catalog}
    for operation in catalog:
        for example in operation["examples"]:
            arguments = {"operation_id": operation["operation_id"], "payload": example["input"]}
            content = success(server.call("math.run", arguments))
            assert content.keys() == {"operation_id", "runtime_ms", "check", "output"}
            assert content["operation_id"] == operation["operation_id"]
            assert content["runtime_ms"] >= 0
            assert content["check"] in ("exact", "random", "none")
            if "output" in example:
                assert content["output"] == example["output"], example["name"]


def output_bytes(server: Server, arguments: JsonObject) -> str:
    text = server.call("math.run", arguments)["content"][0]["text"]
    without_clock, clocks = re.subn(r'"runtime_ms":[0-9.]+', "", text)
    assert clocks == 1, "runtime_ms is the only clock"
    return without_clock


def test_equal_requests_give_equal_bytes_from_every_server(
    server: Server, catalog: list[JsonObject]
) -> None:
    with Server() as other:
        for operation in catalog:
            arguments = {
                "operation_id": operation["operation_id"],
                "payload": operation["examples"][0]["input"],
            }
            first = output_bytes(server, arguments)
            assert first == output_bytes(server, arguments) == output_bytes(other, arguments)


def test_every_operation_refuses_an_empty_payload_at_what_is_missing(
    server: Server, catalog: list[JsonObject]
) -> None:
    for operation in catalog:
        required = operation["input_schema"].get("required", [])
        assert required, operation["operation_id"]
        refused = server.refusal(operation["operation_id"], {})
        assert (refused["code"], refused["stage"]) == ("INVALID_REQUEST", "operation_validation")
        assert refused["operation_id"] == operation["operation_id"]
        assert refused["operation_version"] == operation["operation_version"]
        assert sorted(error["location"] for error in refused["errors"]) == sorted(
            [key] for key in required
        )
        assert {error["code"] for error in refused["errors"]} == {"missing"}
        assert refused["omitted_error_count"] == 0 and refused["hint"]


@pytest.mark.parametrize(("unknown", "omitted"), [(63, 0), (64, 0), (65, 1), (200, 136)])
def test_at_most_64_errors_are_told_and_the_others_counted(
    server: Server, unknown: int, omitted: int
) -> None:
    payload = GCD_PAYLOAD | {f"unknown_{number}": 0 for number in range(unknown)}
    refused = server.refusal(GCD, payload)
    assert len(refused["errors"]) == min(unknown, 64)
    assert refused["omitted_error_count"] == omitted


@pytest.mark.parametrize(
    ("payload", "location"),
    [
        ({"left": "007", "right": "30"}, ["left"]),
        ({"left": "84", "right": True}, ["right"]),
        ({"left": "84", "right": "30", "rigth": "1"}, ["rigth"]),
        ({"left": 1.5, "right": "30"}, ["left"]),
        ({"left": None, "right": "30"}, ["left"]),
        ({"left": "84\n", "right": "30"}, ["left"]),
    ],
)
def test_a_refusal_is_located(server: Server, payload: JsonObject, location: list[str]) -> None:
    refused = server.refusal(GCD, payload)
    assert refused["code"] == "INVALID_REQUEST"
    assert [error["location"] for error in refused["errors"]] == [location]
    assert refused["errors"][0]["message"]


def test_raw_input_does_not_appear_in_a_refusal(server: Server) -> None:
    secret = "s3cr3t" * 30
    result = server.call(
        "math.run", {"operation_id": GCD, "payload": {"left": secret, "right": "30"}}
    )
    assert "s3cr3t" not in result["content"][0]["text"]


def test_a_size_alone_is_not_a_mistake(server: Server) -> None:
    refused = server.refusal(
        "combinatorics.enumerate.integer_partitions", {"n": 1000, "max_parts": 1000}
    )
    assert (refused["code"], refused["stage"]) == (
        "RESOURCE_ADMISSION_REJECTED",
        "resource_admission",
    )
    assert refused["errors"] and refused["hint"]


def test_a_payload_may_come_as_a_string_that_holds_an_object(server: Server) -> None:
    assert server.run(GCD, json.dumps(GCD_PAYLOAD)) == {"value": "6"}
    for wrong in ("[84,30]", "84", "{'left':1}", "", "null"):
        refused = server.refusal(GCD, wrong)
        assert (refused["code"], refused["errors"][0]["location"]) == (
            "INVALID_ARGUMENTS",
            ["payload"],
        )
    doubled = server.refusal(GCD, '{"left":"1","left":"2","right":"3"}')
    assert doubled["errors"][0]["location"] == ["payload", "left"]


@pytest.mark.parametrize(
    ("arguments", "location", "mentions"),
    [
        ({"payload": {}}, ["operation_id"], "math.find"),
        ({"operation_id": GCD}, ["payload"], "object"),
        ({"operation_id": GCD, "payload": None}, ["payload"], "object"),
        ({"operation_id": GCD, "payload": [1]}, ["payload"], "object"),
        ({"operation_id": 5, "payload": {}}, ["operation_id"], "string"),
        ({"operation_id": GCD, "payload": GCD_PAYLOAD, "paylod": {}}, ["paylod"], "payload"),
        ({"operation_id": GCD, "payload": GCD_PAYLOAD, "deadline": 5}, ["deadline"], "deadline_ms"),
        (
            {"operation_id": GCD, "payload": GCD_PAYLOAD, "deadline_ms": 0},
            ["deadline_ms"],
            "600000",
        ),
        (
            {"operation_id": GCD, "payload": GCD_PAYLOAD, "deadline_ms": 600001},
            ["deadline_ms"],
            "600000",
        ),
        (
            {"operation_id": GCD, "payload": GCD_PAYLOAD, "deadline_ms": "soon"},
            ["deadline_ms"],
            "600000",
        ),
        ({"operation_id": GCD, "payload": GCD_PAYLOAD, "dry_run": "yes"}, ["dry_run"], "true"),
        (7, [], "object"),
    ],
)
def test_wrong_arguments_are_located(
    server: Server, arguments: Any, location: list[str], mentions: str
) -> None:
    refused = diagnostic(server.call("math.run", arguments))
    assert (refused["code"], refused["stage"]) == ("INVALID_ARGUMENTS", "tool_arguments")
    (error,) = [error for error in refused["errors"] if error["location"] == location]
    assert mentions in error["message"]
    assert refused["omitted_error_count"] == 0 and refused["hint"]


def test_null_arguments_count_as_absent(server: Server) -> None:
    assert server.run(GCD, GCD_PAYLOAD, deadline_ms=None, dry_run=None) == {"value": "6"}


def test_a_dry_run_admits_or_refuses_and_computes_nothing(server: Server) -> None:
    def dry(operation: str, payload: JsonObject) -> JsonObject:
        return server.call(
            "math.run", {"operation_id": operation, "payload": payload, "dry_run": True}
        )

    begun = time.monotonic()
    admitted = success(dry(FACTOR, HARD))
    assert time.monotonic() - begun < 10, "the factorization itself takes far longer"
    assert admitted["admitted"] is True
    assert {"cost", "deadline_seconds"} <= admitted.keys()
    assert "output" not in admitted
    assert diagnostic(dry(GCD, {"left": "1"}))["errors"][0]["location"] == ["right"]


def test_an_unknown_id_is_refused_with_what_to_do(server: Server) -> None:
    refused = server.refusal("integer.compute.gdc", GCD_PAYLOAD)
    assert (refused["code"], refused["stage"]) == ("UNKNOWN_OPERATION", "operation_resolution")
    assert GCD in refused["suggestions"] and "math.find" in refused["hint"]
    assert "replacement" not in refused


def test_a_deadline_stops_and_says_nothing_about_the_answer(server: Server) -> None:
    begun = time.monotonic()
    stopped = server.refusal(FACTOR, HARD, deadline_ms=300)
    assert 0.3 <= time.monotonic() - begun < 5
    assert (stopped["code"], stopped["stage"]) == ("OPERATION_TIMEOUT", "operation_execution")
    assert stopped["timeout_owner"] == "caller"
    assert stopped["configured_seconds"] == 0.3
    assert 0.3 <= stopped["elapsed_seconds"] < 5
    assert stopped["maximum_seconds"] >= stopped["configured_seconds"]
    canonical = json.dumps(HARD, separators=(",", ":")).encode()
    assert stopped["payload_sha256"] == hashlib.sha256(canonical).hexdigest()
    server.works()


def test_a_semiprime_of_50_digits_is_factored_in_a_sealed_worker(server: Server) -> None:
    small, large = PRIMES
    found = server.run(FACTOR, {"value": str(small * large)})
    assert [(factor["prime"], factor["power"]) for factor in found["factors"]] == [
        (str(small), 1),
        (str(large), 1),
    ]


STRICT = [
    ('{"left":"84","left":"85","right":"30"}', ["payload", "left"], "json.duplicate_key"),
    ('{"left":"\\ud800","right":"30"}', ["payload", "left"], "json.lone_surrogate"),
    ('{"left":%s,"right":"30"}' % ("7" * 2000), ["payload", "left"], "json.number_too_long"),
    ('{"left":%s,"right":"30"}' % ("[" * 65 + "]" * 65), None, "json.too_deep"),
    ('{"left":%s,"right":"30"}' % ("[" * 5000 + "]" * 5000), None, "json.too_deep"),
]


@pytest.mark.parametrize(("payload", "location", "code"), STRICT)
def test_breaches_of_the_strict_rules_are_the_tools_own_refusal(
    server: Server, payload: str, location: list[str] | None, code: str
) -> None:
    line = (
        '{"jsonrpc":"2.0","id":"strict","method":"tools/call","params":'
        '{"name":"math.run","arguments":{"operation_id":"%s","payload":%s}}}' % (GCD, payload)
    )
    reply = server.ask_line(line.encode(), "strict")
    refused = diagnostic(reply["result"])
    assert refused["code"] == "INVALID_ARGUMENTS"
    error = refused["errors"][0]
    assert error["code"] == code
    assert error["location"][:2] == (location or ["payload", "left"])
    server.works()
