"""The games of `examples/rules` held against other programs: `python benchmarks/court.py [GAME ...]`.

Each comparison is a line of JSON on standard output; then the rows of these games, by default of all that
have a second opinion, are new in the table of docs/court.md. It needs OpenSpiel, pyffish, chess and
pydraughts.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import pydecl

ROOT = Path(__file__).parent.parent
RULES = ROOT / "examples" / "rules"
PAGE = ROOT / "docs" / "court.md"
BEGIN, END = "<!-- held: begin -->\n", "<!-- held: end -->\n"
HEAD = "| game | held against | positions compared |\n| --- | --- | --- |\n"
OWN = "python:benchmarks.court_systems:"
VARIANTS = "python:benchmarks.court_variants:"

HELD: dict[str, tuple[str, str, int | None]] = {
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


def row(path: Path, positions: int, seconds: float) -> str:
    """The game's row, after its comparison."""
    against, compared = OTHERWISE.get(path.stem, ""), ""
    if path.stem in HELD:
        options, system, depth = HELD[path.stem]
        game = f"{path}:{options}" if options else str(path)
        found = pydecl.against(game, system, positions=positions, depth=depth, seconds=seconds)
        print(json.dumps(found.to_json()), flush=True)
        against = f"`{system}`" + (f", with `{options}`" if options else "")
        verdict = {True: "", False: ": **differs**", None: ": not to the end"}[found.agree]
        compared = f"{found.positions:,}{verdict}"
    return f"| [{path.stem}](../examples/rules/{path.name}) | {against} | {compared} |\n"


def main() -> None:
    """Compare, and write the rows."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("games", nargs="*", metavar="GAME")
    options.add_argument("--positions", type=int, default=10_000)
    options.add_argument("--time", type=float, default=600.0)
    chosen = options.parse_args()
    sys.path.insert(0, str(ROOT))
    for game in chosen.games or sorted({*HELD, *OTHERWISE}):
        path = RULES / f"{game}.pl"
        new = row(path, chosen.positions, chosen.time)
        before, rest = PAGE.read_text().split(BEGIN + HEAD)
        old, after = rest.split(END)
        rows = {line.partition("]")[0]: line for line in [*old.splitlines(keepends=True), new]}
        table = "".join(rows[key] for key in sorted(rows))
        PAGE.write_text(before + BEGIN + HEAD + table + END + after)


if __name__ == "__main__":
    main()
