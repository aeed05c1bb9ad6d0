"""The cross-check: the same questions to both engines, compared answer by answer.

>>> verdict = crosscheck("hexapawn", plies=1)
>>> type(verdict).__name__, verdict.positions, verdict.independent
('Agreement', 4, True)
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydecl.bridge.game import SessionGame
from pydecl.consulting import consult, what_is_missing
from pydecl.crosschecking.positions import by_random_walks, in_time, within_plies
from pydecl.crosschecking.verdict import Agreement, Divergence, Unfinished, Verdict
from pydecl.engines import Default, run, the_depth, the_position
from pydecl.errors import ContractError, InputError, LimitError, PydeclError, StoppedError
from pydecl.model.game import Game, Player
from pydecl.model.number import INFINITY, less, number_text
from pydecl.model.result import Answer, Engine, Limits, Program, Status
from pydecl.model.term import Term, term_text
from pydecl.supplying import supply

Progress = Callable[[int, int], None]
"""Told how many positions are done, and of how many."""

CHUNK = 500
"""How many positions' rules are fetched from SWI-Prolog in one piece."""


SEARCHED_FOR_THE_REASON = 20_000
"""How many positions are compared, rule by rule, when a search differs."""


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
    leaf counts of `minimax` and `alphabeta` to `depth` plies; and, where no reachable end is drawn,
    won(P) against V(P) > 0. `seconds` is the time for all of it.

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
        return consult(game)
    reach = plies + depth if isinstance(depth, int) and plies is not None else None
    return supply(game, plies=reach, seconds=seconds)


class _DivergenceFound(Exception):  # noqa: N818  a finding, not an error
    def __init__(self, subject: str, prolog: object, python: object) -> None:
        self.subject = subject
        self.prolog = str(prolog)
        self.python = str(python)


