"""The command line: the same answers as over MCP, exit codes that scripts can use."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from client import BINARY, FACTOR, GCD, GCD_PAYLOAD, HARD, Server

ANSWER, REFUSED, STOPPED, FAULT, USAGE = 0, 2, 3, 4, 64

GCD_TEXT = json.dumps(GCD_PAYLOAD)
HARD_TEXT = json.dumps(HARD)
EVALUATE = json.dumps(
    {
        "polynomial": {"variables": ["x", "y"], "polynomial": "x^3 - 1/2*x*y + 7"},
        "point": {"variables": ["x", "y"], "values": ["2/3", "-9"]},
    }
)


def jacaranda(
    *arguments: str, stdin: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    variables = os.environ | environment
    return subprocess.run(
        [BINARY, *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=300,
        env=variables,
    )


def answered(*arguments: str, stdin: str = "", code: int = ANSWER) -> Any:
    """The JSON that a command prints, once its exit code has been checked."""
    ran = jacaranda(*arguments, stdin=stdin)
    assert ran.returncode == code, (ran.stdout, ran.stderr)
    return json.loads(ran.stdout)


def without_clock(text: str) -> str:
    return re.sub(r'"runtime_ms":[0-9.]+', '"runtime_ms":0', text).strip()


@pytest.mark.parametrize(
    ("operation", "payload", "code"),
    [
        (GCD, GCD_TEXT, ANSWER),
        ("polynomial.map.evaluate", EVALUATE, ANSWER),
        (GCD, '{"left":"84","rigth":"30"}', REFUSED),
        (GCD, '{"left":"84","left":"85","right":"30"}', REFUSED),
        ("no.such.operation", "{}", REFUSED),
        ("polynomial.rational.compute.evaluate", "{}", REFUSED),
    ],
)
def test_run_prints_what_a_client_gets(
    server: Server, operation: str, payload: str, code: int
) -> None:
    arguments = '{"operation_id":"%s","payload":%s}' % (operation, payload)
    line = (
        '{"jsonrpc":"2.0","id":"cli","method":"tools/call","params":{"name":"math.run","arguments":%s}}'
        % arguments
    )
    result = server.ask_line(line.encode(), "cli")["result"]
    ran = jacaranda("run", operation, payload)
    assert ran.returncode == code
    assert without_clock(ran.stdout) == without_clock(result["content"][0]["text"])
    assert result["isError"] == (code != ANSWER)


def test_find_show_and_catalog_print_what_a_client_gets(server: Server) -> None:
    assert answered("find", "greatest", "common", "divisor") == server.find(
        query="greatest common divisor"
    )
    narrowed = answered("find", "prime", "--namespace", "integer", "--limit", "1", "--broad")
    assert narrowed == server.find(query="prime", namespace="integer", limit=1, search_mode="broad")
    assert answered("show", GCD) == server.find(operation_id=GCD)
    (exported,) = server.ask("resources/read", {"uri": "operation://catalog"})["contents"]
    assert jacaranda("catalog").stdout == exported["text"] + "\n"
    assert answered("show", "no.such", code=REFUSED)["error"]["code"] == "UNKNOWN_OPERATION"


def test_a_payload_comes_from_the_command_line_standard_input_or_a_file(tmp_path: Path) -> None:
    file = tmp_path / "payload.json"
    file.write_text(GCD_TEXT)
    outputs = [
        answered("run", GCD, GCD_TEXT)["output"],
        answered("run", GCD, "-", stdin=GCD_TEXT)["output"],
        answered("run", GCD, f"@{file}")["output"],
    ]
    assert outputs == [{"value": "6"}] * 3
    assert answered("run", GCD, code=REFUSED)["errors"][0]["location"] == ["left"]


def test_exit_codes_keep_the_outcomes_apart(tmp_path: Path) -> None:
    stopped = answered("run", FACTOR, HARD_TEXT, "--deadline-ms", "200", code=STOPPED)
    assert stopped["code"] == "OPERATION_TIMEOUT"
    # A folder where the configuration should be: a fault of the surroundings.
    assert jacaranda("setup", "--client", "cursor", "--file", str(tmp_path)).returncode == FAULT


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["no-such-command"],
        ["run"],
        ["run", GCD, "not json"],
        ["run", GCD, "@/no/such/file"],
        ["run", GCD, GCD_TEXT, "--json", "--latex"],
        ["run", GCD, GCD_TEXT, "--deadline-ms", "0"],
        ["find"],
        ["find", "gcd", "--limit", "21"],
        ["setup", "--client", "no-such-client"],
        ["mcp", "--tool-names", "camel"],
        ["check", GCD],
    ],
)
def test_wrong_usage_is_told_apart(arguments: list[str]) -> None:
    ran = jacaranda(*arguments)
    assert ran.returncode == USAGE
    assert ran.stdout == "" and ran.stderr


def test_help_and_version_are_answers() -> None:
    for arguments in (["--help"], ["--version"], ["run", "--help"]):
        ran = jacaranda(*arguments)
        assert (ran.returncode, ran.stderr) == (ANSWER, "") and ran.stdout


def test_a_dry_run_computes_nothing() -> None:
    assert answered("run", FACTOR, HARD_TEXT, "--dry-run")["admitted"] is True


def test_a_batch_answers_line_by_line_in_order() -> None:
    calls: list[str] = []
    for number in range(200):
        calls.append(
            json.dumps({"operation_id": GCD, "payload": {"left": str(6 * number), "right": "0"}})
        )
    calls[7] = json.dumps({"operation_id": GCD, "payload": {"left": "1"}})
    calls[8] = "not json"
    calls.insert(9, "")
    ran = jacaranda("run", "--batch", stdin="\n".join(calls))
    replies = [json.loads(line) for line in ran.stdout.splitlines()]
    assert len(replies) == 200
    assert ran.returncode == REFUSED, "the worst outcome of all"
    assert replies[7]["code"] == "INVALID_REQUEST"
    assert replies[8]["code"] == "INVALID_ARGUMENTS"
    for number, reply in enumerate(replies):
        if number not in (7, 8):
            assert reply["output"] == {"value": str(6 * number)}
    assert jacaranda("run", "--batch").returncode == ANSWER


def test_check_accepts_right_answers_and_refuses_wrong_ones(catalog: list[dict[str, Any]]) -> None:
    for operation in catalog:
        example = operation["examples"][0]
        claim = json.dumps({"input": example["input"], "output": example["output"]})
        verdict = answered("check", operation["operation_id"], stdin=claim)
        assert verdict["accepted"] is True, operation["operation_id"]
    for output, location in (({"value": "3"}, None), ({"value": "x"}, "value"), ({}, "value")):
        claim = json.dumps({"input": GCD_PAYLOAD, "output": output})
        verdict = answered("check", GCD, stdin=claim, code=REFUSED)
        assert verdict.get("accepted", False) is False
        assert location is None or location in str(verdict)
    assert jacaranda("check", "no.such", stdin="{}").returncode == USAGE


def test_people_see_mathematics() -> None:
    latex = jacaranda("run", "polynomial.map.evaluate", EVALUATE, "--latex")
    assert (latex.returncode, latex.stdout.count("frac{278}{27}")) == (ANSWER, 1)
    shown = on_terminal("run", "polynomial.map.evaluate", EVALUATE)
    assert "278/27" in shown and '"output"' not in shown
    assert json.loads(on_terminal("run", GCD, GCD_TEXT, "--json"))["output"] == {"value": "6"}
    assert GCD in on_terminal("find", "greatest common divisor")
    assert "right" in on_terminal("run", GCD, '{"left":"84"}')


def on_terminal(*arguments: str) -> str:
    """What a command shows on a terminal."""
    ours, theirs = os.openpty()
    process = subprocess.Popen([BINARY, *arguments], stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    shown = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:
            # Linux says so when the other end of a terminal is closed.
            break
        if not part:
            break
        shown += part
    os.close(ours)
    process.wait(60)
    return shown.decode()


def test_the_doctor_finds_this_machine_healthy() -> None:
    ran = jacaranda("doctor")
    assert ran.returncode == ANSWER, ran.stdout
    assert "contained" in ran.stdout and "NOT CONTAINED" not in ran.stdout


def test_the_demonstration_goes_as_it_should() -> None:
    ran = jacaranda("demo")
    assert (ran.returncode, ran.stderr) == (ANSWER, ""), (ran.stdout, ran.stderr)
    assert "NOT OK" not in ran.stdout


CLIENTS = {
    "claude-desktop": (".config/Claude/claude_desktop_config.json", "mcpServers"),
    "claude-code": (".claude.json", "mcpServers"),
    "cursor": (".cursor/mcp.json", "mcpServers"),
    "vscode": (".config/Code/User/mcp.json", "servers"),
}


@pytest.mark.parametrize("client", CLIENTS)
def test_setup_shows_its_change_writes_it_and_keeps_the_rest(client: str, tmp_path: Path) -> None:
    place, key = CLIENTS[client]
    file = tmp_path / place
    home = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / ".config")}
    dry = jacaranda("setup", "--client", client, "--dry-run", **home)
    assert dry.returncode == ANSWER
    assert str(file) in dry.stdout and '"jacaranda"' in dry.stdout
    assert not list(tmp_path.iterdir()), "a dry run writes nothing"

    file.parent.mkdir(parents=True, exist_ok=True)
    before = {"first": 1, key: {"other": {"command": "other"}}, "last": [1, {"deep": None}]}
    file.write_text(json.dumps(before))
    assert jacaranda("setup", "--client", client, "--dry-run", **home).returncode == ANSWER
    assert json.loads(file.read_text()) == before
    assert jacaranda("setup", "--client", client, **home).returncode == ANSWER
    after = json.loads(file.read_text())
    entry = after[key].pop("jacaranda")
    assert after == before and list(after) == list(before)
    assert Path(entry["command"]).samefile(BINARY) and entry["args"] == ["mcp"]
    again = jacaranda("setup", "--client", client, **home)
    assert (again.returncode, "already" in again.stdout) == (ANSWER, True)

    file.write_text('{"broken": ')
    assert jacaranda("setup", "--client", client, **home).returncode == REFUSED
    assert file.read_text() == '{"broken": ', "what cannot be read is left alone"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "elvish", "powershell"])
def test_completions_are_printed(shell: str) -> None:
    ran = jacaranda("completions", shell)
    assert ran.returncode == ANSWER
    assert "jacaranda" in ran.stdout and "setup" in ran.stdout
    if shell == "bash":
        assert subprocess.run(["bash", "-n"], input=ran.stdout, text=True).returncode == 0


def test_a_reader_that_leaves_early_causes_no_complaint() -> None:
    process = subprocess.Popen([BINARY, "catalog"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(60) == ANSWER
