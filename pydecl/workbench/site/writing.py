"""Write the folder: pages at addresses that stay, and all else below `assets/VERSION/`, to be kept.

VERSION is a digest of all that the files are made of: a page and what it loads always belong together, and a
browser that has kept a file never needs to ask whether it has changed.

`site.json` has what the pages must know of the programs and the games. Exercises are made beforehand with the
keys to mark them by: the browser needs no search.

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

import hashlib
import html
import json
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pydecl import __version__
from pydecl.errors import ASKED, FAULTS, InputError, writing
from pydecl.games import BUNDLED
from pydecl.model.program import Declaration, Movers
from pydecl.model.result import DEFAULTS
from pydecl.model.term import Atom, Compound, PrologList, term_text
from pydecl.model.tree import tree_facts
from pydecl.paths import bundled_file, prolog_file, told_names
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
from pydecl.workbench.site.essay import moving, told
from pydecl.workbench.site.wasm import compiled

FOLDERS = ("support/conventions", "textbook", "refined", "naive", "games")
"""The folders of `prolog/` that a site has, to be read or loaded."""

PROGRAM_FOLDERS = ("textbook/", "refined/", "naive/")
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
        "settings": {name: getattr(DEFAULTS, name) for name in ("win", "max_ply", "extension")},
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
        "marking": [*MARKING, *(path for path in prolog_files() if path.startswith(PROGRAM_FOLDERS))],
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


def about(game: str) -> tuple[str, str]:
    """What a game is called, and what one does in it; a tree is called as its file is."""
    name = game.partition(":")[0]
    told = file_summary(bundled_file(name))
    return in_parts(told) if name in BUNDLED else (game.replace("_", " ").capitalize(), told)


def _game(name: str, file: str, **more: Any) -> dict[str, Any]:
    """A game whose rules are a file of `prolog/`; `shown` is what people read of it."""
    title, words = about(name)
    shown = bundled_file(name).relative_to(prolog_file()).as_posix()
    return {"name": name, "title": title, "about": words, "file": file, "shown": shown, **more}


def _rules() -> Iterator[dict[str, Any]]:
    for name in BUNDLED:
        file = f"games/{name}.pl"
        included = _INCLUDE.findall(prolog_file(file).read_text(encoding="utf-8"))
        yield _game(name, file, beside=[f"games/{path}.pl" for path in included])


def _trees() -> Iterator[dict[str, Any]]:
    for name in told_names(".tree"):
        path = bundled_file(name)
        facts = tree_facts(read_tree(read_source(path), str(path)))
        yield _game(name, "games/tree.pl", facts=term_text(PrologList(tuple(facts))))


def _graphs() -> Iterator[dict[str, Any]]:
    for name in told_names(".graph"):
        path = bundled_file(name)
        graph = read_graph(read_source(path), str(path))
        edges = PrologList(tuple(Compound("-", edge) for edge in graph.edges))
        options = (Compound("-", (Atom("edges"), edges)), Compound("-", (Atom("start"), graph.start)))
        yield _game(name, "games/graph.pl", options=term_text(PrologList(options)))


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


# The folder

IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.{1,2}/[^"]+)";?$', re.MULTILINE)
"""An import as our modules have it: the names, and the file, relative to the module's."""


def imported(module: Path) -> list[Path]:
    """All modules that one imports, and those that these import, by their names."""
    found: set[Path] = set()
    todo = [module.resolve()]
    while todo:
        one = todo.pop()
        others = {(one.parent / path).resolve() for _, path in IMPORT.findall(one.read_text("utf-8"))}
        todo.extend(others - found)
        found |= others
    return sorted(found)


STATIC = Path(__file__).parent / "static"


@dataclass(frozen=True)
class Page:
    """A page: its title, what it is called in the navigation, its module, and what links to it say of it.

    What stands in its frame is a file of `static/`, called as its folder is.
    """

    title: str
    link: str
    script: str
    about: str
    has_prolog: bool = False


