"""`math.find`: searches, inspections, cursors."""

from __future__ import annotations

import json
import statistics
from typing import Any

import pytest

from client import GCD, JsonObject, Server, diagnostic, success

RETIRED = {
    "hypergraph.coloring.non_monochromatic.decide": "hypergraph.nonmonochromatic_vertex_coloring.q_decide",
    "polynomial.rational.compute.evaluate": "polynomial.map.evaluate",
}

NEEDS = [
    ("greatest common divisor of two integers", GCD),
    ("gcd with Bezout coefficients", "integer.compute.extended_gcd"),
    ("factor an integer into primes", "integer.compute.prime_factorization"),
    ("prove that a number is prime", "integer.primality.certificate.compute"),
    ("determinant of a matrix", "matrix.determinant.compute"),
    ("evaluate a polynomial at a point", "polynomial.map.evaluate"),
    ("shortest path distances between all vertices of a graph", "graph.distance_matrix.compute"),
    ("list the partitions of an integer", "combinatorics.enumerate.integer_partitions"),
    ("2-colorability of a hypergraph", "hypergraph.nonmonochromatic_vertex_coloring.q_decide"),
    ("isolate the real roots of a polynomial", "polynomial.roots.isolate"),
]


@pytest.mark.parametrize(("need", "operation"), NEEDS)
def test_a_need_in_words_finds_its_operation(server: Server, need: str, operation: str) -> None:
    found = server.find(query=need)
    assert operation in [card["operation_id"] for card in found["matches"][:3]]


def test_a_search_answers_with_cards_that_are_enough_to_run(server: Server) -> None:
    found = server.find(query="gcd")
    assert (found["kind"], found["need"], found["namespace"], found["search_mode"]) == (
        "matches",
        "gcd",
        None,
        "precise",
    )
    assert found["catalog_resource"] == "operation://catalog"
    assert found["total_matches"] >= len(found["matches"]) >= 2
    for card in found["matches"]:
        assert {
            "operation_id",
            "title",
            "description",
            "tags",
            "runtime_requirements",
        } <= card.keys()
        server.run(card["operation_id"], card["example_payload"])


def test_a_search_that_finds_nothing_is_a_success(server: Server) -> None:
    found = server.find(query="qqxzv wvutz")
    assert (found["matches"], found["total_matches"], found["next_cursor"]) == ([], 0, None)


@pytest.mark.parametrize(
    "query",
    [
        "[1,2,3]",
        "null",
        '{"operation_id":"x"}',
        "ггт двух чисел",
        "最大公约数",
        "größter gemeinsamer Teiler",
        "∫ x² 🧮",
        "\u0000\u202e",
        "a" * 4096,
    ],
)
def test_any_text_is_a_query(server: Server, query: str) -> None:
    assert server.find(query=query)["need"] == query


def test_marks_and_case_do_not_matter(server: Server) -> None:
    plain = server.find(query="bezout coefficients")["matches"]
    assert plain
    for other in ("BEZOUT COEFFICIENTS", "Bézout coefficients"):
        assert server.find(query=other)["matches"] == plain


@pytest.mark.parametrize("namespace", ["integer", "INTEGER", "Integer"])
def test_a_namespace_narrows_and_is_folded(server: Server, namespace: str) -> None:
    found = server.find(
        query="integer prime gcd polynomial", namespace=namespace, search_mode="broad"
    )
    assert found["matches"]
    assert all(card["operation_id"].startswith("integer.") for card in found["matches"])
    assert server.find(query="integer", namespace="no_such")["total_matches"] == 0


def test_the_broad_mode_finds_at_least_what_the_precise_finds(server: Server) -> None:
    for need, _ in NEEDS:
        precise, broad = (
            server.find(query=need, search_mode=mode, limit=20) for mode in ("precise", "broad")
        )
        assert broad["search_mode"] == "broad"
        assert broad["total_matches"] >= precise["total_matches"]


def test_limits_and_cursors_walk_through_all_matches(server: Server) -> None:
    search = {"query": "integer polynomial graph", "search_mode": "broad"}
    whole = server.find(**search, limit=20)
    assert whole["total_matches"] >= 4
    page = server.find(**search, limit=1)
    walked = page["matches"]
    limit = 2
    while page["next_cursor"] and len(walked) < 20:
        page = server.find(**search, limit=limit, cursor=page["next_cursor"])
        assert 1 <= len(page["matches"]) <= limit
        walked += page["matches"]
    assert walked[:20] == whole["matches"]


def test_a_cursor_continues_its_own_search_only(server: Server) -> None:
    search = {"query": "integer polynomial graph", "search_mode": "broad"}
    cursor = server.find(**search, limit=1)["next_cursor"]
    assert cursor.startswith("cursor.") and len(cursor) == len("cursor.") + 64
    flipped = cursor[:-1] + ("0" if cursor[-1] != "0" else "1")
    for changed in (
        {**search, "query": "integer", "cursor": cursor},
        {"query": search["query"], "cursor": cursor},
        {**search, "namespace": "integer", "cursor": cursor},
        {**search, "cursor": flipped},
        {**search, "cursor": "cursor.1"},
        {**search, "cursor": "page 2"},
    ):
        answered = server.find(**changed)
        assert answered["kind"] == "error"
        assert (answered["error"]["code"], answered["error"]["stage"]) == (
            "INVALID_CURSOR",
            "operation_discovery",
        )
        assert "without a cursor" in answered["error"]["hint"]
    assert server.find(**search, cursor=cursor)["kind"] == "matches"


