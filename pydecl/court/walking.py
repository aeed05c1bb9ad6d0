"""Both sides walked in lockstep: breadth first, and at random; what is met is compared."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from pydecl.court.excepting import Exceptions
from pydecl.court.pairing import MOST_BAD, Key, Names, Pair, by_sight, pairings, reach_within, weigh
from pydecl.court.settling import Settled, Settling
from pydecl.court.sides import Side
from pydecl.errors import InputError, LimitError
from pydecl.model.deadline import NEVER, Deadline

CHUNK = 32
"""So many pairs are expanded at a time, few enough to heed the time of slow games with many moves."""

GAMES = 16, 64
"""So many games are played side by side, at the least and at the most."""

LONG = 80
"""Plies of a long game: as many games are begun at once as there is room for, if they are so long."""

LINES = 64
"""So many lines are followed at a time."""

STYLES = ("any", "rare", "lasting", "capturing")
"""How moves are chosen: any; seldom made ones; those that end nothing; those that take something."""

LASTING = 4
"""So many moves are looked at for one that ends nothing."""

MOST_UNSETTLED = 10
"""After so many differences that stay open, nothing more is expected."""

MOST_RESTARTS = 40
"""So often another pairing of the moves is begun with."""

Chosen = Callable[[Pair, Sequence[tuple[int, int]]], Sequence[tuple[int, int]]]
"""Which moves of a pair are followed."""


class Kind:
    """What differs, in the words of a report."""

    ERROR = "error"
    END = "end"
    RESULT = "result"
    MOVER = "mover"
    MISSING = "missing move"
    EXTRA = "extra move"


def difference(pair: Pair) -> str | None:
    """What two nodes show differently; None if that is nothing."""
    rules, system = pair.rules.look, pair.system.look
    if rules.sight == system.sight:
        return None
    if system.error:
        return Kind.ERROR
    if rules.is_over is not system.is_over:
        return Kind.END
    if rules.is_over:
        return Kind.RESULT
    if rules.mover != system.mover:
        return Kind.MOVER
    return Kind.MISSING if len(rules.moves) > len(system.moves) else Kind.EXTRA


class RestartError(Exception):
    """The moves were paired wrongly, and another pairing is known now."""


@dataclass(frozen=True)
class Found:
    """A difference that stands: the pair that shows it, and what bears it out."""

    pair: Pair
    kind: str
    settled: Settled


@dataclass
class Counts:
    """What has been compared."""

    positions: int = 0
    moves: int = 0
    plies: int = 0
    games: int = 0
    unsettled: int = 0
    """Differences that another pairing of the moves may explain."""


@dataclass
class Walk:
    """Both sides, and what has been compared."""

    rules: Side
    system: Side
    names: Names
    settling: Settling
    exceptions: Exceptions = field(default_factory=Exceptions)
    counts: Counts = field(default_factory=Counts)
    restarts: int = 0
    furthest: int = 0
    """How far it went breadth first before the moves were paired otherwise."""
    as_whole: Counts = field(default_factory=Counts)
    """What was compared whatever moves are called."""
    _met: Counter[Key] = field(default_factory=Counter)
    _starts: list[Sequence[str]] = field(default_factory=list)
    """Lines from whose ends random games begin, if not from the start."""

    @property
    def is_over(self) -> bool:
        return self.settling.until.is_over

    def as_a_whole(self, most: int, depth: int | None = None) -> None:
        """Compare both games whatever moves are called, within the plies that have up to so many lines."""
        root = self.rules.root()
        plies = reach_within(self.rules, root, most)
        plies = plies if depth is None else min(plies, depth)
        near = [0, *(1 << power for power in range(plies.bit_length()) if 1 << power < plies), plies]
        if any(self.settling.differ(some) is not False for some in near):
            return
        nodes, layer = {root}, {root}
        for _ in range(plies):
            layer = {kid for node in layer for kid in node.kids if kid is not None} - nodes
            nodes |= layer
        moves = sum(len(node.look.moves) for node in nodes)
        self.as_whole = Counts(len(nodes), moves, plies)

    def breadth_first(self, most: int, depth: int | None = None, until: Deadline = NEVER) -> Found | None:
        """Compare the rules' positions, each once, nearest first, up to so many; the first difference."""
        while True:
            try:
                return self._breadth_first(most, depth, until)
            except RestartError:
                self.furthest = max(self.furthest, self.counts.positions)

    def _breadth_first(self, most: int, depth: int | None, until: Deadline) -> Found | None:
        self.counts.positions = self.counts.moves = self.counts.plies = 0
        root = Pair(self.rules.root(), self.system.root())
        found = self._judged(root)
        seen: set[Hashable] = {root.rules.mark}
        layer, ply = [root], 0
        while layer and found is None and ply != depth:
            ply, below = ply + 1, []
            for at in range(0, len(layer), CHUNK):
                room = most - self.counts.positions
                if room <= 0 or self.is_over or until.is_over:
                    break
                fresh: set[Hashable] = set()

                def new(pair: Pair, moves: Sequence[tuple[int, int]]) -> Sequence[tuple[int, int]]:
                    chosen = []
                    for move in moves:
                        after = pair.rules.marks[move[0]]
                        if after not in seen and after not in fresh:  # noqa: B023
                            fresh.add(after)  # noqa: B023
                            chosen.append(move)
                    return chosen

                kids, found = self._advanced(layer[at : at + CHUNK], new, fresh.clear, room, until)
                if found is not None:
                    break
                seen |= fresh
                self.counts.plies = max(self.counts.plies, ply if kids else 0)
                below += kids
            layer = below
        return found

    def along(self, lines: Sequence[Sequence[str]]) -> Found | None:
        """Compare what is met on lines of the rules' moves, from whose ends random games begin then.

        Raises InputError if a line is none of the rules.
        """
        while True:
            self._starts.clear()
            try:
                return self._along(lines)
            except RestartError:
                continue

    def _along(self, lines: Sequence[Sequence[str]]) -> Found | None:
        for line in lines:
            pairs = list(self.replayed(line))
            kind = difference(pairs[-1])
            if kind and self.exceptions.name(pairs[-1], kind, self.rules) is None:
                found = self._judged(pairs[-1])
                if found is not None:
                    return found
            elif kind is None and len(pairs) <= len(line):
                before = " ".join(line[: len(pairs) - 1]) or "nothing"
                raise InputError(f"{line[len(pairs) - 1]}: no move of the rules after {before}")
            for pair in pairs[1:] if kind is None else pairs[1:-1]:
                self._count(pair)
            self.counts.plies = max(self.counts.plies, len(pairs) - 1)
            self.system.forget([pairs[0].system])
            if kind is None:
                self._starts.append(line)
        return None

    def follow(self, lines: Sequence[Sequence[int]], most: int, until: Deadline = NEVER) -> Found | None:
        """Compare up to so many positions on lines, as numbers of the rules' moves, in their order."""
        most += self.counts.positions
        found, at = None, 0
        while at < len(lines) and found is None and self.counts.positions < most and not until.is_over:
            size = min(LINES, self.rules.chunk, self.system.chunk)
            with suppress(RestartError):  # these lines are begun anew then
                found = self._follow(lines[at : at + size], most, until)
                at += size
        return found

    def _follow(self, lines: Sequence[Sequence[int]], most: int, until: Deadline) -> Found | None:
        layer, ply = {Pair(self.rules.root(), self.system.root()): lines}, 0
        found = None
        while layer and found is None and self.counts.positions < most and not until.is_over:

            def on_lines(pair: Pair, moves: Sequence[tuple[int, int]]) -> Sequence[tuple[int, int]]:
                wanted = {line[ply] for line in layer[pair] if len(line) > ply}  # noqa: B023
                return [move for move in moves if move[0] in wanted]

            room = most - self.counts.positions
            kids, found = self._advanced(list(layer), on_lines, lambda: None, room, until)
            lines_of = layer
            layer = {}
            for kid in kids:
                assert kid.above is not None
                on = lines_of[kid.above]
                layer[kid] = [line for line in on if len(line) > ply and line[ply] == kid.moves[0]]
            ply += 1
            self.counts.plies = max(self.counts.plies, ply if layer else 0)
        return found

    def at_random(self, most: int, depth: int | None = None) -> Found | None:
        """Compare what is met in random games of all STYLES, up to so many positions; what differs first."""
        before = self.counts.positions
        while self.counts.positions - before < most and not self.is_over:
            counts, restarts = replace(self.counts), self.restarts
            met = counts.positions
            least, largest = GAMES
            room = (before + most - met) // LONG
            size = min(max(least, room), largest, self.rules.chunk, self.system.chunk)
            numbers = range(self.counts.games, self.counts.games + size)
            games = [list(self.replayed(self._start(number)))[-1] for number in numbers]
            styles = {
                id(game): STYLES[number % len(STYLES)] for number, game in zip(numbers, games, strict=True)
            }
            ply = 0
            while games and ply != depth and not self.is_over:
                ply += 1
                lasting = self._lasting([game for game in games if styles[id(game)] == "lasting"])

                def one(pair: Pair, moves: Sequence[tuple[int, int]]) -> Sequence[tuple[int, int]]:
                    kept = lasting.pop(id(pair), None)  # noqa: B023
                    if kept is not None:
                        return [move for move in moves if move[0] == kept]
                    return [self._picked(pair, moves, styles[id(pair)])]  # noqa: B023

                try:
                    kids, found = self._advanced(games, one, lambda: None, most)
                except RestartError:  # what was paired wrongly was not compared
                    self.counts = replace(counts, unsettled=self.counts.unsettled)
                    size = len(games)
                    break
                if found is not None:
                    return found
                styles = {id(kid): styles[id(kid.above)] for kid in kids}
                games = kids
                self.counts.plies = max(self.counts.plies, ply)
            self.system.forget(game.system for game in games)
            if (self.counts.positions, self.restarts) == (met, restarts):
                return None
            self.counts.games += size if ply == depth else size - len(games)
        return None

    def _start(self, number: int) -> Sequence[str]:
        return self._starts[number // len(STYLES) % len(self._starts)] if self._starts else ()

    def _lasting(self, pairs: Sequence[Pair]) -> dict[int, int]:
        """A move of the rules for each pair, by its id, that ends nothing if one of those drawn does not."""
        found: dict[int, int] = {}
        rest = [pair for pair in pairs if pair.rules.kids]
        for _ in range(LASTING):
            found |= {id(pair): self.settling.random.randrange(len(pair.rules.kids)) for pair in rest}
            self.rules.step((pair.rules, found[id(pair)]) for pair in rest)
            ends = [(pair, pair.rules.kids[found[id(pair)]]) for pair in rest]
            rest = [pair for pair, kid in ends if kid is not None and kid.look.is_over]
        return found

    def _picked(self, pair: Pair, moves: Sequence[tuple[int, int]], style: str) -> tuple[int, int]:
        random = self.settling.random
        match style:
            case "rare":
                keys = [(pair.rules.look.mover, pair.rules.names[one]) for one, _ in moves]
                (place,) = random.choices(range(len(moves)), [1 / (1 + self._met[key]) for key in keys])
                self._met[keys[place]] += 1
                return moves[place]
            case "capturing" if random.random() < 0.5:
                before, *afters = map(_pieces, self.rules.texts(pair.rules))
                taken = [(before - afters[one]).total() for one, _ in moves]
                most = max(taken)
                return random.choice([move for move, some in zip(moves, taken, strict=True) if some == most])
        return random.choice(moves)

    def _advanced(
        self,
        pairs: Sequence[Pair],
        choose: Chosen,
        again: Callable[[], None],
        room: int,
        until: Deadline = NEVER,
    ) -> tuple[list[Pair], Found | None]:
        """The pairs that follow, of which none differs, or a difference; the pairs themselves are let go.

        What is not reached in time is left out, but for the first of them.
        """
        pairs = [pair for pair in pairs if not pair.rules.look.is_over]
        skipped: set[tuple[int, tuple[int, int]]] = set()
        while True:
            again()
            paired = list(pairings(pairs, self.names, self.rules, self.system))
            steps = [
                (pair, move)
                for pair, moves in zip(pairs, paired, strict=True)
                for move in choose(pair, moves)
                if (id(pair), move) not in skipped
            ][:room]
            kids: list[Pair] = []
            while steps and not (kids and until.is_over):
                size = min(self.rules.chunk, self.system.chunk)
                some, steps = steps[:size], steps[size:]
                self.rules.step((pair.rules, one) for pair, (one, _) in some)
                self.system.step((pair.system, other) for pair, (_, other) in some)
                kids += [pair.followed(move) for pair, move in some]
            wrong = next((kid for kid in kids if difference(kid)), None)
            if wrong is None:
                break
            assert wrong.above is not None
            name = self.exceptions.name(wrong, difference(wrong) or "", self.rules)
            if name is not None:
                self.exceptions.met[name] += 1
                skipped.add((id(wrong.above), wrong.moves))
                continue
            if wrong.above.paired is None and self.settling.mended(wrong.above):
                continue
            found = self._judged(wrong)
            if found is not None:
                return [], found
            skipped.add((id(wrong.above), wrong.moves))
        if not self.names.are_sure:
            self._bear_out(kids)
        self.system.forget((pair.system for pair in pairs), {kid.system for kid in kids})
        for kid in kids:
            self._count(kid)
        return kids, None

    def _bear_out(self, kids: Sequence[Pair]) -> None:
        """Hold names that nobody has learnt against what was seen of all that follows by them."""
        named = defaultdict(list)
        for kid in kids:
            above, (one, other) = kid.above, kid.moves
            assert above is not None
            if self.names.natural(above.rules.names[one]) == above.system.names[other]:
                named[above].append(kid.moves)
        for pair, moves in named.items():
            weigh(pair, moves, self.names)

    def _count(self, pair: Pair) -> None:
        self.counts.positions += 1
        self.counts.moves += len(pair.rules.look.moves)

    def _judged(self, pair: Pair) -> Found | None:
        """A pair's difference, if it has one that stands. Raises RestartError if the moves pair otherwise."""
        kind = difference(pair)
        if kind is None:
            self._count(pair)
            return None
        above = pair.above
        settled = self.settling.settled(pair if above is None else above, kind)
        if settled is Settled.PROVED and self.exceptions.met:  # by them, too, the games differ as a whole
            settled = Settled.BY_NAMES if self._is_spelt_alike(pair) or self._are_borne_out else Settled.OPEN
        if settled is Settled.EXPLAINED:
            self.restarts += 1
            if self.restarts <= MOST_RESTARTS:
                raise RestartError
        if settled in (Settled.EXPLAINED, Settled.OPEN):
            self.counts.unsettled += 1
            if self.counts.unsettled >= MOST_UNSETTLED:
                raise LimitError("too many differences may be due to moves that are paired wrongly")
            return None
        is_named = self._is_spelt_alike(pair) or self._are_borne_out
        if settled is Settled.PROVED and not is_named and above is not None:
            root = Pair(self.rules.root(), self.system.root())
            pair = self.settling.descended(root if self.settling.is_small(pair) else above)
        return Found(pair, difference(pair) or kind, settled)

    @property
    def _are_borne_out(self) -> bool:
        return bool(self.names.evidence) and self.names.weight().badness <= MOST_BAD

    def _is_spelt_alike(self, pair: Pair) -> bool:
        """Whether both sides call all moves of the line that leads here the same."""
        steps = pair.steps()
        return all(above.rules.names[one] == above.system.names[other] for above, (one, other) in steps)

    def without_partner(self, pair: Pair) -> tuple[list[int], list[int]]:
        """The moves of each side that a pair with more on one side does not pair."""
        natural = [self.names.natural(name) for name in pair.rules.names]
        ones = [one for one, name in enumerate(natural) if name not in pair.system.names]
        others = [other for other, name in enumerate(pair.system.names) if name not in natural]
        if not ones or not others:
            return ones, others
        self.rules.open([pair.rules])
        self.system.open([pair.system])
        _, unknown, left = self.names.paired(pair)
        found, _ = by_sight(pair, unknown, left)
        like = [(one, other) for one, other in found if not difference(pair.followed((one, other)))]
        met, theirs = {one for one, _ in like}, {other for _, other in like}
        return [one for one in unknown if one not in met], [other for other in left if other not in theirs]

    def replayed(self, line: Sequence[str]) -> Iterator[Pair]:
        """The pairs along a line of the rules' moves, by their names; it ends where there is no such move."""
        pair = Pair(self.rules.root(), self.system.root())
        yield pair
        for name in line:
            if difference(pair) or name not in pair.rules.look.moves:
                return
            (moves,) = pairings([pair], self.names, self.rules, self.system)
            wanted = pair.rules.look.moves.index(name)
            move = next(each for each in moves if each[0] == wanted)
            self.rules.step([(pair.rules, move[0])])
            self.system.step([(pair.system, move[1])])
            pair = pair.followed(move)
            yield pair


_NAME = re.compile(r"[^\d\s(),\[\]|]+")


def _pieces(position: str) -> Counter[str]:
    """The names in a position's text: a capture leaves fewer of some."""
    return Counter(_NAME.findall(position))