PAGES = {
    "index": Page(
        "Games, and how programs search them",
        "pydecl",
        "index.js",
        "Write a game's rules in Prolog, and see how programs search it.",
    ),
    "why": Page(
        "Why was this branch cut?",
        "Why?",
        "why.js",
        "Alpha-beta on a tree that you change: the values, the windows, the cuts, and why.",
        has_prolog=True,
    ),
    "play": Page("Play", "Play", "play.js", "Play a game, and see what each move is worth.", has_prolog=True),
    "try": Page(
        "Your rules", "Your rules", "try.js", "Your own game, searched in this browser.", has_prolog=True
    ),
    "step": Page("Step", "Step", "stepping.js", "A search, event by event.", has_prolog=True),
    "practice": Page("Practice", "Practice", "practising.js", "Trees to search by hand, and their marks."),
    "design": Page("Design", "", "index.js", "The colours, letters and parts that all pages share."),
}
FRAME = "frame.html"
WORKER = "sw.js"

PROGRAMS = "prolog/worker.qlf"
"""The programs as SWI-Prolog loads them. The time is in it: it does not count for the version."""

COMMENT = re.compile(rb"^ *%[^\n]*\n|^/\*.*?\*/\n", re.MULTILINE | re.DOTALL)
"""A line of a comment in Prolog, or several."""

PREVIEW = "why.png"
"""The picture that goes with a link to the essay, among the assets."""

MOVING = "search.svg"
"""A search in motion, for the first page, among the assets."""

EMBED = """<p><label for="embed">To show the figure on a page of yours, as it is now:</label>
<input id="embed" readonly></p>"""

FOOT = """<p>This is SWI-Prolog in your browser, under
<a href="{{assets}}/swipl/LICENSE.txt">its own licence</a>, with pydecl’s programs as they are.
Nothing is sent anywhere.</p>"""
"""What stands below the page that runs it."""

MARK = "pydecl-site.json"
"""The file by which a folder is known to be a site, which can be written anew: it says the version."""


@dataclass(frozen=True)
class Site:
    """What was written: the folder, its version, the number of its files and their size in bytes."""

    folder: Path
    version: str
    files: int
    size: int


def write_site(folder: Path, swipl: Mapping[str, bytes], address: str = "") -> Site:
    """Write a site; a site that is there is replaced.

    `swipl` are the files of SWI-Prolog as WebAssembly, by name; `address` is where the site will be, which
    the previews of links to it need. Raises InputError if the folder cannot be written, or holds something
    else.
    """
    assets = _assets(swipl)
    essay = _essay()
    version = _version(assets, essay)
    assets[PROGRAMS] = compiled(swipl)
    files = {f"assets/{version}/{name}": data for name, data in assets.items()}
    filled = {"version": version}
    preview = f"{address.rstrip('/') or '..'}/assets/{version}/{PREVIEW}"
    pages = {file_of(name): _page(name, {**essay, **filled, "preview": preview}) for name in PAGES}
    addresses = sorted(path for path in (*files, *pages) if not path.endswith(PREVIEW))  # others ask for it
    files |= pages
    files[WORKER] = _filled(WORKER, {**filled, "files": json.dumps(addresses, indent=1)})
    files[MARK] = json.dumps(filled).encode()
    with writing(folder):
        _clear(folder)
        for name, data in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    return Site(folder, version, len(files), sum(map(len, files.values())))


def _assets(swipl: Mapping[str, bytes]) -> dict[str, bytes]:
    own = STATIC / "assets"
    files = {
        path.relative_to(own).as_posix(): path.read_bytes()
        for path in sorted(own.rglob("*"))
        if path.is_file()
    }
    files |= {f"swipl/{name}": data for name, data in swipl.items()}
    files |= {f"prolog/{path}": _sent(path) for path in prolog_files()}
    files |= practice_files()
    files["boards.json"] = board_file()
    files[MOVING] = moving()
    files["site.json"] = json.dumps(content(), separators=(",", ":")).encode()
    return files


