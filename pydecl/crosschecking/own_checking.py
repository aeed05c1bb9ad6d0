"""The cross-check of a program that a rules file brings itself: held to the contract of the one it imitates.

It is asked about positions of the file's own game, those with the smallest trees below them first, and, where
it is attached, about random trees.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, pairwise
from typing import Any

from pydecl.crosschecking.laws import Fault, Law
from pydecl.crosschecking.own_judging import Gravity, NotComparedError, OwnFinding, OwnJudge, SearchedValues
from pydecl.crosschecking.own_trees import check_on_trees, run_own
from pydecl.crosschecking.positions import ANY, Places, in_time
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.searching import the_position
from pydecl.errors import ContractError, Exit, LimitError, PydeclError, StoppedError
from pydecl.loading.trees_and_graphs import consult_trees
from pydecl.model.deadline import Deadline
from pydecl.model.game import MOVES_AGAIN, Player
from pydecl.model.number import INFINITY, Number
from pydecl.model.passing import is_pass
from pydecl.model.program import Gives, Manner, OwnProgram
from pydecl.model.result import Limits
from pydecl.model.term import Term

TREES = 300
"""Random trees, by default."""

WALKED = 400
"""So many positions of random play are looked at, and those with the smallest trees below are asked about."""

POSITIONS = 40
"""Positions of the file's own game, by default."""

BIGGEST = 3_000
"""The most nodes below a position that is asked about without a depth limit."""

ANSWERING = 100_000_000
"""Inferences for one question about a position of the file's own game: they take a few seconds."""

REFERENCE = 5.0
"""Seconds for one value of a position above a large tree."""

DEPTHS = (1, 2)
"""The depths, in plies, to which an attached program is also asked about the initial position."""

ORDINARY = (-2, -1, 0, 1, 2)
"""The values of random trees, where the game does not show others."""


@dataclass(frozen=True)
class OwnReport:
    """What the cross-check of one program found; `reason` says why it could not be finished, if it could not.

    `asked` counts the answers that were compared, on the file's own game and on random trees; `values` are
    those of the trees. `left_out` says of positions that should have been compared why they were not.
    """

    program: OwnProgram
    asked: tuple[int, int]
    findings: Sequence[OwnFinding]
    reason: PydeclError | None = None
    values: Sequence[Number] = ORDINARY
    left_out: Mapping[str, str] = field(default_factory=dict)

    @property
    def exit_code(self) -> Exit:
        serious = [found.fault.law for found in self.findings if found.gravity is not Gravity.NOTE]
        if serious:
            rules_alone = all(law is Law.RULES for law in serious)
            return Exit.BROKEN_CONTRACT if rules_alone else Exit.DISAGREEMENT
        return Exit.FINE if self.reason is None else self.reason.exit_code

    @property
    def said(self) -> str:
        """In a sentence, which program was checked against what, and how it came out."""
        found = {
            Exit.FINE: "is right in all",
            Exit.DISAGREEMENT: "is not right in all",
            Exit.BROKEN_CONTRACT: "runs on rules that break the contract; compared were",
        }.get(self.exit_code, f"could not be checked to the end ({self.reason}); compared were")
        return (
            f"{self.program.indicator} of the file, held to what {self.program.like.value} promises, {found} "
            f"{self.asked[0]} answers on the file's game and {self.asked[1]} on random trees."
        )

    def to_json(self) -> dict[str, Any]:
        agree = self.exit_code is Exit.FINE
        return {
            "program": self.program.value,
            "predicate": self.program.indicator,
            "like": self.program.like.value,
            "manner": self.program.manner.value,
            "positions": self.asked[0],
            "trees": self.asked[1],
            "left_out": dict(self.left_out),
            "agree": agree if self.exit_code in (Exit.FINE, Exit.DISAGREEMENT) else None,
            "findings": [found.to_json() for found in self.findings],
            "error": None if self.reason is None else str(self.reason),
        }


