"""The store of finished games: a game that was played once is not played again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from pydecl.model.game import Outcome
from pydecl.model.term import Atom, term_text
from pydecl.paths import fingerprint
from pydecl.playing.programs import Thinking
from pydecl.store import Database, default_file
from pydecl.tournaments.arena import Arena, Ending, Fixture, Played

TABLE = "CREATE TABLE IF NOT EXISTS game (question TEXT PRIMARY KEY, played TEXT)"


def default_store() -> Path:
    """In the user's cache folder."""
    return default_file("tournaments.sqlite")


class GamesStore(Database):
    """A SQLite file of finished games; a context manager.

    A game is known again by all that decides it: the rules, both players as they are asked, who is MAX, the
    opening, the limits, the code of pydecl and SWI-Prolog's version; the tournament it is part of is no
    matter. Raises InputError where the file cannot be used.
    """

    def __init__(self, path: Path, arena: Arena) -> None:
        super().__init__(path, TABLE)
        code = fingerprint(
            str(arena.game.session.ask(Atom("version"))),
            ("model", "programs", "games", "sandbox", "engines/prolog", "playing", "tournaments"),
            ("textbook", "refined", "naive", "support", "games"),
        )
        text = Path(arena.game.source).read_bytes()
        self._common = [code, arena.game.name, sha256(text).hexdigest(), arena.rules.max_plies]
        self._players = [
            _told(thinking, player.settings.seed, sorted(player.options.items()))
            for player, thinking in zip(arena.rules.players, arena.thinking, strict=True)
        ]

    def known(self, fixture: Fixture) -> Played | None:
        """How a game went, or None where it has still to be played."""
        row = self.row("SELECT played FROM game WHERE question=?", self._question(fixture))
        return None if row is None else self.decoded(row[0], _played)

    def keep(self, fixture: Fixture, played: Played) -> None:
        """Append how a game went."""
        found = json.dumps([played.outcome.value, played.ending.value, played.turns], ensure_ascii=False)
        self.write("INSERT OR REPLACE INTO game VALUES (?,?)", self._question(fixture), found)

    def _question(self, fixture: Fixture) -> str:
        opening = fixture.opening
        positions = [term_text(position) for position in (opening.start, opening.position)]
        sides = [self._players[fixture.max_player], self._players[fixture.min_player]]
        begun = [opening.seed, *positions, [turn.move for turn in opening.turns]]
        return json.dumps([*self._common, begun, sides], ensure_ascii=False)


def _played(fields: Any) -> Played:
    outcome, ending, turns = fields
    return Played(Outcome(outcome), Ending(ending), tuple((str(mover), str(move)) for mover, move in turns))


def _told(thinking: Thinking | None, seed: int, options: Sequence[tuple[str, str]]) -> list[Any]:
    if thinking is None:
        return ["random", seed, options]
    settings = thinking.settings
    return [
        *(thinking.program.value, thinking.engine, thinking.depth, thinking.seconds),
        *(settings.order.value, dict(settings.numbers), options),
    ]