def _essay() -> dict[str, str]:
    """What stands on the page of the essay: its text, and what is filled in there."""
    return {
        "told": html.escape(told(is_searched=True)),
        "where": "in SWI-Prolog, in this browser",
        "own": "../try/",
        "step": "../step/",
        "practice": "../practice/",
        "embed": EMBED,
        "lists": "",
        "foot": FOOT,
    }


def _version(assets: Mapping[str, bytes], essay: Mapping[str, str]) -> str:
    """A digest of the assets, and of the pages and the worker that are made of templates."""
    digest = hashlib.sha256()
    for name, data in assets.items():
        digest.update(f"{name}\0{len(data)}\0".encode())
        digest.update(data)
    for name in (*map("{}.html".format, PAGES), FRAME, WORKER):
        digest.update((STATIC / name).read_bytes())
    digest.update(json.dumps([essay, *map(asdict, PAGES.values())]).encode())
    return digest.hexdigest()[:16]


EARLY = (
    *("swipl/swipl-web.wasm", "swipl/swipl-web.data", "swipl/swipl-web.js"),
    *(PROGRAMS, "worker.js", "site.json"),
)
"""What a page with SWI-Prolog asks for at once."""


def file_of(name: str) -> str:
    """Where a page stands in the site."""
    return "index.html" if name == "index" else f"{name}/index.html"


def _page(name: str, values: Mapping[str, str]) -> bytes:
    """A page in its frame, with what it asks for at once."""
    page, root, here = PAGES[name], "./" if name == "index" else "../", ' aria-current="page"'
    assets, own = f"{root}assets/{values['version']}", STATIC / "assets"
    modules = [path.relative_to(own.resolve()).as_posix() for path in imported(own / page.script)]
    early = [f'<link rel="preload" as="fetch" crossorigin href="{assets}/{file}">' for file in EARLY]
    early = early if page.has_prolog else []
    early += [f'<link rel="modulepreload" href="{assets}/{module}">' for module in modules]
    there = {one: f"{root}{file_of(one).removesuffix('index.html')}" for one in PAGES}
    links = [
        f'<a href="{there[one]}"{here if one == name else ""}>{PAGES[one].link}</a>'
        for one in PAGES
        if PAGES[one].link
    ]
    about = {name: str(value) for name, value in asdict(page).items()} | {"links": "\n".join(links)}
    main = {"main": (STATIC / f"{name}.html").read_text("utf-8"), "early": "\n".join(early)}
    return _filled(FRAME, {**about, **main, **values, "assets": assets})


def _filled(name: str, values: Mapping[str, str]) -> bytes:
    """A file of `static/` with {{key}} replaced."""
    text = (STATIC / name).read_text("utf-8")
    for key, value in values.items():
        text = text.replace("{{" + key + "}}", value)
    return text.encode()


def _sent(path: str) -> bytes:
    """A file of Prolog as the site has it: what nobody reads there has no lines of comments."""
    text = prolog_file(path).read_bytes()
    return COMMENT.sub(b"", text) if path.startswith("support/") else text


def check_folder(folder: Path) -> None:
    """Raises InputError if it is none, holds anything but a site, or cannot be read."""
    with writing(folder):
        if folder.exists() and not folder.is_dir():
            raise InputError(f"{folder}: is a file, and a site is a folder")
        if folder.exists() and not (folder / MARK).is_file() and any(folder.iterdir()):
            raise InputError(f"{folder}: is not empty, and no site that pydecl wrote: give another folder")


def _clear(folder: Path) -> None:
    """Remove the site that is there. Raises InputError if the folder holds anything else."""
    check_folder(folder)
    shutil.rmtree(folder / "assets", ignore_errors=True)
