"""Positions of a game, with their moves, movers and results, that other programs of it are tested on.

They are chosen so that slips in the rules show: each slip that changes anything on the positions that were
looked at is shown by some of those that were chosen.
"""

from __future__ import annotations

import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Self

from pydecl.court.mutants import Indicator, Mutant, mutants_of, without
from pydecl.court.pairing import Names, Pair
from pydecl.court.settling import Settling
from pydecl.court.sides import Look, RulesSide
from pydecl.court.walking import Walk
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import InputError, PydeclError
from pydecl.loading.consulting import consult
from pydecl.model.deadline import Deadline
from pydecl.model.term import Atom, Compound, PrologList, Term
from pydecl.sandbox.replies import arguments, integer, items

POSITIONS = 1000
"""So many positions a suite has by default."""

NEAR = 600
"""So many positions near the start are looked at."""

FAR = 1400
"""So many positions of random games are looked at."""

LONGEST = 80
"""Plies of such a game, for the half of them."""

SHORT = 12
"""Plies of the others."""

MUTANTS = 120
"""So many slips are tried; of more, those that chance takes."""

TWICE = 2
"""So many positions show each slip, if there are so many."""

ENOUGH = 40
"""Where so many positions show a slip, those farther from the start are not looked at."""

MUTANT_SECONDS = 300.0
"""The most time to follow all lines; what limits rules with a slip is counted, see `following.pl`."""

PATIENCE, TIMES = 30.0, 10
"""What is counted too slowly ends after so many seconds, and so many times what the right rules take."""

MUTANT_MEMORY = 256
"""What rules with a slip may use, in MiB."""


@dataclass
class Candidate:
    """A position by its line, and the place of the one before; and why it was chosen."""

    before: int
    look: Look
    line: tuple[str, ...]
    key: Term
    """The move as `prolog/support/following.pl` knows it."""
    why: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Suite:
    """The positions that were chosen, and what they show."""

    rules: str
    candidates: Sequence[Candidate]
    """What they were chosen from: those that were have a reason."""
    shown: int
    """So many slips they show."""
    hidden: int
    """So many slips changed nothing on all that was looked at."""
    left: int = 0
    """For so many slips there was no time."""

    @property
    def entries(self) -> Sequence[Mapping[str, Any]]:
        """The positions, as objects of JSON."""
        return [_entry(one) for one in self.candidates if one.why]

    @property
    def looked(self) -> int:
        """So many positions they were chosen from."""
        return len(self.candidates)


def suite(
    game: SessionGame, *, positions: int = POSITIONS, seed: int = 0, seconds: float | None = None
) -> Suite:
    """Positions of a game that show as many slips in its rules as they can.

    Raises InputError if the game is no rules file.
    """
    if game.rules_text is None or any(len(facts) != 1 for facts in game.facts.values()):
        raise InputError(f"{game.name} is no rules file: a suite is made of one, whose slips it shows")
    until, random = Deadline.after(seconds), Random(seed)
    candidates = candidates_of(RulesSide(game), random, (SHORT, LONGEST))
    mutants = [(file, one) for file, text in texts(game).items() for one in mutants_of(text, str(file))]
    random.shuffle(mutants)
    shown: dict[str, Collection[int]] = {}
    hidden = done = 0
    with Slips(game, Lines(game, candidates)) as slips:
        while mutants and done < MUTANTS and not until.is_over:
            file, mutant = mutants.pop()
            if slips.is_hidden(file, mutant.predicate):
                hidden += 1
                continue
            done += 1
            found = slips.shown(file, mutant)
            if found:
                shown[mutant.slip] = found
            elif found is not None:
                hidden += 1
    _choose(candidates, shown, positions)
    _spread(candidates, positions, random)
    left = min(len(mutants), MUTANTS - done)
    return Suite(game.source, candidates, len(shown), hidden, left)


def _entry(candidate: Candidate) -> Mapping[str, Any]:
    look = candidate.look
    return {
        "line": candidate.line,
        "mover": look.mover,
        "moves": look.moves,
        "result": look.result,
        "why": candidate.why,
    }


# What is looked at


@dataclass
class _Gathering(Walk):
    """A walk of the rules beside themselves, which keeps what it meets."""

    found: list[Candidate] = field(default_factory=list)
    _places: dict[Pair, int] = field(default_factory=dict)
    _known: dict[tuple[int, str], int] = field(default_factory=dict)

    def _count(self, pair: Pair) -> None:
        super()._count(pair)
        if pair.above is None:
            self.found.append(Candidate(0, pair.rules.look, (), Atom("start")))
            return
        before = self._places.get(pair.above, 0)
        move = pair.above.rules.look.moves[pair.moves[0]]
        if (before, move) not in self._known:
            self._known[before, move] = len(self.found)
            line = (*self.found[before].line, move)
            key = pair.above.rules.keys[pair.moves[0]]
            self.found.append(Candidate(before, pair.rules.look, line, key))
        self._places[pair] = self._known[before, move]


