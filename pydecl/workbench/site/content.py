"""What the pages must know of the programs, the games and the exercises, and the Prolog files that they load.

Exercises are made beforehand with the keys to mark them by: the browser needs no search.

>>> told = content()
>>> [program["name"] for program in told["programs"]][:3]
['won', 'minimax', 'alphabeta']
>>> next(game for game in told["games"] if game["name"] == "deep_cutoff")["shown"]
'games/trees/deep_cutoff.tree'
>>> files = practice_files()
>>> sorted(files)[:2], len(json.loads(files["practice/deep.json"])["keys"])
(['practice/chance.json', 'practice/deep.json'], 40)
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from pydecl import __version__
from pydecl.errors import ASKED, FAULTS
from pydecl.games import BUNDLED
from pydecl.model.program import Declaration, Movers
from pydecl.model.result import DEFAULTS
from pydecl.model.term import Atom, Compound, PrologList, term_text
from pydecl.model.tree import tree_facts
from pydecl.paths import prolog_file, told_file, told_names
from pydecl.programs.registry import DECLARED
from pydecl.rules.conventions import CONVENTIONS, MOVES
from pydecl.rules.graph import read_graph
from pydecl.rules.source import read_source
from pydecl.rules.summary import file_summary, in_parts
from pydecl.rules.tree import read_tree
from pydecl.workbench.drawing import svg
from pydecl.workbench.drawing.board import SHAPES
from pydecl.workbench.practice.exercise import TITLES, Level
from pydecl.workbench.practice.making import exercise
from pydecl.workbench.practice.reasons import key_json, marking_key
from pydecl.workbench.practice.solution import solved

FOLDERS = ("support/conventions", "textbook", "refined", "naive", "games")
"""The folders of `prolog/` that a site has, to be read or loaded."""

PROGRAMS = ("textbook/", "refined/", "naive/")
"""Those of the programs."""

ADAPTING = ("support/adapting.pl", "support/passing.pl", "support/tables.pl")
"""What is loaded beside the compiled programs, for some rules; they have all else of `support`."""

MARKING = tuple(
    f"support/{name}.pl"
    for name in (
        *("marking", "marks", "notes", "tracing", "contract", "interface", "terms", "events", "programs"),
        *("attached", "textbook", "transpositions", "mutant"),
    )
)
"""What marks the places in the programs' texts, and what it loads besides these texts."""

_INCLUDE = re.compile(r"^:- include\(([a-z_/]+)\)\.$", re.MULTILINE)
"""How a bundled game includes a file beside it."""

NEW = "new.pl"
"""The game that one begins with."""


def content() -> dict[str, Any]:
    """All that `site.json` says; predicates are `name/arity`, terms canonical texts.

    `adapters` are the files that SWI-Prolog needs for rules of other conventions, `beside` those that a game
    includes.
    """
    return {
        "version": __version__,
        "programs": [_program(declared) for declared in DECLARED.values()],
        "settings": {
            "win": DEFAULTS.win,
            "max_ply": DEFAULTS.max_ply,
            "extension": DEFAULTS.extension,
        },
        "moves": MOVES,
        "conventions": [
            {
                "name": convention.name,
                "needs": convention.needs,
                "never": sorted(convention.never),
                "refines": sorted(convention.refines),
            }
            for convention in CONVENTIONS
        ],
        "faults": FAULTS,
        "asked": ASKED,
        "games": [*_rules(), *_trees(), *_graphs()],
        "adapters": [path for path in prolog_files() if path.startswith("support/") and path not in MARKING],
        "marking": [*MARKING, *(path for path in prolog_files() if path.startswith(PROGRAMS))],
    }


@cache
def prolog_files() -> Sequence[str]:
    """The files of `prolog/` that a site has: the programs, what adapts rules to them, and the games."""
    root = prolog_file()
    paths = (path for folder in FOLDERS for path in (root / folder).rglob("*") if path.is_file())
    return [NEW, *ADAPTING, *MARKING, *sorted(path.relative_to(root).as_posix() for path in paths)]


def _program(declared: Declaration) -> dict[str, Any]:
    return {
        "name": declared.name,
        "summary": declared.summary,
        "file": next(path for path in prolog_files() if Path(path).name == f"{declared.name}.pl"),
        "naive": declared.naive_of is not None,
        "kind": declared.contract.kind.value,
        "window": declared.contract.window,
        "values": declared.values,
        "ends": declared.ends,
        "needs": declared.needs,
        "settings": [(setting.name, setting.default) for setting in declared.settings],
        "traced": bool(declared.traced),
        "side": declared.traced[0].side.name.lower() if declared.traced else None,
        "maxOnly": declared.movers is Movers.MAX,
    }


def _rules() -> Iterator[dict[str, Any]]:
    for name in BUNDLED:
        file = f"games/{name}.pl"
        included = _INCLUDE.findall(prolog_file(file).read_text(encoding="utf-8"))
        title, about = in_parts(file_summary(prolog_file(file)))
        beside = [f"games/{path}.pl" for path in included]
        yield {"name": name, "title": title, "about": about, "file": file, "shown": file, "beside": beside}


def _trees() -> Iterator[dict[str, Any]]:
    for name in told_names(".tree"):
        path, shown = _told(name, ".tree")
        facts = tree_facts(read_tree(read_source(path), str(path)))
        yield {
            "name": name,
            **_about(name, path),
            "file": "games/tree.pl",
            "shown": shown,
            "facts": term_text(PrologList(tuple(facts))),
        }


def _graphs() -> Iterator[dict[str, Any]]:
    for name in told_names(".graph"):
        path, shown = _told(name, ".graph")
        graph = read_graph(read_source(path), str(path))
        edges = PrologList(tuple(Compound("-", edge) for edge in graph.edges))
        options = (Compound("-", (Atom("edges"), edges)), Compound("-", (Atom("start"), graph.start)))
        yield {
            "name": name,
            **_about(name, path),
            "file": "games/graph.pl",
            "shown": shown,
            "options": term_text(PrologList(options)),
        }


def _about(name: str, path: Path) -> dict[str, str]:
    return {"title": name.replace("_", " ").capitalize(), "about": file_summary(path)}


def _told(name: str, ending: str) -> tuple[Path, str]:
    path = told_file(name, ending)
    assert path is not None
    return path, path.relative_to(prolog_file()).as_posix()


SEEDS = 40
"""How many exercises of each level there are, by the seeds from 1 on."""


@cache
def practice_files() -> dict[str, bytes]:
    """A file for each level, and `levels.json`: their names and titles, and how many seeds there are."""
    levels = {level.value: TITLES[level] for level in Level}
    files = {f"practice/{level.value}.json": _level(level) for level in Level}
    files["practice/levels.json"] = _json({"levels": levels, "seeds": SEEDS})
    return files


def board_file() -> bytes:
    """What a board is drawn with: the rules of style, and the outlines of pieces."""
    return _json({"style": svg.themed(svg.rules("board"), "board"), "shapes": SHAPES})


def _level(level: Level) -> bytes:
    """The exercises, and then their keys: what is alike stands together, and is compressed well."""
    found = [solved(exercise(level, seed)) for seed in range(1, SEEDS + 1)]
    keys = [key_json(marking_key(solution)) for solution in found]
    return _json({"exercises": [solution.exercise.to_json() for solution in found], "keys": keys})


def _json(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()
