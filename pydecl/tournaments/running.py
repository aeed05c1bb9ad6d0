"""A round robin of programs on a game: the schedule, which games are known, the others played, the table."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, permutations
from pathlib import Path
from typing import Any

from pydecl.errors import Exit, InputError, PydeclError, StoppedError
from pydecl.kept import IN_MEMORY
from pydecl.loading.consulting import game_files
from pydecl.model.game import Outcome
from pydecl.model.number import limits, whole
from pydecl.model.shown import Shown
from pydecl.sandbox.executing import executor, finished
from pydecl.sandbox.work import PieceExecutor, Progress, Work
from pydecl.tournaments.arena import Arena, Ending, Fixture, GameError, Opening, Played, Rules, openings
from pydecl.tournaments.players import read_player

POINTS = {Outcome.WON: Fraction(1), Outcome.DRAWN: Fraction(1, 2), Outcome.LOST: Fraction(0)}
"""What a game is worth to MAX; MIN has what is left of 1."""


class Score:
    """What a player reached, against all others or against one: by the points of each game."""

    def __init__(self, won: Sequence[Fraction]) -> None:
        self.points = sum(won, Fraction(0))
        self.games = len(won)
        self.wins, self.draws, self.losses = map(won.count, POINTS.values())


class Crosstable:
    """The scores of finished games, by the players' places.

    >>> from pydecl.model.term import Atom
    >>> opening = Opening(0, Atom("a"), "a", (), 0)
    >>> one = Fixture(1, 0, 1, opening), Played(Outcome.LOST, Ending.RULES, ())
    >>> two = Fixture(2, 1, 0, opening), Played(Outcome.DRAWN, Ending.RULES, ())
    >>> table = Crosstable(2, [one, two])
    >>> [str(table.totals[place].points) for place in table.ranked()]
    ['3/2', '1/2']
    """

    def __init__(self, players: int, games: Iterable[tuple[Fixture, Played]]) -> None:
        won: dict[tuple[int, int], list[Fraction]] = {pair: [] for pair in permutations(range(players), 2)}
        for fixture, played in games:
            won[fixture.max_player, fixture.min_player].append(POINTS[played.outcome])
            won[fixture.min_player, fixture.max_player].append(1 - POINTS[played.outcome])
        self.between = {pair: Score(points) for pair, points in won.items()}
        of_all = ([points for (own, _), points in won.items() if own == place] for place in range(players))
        self.totals = [Score(list(chain.from_iterable(points))) for points in of_all]

    def ranked(self) -> list[int]:
        """The players' places, the most points first; equal ones keep their order."""
        return sorted(range(len(self.totals)), key=lambda place: -self.totals[place].points)


MAX_PLIES = 300
OPENING_PLIES = 2

RESULTS = {
    Outcome.WON: "MAX has won",
    Outcome.LOST: "MIN has won",
    Outcome.DRAWN: "a draw",
}
REASONS = {Ending.RULES: "", Ending.LENGTH: ", by length", Ending.TIME: ", on time"}


