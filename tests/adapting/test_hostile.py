"""A program that means harm is as confined when adapt calls its predicates as when it is consulted."""

from __future__ import annotations

from pathlib import Path

import pytest
from folders import rules_file

from pydecl.loading.glue.adapting import adapt

BOARD = "[e, e, e, e, e, e, e, e, e]"

HARM = {
    "a shell": "harm(File) :- atom_concat('touch ', File, Command), Goal =.. [shell, Command], call(Goal).",
    "a file": "harm(File) :- Goal =.. [open, File, write, Stream], call(Goal), close(Stream).",
    "a file deleted": "harm(File) :- atom_concat(File, '.kept', Kept), G =.. [delete_file, Kept], call(G).",
    "an endless loop": "harm(File) :- harm(File).",
    "memory": "harm(File) :- length(List, 100000000), harm_more(List, File).\nharm_more(_, _).",
    "an endless term": "harm(File) :- harm(File, f).\nharm(File, Term) :- harm(File, g(Term, Term)).",
}


@pytest.mark.parametrize("kind", HARM)
def test_what_is_called_on_samples_harms_nothing(kind: str, tmp_path: Path) -> None:
    made = tmp_path / "made"
    kept = tmp_path / "made.kept"
    kept.write_text("as it was")
    program = tmp_path / "game.pl"
    program.write_text(
        f"{HARM[kind]}\n"
        f"initial_board({BOARD}) :- harm('{made}').\n"
        f"empty_board({BOARD}).\n"
        f"put_mark(Board, Mark, Next) :- harm('{made}'), Next = [Mark|Board].\n"
        f"winner(Board, Mark) :- harm('{made}'), Board = [Mark|_].\n"
        "other(x, o).\nother(o, x).\n"
        f":- initialization(harm('{made}')).\n"
    )
    adapt(program, tmp_path / "glue.pl", 3, 256)
    assert not made.exists()
    assert kept.read_text() == "as it was"


def test_a_directive_that_means_harm_is_not_carried_out(tmp_path: Path) -> None:
    made = tmp_path / "made"
    program = rules_file(tmp_path, f"empty_board({BOARD}).\n:- G =.. [shell, 'touch {made}'], call(G).\n")
    adapted = adapt(program, tmp_path / "glue.pl", 10)
    assert not made.exists()
    assert adapted.text is None