@dataclass
class _Check:
    game: SessionGame
    depth: int | None
    seconds: float | None
    started: float
    comparisons: int = 0
    done: int = 0

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
            for at in self._with_rules_fetched(todo):
                if progress:
                    progress(self.done, len(todo))
                self._compare(at)
                self.done += 1
            if progress:
                progress(self.done, len(todo))
            return Agreement(self.game.name, self.done, self.comparisons, self.game.independent)
        except _DivergenceFound as found:
            assert at is not None
            at, found = self._smallest(at, found)
            written = self.game.format_position(at)
            depth = "unlimited" if self.depth is None else str(self.depth)
            words = ["pydecl", "crosscheck", self.game.name, "--position", written, "--depth", depth]
            return Divergence(
                *(self.game.name, self.done + 1, self.comparisons, self.game.independent),
                *(found.subject, written, found.prolog, found.python, shlex.join(words)),
            )
        except InputError:
            raise
        except PydeclError as reason:
            return self._unfinished(reason)
        except KeyboardInterrupt:
            return self._unfinished(StoppedError("interrupted"))

    def _unfinished(self, reason: PydeclError) -> Unfinished:
        return Unfinished(self.game.name, self.done, self.comparisons, self.game.independent, reason)

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

    def _with_rules_fetched(self, positions: Sequence[Term]) -> Iterator[Term]:
        for start in range(0, len(positions), CHUNK):
            chunk = positions[start : start + CHUNK]
            if self.game.independent:
                self.game.expand(chunk)
            yield from chunk

    # What is compared on one position

    def _compare(self, position: Term) -> None:
        if self.game.independent:
            if self.done == 0:
                self._compare_initial()
            self._compare_rules(position)
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

    def _compare_initial(self) -> None:
        rules = self._rules()
        self._same(
            "initial positions",
            lambda: list(map(term_text, self.game.initial())),
            lambda: [term_text(rules.to_term(position)) for position in rules.initial()],
        )

    def _compare_rules(self, position: Term) -> None:
        """The Prolog rules against the hand-written ones: every question that a search may ask."""
        twin = self.game.twin
        assert twin is not None
        here = twin.from_term(position)
        self._same("player", lambda: self.game.player(position), lambda: twin.player(here))
        self._same(
            "static value",
            lambda: _exact(self.game.static_value(position)),
            lambda: _exact(twin.static_value(here)),
        )
        self._same(
            "terminal won, lost",
            lambda: (self.game.terminal_won(position), self.game.terminal_lost(position)),
            lambda: (twin.terminal_won(here), twin.terminal_lost(here)),
        )
        ours = _attempt(lambda: self._successors(self.game, position))
        theirs = _attempt(lambda: self._successors(twin, here))
        if isinstance(ours, list) and isinstance(theirs, list):
            for index, (one, other) in enumerate(zip(ours, theirs), 1):  # noqa: B905  told next
                if one != other:
                    raise _DivergenceFound(f"successor {index}", one, other)
            self._compare_answers("number of successors", len(ours), len(theirs))
        else:
            self._compare_answers("successors", ours, theirs)

    def _successors(self, rules: Game[Any], position: Any) -> list[str]:
        found = rules.successors(position)
        return [("" if move is None else f"{term_text(move)} to ") + str(after) for move, after in found]

    def _smallest(self, position: Term, found: _DivergenceFound) -> tuple[Term, _DivergenceFound]:
        """The first position below, breadth first, whose rules differ: the reason why a search differs.

        The divergence as it was found where there is none, or it is about rules already, or time is over.
        """
        rules = self._rules()
        if not self.game.independent or ":" not in found.subject:
            return position, found
        level = {rules.from_term(position): None}
        seen = dict(level)
        depth = 0
        try:
            while level and len(seen) < SEARCHED_FOR_THE_REASON:
                terms = [rules.to_term(here) for here in level]
                for term in self._with_rules_fetched(terms):
                    try:
                        self._compare_rules(term)
                    except _DivergenceFound as reason:
                        return term, reason
                depth += 1
                if self.depth is not None and depth > self.depth:
                    break
                after = {next_: None for here in level for _, next_ in rules.successors(here)}
                level = {here: None for here in after if here not in seen}
                seen |= level
        except PydeclError:
            pass
        return position, found

    def _same(self, subject: str, prolog: Callable[[], object], python: Callable[[], object]) -> None:
        self._compare_answers(subject, _attempt(prolog), _attempt(python))

    def _compare_answers(self, subject: str, prolog: object, python: object) -> None:
        self.comparisons += 1
        if prolog != python:
            raise _DivergenceFound(subject, prolog, python)
        if isinstance(prolog, ContractError) and prolog.fault != "unknown_value":
            raise prolog

    def _compare_program(self, program: Program, position: Term) -> Answer[Term] | ContractError:
        answers = [self._run(program, engine, position) for engine in (Engine.PROLOG, Engine.PYTHON)]
        prolog, python = answers
        if isinstance(prolog, ContractError) or isinstance(python, ContractError):
            self._compare_answers(program.value, prolog, python)
        else:
            first, second = (_facts(program, answer) for answer in (prolog, python))
            for subject, fact in first.items():
                self._compare_answers(f"{program.value}: {subject}", fact, second[subject])
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
        self._compare_answers("won(P) and V(P) > 0", bool(won.value), less(0, minimax.value))

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


def _attempt(question: Callable[[], object]) -> object:
    try:
        return question()
    except ContractError as error:
        return error


def _exact(value: object) -> str:
    """A value's text: 1 and 1.0 are different answers."""
    if value is None or isinstance(value, bool):
        return str(value).lower()
    return number_text(value)  # type: ignore[arg-type]


def _facts(program: Program, answer: Answer[Term]) -> dict[str, object]:
    facts: dict[str, object] = {"value": _exact(answer.value)}
    if program is not Program.WON:
        facts["best"] = "none" if answer.best is None else str(answer.best)
    facts["nodes"] = answer.nodes
    facts["leaves"] = answer.leaves
    facts["horizon"] = answer.horizon
    return facts
