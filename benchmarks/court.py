"""The games of `examples/rules` held against other programs: `python benchmarks/court.py [GAME ...]`.

Each comparison is a line of JSON on standard output; then the rows of these games, by default of all that
have a second opinion, are new in docs/court_held.csv. It needs OpenSpiel, pyffish, chess and pydraughts; the
names of PACKAGES need theirs.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import pydecl

sys.path.insert(0, str(Path(__file__).parent))

from court_tables import keep

ROOT = Path(__file__).parent.parent
RULES = ROOT / "examples" / "rules"
OWN = "python:benchmarks.court_systems:"
FROM_PYPI = "python:benchmarks.court_packages:"
VARIANTS = "python:benchmarks.court_variants:"

HELD: dict[str, tuple[str, str, int | None]] = {
    "abalone": ("", FROM_PYPI + "BoaiAbalone", None),
    "amazons": ("size=6,from_corner=1,from_side=1", OWN + "Amazons", None),
    "antichess": ("", VARIANTS + "Antichess", None),
    "ataxx": ("", VARIANTS + "Ataxx", None),
    "breakthrough": ("columns=4,rows=6", "open_spiel:breakthrough(columns=4,rows=6)", None),
    "clobber": ("columns=3,rows=4", "open_spiel:clobber(columns=3,rows=4)", None),
    "dobutsu": ("", VARIANTS + "Dobutsu", None),
    "fox_and_hounds": ("", VARIANTS + "FoxAndHounds", None),
    "havannah": ("size=3", "open_spiel:havannah(board_size=3)", None),
    "hex": ("size=4", "open_spiel:hex(board_size=4)", None),
    "isolation": ("", VARIANTS + "Isolation", None),
    "joust": ("", VARIANTS + "Joust", None),
    "lines_of_action": ("", "open_spiel:lines_of_action", 60),
    "minichess": ("", VARIANTS + "Gardner", None),
    "minishogi": ("", VARIANTS + "Minishogi", None),
    "mnk": ("m=5,n=4,k=3", "open_spiel:mnk(m=5,n=4,k=3)", None),
    "oware": ("", "open_spiel:oware", None),
    "pentago": ("twist=always", "open_spiel:pentago", None),
    "quoridor": ("size=4,walls=2", "open_spiel:quoridor(board_size=4,wall_count=2)", 60),
    "racing_kings": ("", VARIANTS + "RacingKings", None),
    "santorini": ("", FROM_PYPI + "SantorinAI", None),
    "tafl": ("kind=fetlar", FROM_PYPI + "Fetlar", 74),
    "twixt": ("size=6", OWN + "Twixt", None),
    "ultimate_tic_tac_toe": ("", OWN + "UltimateTicTacToe", None),
    "xiangqi": ("", VARIANTS + "Xiangqi", None),
    "y": ("size=5", "open_spiel:y(board_size=5)", None),
}
"""The options of the rules, the system, and how many plies at most where games are long."""

OTHERWISE = {
    "draughts": "the counts of lines that R. Halbersma published at damforum.nl in 2010",
    "einstein": "OpenSpiel's einstein_wurfelt_nicht, roll by roll",
    "jeson_mor": "Fairy-Stockfish's moves, counted; it ends earlier",
}
"""What other games were held against, in the tests."""

PACKAGES = {
    "RustReversi": "othello",
    "Creversi": "othello",
    "ReversiBoard": "othello",
    "SimpleOthello": "othello",
    "Boardgame2Reversi": "othello",
    "BenchOthello": "othello:size=6",
    "BitBully": "connect4",
    "ConnectFourLib": "connect4",
    "GymConnect4": "connect4",
    "GymnasiumConnectFour": "connect4",
    "PingV4": "connect4",
    "Puissance4": "connect4",
    "SpookyConnect4": "connect4",
    "EasyConnectFour": "connect4",
    "BenchConnectFour": "connect4",
    "AimaConnectFour": "connect4",
    "AimaTicTacToe": "tictactoe",
    "EasyTicTacToe": "tictactoe",
    "PythonTicTacToe": "tictactoe",
    "EasyNim": "nim",
    "EasyHexapawn": "hexapawn:width=4,height=4",
    "EasyAwele": "examples/rules/oware.pl",
    "BenchHex": "examples/rules/hex.pl:size=7",
    "BenchDots": "dots_and_boxes:width=3,height=3",
    "QuoridorRl": "examples/rules/quoridor.pl:size=9,walls=10",
    "PythonQuoridor": "examples/rules/quoridor.pl:size=9,walls=10",
}
"""The games of `court_packages.py`, and the rules that they are held against."""


def row(path: Path, positions: int, seconds: float) -> list[str]:
    """The game's row, after its comparison."""
    if path.stem in PACKAGES:
        rules, system = PACKAGES[path.stem], FROM_PYPI + path.stem
        return [rules.rpartition("/")[2], f"`{system}`", held(rules, system, None, positions, seconds)]
    against, compared = OTHERWISE.get(path.stem, ""), ""
    if path.stem in HELD:
        options, system, depth = HELD[path.stem]
        game = f"{path}:{options}" if options else str(path)
        against = f"`{system}`" + (f", with `{options}`" if options else "")
        compared = held(game, system, depth, positions, seconds)
    return [f"[{path.stem}](../examples/rules/{path.name})", against, compared]


def held(game: str, system: str, depth: int | None, positions: int, seconds: float) -> str:
    """How many positions were compared, and the verdict."""
    found = pydecl.against(game, system, positions=positions, depth=depth, seconds=seconds)
    print(json.dumps(found.to_json()), flush=True)
    verdict = {True: "", False: ": **differs**", None: ": not to the end"}[found.agree]
    return f"{found.positions:,}{verdict}"


def main() -> None:
    """Compare, and write the rows."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("games", nargs="*", metavar="GAME")
    options.add_argument("--positions", type=int, default=10_000)
    options.add_argument("--time", type=float, default=600.0)
    chosen = options.parse_args()
    sys.path.insert(0, str(ROOT))
    for game in chosen.games or sorted({*HELD, *OTHERWISE}):
        keep("court_held", [row(RULES / f"{game}.pl", chosen.positions, chosen.time)], 2)


if __name__ == "__main__":
    main()
