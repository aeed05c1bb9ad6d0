"""Rules scouted in machine code, which is fast, for lines to what is seldom seen; both sides walk these then.

A sight is who moves and how many moves there are, or how soon a game ends, and how. Random games are played
side by side; a quarter of them follow a line to what was seldom seen, and a quarter go on from where another
game is, after as many plies as few have reached. If there is chance, games look one move ahead instead, and
go on as long as any move ends nothing.
"""

from __future__ import annotations

from array import array
from collections import Counter, deque
from collections.abc import Sequence
from contextlib import suppress
from itertools import accumulate
from random import Random

from pydecl.engines.numbered import matches, walked
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import PydeclError
from pydecl.model.deadline import Deadline
from pydecl.model.game import Game, Player

GAMES = 1000
"""So many games that look ahead are played at most."""

STALE = 300
"""After so many of them in which no sight was new, no more are."""

MATCHES = 1024
"""So many random games are played side by side."""

AT_RANDOM = 100_000
"""So many are played at most."""

BEYOND = 3
"""They end sooner once so many times as many were played as when a sight was last new."""

AT_LEAST = 20_000
"""So many are played at least, if there is time."""

SAMPLE = 8
"""Of so many sights a line to the one met least is followed, and of so many games one is gone on with."""

KEPT = 8
"""So many lines to each sight are kept."""

OFTEN = 0.02
"""What is met in a larger part of the games is found without a line to it."""

LONGEST = 300
"""Plies of a game."""

WIDEST = 12
"""So many moves of a position are looked at, by chance if there are more."""

BY_CHANCE = 0.3
"""So often a game follows any move, and else one to what was seen least."""

SIGNS = {Player.MAX: 1, Player.MIN: -1, None: 0}

Sight = tuple[str, int, int]
"""'moves', who is to move, and how many there are; or 'end', the plies until then, and the result for MAX."""

Lines = dict[Sight, deque[list[int]]]
"""The last ones of the shortest lines to each sight, as numbers of moves."""


def rare_lines(game: SessionGame, random: Random, until: Deadline) -> list[list[int]]:
    """A line to each sight that was met, the shortest first, and last those that random games meet anyway.

    There is none if the rules do not compile.
    Who walks all of them walks little, as lines are chosen, and put together, that begin with the same moves.
    """
    lines: Lines = {}
    met: Counter[Sight] = Counter()
    with suppress(PydeclError):  # the walk of both sides meets what is wrong with the rules, and tells
        if "chance/3" in game.defined:  # chance moves by itself in random games, and nobody tells how
            _look_ahead(game, lines, met, random, until)
        else:
            _play_at_random(game, lines, met, random, until)
    often = OFTEN * sum(times for sight, times in met.items() if sight[0] == "end")
    found: list[tuple[bool, int, list[int]]] = []
    walked: set[int] = set()
    for sight in sorted(lines, key=lambda one: met[one]):
        line = min(lines[sight], key=lambda one: len(_begins(one) - walked))
        walked |= _begins(line)
        found.append((met[sight] > often, len(line), line))
    return [line for *_, line in sorted(found)]


def _begins(line: Sequence[int]) -> set[int]:
    """What a line begins with, after each of its moves, as hashes."""
    return set(accumulate(line, lambda before, move: hash((before, move)), initial=0))


def _look_ahead(
    game: SessionGame, lines: Lines, met: Counter[Sight], random: Random, until: Deadline
) -> None:
    rules = walked(game, game.start)
    if rules is None:
        return
    newest = 0
    try:
        for number in range(GAMES):
            if until.is_over or number - newest > STALE:
                return
            known = len(lines)
            _play(rules, lines, met, random)
            newest = number if len(lines) > known else newest
    finally:
        rules.close()