def check_own(
    game: SessionGame,
    program: OwnProgram,
    *,
    limits: Limits | None = None,
    places: Places = ANY,
    trees: int = TREES,
    seconds: float | None = 60.0,
) -> OwnReport:
    """Ask a program of the game's file, made ready by `OwnPrograms.ready`, and hold it to its contract.

    By default it asks about the positions with the smallest trees below them, without a depth limit; `limits`
    and `places` say otherwise, whose seed is also that of random trees. What goes wrong, limits included, is
    in the report.
    """
    deadline = Deadline.after(seconds).at
    checking = _Checking(game, program, deadline)
    reason: PydeclError | None = None
    try:
        with game.session.within(seconds):
            checking.on_the_game(limits, places)
    except PydeclError as error:
        reason = error
    except KeyboardInterrupt:
        return checking.report(StoppedError("interrupted"))
    if program.manner is not Manner.BARE and trees and Law.END not in checking.findings:
        try:
            checking.on_trees(trees, places.seed)
        except PydeclError as error:
            reason = reason or error
        except KeyboardInterrupt:
            reason = StoppedError("interrupted")
    return checking.report(reason)


def questions_on(
    game: SessionGame, program: OwnProgram, seed: int, deadline: float
) -> list[tuple[Term, int, Limits]]:
    """What `check_own` asks about the game by default: positions, the sizes of their trees, and limits."""
    checking = _Checking(game, program, deadline)
    return [one for one in checking.questions(None, Places(seed=seed)) if checking.can_be_asked(one[0])]


