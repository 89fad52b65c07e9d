"""A short run of the chaos program; `python tests/chaos.py` makes the long one."""

from __future__ import annotations

from chaos import FOREIGN, NONE, OWN, fate, torment


def test_fates_are_told_as_the_contract_has_them() -> None:
    assert (
        fate(b"")
        == fate(b'{"jsonrpc":"2.0","method":"x"}')
        == fate(b'{"id":1,"result":{}}')
        == (NONE, None)
    )
    assert fate(b'{"jsonrpc":"2.0","id":1,"method":"x"}') == (OWN, 1)
    for line in (
        b"x",
        b"[]",
        b'{"jsonrpc":"2.0","id":1,"id":1,"method":"x"}',
        b'{"jsonrpc":"2.0","id":null,"method":"x"}',
    ):
        assert fate(line) == (FOREIGN, None)


def test_five_thousand_random_and_mutated_messages() -> None:
    assert "all as due" in torment(5_000, seed=20261201)
