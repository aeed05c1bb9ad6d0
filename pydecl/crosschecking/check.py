"""The cross-check: the same questions to both engines, compared answer by answer.

>>> verdict = crosscheck("hexapawn", plies=1)
>>> type(verdict).__name__, verdict.positions, verdict.independent
('Agreement', 4, True)
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydecl.bridge.game import SessionGame
from pydecl.consulting import consult, what_is_missing
from pydecl.crosschecking.positions import by_random_walks, in_time, within_plies
from pydecl.crosschecking.rules import IndependentRules
from pydecl.crosschecking.tally import DivergenceFound, Tally, exact
from pydecl.crosschecking.verdict import Agreement, Divergence, Unfinished, Verdict
from pydecl.engines import Default, run, the_depth, the_position
from pydecl.errors import ContractError, InputError, LimitError, PydeclError, StoppedError
from pydecl.model.game import Game, Player
from pydecl.model.number import INFINITY, less
from pydecl.model.result import Answer, Engine, Limits, Program, Status
from pydecl.model.term import Term
from pydecl.supplying import supply

Progress = Callable[[int, int], None]
"""Told how many positions are done, and of how many."""


def crosscheck(
    game: SessionGame | Game[Any] | str | Path,
    *,
    plies: int | None = None,
    positions: int | None = None,
    position: Term | str | None = None,
    seed: int = 0,
    depth: int | Default | None = Default.DEPTH,
    seconds: float | None = 60.0,
    progress: Progress | None = None,
) -> Verdict:
    """Compare the engines on the same positions of a game.

    The positions are all within `plies` of the initial ones (by default what the rules declare,
    default_plies/1, or 1), or `positions` distinct ones from random play by `seed`, or the one `position`.
    On each: the rules, where they are independent; `won` where MAX is to move; value, best move, node and
    leaf counts of `minimax` and `alphabeta` to `depth` plies; and, where no reachable end is drawn
    and MAX has won wherever MIN cannot move, won(P) against V(P) > 0. `seconds` is the time for all of it.

    Raises InputError for a question that makes no sense, and what `consult` and `supply` raise. All else
    is in the verdict.
    """
    started = time.monotonic()
    reach = plies if position is None and positions is None else None
    opened = _opened(game, depth, reach, seconds)
    try:
        checked = _Check(opened, the_depth(opened, depth), seconds, started)
        with opened.session.within(seconds):
            return checked.verdict(plies, positions, position, seed, progress)
    finally:
        if opened is not game:
            opened.close()


def _opened(
    game: SessionGame | Game[Any] | str | Path,
    depth: int | Default | None,
    plies: int | None,
    seconds: float | None,
) -> SessionGame:
    """The game consulted; a game in Python is supplied as far as the searches look, where that is known."""
    if isinstance(game, SessionGame) or not isinstance(game, Game):
        return consult(game, seconds=seconds)
    reach = plies + depth if isinstance(depth, int) and plies is not None else None
    return supply(game, plies=reach, seconds=seconds)


@dataclass
class _Check:
    game: SessionGame
    depth: int | None
    seconds: float | None
    started: float
    done: int = 0

    def __post_init__(self) -> None:
        self.tally = Tally()
        self.rules = IndependentRules(self.game, self.tally) if self.game.independent else None

    def verdict(
        self,
        plies: int | None,
        count: int | None,
        position: Term | str | None,
        seed: int,
        progress: Progress | None,
    ) -> Verdict:
        at: Term | None = None
        try:
            if plies is not None and plies < 0:
                raise InputError(f"the plies must be 0 or more, not {plies}")
            todo = self._positions(plies, count, position, seed)
            for at in self.rules.fetched(todo) if self.rules else todo:
                if progress:
                    progress(self.done, len(todo))
                self._compare(at)
                self.done += 1
            if progress:
                progress(self.done, len(todo))
            return Agreement(self.game.name, self.done, self.tally.comparisons, self.game.independent)
        except DivergenceFound as first:
            assert at is not None
            reason = self.rules.reason(at, self.depth) if self.rules else None
            at, found = reason or (at, first)
            written = self.game.format_position(at)
            depth = "unlimited" if self.depth is None else str(self.depth)
            words = ["pydecl", "crosscheck", self.game.name, "--position", written, "--depth", depth]
            return Divergence(
                *(self.game.name, self.done + 1, self.tally.comparisons, self.game.independent),
                *(found.subject, written, found.prolog, found.python, shlex.join(words)),
            )
        except InputError:
            raise
        except PydeclError as reason:
            return self._unfinished(reason)
        except KeyboardInterrupt:
            return self._unfinished(StoppedError("interrupted"))

    def _unfinished(self, reason: PydeclError) -> Unfinished:
        return Unfinished(self.game.name, self.done, self.tally.comparisons, self.game.independent, reason)

    def _positions(
        self, plies: int | None, count: int | None, position: Term | str | None, seed: int
    ) -> Sequence[Term]:
        if position is not None:
            return [the_position(self.game, position)]
        the_position(self.game, None)
        rules = self._rules()
        if count is not None:
            found = by_random_walks(rules, count, seed, self._deadline)
        else:
            found = within_plies(rules, self._plies() if plies is None else plies, self._deadline)
        return [rules.to_term(position) for position in found]

    def _plies(self) -> int:
        declared = self.game.default("default_plies")
        if declared is None:
            return 1
        if not isinstance(declared, int) or declared < 0:
            raise InputError(f"{self.game.source}: default_plies/1 must be a number of plies, not {declared}")
        return declared

    @property
    def _deadline(self) -> float:
        return INFINITY if self.seconds is None else self.started + self.seconds

    # What is compared on one position

    def _compare(self, position: Term) -> None:
        if self.rules:
            if self.done == 0:
                self.rules.compare_initial()
            self.rules.compare(position)
        values: dict[Program, Answer[Term] | ContractError] = {}
        for program in (Program.MINIMAX, Program.ALPHABETA, Program.WON):
            if what_is_missing(self.game, program):
                continue
            if program is Program.WON and self._rules().player(self._here(position)) is Player.MIN:
                continue
            values[program] = self._compare_program(program, position)
        self._compare_won_with_value(position, values)

    def _rules(self) -> Game[Any]:
        return self.game.twin or self.game

    def _here(self, position: Term) -> Any:
        return self._rules().from_term(position)

    def _compare_program(self, program: Program, position: Term) -> Answer[Term] | ContractError:
        answers = [self._run(program, engine, position) for engine in (Engine.PROLOG, Engine.PYTHON)]
        prolog, python = answers
        if isinstance(prolog, ContractError) or isinstance(python, ContractError):
            self.tally.answers(program.value, prolog, python)
        else:
            first, second = (_facts(program, answer) for answer in (prolog, python))
            for subject, fact in first.items():
                self.tally.answers(f"{program.value}: {subject}", fact, second[subject])
        return prolog

    def _run(self, program: Program, engine: Engine, position: Term) -> Answer[Term] | ContractError:
        in_time(self._deadline)
        left = None if self.seconds is None else self._deadline - time.monotonic()
        try:
            answer = run(self.game, program, engine, position, Limits(self.depth, seconds=left))
        except ContractError as error:
            if error.fault in ("died", "exception"):
                raise
            return error
        if answer.status is Status.INTERRUPTED:
            raise KeyboardInterrupt
        if answer.status is Status.MEMORY:
            raise LimitError(f"{engine.value} ran out of memory")
        if answer.status is Status.TIME:
            raise LimitError("the time is over")
        return answer

    def _compare_won_with_value(
        self, position: Term, answers: dict[Program, Answer[Term] | ContractError]
    ) -> None:
        """Where the whole tree was searched and won/1 can be right, won(P) is V(P) > 0."""
        won, minimax = answers.get(Program.WON), answers.get(Program.MINIMAX)
        if not isinstance(won, Answer) or not isinstance(minimax, Answer):
            return
        if won.value is None or minimax.value is None or minimax.horizon:
            return
        if not self._won_can_be_right(self._here(position)):
            return
        self.tally.answers("won(P) and V(P) > 0", bool(won.value), less(0, minimax.value))

    def _won_can_be_right(self, root: Any) -> bool:
        """Whether no end that can be reached from `root` is drawn, and MAX has won where MIN cannot move.

        Elsewhere won/1 errs as printed, and both engines alike: see docs/errata.md.
        """
        rules = self._rules()
        seen = {root}
        todo = [root]
        while todo:
            position = todo.pop()
            successors = rules.successors(position)
            if not successors and not rules.terminal_won(position):
                drawn = not rules.terminal_lost(position)
                if drawn or rules.player(position) is Player.MIN:
                    return False
            for _, successor in successors:
                if successor not in seen:
                    seen.add(successor)
                    todo.append(successor)
        return True


def _facts(program: Program, answer: Answer[Term]) -> dict[str, object]:
    facts: dict[str, object] = {"value": exact(answer.value)}
    if program is not Program.WON:
        facts["best"] = "none" if answer.best is None else str(answer.best)
    facts["nodes"] = answer.nodes
    facts["leaves"] = answer.leaves
    facts["horizon"] = answer.horizon
    return facts