@dataclass(frozen=True)
class Tournament(Shown):
    """A tournament: `played` has the finished games by number; `resumed` of them were known before.

    `reason` says why the others were not played, if any are missing.
    """

    game: str
    players: Sequence[str]
    rules: Rules
    fixtures: Sequence[Fixture]
    played: dict[int, Played]
    resumed: int
    reason: PydeclError | None = None

    def __repr__(self) -> str:
        return f"<{self.game}: {len(self.players)} players, {len(self.played)} of {len(self.fixtures)} games>"

    @property
    def exit_code(self) -> Exit:
        return Exit.FINE if self.reason is None else self.reason.exit_code

    def table(self) -> Crosstable:
        games = ((one, self.played[one.number]) for one in self.fixtures if one.number in self.played)
        return Crosstable(len(self.players), games)

    def ended(self, ending: Ending) -> int:
        return sum(game.ending is ending for game in self.played.values())

    def record(self, number: int) -> str:
        """A finished game as a record, which `pydecl play --replay` reads.

        Raises InputError where there is no such game, or it is not finished.
        """
        fixture = _numbered(self.fixtures, number)
        game = self.played.get(number)
        if game is None:
            raise InputError(f"game {number} was not played")
        opening = fixture.opening
        lines = [f"game   {self.game}", f"start  {opening.written}", ""]
        lines.append(f"% game {number} of {len(self.fixtures)}")
        lines.append(f"% MAX is {self.players[fixture.max_player]}")
        lines.append(f"% MIN is {self.players[fixture.min_player]}")
        for ply, (mover, move) in enumerate(game.turns, 1):
            lines.append(f"{ply} {mover} {move}")
            if ply == len(opening.turns):
                lines.append("% so far it was drawn: the opening")
        return "\n".join([*lines, f"% {RESULTS[game.outcome]}{REASONS[game.ending]}", ""])

    def to_json(self) -> dict[str, Any]:
        table = self.table()
        ranked = table.ranked()
        return {
            "game": self.game,
            "games": len(self.fixtures),
            "played": len(self.played),
            "max_plies": self.rules.max_plies,
            "error": None if self.reason is None else str(self.reason),
            "ranking": [
                {
                    "player": self.players[place],
                    "points": float(table.totals[place].points),
                    **{name: getattr(table.totals[place], name) for name in ("wins", "draws", "losses")},
                }
                for place in ranked
            ],
            "crosstable": {
                self.players[a]: {
                    self.players[b]: float(table.between[a, b].points) for b in ranked if b != a
                }
                for a in ranked
            },
            "records": [
                {
                    "number": fixture.number,
                    "max": self.players[fixture.max_player],
                    "min": self.players[fixture.min_player],
                    "outcome": game.outcome.value,
                    "ending": game.ending.value,
                    "opening": len(fixture.opening.turns),
                    "moves": [move for _, move in game.turns],
                }
                for fixture in self.fixtures
                if (game := self.played.get(fixture.number)) is not None
            ],
        }


def tournament(
    game: str | Path,
    players: Sequence[str],
    *,
    games: int = 2,
    seed: int = 0,
    opening_plies: int = OPENING_PLIES,
    max_plies: int = MAX_PLIES,
    seconds: float | None = None,
    jobs: int = 1,
    cluster: str | PieceExecutor | None = None,
    store: Path | None = None,
    fresh: bool = False,
    only: int | None = None,
    progress: Progress | None = None,
) -> Tournament:
    """Let each player meet each other in so many games, as MAX and MIN in turn.

    `game` is a name or a file, with options; `players` are texts as of `read_player`. Two games that follow
    each other begin with the same `opening_plies` random plies, drawn by `seed`. After `max_plies` a game is
    drawn. `seconds` is the time for a move; without one (None) the same tournament ends the same way again.
    So many `jobs` play at a time, or a `cluster` plays: see `pydecl/sandbox/executing.py`. What is in `store`
    is not played again, unless `fresh`. `only` is the number of the one game to play.

    Raises InputError for a question that makes no sense. Where a game goes wrong, or the user interrupts, the
    tournament says so, and holds what was played.

    >>> with_random = ("alphabeta,depth=unlimited,engine=python", "random")
    >>> found = tournament("nim:heaps=[1,2,3]", with_random, games=4, opening_plies=0)
    >>> [(score.wins, score.losses) for score in found.table().totals], len(found.played)
    ([(4, 0), (0, 4)], 4)
    """
    latest: Tournament | None = None
    stages = tournament_as_played(
        *(str(game), players, games, seed, opening_plies, max_plies, seconds),
        *(jobs, cluster, store, fresh, only),
    )
    with closing(stages):
        try:
            for latest in stages:
                if progress:
                    progress(len(latest.played), 1 if only is not None else len(latest.fixtures))
        except KeyboardInterrupt:
            if latest is None:
                raise
            latest = replace(latest, reason=StoppedError("interrupted"))
    assert latest is not None  # what is known before the first game is the first stage
    return latest