def candidates_of(rules: RulesSide, random: Random, lengths: Sequence[int]) -> Sequence[Candidate]:
    """What is near the start, and in random games of at most such lengths, each with all on its line."""
    names = Names()
    walk = _Gathering(rules, rules, names, Settling(rules, rules, names, random, rules.until))
    walk.breadth_first(NEAR)
    for plies in lengths:
        walk.at_random(FAR // len(lengths), plies)
    return walk.found


# What a slip changes


def texts(game: SessionGame) -> dict[Path, str]:
    """The rules' files."""
    main = Path(game.rules_file)
    return {main: game.rules_text or "", **{file: file.read_text("utf-8") for file in game.included}}


class Lines:
    """Candidates, as SWI-Prolog follows the lines that lead to them: see `prolog/support/following.pl`."""

    def __init__(
        self, game: SessionGame, candidates: Sequence[Candidate], wanted: Iterable[int] | None = None
    ) -> None:
        """What the game shows is what is expected at the `wanted` candidates, by default at all of them."""
        places = set(range(len(candidates)) if wanted is None else wanted)
        needed = {place for one in places for place in _line(candidates, one)}
        self._order = sorted(needed, key=lambda place: len(candidates[place].line))
        numbers = {place: number for number, place in enumerate(self._order, 1)}

        def nodes(expected: Callable[[int], Term]) -> Term:
            return PrologList(
                tuple(
                    Compound(
                        "node", (number, numbers[one.before] if one.line else 0, one.key, expected(place))
                    )
                    for place, number in numbers.items()
                    for one in (candidates[place],)
                )
            )

        self._seconds, began = MUTANT_SECONDS, time.monotonic()
        seen = self._answered(game, nodes(lambda _: 0), len(numbers))
        self._seconds = min(MUTANT_SECONDS, PATIENCE + TIMES * (time.monotonic() - began))
        self._nodes = nodes(lambda place: seen[place] if place in places else Atom("any"))

    def differing(self, game: SessionGame, most: int) -> Collection[int]:
        """The places of the candidates that other rules show differently, the nearest ones."""
        return self._answered(game, self._nodes, most)

    def _answered(self, game: SessionGame, nodes: Term, most: int) -> Mapping[int, Term]:
        request = Compound("followed", (nodes, most))
        answer = items(game.session.ask(request, seconds=self._seconds))
        return {
            self._order[integer(number) - 1]: seen
            for number, seen in (arguments(one, "-", 2) for one in answer)
        }


def _line(candidates: Sequence[Candidate], place: int) -> Iterator[int]:
    while candidates[place].line:
        yield place
        place = candidates[place].before
    yield place


class Slips:
    """Rules with slips, in a folder of their own; a context manager that removes it."""

    def __init__(self, game: SessionGame, lines: Lines) -> None:
        """`lines` show the slips."""
        self._game = game
        self._lines = lines
        self._home = Path(game.rules_file).resolve().parent
        self._folder = tempfile.TemporaryDirectory()
        self._hidden: dict[tuple[Path, Indicator], bool] = {}
        for file, text in texts(game).items():
            copy = self._copy(file)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text, "utf-8")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()

    def _copy(self, file: Path) -> Path:
        return Path(self._folder.name, file.resolve().relative_to(self._home))

    def is_hidden(self, file: Path, predicate: Indicator) -> bool:
        """Whether nothing shows that a predicate is there, such as one for values while a game goes on."""
        if (file, predicate) not in self._hidden:
            found = self.shown(file, without(predicate, texts(self._game)[file], str(file)), 1)
            self._hidden[file, predicate] = found is not None and not found
        return self._hidden[file, predicate]

    def shown(self, file: Path, mutant: Mutant, most: int = ENOUGH) -> Collection[int] | None:
        """The places that show a slip, the nearest ones; None if the rules are no game with it."""
        with suppress(PydeclError), self.loaded(file, mutant) as other:
            return self._lines.differing(other, most)
        return None

    @contextmanager
    def loaded(self, file: Path, mutant: Mutant) -> Iterator[SessionGame]:
        """The game with a slip. Raises PydeclError if it is none."""
        game, copy = self._game, self._copy(file)
        copy.write_text(mutant.text, "utf-8")
        told: dict[str, Any] = {
            name: fact.args[0] for (name, _), (fact,) in game.facts.items() if isinstance(fact, Compound)
        }
        told |= {"seconds": MUTANT_SECONDS, "memory": MUTANT_MEMORY}
        convention = None if game.convention == "textbook" else game.convention
        try:
            with consult(self._copy(Path(game.rules_file)), convention=convention, **told) as other:
                yield other
        finally:
            copy.write_text(texts(game)[file], "utf-8")


# What is chosen


def _choose(candidates: Sequence[Candidate], shown: Mapping[str, Collection[int]], most: int) -> None:
    """As few positions as show each slip twice: always the one that shows the most of those that lack it."""
    lacking = {slip: min(TWICE, len(places)) for slip, places in shown.items()}
    by_place: dict[int, set[str]] = defaultdict(set)
    for slip, places in shown.items():
        for place in places:
            by_place[place].add(slip)
    for _ in range(min(most, len(by_place))):
        gains = {place: sum(lacking[slip] > 0 for slip in slips) for place, slips in by_place.items()}
        place = max(gains, key=lambda one: (gains[one], -one))
        if not gains[place]:
            return
        for slip in sorted(by_place.pop(place)):
            if lacking[slip] > 0:
                lacking[slip] -= 1
                candidates[place].why.append(f"shows the slip in {slip}")


def _spread(candidates: Sequence[Candidate], most: int, random: Random) -> None:
    """The first of each kind of position, and any others up to so many."""
    firsts: dict[str, Candidate] = {}
    for one in candidates:
        look = one.look
        firsts.setdefault(f"result {look.result}" if look.is_over else f"player {look.mover} to move", one)
        if len(look.moves) == 1:
            firsts.setdefault("one move", one)
    firsts["most moves"] = max(candidates, key=lambda one: len(one.look.moves))
    firsts["longest line"] = max(candidates, key=lambda one: len(one.line))
    for why, one in firsts.items():
        one.why.append(why)
    rest = [one for one in candidates if not one.why]
    for one in random.sample(rest, max(0, min(len(rest), most - len(candidates) + len(rest)))):
        one.why.append("any position")
