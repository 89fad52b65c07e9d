"""The official clients for Python and TypeScript connect, list, find and run, and have nothing to
complain about.
"""

from __future__ import annotations

import asyncio
import json
import logging
import subprocess
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from client import BINARY, GCD, GCD_PAYLOAD, ROOT, STATELESS


def assert_quiet(log: str) -> None:
    """The server may say that a connection ended, but it warns of nothing."""
    assert not [line for line in log.splitlines() if " INFO " not in line], log


async def converse(mode: str, log: Path) -> dict[str, Any]:
    seen: dict[str, Any] = {}
    with log.open("w") as errors:
        transport = stdio_client(StdioServerParameters(command=BINARY, args=["mcp"]), errlog=errors)
        async with Client(transport, mode=mode, read_timeout_seconds=60) as client:
            seen["revision"] = client.protocol_version
            seen["instructions"] = client.instructions
            seen["tools"] = [tool.name for tool in (await client.list_tools()).tools]
            seen["resources"] = [
                str(resource.uri) for resource in (await client.list_resources()).resources
            ]
            seen["catalog"] = (await client.read_resource("operation://catalog")).contents[0].text
            seen["found"] = await client.call_tool(
                "math.find", {"query": "greatest common divisor"}
            )
            seen["inspected"] = await client.call_tool("math.find", {"operation_id": GCD})
            seen["ran"] = await client.call_tool(
                "math.run", {"operation_id": GCD, "payload": GCD_PAYLOAD}
            )
            seen["refused"] = await client.call_tool(
                "math.run", {"operation_id": GCD, "payload": {"left": "84"}}
            )
            many = [
                client.call_tool("math.run", {"operation_id": GCD, "payload": GCD_PAYLOAD})
                for _ in range(50)
            ]
            seen["many"] = await asyncio.gather(*many)
    return seen


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("mode", ["auto", "legacy", STATELESS])
def test_the_python_client(mode: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        seen = asyncio.run(converse(mode, tmp_path / "log"))
    assert caplog.records == []
    assert_quiet((tmp_path / "log").read_text())
    assert seen["revision"] == ("2025-11-25" if mode == "legacy" else STATELESS)
    # Pinned to the stateless revision, the client asks the server nothing about itself.
    assert mode == STATELESS or "math.find" in seen["instructions"]
    assert seen["tools"] == ["math.find", "math.run"]
    assert "operation://catalog" in seen["resources"]
    assert GCD in seen["catalog"]
    assert GCD in [card["operation_id"] for card in seen["found"].structured_content["matches"]]
    assert seen["inspected"].structured_content["operation"]["operation_id"] == GCD
    assert seen["ran"].structured_content["output"] == {"value": "6"}
    assert all(result.structured_content["output"] == {"value": "6"} for result in seen["many"])
    assert seen["refused"].is_error
    refused = json.loads(seen["refused"].content[0].text)
    assert (refused["code"], refused["errors"][0]["location"]) == ("INVALID_REQUEST", ["right"])


def test_the_typescript_client() -> None:
    command = ["node", "client.mjs", BINARY]
    asked = subprocess.run(
        command, cwd=ROOT / "tests/node", capture_output=True, text=True, timeout=120
    )
    assert (asked.returncode, asked.stderr) == (0, "")
    seen = json.loads(asked.stdout)
    assert seen["errors"] == []
    assert_quiet(seen["log"])
    assert seen["server"]["name"] == "jacaranda"
    assert "math.find" in seen["instructions"]
    assert seen["tools"] == ["math.find", "math.run"]
    assert (seen["resources"], seen["templates"]) == (2, 2)
    assert seen["catalog"] > 1000
    assert GCD in seen["completed"]["completion"]["values"]
    assert GCD in [card["operation_id"] for card in seen["found"]["structuredContent"]["matches"]]
    assert seen["inspected"]["structuredContent"]["operation"]["operation_id"] == GCD
    assert seen["ran"]["structuredContent"]["output"] == {"value": "6"}
    assert seen["dry"]["structuredContent"]["admitted"] is True
    assert seen["refused"]["isError"] is True
    assert json.loads(seen["refused"]["content"][0]["text"])["errors"][0]["location"] == ["right"]