def test_equal_searches_get_equal_answers_from_every_server(server: Server) -> None:
    with Server() as other:
        for need, _ in NEEDS:
            search = {"query": need, "search_mode": "broad", "limit": 2}
            assert other.find(**search) == server.find(**search)


def test_an_inspection_is_complete_and_short(server: Server, catalog: list[JsonObject]) -> None:
    sizes = []
    for operation in catalog:
        result = server.call("math.find", {"operation_id": operation["operation_id"]})
        found = success(result)
        text = result["content"][0]["text"]
        sizes.append(len(text.encode()))
        assert text.index('"examples"') < text.index(
            '"input_schema"'
        ), "examples come before schemas"
        assert found["kind"] == "operation"
        assert {
            "title",
            "description",
            "input_schema",
            "output_schema",
            "tags",
            "discovery_terms",
        } <= found["operation"].keys()
        assert found["operation"]["read_only"] is True
        assert all(
            {"name", "description", "input"} <= example.keys()
            for example in found["operation"]["examples"]
        )
        assert found["operation"]["examples"]
        execution = found["execution"]
        assert 0 < execution["default_deadline_seconds"] <= execution["max_deadline_seconds"] <= 600
        assert execution["memory_bytes"] == 2 << 30
        assert found["operation_version"] >= 1
        assert isinstance(found["backend_availability"], list)
    assert statistics.median(sizes) < 6_000, sizes
    assert max(sizes) <= 16_000, sizes


ABSENT: dict[str, Any] = {
    "namespace": None,
    "limit": None,
    "cursor": None,
    "search_mode": "precise",
}


def test_fields_that_models_fill_without_meaning_count_as_absent(server: Server) -> None:
    plain = server.find(operation_id=GCD)
    for query in (None, ""):
        assert server.find(operation_id=GCD, query=query, **ABSENT) == plain
    assert server.find(query="gcd", operation_id=None, **ABSENT) == server.find(query="gcd")
    assert (
        server.find(query="gcd", **{**ABSENT, "namespace": "", "cursor": "", "operation_id": ""})[
            "kind"
        ]
        == "matches"
    )


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"query": None, "operation_id": None},
        {"query": ""},
        {"query": "gcd", "operation_id": GCD},
        {"operation_id": GCD, "limit": 3},
        {"operation_id": GCD, "namespace": "integer"},
        {"operation_id": GCD, "search_mode": "broad"},
        {"operation_id": GCD, "cursor": "cursor.0"},
    ],
)
def test_neither_both_and_misplaced_controls_are_refused(
    server: Server, arguments: JsonObject
) -> None:
    refused = diagnostic(server.call("math.find", arguments))
    assert (refused["code"], refused["stage"]) == ("INVALID_REQUEST", "operation_discovery")
    assert refused["hint"]


@pytest.mark.parametrize(
    ("arguments", "location", "mentions"),
    [
        ({"query": 7}, ["query"], "string"),
        ({"query": "a" * 4097}, ["query"], "4096"),
        ({"operation_id": ["x"]}, ["operation_id"], "string"),
        ({"query": "gcd", "limit": 0}, ["limit"], "20"),
        ({"query": "gcd", "limit": 21}, ["limit"], "20"),
        ({"query": "gcd", "limit": 2.5}, ["limit"], "20"),
        ({"query": "gcd", "search_mode": "fuzzy"}, ["search_mode"], "broad"),
        ({"qurey": "gcd"}, ["qurey"], "query"),
        ({"query": "gcd", "cursor": "c" * 200}, ["cursor"], "128"),
        (["gcd"], [], "object"),
        ("gcd", [], "object"),
    ],
)
def test_wrong_arguments_are_located(
    server: Server, arguments: Any, location: list[str], mentions: str
) -> None:
    refused = diagnostic(server.call("math.find", arguments))
    assert (refused["code"], refused["stage"]) == ("INVALID_ARGUMENTS", "tool_arguments")
    assert refused["errors"][0]["location"] == location
    assert mentions in refused["errors"][0]["message"]
    assert refused["omitted_error_count"] == 0


def test_an_unknown_id_is_an_answer_with_suggestions(server: Server) -> None:
    answered = server.find(operation_id="integer.compute.gdc")
    assert answered["kind"] == "error"
    error = answered["error"]
    assert (error["code"], error["stage"]) == ("UNKNOWN_OPERATION", "operation_resolution")
    assert "query" in error["hint"]
    assert GCD in error["suggestions"]
    assert server.find(operation_id="Not An Id")["error"]["code"] == "UNKNOWN_OPERATION"


@pytest.mark.parametrize(("retired", "replacement"), RETIRED.items())
def test_a_retired_id_leads_to_its_replacement(
    server: Server, retired: str, replacement: str
) -> None:
    inspected = server.find(operation_id=retired)["error"]
    assert inspected["code"] == "UNKNOWN_OPERATION"
    assert replacement in inspected["hint"]
    refused = server.refusal(retired, {"anything": True})
    assert (refused["code"], refused["stage"]) == ("UNKNOWN_OPERATION", "operation_resolution")
    assert refused["replacement"] == replacement
    assert replacement in refused["suggestions"] and replacement in refused["hint"]
    everything = json.dumps(server.ask("resources/read", {"uri": "operation://catalog"}))
    assert retired not in everything, "a retired id is not offered"