def _play(rules: Game[int], lines: Lines, met: Counter[Sight], random: Random) -> None:
    (state,), line = rules.initial(), list[int]()
    while len(line) < LONGEST:
        kids = list(enumerate(_following(rules, state)))
        going = []
        for move, kid in random.sample(kids, min(len(kids), WIDEST)):
            count = len(_following(rules, kid))
            if count:
                sight = ("moves", SIGNS[rules.turn(kid)], count)
            else:
                sight = ("end", len(line) + 1, rules.terminal_won(kid) - rules.terminal_lost(kid))
            met[sight] += 1
            if sight not in lines:
                lines[sight] = deque([[*line, move]])
            if count:
                going.append((met[sight], random.random(), move, kid))
        if not going:
            return
        _, _, move, state = random.choice(going) if random.random() < BY_CHANCE else min(going)
        line.append(move)


def _following(rules: Game[int], state: int) -> Sequence[int]:
    return rules.afters(state) or [after for _, after in rules.chance(state)]


def _play_at_random(
    game: SessionGame, lines: Lines, met: Counter[Sight], random: Random, until: Deadline
) -> None:
    together = matches(game, game.start, MATCHES, LONGEST)
    try:
        arrays = together.arrays
        together.begin()
        made: deque[list[int]] = deque(maxlen=LONGEST)
        guides: list[Sequence[int]] = [()] * MATCHES
        games, newest = 0, MATCHES
        visits: Counter[int] = Counter()
        plies = arrays["plies"].tolist()
        while games < min(AT_RANDOM, max(AT_LEAST, BEYOND * newest)) and not until.is_over:
            known = len(lines)
            here = zip(guides, plies, arrays["counts"], strict=True)
            made.append(
                [guide[at] if at < len(guide) else int(random.random() * count) for guide, at, count in here]
            )
            arrays["actions"][:] = memoryview(array("I", made[-1]))
            together.step(at_random=False)
            results = zip(plies, arrays["rewards"], arrays["terminated"], strict=True)
            ends = [
                (("end", ply + 1, int(won)), match) for match, (ply, won, over) in enumerate(results) if over
            ]
            _keep(lines, met, made, ends, None)
            plies = arrays["plies"].tolist()
            seen = zip(("moves",) * MATCHES, arrays["movers"], arrays["counts"], strict=True)
            _keep(lines, met, made, list(zip(seen, range(MATCHES), strict=True)), plies)
            games += len(ends)
            newest = max(newest, games) if len(lines) > known else newest
            sights = list(lines)
            visits.update(plies)
            new = [match for match in range(0, MATCHES, 2) if not plies[match]]
            for match in new[::2]:
                seldom = lines[min(random.choices(sights, k=SAMPLE), key=met.__getitem__)][-1]
                guides[match] = seldom[: len(seldom) - int(len(seldom) ** random.random())]
            going = [match for match, ply in enumerate(plies) if ply]
            if copying := new[1::2] if going else ():
                others = [
                    min(random.choices(going, k=SAMPLE), key=lambda one: visits[plies[one]]) for _ in copying
                ]
                together.copy(list(zip(copying, others, strict=True)))
                for match, other in zip(copying, others, strict=True):
                    guides[match] = ()
                    for at in range(-plies[other], 0):
                        made[at][match] = made[at][other]
                plies = arrays["plies"].tolist()
    finally:
        together.close()


def _keep(
    lines: Lines,
    met: Counter[Sight],
    made: Sequence[Sequence[int]],
    seen: Sequence[tuple[Sight, int]],
    plies: Sequence[int] | None,
) -> None:
    """Count what was seen in matches, which were at so many plies, or have ended, and keep lines to it."""
    met.update(sight for sight, _ in seen)
    for sight, match in dict(seen).items():
        count = sight[1] if plies is None else plies[match]
        shortest = len(lines[sight][0]) if sight in lines else LONGEST + 1
        if 0 < count <= shortest:
            if count < shortest:
                lines[sight] = deque(maxlen=KEPT)
            lines[sight].append([made[at][match] for at in range(-count, 0)])
