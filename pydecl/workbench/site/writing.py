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
from dataclasses import dataclass
from pathlib import Path

from pydecl.errors import InputError, unwritable
from pydecl.paths import prolog_file
from pydecl.workbench.site.content import content, practice_files, prolog_files
from pydecl.workbench.site.essay import ESSAY, moving, told
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
PAGES = ("index.html", "why/index.html", "try/index.html", "step/index.html", "practice/index.html")
WORKER = "sw.js"

PROGRAMS = "prolog/worker.qlf"
"""The programs as SWI-Prolog loads them. The time is in it: it does not count for the version."""

PREVIEW = "why.png"
"""The picture that goes with a link to the essay, among the assets."""

MOVING = "search.svg"
"""A search in motion, for the first page, among the assets."""

EMBED = """<p><label for="embed">To show the figure on a page of yours, as it is now:</label>
<input id="embed" readonly></p>"""

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
    pages = {page: _page(page, {**essay, **filled, "preview": preview}) for page in PAGES}
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
    files |= {f"prolog/{path}": prolog_file(path).read_bytes() for path in prolog_files()}
    files |= practice_files()
    files[MOVING] = moving()
    files["site.json"] = json.dumps(content(), separators=(",", ":")).encode()
    return files


def _essay() -> dict[str, str]:
    """What stands on the page of the essay: its text, and what is filled in there."""
    return {
        "essay": ESSAY.read_text("utf-8"),
        "told": html.escape(told(is_searched=True)),
        "where": "in SWI-Prolog, in this browser",
        "own": "../try/",
        "step": "../step/",
        "practice": "../practice/",
        "embed": EMBED,
    }


def _version(assets: Mapping[str, bytes], essay: Mapping[str, str]) -> str:
    """A digest of the assets, and of the pages and the worker that are made of templates."""
    digest = hashlib.sha256()
    for name, data in assets.items():
        digest.update(f"{name}\0{len(data)}\0".encode())
        digest.update(data)
    for name in (*PAGES, WORKER):
        digest.update((STATIC / name).read_bytes())
    digest.update(json.dumps(essay).encode())
    return digest.hexdigest()[:16]


EARLY = (
    *("swipl/swipl-web.wasm", "swipl/swipl-web.data", "swipl/swipl-web.js"),
    *(PROGRAMS, "worker.js", "site.json"),
)
"""What a page with SWI-Prolog asks for at once."""

_SCRIPT = re.compile(r'<script type="module" src="([./]*assets)/\{\{version\}\}/([\w.]+)">')


def _page(name: str, values: Mapping[str, str]) -> bytes:
    """A page and what it asks for at once: {{modules}} for its script, {{prolog}} for SWI-Prolog."""
    script = _SCRIPT.search((STATIC / name).read_text("utf-8"))
    assert script is not None
    assets, own = f"{script[1]}/{values['version']}", STATIC / "assets"
    modules = [path.relative_to(own.resolve()).as_posix() for path in imported(own / script[2])]
    early = {
        "modules": [f'<link rel="modulepreload" href="{assets}/{module}">' for module in modules],
        "prolog": [f'<link rel="preload" as="fetch" crossorigin href="{assets}/{file}">' for file in EARLY],
    }
    return _filled(name, {**values, **{key: "\n".join(lines) for key, lines in early.items()}})


def _filled(name: str, values: Mapping[str, str]) -> bytes:
    """A file of `static/` with {{key}} replaced."""
    text = (STATIC / name).read_text("utf-8")
    for key, value in values.items():
        text = text.replace("{{" + key + "}}", value)
    return text.encode()


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