class _Checking:
    def __init__(self, game: SessionGame, program: OwnProgram, deadline: float) -> None:
        self.game = game
        self.reference = registry.reference(game)
        self.program = program
        self.deadline = deadline
        self.clauses = "" if program.manner is Manner.BARE else self.reference.own.clauses(program)
        self.findings: dict[Law, OwnFinding] = {}
        self.asked = [0, 0]
        self.left_out: dict[str, str] = {}
        self.values: set[Number] = set()

    def report(self, reason: PydeclError | None) -> OwnReport:
        found = sorted(self.findings.values(), key=lambda found: list(Gravity).index(found.gravity))
        if not any(self.asked) and not found:
            why = next(iter(self.left_out.values()), "there is no position to ask about")
            reason = reason or LimitError(f"nothing was compared: {why}")
        asked = self.asked[0], self.asked[1]
        return OwnReport(self.program, asked, found, reason, self.tree_values, self.left_out)

    @property
    def tree_values(self) -> Sequence[Number]:
        """The values of random trees: among those that the game's ends were seen to have."""
        return finer(sorted(self.values)) if len(self.values) > 1 else ORDINARY

    def add(self, new: OwnFinding) -> None:
        """Keep the smallest of each law."""
        before = self.findings.get(new.fault.law)
        if before is None or new.size < before.size:
            self.findings[new.fault.law] = new

    # On the file's own game

    def on_the_game(self, limits: Limits | None, places: Places) -> None:
        judge = OwnJudge(self.game, self.deadline)
        for position, size, asked in self.questions(limits, places):
            if not self.can_be_asked(position):
                if places.are_chosen:
                    self.left_out[self.game.format_position(position)] = (
                        "the program is not for this position"
                    )
                continue
            fault = None
            try:
                is_large = asked.depth is None and size > BIGGEST
                fault = self.fault_above(position, asked) if is_large else self.fault(judge, position, asked)
                self.asked[0] += 1
            except NotComparedError as why:
                self.left_out[self.game.format_position(position)] = str(why)
            if fault is not None:
                written = self.game.format_position(position)
                self.add(OwnFinding(Gravity.FAULT, fault, size, written, limits=asked))
                if fault.law is Law.END:
                    break

    def can_be_asked(self, position: Term) -> bool:
        """Whether the program can be asked here.

        Not at an end that names no player, nor if MIN is to move and the program says whether MAX wins, nor
        if there is no move to give; nor at a pass, if the program runs as it stands.
        """
        if self.game.is_nobodys_end(position):
            return False
        if self.program.manner is Manner.BARE and MOVES_AGAIN in self.game.defined and is_pass(position):
            return False
        if self.program.gives is Gives.OUTCOME:
            return self.game.player(position) is Player.MAX
        return self.program.gives is not Gives.MOVE or bool(self.game.successors(position))

    def fault(self, judge: OwnJudge, position: Term, asked: Limits) -> Fault | None:
        try:
            (found,) = run_own(self.game, [(self.program, position, asked)], ANSWERING, self.deadline)
            return judge.fault(self.program, position, asked, found)
        except ContractError as error:
            if error.fault == "died":
                raise
            return Fault(Law.RULES, "a game that keeps its contract", str(error))

    def fault_above(self, position: Term, asked: Limits) -> Fault | None:
        """The same for a position above a large tree: V(P) comes from where it can be had.

        Raises NotComparedError if it cannot be had, or the program does not answer.
        """
        judge = OwnJudge(self.game, min(self.deadline, time.monotonic() + REFERENCE))
        try:
            if self.program.gives is not Gives.OUTCOME:
                judge.reference(None).value(position)
        except LimitError:
            in_time(self.deadline)
            judge = OwnJudge(self.game, self.deadline, SearchedValues(self.game, REFERENCE, self.deadline))
        fault = self.fault(judge, position, asked)
        if fault is not None and fault.law is Law.END:
            raise NotComparedError(f"the program gives {fault.found}")
        return fault

    def questions(self, limits: Limits | None, places: Places) -> Iterator[tuple[Term, int, Limits]]:
        """Positions with the number of nodes below them, the smallest first, and how to ask about them."""
        asked, chosen = limits or Limits(None), places.are_chosen
        positions = self.positions(places)
        sized = [(self.size(one), at, one) for at, one in enumerate(positions)]
        least = sorted(sized, key=lambda one: one[:2])[: None if chosen else POSITIONS]
        first = [] if chosen else [one for one in sized[:1] if one not in least]
        for size, _, position in [*least, *first]:
            if asked.depth is None and size > BIGGEST and not (chosen or position == sized[0][2]):
                continue
            yield position, size, asked
            if limits is None and self.program.contract.window and size <= BIGGEST:
                value = OwnJudge(self.game, self.deadline).reference(None).value(position)
                yield position, size, replace(asked, alpha=value, beta=value)
                if self.program.manner is Manner.BARE:  # on trees the others meet windows beside the value
                    yield position, size, replace(asked, beta=value - 1)
                    yield position, size, replace(asked, alpha=value + 1)
        if limits is None and not chosen and self.program.manner is not Manner.BARE:
            for position in self.game.initial()[:1]:
                for depth in filter(lambda depth: self.is_valued(position, depth), DEPTHS):
                    yield position, self.size(position), Limits(depth)

    def is_valued(self, position: Term, depth: int) -> bool:
        """Whether a search to this depth finds a value: rules need give them to ends only."""
        level = [position]
        for _ in range(depth):
            level = [successor for one in level for _, successor in self.game.successors(one)]
        try:
            for one in level:
                self.game.static_value(one)
        except ContractError as error:
            return error.fault != "no_value"
        return True

    def positions(self, places: Places) -> Iterable[Term]:
        if places.position is not None:
            return [the_position(self.game, places.position)]
        if places.are_chosen:
            return places.met(self.game, 1, self.deadline)
        walked = replace(places, count=WALKED)
        met = [one.met(self.game, 1, self.deadline) for one in (places, walked)]
        return filter(self.can_be_asked, dict.fromkeys(chain.from_iterable(met)))

    def size(self, position: Term) -> int:
        """The nodes of the tree below a position, itself included, but no more than one more than BIGGEST.

        The values of the ends that are met are noted.
        """
        count, todo = 0, [position]
        while todo and count <= BIGGEST:
            met = todo.pop()
            count += 1
            after = [successor for _, successor in self.game.successors(met)]
            if not after and "staticval/2" in self.game.defined:
                self.values.add(self.game.static_value(met))
            todo += after
        return count

    # On random trees

    def on_trees(self, count: int, seed: int) -> None:
        with consult_trees(seconds=60.0) as game:
            registry.reference(game).own.attach(self.program, self.clauses)
            self.asked[1], found = check_on_trees(
                game, self.program, count, seed, self.tree_values, self.deadline
            )
        for one in found:
            self.add(one)


def finer(values: Sequence[Number]) -> Sequence[Number]:
    """Five values or more, none beyond the first and the last, for a program may know the game's extremes.

    >>> finer([-1, 1]), finer([-1, 0, 1])
    ([-1, -0.5, 0.0, 0.5, 1], [-1, -0.5, 0, 0.5, 1])
    """
    while len(values) < 5 and values[0] > -INFINITY and values[-1] < INFINITY:
        between = [float(a + b) / 2 for a, b in pairwise(values)]
        values = sorted([*values, *between])
    return values
