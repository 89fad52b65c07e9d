"""Servers that several tests share."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from client import JsonObject, Server


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A server as users start it."""
    with Server() as server:
        yield server


@pytest.fixture(scope="module")
def probed() -> Iterator[Server]:
    """A server that also knows the operations that misbehave on purpose."""
    with Server("--probes", "--memory", "512") as server:
        yield server


@pytest.fixture(scope="session")
def catalog(server: Server) -> list[JsonObject]:
    """Every operation with its exact contract, as the catalog resource exports it."""
    read = server.ask("resources/read", {"uri": "operation://catalog"})
    return json.loads(read["contents"][0]["text"])["operations"]
