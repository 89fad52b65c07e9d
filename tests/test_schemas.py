"""The published schemas, before two judges: Python's jsonschema and Ajv."""

from __future__ import annotations

import json
import re
import statistics
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from client import ROOT, JsonObject, Server, success

NODE = ROOT / "tests/node"

#: What no request and no answer of any operation is.
NEVER: list[Any] = [None, True, 7, "text", [], [{}], {"no_such_field_in_any_operation": 1}]


class Judged:
    """A schema, what it must accept and what it must refuse."""

    def __init__(self, name: str, schema: JsonObject, accepted: list[Any]):
        self.name, self.schema, self.accepted = name, schema, accepted


@pytest.fixture(scope="module")
def judged(server: Server, catalog: list[JsonObject]) -> list[Judged]:
    """All schemas: of the operations, with their examples and the answers to them, and of the
    tools' results.
    """
    found = []
    for operation in catalog:
        inputs = [example["input"] for example in operation["examples"]]
        outputs = [server.run(operation["operation_id"], given) for given in inputs]
        found.append(
            Judged(f"{operation['operation_id']} input", operation["input_schema"], inputs)
        )
        found.append(
            Judged(f"{operation['operation_id']} output", operation["output_schema"], outputs)
        )
    find, run = server.ask("tools/list")["tools"]
    finds = [{"query": "gcd"}, {"operation_id": "integer.compute.gcd"}, {"operation_id": "no.such"}]
    gcd = {"operation_id": "integer.compute.gcd", "payload": {"left": "1", "right": "2"}}
    runs = [gcd, gcd | {"dry_run": True}]
    for tool, calls in ((find, finds), (run, runs)):
        found.append(Judged(f"{tool['name']} input", tool["inputSchema"], calls))
        answers = [success(server.call(tool["name"], call)) for call in calls]
        found.append(Judged(f"{tool['name']} output", tool["outputSchema"], answers))
    return found


def test_every_schema_is_one_and_judges_as_python_does(judged: list[Judged]) -> None:
    for each in judged:
        Draft202012Validator.check_schema(each.schema)
        validator = Draft202012Validator(each.schema)
        for value in each.accepted:
            errors = [
                f"{error.json_path}: {error.message[:200]}"
                for error in validator.iter_errors(value)
            ]
            assert not errors, (each.name, errors)
        assert not [
            value
            for value in NEVER
            if validator.is_valid(value) and not each.name.startswith("math.")
        ], each.name


def test_ajv_agrees(judged: list[Judged]) -> None:
    questions = [
        {
            "name": each.name,
            "schema": each.schema,
            "accepted": each.accepted,
            "refused": [] if each.name.startswith("math.") else NEVER,
        }
        for each in judged
    ]
    asked = subprocess.run(
        ["node", "validate.mjs"],
        cwd=NODE,
        input=json.dumps(questions),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (asked.returncode, asked.stdout, asked.stderr) == (0, "", "")


def members(schema: Any) -> Iterator[tuple[str, Any]]:
    """Every key and value inside a schema."""
    if isinstance(schema, dict):
        for key, value in schema.items():
            yield key, value
            yield from members(value)
    elif isinstance(schema, list):
        for item in schema:
            yield from members(item)


def test_schemas_keep_to_what_all_validators_and_models_can_do(catalog: list[JsonObject]) -> None:
    sizes = []
    for operation in catalog:
        sizes.append(len(json.dumps(operation["input_schema"], separators=(",", ":"))))
        for side in ("input_schema", "output_schema"):
            schema = operation[side]
            assert schema["type"] == "object", operation["operation_id"]
            for key, value in members(schema):
                if key == "pattern" and isinstance(value, str):
                    assert not re.search(r"\(\?[=!<]|\\d", value), value
                    assert all(
                        int(count) <= 999 for count in re.findall(r"\{(?:\d+,)?(\d+)\}", value)
                    ), value
            for name, field in schema["properties"].items():
                # A reference may carry its description where it leads.
                assert "description" in field or "$ref" in field, (
                    operation["operation_id"],
                    side,
                    name,
                )
    assert statistics.median(sizes) < 1_500, sizes


def integers_without_bound(schema: Any) -> Iterator[JsonObject]:
    if isinstance(schema, dict):
        if schema.get("type") == "integer" and not schema.get("maximum", 2**60) <= 2**53 - 1:
            yield schema
        for value in schema.values():
            yield from integers_without_bound(value)
    elif isinstance(schema, list):
        for item in schema:
            yield from integers_without_bound(item)


def test_output_integers_that_may_grow_are_strings(catalog: list[JsonObject]) -> None:
    for operation in catalog:
        assert not list(integers_without_bound(operation["output_schema"])), operation[
            "operation_id"
        ]


def test_what_the_schema_refuses_the_operation_refuses(
    server: Server, catalog: list[JsonObject]
) -> None:
    for operation in catalog:
        validator = Draft202012Validator(operation["input_schema"])
        payload = operation["examples"][0]["input"]
        for key in payload:
            for wrong in (None, True, {"no": "such"}, "no such thing", [[["x"]]], -(10**30)):
                changed = payload | {key: wrong}
                if not validator.is_valid(changed):
                    refused = server.refusal(operation["operation_id"], changed)
                    assert refused["code"] == "INVALID_REQUEST"
                    assert {error["location"][0] for error in refused["errors"]} == {key}, (
                        operation["operation_id"],
                        changed,
                    )
