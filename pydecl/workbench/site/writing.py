"""Write the folder: pages at addresses that stay, and all else below `assets/VERSION/`, to be kept.

VERSION is a digest of all that the files are made of: a page and what it loads always belong together, and a
browser that has kept a file never needs to ask whether it has changed.
"""

from __future__ import annotations

import hashlib
import html
import json
import re
import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from pydecl.errors import InputError, unwritable
from pydecl.paths import prolog_file
from pydecl.workbench.site.content import board_file, content, practice_files, prolog_files
from pydecl.workbench.site.essay import moving, told
from pydecl.workbench.site.wasm import compiled

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
    try:
        _clear(folder)
        for name, data in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    except OSError as error:
        raise unwritable(folder, error) from None
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
    try:
        if folder.exists() and not folder.is_dir():
            raise InputError(f"{folder}: is a file, and a site is a folder")
        if folder.exists() and not (folder / MARK).is_file() and any(folder.iterdir()):
            raise InputError(f"{folder}: is not empty, and no site that pydecl wrote: give another folder")
    except OSError as error:
        raise unwritable(folder, error) from None


def _clear(folder: Path) -> None:
    """Remove the site that is there. Raises InputError if the folder holds anything else."""
    check_folder(folder)
    shutil.rmtree(folder / "assets", ignore_errors=True)
