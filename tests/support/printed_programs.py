"""The lecture's printed programs, mended step by step, and the small games they are tried on."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

from pydecl.claims.lecture19 import RULES
from pydecl.engines.prolog.installation import swipl_program
from pydecl.model.term import atom_text
from pydecl.paths import prolog_file

NAMES = ("won", "minimax", "alphabeta")
PRINTED = {name: prolog_file("lecture", f"{name}.pl").read_text("utf-8") for name in NAMES}
TEXTBOOK = {name: prolog_file("textbook", f"{name}.pl").read_text("utf-8") for name in NAMES}
TICTACTOE = prolog_file("games", "tictactoe.pl").read_text("utf-8")

# The mendings, one by one; what the lecture leaves out is taken from the textbook program.

OPERATOR = ":- op(900, fy, not).\n"
WON = OPERATOR + PRINTED["won"]
SPELT = PRINTED["minimax"] + PRINTED["alphabeta"].replace("Poslist", "PosList")
LAST_CLAUSE, NEWBOUNDS = re.findall(
    r"^(goodenough\(PosList.*?\.\n|newbounds\(.*)(?:\n|\Z)", TEXTBOOK["alphabeta"], re.DOTALL | re.MULTILINE
)
MENDED = SPELT + LAST_CLAUSE + NEWBOUNDS

SMALL = """
initial(r).
moves(r, [a,b]).
max_to_move(r).     min_to_move(a).     min_to_move(b).
staticval(a, 3).    staticval(b, 2).
"""

FOREST = (
    RULES
    + """
%   tree(+Nodes, -Tree): all trees of this size, with leaves -1, 0 and 1: with up to three leaves, in every
%   order that their values can have.

tree(1, Val) :- between(-1, 1, Val).
tree(Nodes, Trees) :- Nodes > 1, Below is Nodes - 1, trees(Below, Trees).

trees(Nodes, [Tree|Trees]) :-
    between(1, Nodes, Size),
    tree(Size, Tree),
    Rest is Nodes - Size,
    (   Rest =:= 0
    ->  Trees = []
    ;   trees(Rest, Trees)
    ).

value(Pos, Val) :- minimax(Pos, _, Val).
"""
)
"""Every tree is a game."""


def answers(folder: Path, program: str, template: str, goal: str) -> str:
    """The answers to a goal as plain SWI-Prolog writes them; where it raises an error, what kind of error."""
    file = folder / "program.pl"
    file.write_text(program, "utf-8")
    asked = f"catch(findall({template}, ({goal}), Answers), error(Answers, _), true), print(Answers)"
    done = subprocess.run(
        [swipl_program(), "-q", "-f", "none", "--stack-limit=8m", "-g", asked, "-t", "halt", str(file)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return re.sub(r"\b_\d+", "_", done.stdout)


def include(folder: Path, name: str) -> str:
    shutil.copy(prolog_file("lecture", f"{name}.pl"), folder)
    return f":- include({atom_text(name)}).\n"
