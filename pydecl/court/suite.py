"""Positions of a game, with their moves, movers and results, that other programs of it are tested on.

They are chosen so that slips in the rules show: each slip that changes anything on the positions that were
looked at is shown by some of those that were chosen.
"""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from pydecl.court.mutants import Mutant, mutants_of
from pydecl.court.pairing import Names, Pair
from pydecl.court.settling import Settling
from pydecl.court.sides import Look, Node, RulesSide
from pydecl.court.trial import rules_side
from pydecl.court.walking import Walk
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import InputError, LimitError, PydeclError
from pydecl.loading.consulting import consult
from pydecl.model.deadline import Deadline
from pydecl.model.term import Compound

POSITIONS = 300
"""So many positions a suite has by default."""

NEAR = 600
"""So many positions near the start are looked at."""

FAR = 1400
"""So many positions of random games are looked at."""

LONGEST = 80
"""Plies of such a game."""

MUTANTS = 240
"""So many slips are tried; of more, those that chance takes."""

TWICE = 2
"""So many positions show each slip, if there are so many."""

ENOUGH = 40
"""Where so many positions show a slip, those farther from the start are not looked at."""

MUTANT_SECONDS = 4.0
"""The time for each request to rules with a slip."""


@dataclass
class Candidate:
    """A position by its line: the place of the one before, and the move; and why it was chosen."""

    before: int
    move: str
    look: Look
    line: tuple[str, ...]
    why: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Suite:
    """The positions that were chosen, and what they show."""

    rules: str
    entries: Sequence[Mapping[str, Any]]
    looked: int
    """So many positions they were chosen from."""
    shown: int
    """So many slips they show."""
    hidden: int
    """So many slips changed nothing on all that was looked at."""
    left: int = 0
    """For so many slips there was no time."""


def suite(
    game: SessionGame, *, positions: int = POSITIONS, seed: int = 0, seconds: float | None = None
) -> Suite:
    """Positions of a game that show as many slips in its rules as they can.

    Raises InputError if the game is no rules file.
    """
    if game.rules_text is None:
        raise InputError(f"{game.name} is no rules file: a suite is made of one, whose slips it shows")
    until, random = Deadline.after(seconds), Random(seed)
    candidates = candidates_of(rules_side(game), random)
    mutants = [(file, one) for file, text in texts(game).items() for one in mutants_of(text, str(file))]
    random.shuffle(mutants)
    shown: dict[str, set[int]] = {}
    hidden = done = 0
    with copied(game) as folder:
        for file, mutant in mutants[:MUTANTS]:
            if until.is_over:
                break
            done += 1
            found = kills(game, folder, file, mutant, candidates)
            if found:
                shown[mutant.slip] = found
            elif found is not None:
                hidden += 1
    _choose(candidates, shown, positions)
    _spread(candidates, positions, random)
    entries = [_entry(one) for one in candidates if one.why]
    left = min(len(mutants), MUTANTS) - done
    return Suite(game.source, entries, len(candidates), len(shown), hidden, left)


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
            self.found.append(Candidate(0, "", pair.rules.look, ()))
            return
        before = self._places.get(pair.above, 0)
        move = pair.above.rules.look.moves[pair.moves[0]]
        if (before, move) not in self._known:
            self._known[before, move] = len(self.found)
            line = (*self.found[before].line, move)
            self.found.append(Candidate(before, move, pair.rules.look, line))
        self._places[pair] = self._known[before, move]


def candidates_of(rules: RulesSide, random: Random) -> list[Candidate]:
    """What is near the start, and what is met in random games, each with all that is on its line."""
    names = Names()
    walk = _Gathering(rules, rules, names, Settling(rules, rules, names, random, rules.until))
    walk.breadth_first(NEAR)
    walk.at_random(FAR, LONGEST)
    return walk.found


# What a slip changes


def texts(game: SessionGame) -> dict[Path, str]:
    """The rules' files."""
    main = Path(game.rules_file)
    return {main: game.rules_text or "", **{file: file.read_text("utf-8") for file in game.included}}


@contextmanager
def copied(game: SessionGame) -> Iterator[Path]:
    """A folder with the rules' files, as they lie beside each other."""
    home = Path(game.rules_file).resolve().parent
    with tempfile.TemporaryDirectory() as folder:
        for file, text in texts(game).items():
            copy = Path(folder, file.resolve().relative_to(home))
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text, "utf-8")
        yield Path(folder)


def kills(
    game: SessionGame, folder: Path, file: Path, mutant: Mutant, candidates: Sequence[Candidate]
) -> set[int] | None:
    """The candidates that show a slip; None if the rules are no game with it, which shows at once."""
    home = Path(game.rules_file).resolve().parent
    copy = folder / file.resolve().relative_to(home)
    right = copy.with_suffix(".right")
    shutil.copy(copy, right)
    copy.write_text(mutant.text, "utf-8")
    options: dict[str, Any] = {
        name: fact.args[0] for (name, _), (fact,) in game.facts.items() if isinstance(fact, Compound)
    }
    convention = None if game.convention == "textbook" else game.convention
    try:
        main = folder / Path(game.rules_file).name
        with consult(main, seconds=MUTANT_SECONDS, convention=convention, **options) as other:
            return killing(rules_side(other), candidates)
    except PydeclError:
        return None
    finally:
        right.replace(copy)


def killing(side: RulesSide, candidates: Sequence[Candidate]) -> set[int]:
    """The places of the candidates that other rules show differently; if they are many, the nearest ones."""
    killed: set[int] = set()
    for layer in followed(side, candidates):
        killed |= {place for place, node in layer if _shown(node) != _shown_look(candidates[place].look)}
        if len(killed) >= ENOUGH:
            break
    return killed


def followed(side: RulesSide, candidates: Sequence[Candidate]) -> Iterator[list[tuple[int, Node | None]]]:
    """Where lines of each length lead by other rules of the game; None if one of the moves is none there."""
    nodes: dict[int, Node | None] = {0: side.root()}
    layers: dict[int, list[int]] = defaultdict(list)
    for place, one in enumerate(candidates):
        layers[len(one.line)].append(place)
    yield [(0, nodes[0])]
    for ply in range(1, len(layers)):
        wanted = {}
        for place in layers[ply]:
            one = candidates[place]
            before = nodes[one.before]
            if before is not None and one.move in before.look.moves:
                wanted[place] = (before, list(before.look.moves).index(one.move))
        _step(side, list(wanted.values()))
        for place in layers[ply]:
            node, move = wanted.get(place, (None, 0))
            nodes[place] = None if node is None else node.kids[move]
        yield [(place, nodes[place]) for place in layers[ply]]


def _step(side: RulesSide, steps: Sequence[tuple[Node, int]]) -> None:
    """See where moves lead; where the rules raise an exception, they lead nowhere."""
    try:
        side.step(steps)
    except LimitError:
        raise
    except PydeclError:
        half = len(steps) // 2
        if half:
            _step(side, steps[:half])
            _step(side, steps[half:])


def _shown(node: Node | None) -> tuple[Any, ...] | None:
    return None if node is None else _shown_look(node.look)


def _shown_look(look: Look) -> tuple[Any, ...]:
    return look.mover, frozenset(Counter(look.moves).items()), look.result


# What is chosen


def _choose(candidates: Sequence[Candidate], shown: Mapping[str, set[int]], most: int) -> None:
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
