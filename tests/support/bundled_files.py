"""The bundled rules files, and how far they are walked."""

from __future__ import annotations

from pydecl.paths import prolog_file

PLIES = {"chess": 4, "checkers": 12, "othello": 4, "connect4": 10, "atari_go": 10, "nine_mens_morris": 24}
"""How long a random walk is; 20 by default."""

GAMES = sorted(path.stem for path in prolog_file("games", "nim.pl").parent.glob("*.pl"))

NEED_FACTS = ("tree",)
"""Games whose rules are supplied with facts."""