def tournament_as_played(
    game: str,
    players: Sequence[str],
    games: int = 2,
    seed: int = 0,
    opening_plies: int = OPENING_PLIES,
    max_plies: int = MAX_PLIES,
    seconds: float | None = None,
    jobs: int = 1,
    cluster: str | PieceExecutor | None = None,
    store: Path | None = None,
    fresh: bool = False,
    only: int | None = None,
) -> Generator[Tournament, None, None]:
    """The tournament of `tournament` before its first game, after each game, and as it ended.

    `played` of all of them is the same, and grows. Raises InputError, and KeyboardInterrupt.
    """
    whole(1, games=games, max_plies=max_plies, jobs=jobs)
    whole(0, opening_plies=opening_plies)
    limits(seconds, None)
    rules = _rules(game, players, max_plies, seconds)
    with Arena(rules) as arena:
        drawn = openings(arena.game, (games + 1) // 2, opening_plies, seed)
        for start in dict.fromkeys(opening.start for opening in drawn):
            arena.check(start)
        fixtures = schedule(len(players), games, drawn)
        wanted = fixtures if only is None else [_numbered(fixtures, only)]
        names = [player.name for player in rules.players]
        with arena.answers(store or IN_MEMORY, fresh=fresh) as kept:
            known = {f.number: kept.known(arena.question(f), Played.read) for f in wanted}
            found = {number: game for number, game in known.items() if game is not None}
            now = Tournament(arena.game.name, names, rules, fixtures, found, len(found))
            yield now
            missing = [fixture for fixture in wanted if fixture.number not in found]
            with closing(_play(rules, missing, jobs, cluster, arena)) as running:
                try:
                    for place, one in running:
                        if isinstance(one, GameError):
                            now = replace(now, reason=now.reason or one)
                            continue
                        found[missing[place].number] = one
                        kept.keep(arena.question(missing[place]), one.to_json())
                        yield now
                except PydeclError as error:
                    now = replace(now, reason=error)
            yield now


def _play(
    rules: Rules, fixtures: Sequence[Fixture], jobs: int, cluster: str | PieceExecutor | None, arena: Arena
) -> Generator[tuple[int, Played | GameError], None, None]:
    """Each game's place among the fixtures, and how it went, or what internal fault ended it alone.

    One job is done here, in `arena`. What runs in other processes is ended when the iterator is closed.
    Raises GameError, LimitError if a game ends such processes, ExecutorError, and KeyboardInterrupt.
    """
    files = cache(game_files)
    work = Work(
        "pydecl.tournaments.arena:playing",
        rules,
        here=lambda fixture, _: arena.play(fixture),
        files=lambda _: files(rules.game),
    )
    with executor(jobs, len(fixtures), cluster) as running:
        for place, future in finished(running, work, fixtures):
            error = future.exception()
            if error is None:
                yield place, future.result()
            elif isinstance(error, GameError) and error.exit_code is Exit.INTERNAL_FAULT:
                yield place, error
            else:
                raise error


def _rules(game: str, texts: Sequence[str], max_plies: int, seconds: float | None) -> Rules:
    base = game if Path(game).exists() else game.partition(":")[0]
    players = [read_player(text, base) for text in texts]
    names = [player.name for player in players]
    if len(names) < 2:
        raise InputError("a tournament needs two players or more: --player PROGRAM,depth=N and another")
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise InputError(f"two players are called {twice}: rename one with name=NAME")
    return Rules(game, players, max_plies, seconds)


def schedule(players: int, games: int, drawn: Sequence[Opening]) -> list[Fixture]:
    """All games, numbered from 1: each pair's first, then each pair's second with the colours changed, …

    >>> from pydecl.model.term import Atom
    >>> drawn = [Opening(number, Atom("a"), "a", (), 0) for number in range(2)]
    >>> [(f.max_player, f.min_player, f.opening.number) for f in schedule(2, 3, drawn)]
    [(0, 1, 0), (1, 0, 0), (0, 1, 1)]
    """
    fixtures: list[Fixture] = []
    for number in range(games):
        for one, two in combinations(range(players), 2):
            sides = (two, one) if number % 2 else (one, two)
            fixtures.append(Fixture(len(fixtures) + 1, *sides, drawn[number // 2]))
    return fixtures


def _numbered(fixtures: Sequence[Fixture], number: int) -> Fixture:
    if not 1 <= number <= len(fixtures):
        raise InputError(f"there is no game {number}: the games are numbered from 1 to {len(fixtures)}")
    return fixtures[number - 1]
