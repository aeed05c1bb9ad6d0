"""Rules scouted in machine code, which is fast, for lines to what is seldom seen; both sides walk these then.

A sight is who moves and how many moves there are, or how soon a game ends, and how. Some games look one move
ahead, and go on as long as any move ends nothing; many more are played at random before, side by side.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import compress
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

AT_RANDOM = 200_000
"""So many are played at most."""

LONGEST = 300
"""Plies of a game."""

WIDEST = 12
"""So many moves of a position are looked at, by chance if there are more."""

STYLES = ("any", "unseen", "many", "few")
"""What a game follows: anything; what was seen least; many moves for whoever is to move; few."""

BY_CHANCE = 0.3
"""So often a game follows a move by chance instead."""

SIGNS = {Player.MAX: 1, Player.MIN: -1, None: 0}

Sight = tuple[str, int, int]
"""'moves', who is to move, and how many there are; or 'end', the plies until then, and the result for MAX."""

Lines = dict[Sight, list[int]]
"""A line to each sight, as numbers of moves."""


def rare_lines(game: SessionGame, random: Random, until: Deadline) -> list[list[int]]:
    """A line to each sight that was met, short ones first; none if the rules do not compile."""
    lines: Lines = {}
    left = until.left()
    half = until.or_after(None if left is None else left / 2)
    with suppress(PydeclError):  # the walk of both sides meets what is wrong with the rules, and tells
        _play_at_random(game, lines, random, half)
        _look_ahead(game, lines, random, until)
    return sorted(lines.values(), key=len)


def _look_ahead(game: SessionGame, lines: Lines, random: Random, until: Deadline) -> None:
    rules = walked(game, game.start)
    if rules is None:
        return
    met: Counter[Sight] = Counter()
    newest = 0
    try:
        for number in range(GAMES):
            if until.is_over or number - newest > STALE:
                return
            known = len(lines)
            _play(rules, lines, met, random, STYLES[number % len(STYLES)])
            newest = number if len(lines) > known else newest
    finally:
        rules.close()


def _play(rules: Game[int], lines: Lines, met: Counter[Sight], random: Random, style: str) -> None:
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
                lines[sight] = [*line, move]
            if count:
                rank = {"any": 0, "unseen": met[sight], "many": -count, "few": count}[style]
                going.append((rank, random.random(), move, kid))
        if not going:
            return
        _, _, move, state = random.choice(going) if random.random() < BY_CHANCE else min(going)
        line.append(move)


def _following(rules: Game[int], state: int) -> Sequence[int]:
    return rules.afters(state) or [after for _, after in rules.chance(state)]


def _play_at_random(game: SessionGame, lines: Lines, random: Random, until: Deadline) -> None:
    if "chance/3" in game.defined:  # chance moves by itself then, and nobody tells how
        return
    together = matches(game, game.start, MATCHES, LONGEST)
    try:
        arrays = together.arrays
        for match in range(MATCHES):
            arrays["random"][match] = random.getrandbits(64)
        together.begin()
        made: deque[Sequence[int]] = deque(maxlen=LONGEST)
        games = 0
        plies = arrays["plies"].tolist()
        while games < AT_RANDOM and not until.is_over:
            together.step(at_random=True)
            made.append(arrays["actions"].tolist())
            ended = arrays["terminated"].tolist()
            ends = [
                ("end", ply + 1, int(reward)) for ply, reward in zip(plies, arrays["rewards"], strict=True)
            ]
            _keep(lines, made, dict(compress(zip(ends, range(MATCHES), strict=True), ended)), None)
            plies = arrays["plies"].tolist()
            seen = zip(("moves",) * MATCHES, arrays["movers"], arrays["counts"], strict=True)
            _keep(lines, made, dict(zip(seen, range(MATCHES), strict=True)), plies)
            games += sum(ended)
    finally:
        together.close()


def _keep(
    lines: Lines, made: Sequence[Sequence[int]], met: Mapping[Sight, int], plies: Sequence[int] | None
) -> None:
    """Keep lines to new sights of matches, which were at so many plies, or have ended."""
    for sight in met.keys() - lines.keys():
        match = met[sight]
        count = sight[1] if plies is None else plies[match]
        if count:
            lines[sight] = [made[at][match] for at in range(-count, 0)]
