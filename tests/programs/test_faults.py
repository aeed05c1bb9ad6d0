"""What a game does wrong by the refinements' contracts: one error on both engines, and exit code 3."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import Run, in_this_process

from pydecl.engines.registry import complete
from pydecl.engines.searching import search
from pydecl.errors import ContractError, Exit
from pydecl.loading.consulting import consult
from pydecl.model.program import Program
from pydecl.model.result import Settings

MOVERS = "max_to_move(a). min_to_move(b). min_to_move(c).\n"
STEP = (
    MOVERS
    + "initial(a). moves(a, [b,c]). staticval(c, 0). terminalwon(_) :- fail. terminallost(_) :- fail.\n"
)
DIE = "initial(die). max_to_move(b). max_to_move(c). min_to_move(none). moves(none, []).\n"

CASES = {
    "a static value at WIN - MAX_PLY": (
        STEP + "staticval(b, 900).",
        Program.NEGAMAX_PLY,
        "the static value of b is 900: it must lie between -(900) and 900, WIN - MAX_PLY",
    ),
    "a static value below MAX_PLY - WIN, with a table": (
        STEP + "staticval(b, -2000.5).",
        Program.ALPHABETA_TT,
        "the static value of b is -2000.5: it must lie between -(900) and 900, WIN - MAX_PLY",
    ),
    "a game that goes on to MAX_PLY": (
        "initial(0). moves(N, [M]) :- M is N + 1. staticval(_, 0).\n"
        "max_to_move(N) :- N mod 2 =:= 0. min_to_move(N) :- N mod 2 =:= 1.",
        Program.NEGAMAX_PLY,
        "100 is met at ply 100, and MAX_PLY is 100: plies must stay below it",
    ),
    "a probability that is not exact": (
        DIE + "chance(die, 0.5, b). chance(die, 0.5, c). staticval(_, 1).",
        Program.EXPECTIMINIMAX,
        "chance/3 gives 0.5 as a probability in die: expected an exact number above 0",
    ),
    "a probability of 0": (
        DIE + "chance(die, 0, b). chance(die, 1, c). staticval(_, 1).",
        Program.EXPECTIMINIMAX,
        "chance/3 gives 0 as a probability in die: expected an exact number above 0",
    ),
    "probabilities that do not add up to 1": (
        DIE + "chance(die, 1r3, b). chance(die, 1/2, c). staticval(_, 1).",
        Program.EXPECTIMINIMAX,
        "the probabilities of chance/3 in die add up to 5r6, not to 1",
    ),
    "chance and a player to move": (
        DIE + "max_to_move(die). chance(die, 1, b). staticval(_, 1).",
        Program.EXPECTIMINIMAX,
        "chance and max are to move in die: only one may be",
    ),
    "values without a mean": (
        DIE + "chance(die, 1r2, b). chance(die, 1r2, c). staticval(b, inf). staticval(c, -inf).",
        Program.EXPECTIMINIMAX,
        "the values that can follow die by chance have no finite mean",
    ),
}


@pytest.mark.sampled(4, "each case searches on two engines")
@pytest.mark.parametrize("name", CASES)
def test_a_broken_contract_is_the_same_error_on_both_engines_and_exit_code_3(
    name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    text, program, message = CASES[name]
    path = tmp_path / "rules.pl"
    path.write_text(text)
    errors = []
    with consult(path) as game:
        for engine in complete():
            with pytest.raises(ContractError) as caught:
                search(game, program, engine=engine)
            errors.append(caught.value)
    assert errors[0] == errors[1]
    assert str(errors[0]) == message
    run: Run = in_this_process(capfd)
    done = run("search", path, "--program", program.value)
    assert done.code == Exit.BROKEN_CONTRACT
    assert done.err.endswith(f"pydecl: {message}\n")


@pytest.mark.parametrize("engine", complete())
def test_win_and_max_ply_can_be_set(engine: str, tmp_path: Path) -> None:
    path = tmp_path / "rules.pl"
    path.write_text(STEP + "staticval(b, 900).")
    with consult(path) as game:
        settings = Settings(win=5000)
        assert search(game, "negamax_ply", engine=engine, settings=settings).answer.value == 900


@pytest.mark.sampled(1, "each case computes until its time is over")
@pytest.mark.parametrize("engine", complete())
def test_deepening_gives_the_deepest_finished_iteration_when_the_time_is_over(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "pydecl.engines.prolog.session.GRACE", 600.0
    )  # for what has not looked at the time yet
    with consult("connect4") as game:
        times = (0.5, 5.0, 50.0, 500.0)
        results = (search(game, "deepening", engine=engine, depth=None, seconds=seconds) for seconds in times)
        result = next(result for result in results if result.answer.complete)
        answer = result.answer
        assert answer.horizon
        assert answer.reached is not None
        assert answer.reached >= 1
        assert result.exit_code is Exit.FINE
        again = search(game, "deepening", engine=engine, depth=answer.reached, seconds=600.0)
        assert (again.answer.value, again.answer.best) == (answer.value, answer.best)
