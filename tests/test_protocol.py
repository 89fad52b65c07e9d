"""Revisions, discovery, lists, resources, templates, completions, names."""

from __future__ import annotations

import json
from typing import Any

import pytest

from client import GCD, GCD_PAYLOAD, REVISIONS, STATELESS, JsonObject, Server, stateless, success

CALL = {"name": "math.run", "arguments": {"operation_id": GCD, "payload": GCD_PAYLOAD}}


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_session_of_every_revision_opens_and_runs(revision: str) -> None:
    with Server(initialize=None) as server:
        opened = server.initialize(revision)
        assert opened["protocolVersion"] == revision
        assert opened["serverInfo"]["name"] == "jacaranda"
        assert {"tools", "resources", "completions"} <= opened["capabilities"].keys()
        assert "math.find" in opened["instructions"] and "math.run" in opened["instructions"]
        assert len(server.ask("tools/list")["tools"]) == 2
        assert success(server.ask("tools/call", CALL))["output"] == {"value": "6"}


def test_an_unknown_revision_is_answered_with_the_newest_of_its_kind() -> None:
    with Server(initialize=None) as server:
        assert server.initialize("1999-01-01")["protocolVersion"] == REVISIONS[-1]


def test_the_stateless_revision_needs_no_opening() -> None:
    with Server(initialize=None) as server:
        called = server.ask("tools/call", stateless(CALL))
        assert called["resultType"] == "complete"
        assert success(called)["output"] == {"value": "6"}
        discovered = server.ask("server/discover", stateless({}))
        assert set(REVISIONS) | {STATELESS} == set(discovered["supportedVersions"])
        assert len(server.ask("tools/list", stateless({}))["tools"]) == 2
        assert server.ask_error("tools/call", CALL)["code"] == -32600


def test_a_session_may_be_opened_twice_and_pinged() -> None:
    with Server() as server:
        server.initialize(REVISIONS[0])
        assert server.ask("ping") == {}
        server.works()


def schema_nodes(schema: Any) -> list[JsonObject]:
    """Every object inside a schema, the schema itself first."""
    if isinstance(schema, list):
        return [node for item in schema for node in schema_nodes(item)]
    if isinstance(schema, dict):
        return [schema] + [node for item in schema.values() for node in schema_nodes(item)]
    return []


def test_tools_are_listed_with_all_that_clients_and_models_need(server: Server) -> None:
    find, run = server.ask("tools/list")["tools"]
    assert (find["name"], run["name"]) == ("math.find", "math.run")
    assert (
        "operation_id" in run["inputSchema"]["required"]
        and "payload" in run["inputSchema"]["required"]
    )
    for tool in (find, run):
        assert tool["title"] and len(tool["description"]) > 100
        hints = tool["annotations"]
        assert hints["readOnlyHint"] and hints["idempotentHint"]
        assert not hints["destructiveHint"] and not hints["openWorldHint"]
        assert tool["outputSchema"]["type"] == "object"
        assert tool["inputSchema"]["type"] == "object"
        assert tool["inputSchema"]["additionalProperties"] is False
        for node in schema_nodes(tool["inputSchema"]):
            assert not node.keys() & {"anyOf", "oneOf", "allOf", "not", "if", "$ref", "$defs"}, node
            assert isinstance(node.get("type", ""), (str, dict)), "model APIs want one plain type"


def test_underscore_names_are_listed_on_request_and_always_accepted(server: Server) -> None:
    underscored = {**CALL, "name": "math_run"}
    assert success(server.ask("tools/call", underscored))["output"] == {"value": "6"}
    with Server("--tool-names", "underscore") as other:
        names = [tool["name"] for tool in other.ask("tools/list")["tools"]]
        assert names == ["math_find", "math_run"]
        for call in (CALL, underscored):
            assert success(other.ask("tools/call", call))["output"] == {"value": "6"}
        assert (
            other.ask("tools/call", {"name": "math_find", "arguments": {"query": "gcd"}})["isError"]
            is False
        )


def test_an_unknown_tool_is_refused_naming_the_known(server: Server) -> None:
    error = server.ask_error("tools/call", {"name": "math.prove", "arguments": {}})
    assert error["code"] == -32602
    assert "math.find" in error["message"] and "math.run" in error["message"]


def read(server: Server, uri: str) -> Any:
    (content,) = server.ask("resources/read", {"uri": uri})["contents"]
    assert (content["uri"], content["mimeType"]) == (uri, "application/json")
    return json.loads(content["text"])


def test_resources_and_templates_are_listed(server: Server) -> None:
    listed = [resource["uri"] for resource in server.ask("resources/list")["resources"]]
    assert listed == ["operation://catalog", "operation://namespaces"]
    templates = server.ask("resources/templates/list")["resourceTemplates"]
    assert [template["uriTemplate"] for template in templates] == [
        "operation://namespace/{name}",
        "operation://{operation_id}",
    ]


def test_catalog_namespaces_and_inspections_tell_the_same(
    server: Server, catalog: list[JsonObject]
) -> None:
    assert len(catalog) >= 10
    names = [operation["operation_id"] for operation in catalog]
    assert names == sorted(set(names))
    browsed = []
    for namespace in read(server, "operation://namespaces")["namespaces"]:
        page = read(server, f"operation://namespace/{namespace['namespace']}")
        assert page.keys() == {"namespace", "description", "count", "operations"}
        assert page["count"] == namespace["count"] == len(page["operations"]) > 0
        assert page["description"]
        for card in page["operations"]:
            assert card.keys() == {"operation_id", "title", "runtime_requirements"}
            browsed.append(card["operation_id"])
    assert sorted(browsed) == names
    for operation in catalog:
        uri = f"operation://{operation['operation_id']}"
        assert read(server, uri) == operation
        assert server.find(operation_id=operation["operation_id"])["operation"] == operation


@pytest.mark.parametrize(
    "uri",
    ["operation://no.such", "operation://namespace/none", "operation://", "file:///etc/passwd", ""],
)
def test_an_unknown_resource_is_an_error(server: Server, uri: str) -> None:
    assert server.ask_error("resources/read", {"uri": uri})["code"] == -32002
    assert server.ask_error("resources/read", stateless({"uri": uri}))["code"] == -32602


def complete(server: Server, uri: str, name: str, value: str) -> JsonObject:
    params = {
        "ref": {"type": "ref/resource", "uri": uri},
        "argument": {"name": name, "value": value},
    }
    return server.ask("completion/complete", params)["completion"]


def test_ids_and_namespaces_are_completed(server: Server, catalog: list[JsonObject]) -> None:
    found = complete(server, "operation://{operation_id}", "operation_id", "integer.compute.g")
    assert found["values"][0] == GCD
    every = complete(server, "operation://{operation_id}", "operation_id", "")
    assert every["total"] == len(catalog)
    assert len(every["values"]) == min(100, len(catalog))
    assert complete(server, "operation://namespace/{name}", "name", "INT")["values"] == ["integer"]
    assert complete(server, "operation://namespace/{name}", "name", "zzz")["values"] == []
