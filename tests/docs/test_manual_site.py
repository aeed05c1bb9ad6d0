"""The manual as a site: it builds without a warning, needs no network, and all its links lead somewhere."""

from __future__ import annotations

import hashlib
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
import typer
from folders import ROOT
from html_pages import Tags
from once_for_all import once_for_all
from rings import is_thorough, ring
from site_visits import digest_of_sources

import pydecl
from examples import DOCS, PAGES
from pydecl.cli.app import app
from pydecl.cli.commands import COMMANDS
from pydecl.programs.registry import DECLARED

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`[^`\n]+`")
CODE = re.compile(r"`(pydecl [^`]+)`")

GLOBAL = {"--help", "--version", "--install-completion", "--show-completion"}


def built(folder: Path) -> Path:
    """The site, built in a folder; in the inner ring with the plain theme, which takes a third less time."""
    build = [sys.executable, "-m", "sphinx", "-W", "-q", "-b", "html", "-d", str(folder / "kept")]
    if not is_thorough():
        build += ["-D", "html_theme=basic"]
    done = subprocess.run(
        [*build, str(DOCS), str(folder / "html")], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return folder / "html"


@pytest.fixture(scope="module")
def site() -> Path:
    for package in ("sphinx", "furo", "myst_parser", "sphinx_copybutton"):
        pytest.importorskip(package)
    made_of = hashlib.sha256(f"{ring()} {digest_of_sources()}".encode())
    for path in sorted(DOCS.rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            made_of.update(f"{path}\0".encode() + path.read_bytes())
    return once_for_all("manual", made_of.hexdigest()[:16], built)


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Tags]:
    return {path: Tags(path) for path in sorted(site.rglob("*.html"))}


def loaded(page: Tags) -> set[str]:
    """What a browser fetches by itself."""
    return {*page.values("src", "script", "img", "source"), *page.values("href", "link")}


def test_all_links_of_the_site_lead_somewhere(site: Path, pages: dict[Path, Tags]) -> None:
    dead = []
    places = {path: set(page.values("id")) for path, page in pages.items()}
    for path, page in pages.items():
        for link in {*page.values("href", "a"), *loaded(page)}:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            place = unquote(parts.fragment)
            if not target.is_file() or (place and place not in places.get(target, {place})):
                dead.append((str(path.relative_to(site)), link))
    assert dead == []


def test_the_site_loads_nothing_from_elsewhere(site: Path, pages: dict[Path, Tags]) -> None:
    links = {link for page in pages.values() for link in loaded(page)}
    assert {urlsplit(link).scheme for link in links} <= {"", "data"}
    assert not {link for link in links if urlsplit(link).netloc}
    styles = "".join(path.read_text(encoding="utf-8") for path in site.rglob("*.css"))
    assert not re.findall(r"url\(\s*['\"]?(?:https?:)?//", styles)


def test_the_reference_has_every_command_and_name_and_program(pages: dict[Path, Tags]) -> None:
    ids = {path.name: set(page.values("id")) for path, page in pages.items()}
    assert not set(COMMANDS) - ids["commands.html"]
    assert not {f"pydecl.{name}" for name in pydecl.__all__} - ids["api.html"]
    for one in DECLARED.values():
        if one.summary:
            place = "textbook" if one.textbook else "refined"
            assert f"{place}-{one.name.replace('_', '-')}" in ids["prolog.html"]


def anchors(text: str) -> set[str]:
    """The anchors of the headings of a page, as code hosts make them."""
    found: set[str] = set()
    for heading in re.findall(r"^#+ (.+)$", FENCED.sub("", text), re.MULTILINE):
        slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        number = 1
        name = slug
        while name in found:
            name, number = f"{slug}-{number}", number + 1
        found.add(name)
    return found


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere_where_the_code_is_hosted(path: Path) -> None:
    dead = []
    for link in LINK.findall(SPAN.sub("", FENCED.sub("", path.read_text(encoding="utf-8")))):
        parts = urlsplit(link)
        if parts.scheme:
            continue
        target = (path.parent / parts.path).resolve() if parts.path else path
        text = target.read_text(encoding="utf-8") if target.suffix == ".md" and target.is_file() else ""
        is_generated = target == DOCS / "commands.md" and parts.fragment in COMMANDS
        if not target.exists() or (
            parts.fragment and not is_generated and parts.fragment not in anchors(text)
        ):
            dead.append(link)
    assert dead == []


@cache
def options(command: str) -> frozenset[str]:
    group: Any = typer.main.get_command(app)
    return frozenset(name for one in group.get_command(None, command).params for name in one.opts)


def unknown(text: str) -> Iterator[str]:
    """What is no command or no option, of all that a text names in passing."""
    for said in CODE.findall(FENCED.sub("", text)):
        try:
            words = shlex.split(said)
        except ValueError:
            continue
        if len(words) < 2 or words[1].startswith("-"):
            continue
        if words[1] not in COMMANDS:
            yield said
        else:
            given = {word.split("=")[0].split("|")[0] for word in words[2:] if re.match(r"--[a-z]", word)}
            yield from (f"{said}: {one}" for one in given - options(words[1]) - GLOBAL)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_commands_that_the_text_names_are_there(path: Path) -> None:
    assert list(unknown(path.read_text(encoding="utf-8"))) == []


def test_a_command_that_is_not_there_is_found() -> None:
    assert list(unknown("say `pydecl serch GAME`, or `pydecl search GAME --deph 3`")) == [
        "pydecl serch GAME",
        "pydecl search GAME --deph 3: --deph",
    ]


def test_readme_is_two_screens() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 105
    assert max(map(len, lines)) <= 110
