"""Solved in SWI-Prolog as a whole: all positions of a game (`prolog/support/solving.pl`), and a proof."""

from __future__ import annotations

import io
import tempfile
import time
from array import array
from collections.abc import Iterable, Sequence

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.searching import at_most, stopped_by
from pydecl.engines.protocol import Solver
from pydecl.errors import ContractError, LimitError
from pydecl.model.game import Outcome, Player
from pydecl.model.proof import Claim, Entry, Found, Kind, Proof
from pydecl.model.reader import read_term
from pydecl.model.result import UNLIMITED, Solution, Status
from pydecl.model.solved import Expectations, Solved
from pydecl.model.term import Atom, Compound, PrologString, Term, term_text
from pydecl.sandbox.replies import arguments, decoding, integer, items, number, one_of, real


class PrologSolver(Solver):
    """The game's session; a position is the canonical text of the term that stands for it there."""

    def __init__(self, game: SessionGame) -> None:
        self._game = game

    def solve(self, bound: float | None, seconds: float | None) -> Solved[str]:
        game = self._game
        started = time.monotonic()
        asked = Compound("solve", (Atom("none") if bound is None else bound, at_most(seconds)))
        with tempfile.TemporaryFile() as file:
            try:
                with game.session.within(seconds):
                    answer = game.session.ask(asked, events=file)
            except LimitError as error:
                return Solved.stopped(stopped_by(error), time.monotonic() - started)
            except ContractError as error:
                raise game.about_positions(error) from None
            status, roots, nodes, leaves, taken, sweeps = arguments(answer, "solved", 6)
            if not isinstance(roots, int):
                return Solved.stopped(one_of(Status, status), real(taken), integer(nodes))
            file.seek(0)
            with (
                decoding("lines of solved positions"),
                io.TextIOWrapper(file, encoding="utf-8", errors="surrogatepass", newline="\n") as lines,
            ):
                read = _read if bound is None else _read_values
                positions, players, solutions = read(line.rstrip("\n").split("\t") for line in lines)
        known = positions, players, solutions, integer(nodes), integer(leaves), real(taken)
        return Solved(Status.COMPLETE, roots, *known, sweeps=integer(sweeps))

    def position_of(self, position: str) -> Term:
        return self._game.decode(read_term(position))

    def position_for(self, term: Term) -> str:
        text = term_text(self._game.encode(term))
        if text.isascii():
            return text
        goal = f"with_output_to(string(Text), pydecl_terms:write_canonical_term({text}))"
        (written,) = self._game.session.query(goal)  # which letters need quotes, each SWI-Prolog says itself
        found = written["Text"]
        assert isinstance(found, PrologString)
        return found.value


def _read(rows: Iterable[Sequence[str]]) -> tuple[list[str], list[Player], list[Solution]]:
    """The positions, who is to move, and the solutions, of which equal ones are one."""
    positions, players, solutions = [], [], []
    movers = {player.value: player for player in Player}
    known: dict[tuple[str, str], Solution] = {}
    for position, mover, outcome, plies in rows:
        solution = known.get((outcome, plies))
        if solution is None:
            solution = Solution(Outcome(outcome), None if plies == "none" else int(plies))
            known[outcome, plies] = solution
        positions.append(position)
        players.append(movers[mover])
        solutions.append(solution)
    return positions, players, solutions


def _read_values(rows: Iterable[Sequence[str]]) -> tuple[list[str], list[Player | None], Expectations]:
    """The positions, who is to move, and the bounds of the values."""
    positions, players = [], []
    lowers, uppers = array("d"), array("d")
    movers = {player.value: player for player in Player} | {"chance": None}
    for position, mover, lower, upper in rows:
        positions.append(position)
        players.append(movers[mover])
        lowers.append(float(lower))
        uppers.append(float(upper))
    return positions, players, Expectations(lowers, uppers)


# Proofs: prove/5 of `prolog/support/programs.pl`


def prove(
    game: SessionGame, position: Term, claim: Claim, depth: int | None, seconds: float | None
) -> Proof[Term]:
    """Search for a solution tree; raises ContractError where the game breaks its contract."""
    asked = proof_question(claim, game.encode(position), depth)
    request = Compound("prove", (*asked.args, at_most(seconds)))
    started = time.monotonic()
    try:
        with game.session.within(seconds):
            answer = game.session.ask(request)
    except LimitError as error:
        return Proof(stopped_by(error), None, (), None, time.monotonic() - started)
    status, found, entries, nodes, taken = arguments(answer, "proof", 5)
    return Proof(
        status=one_of(Status, status),
        found=None if found == Atom("unknown") else one_of(Found, found),
        entries=tuple(_entry(game, place, entry) for place, entry in enumerate(items(entries), 1)),
        nodes=integer(nodes),
        seconds=real(taken),
    )


def proof_question(claim: Claim, position: Term, depth: int | None) -> Compound:
    """The request for it, all but its time; the position is the term that stands for it there."""
    name = claim.goal.value
    goal = Atom(name) if claim.bound is None else Compound(name, (claim.bound,))
    return Compound("prove", (goal, position, UNLIMITED if depth is None else min(depth, UNLIMITED)))


def _entry(game: SessionGame, place: int, entry: Term) -> Entry[Term]:
    position, depth, mover, kind, value, below = arguments(entry, "entry", 6)
    plies = integer(depth)
    return Entry(
        number=place,
        position=game.decode(position),
        depth=None if plies >= UNLIMITED else plies,
        mover=one_of(Player, mover),
        kind=one_of(Kind, kind),
        value=None if value == Atom("none") else number(value),
        successors=tuple(map(integer, items(below))),
    )
