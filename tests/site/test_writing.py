"""What a site consists of, where it is written, and what is said if it cannot be."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest
from command_line import Run
from html_pages import Tags

from pydecl.errors import InputError, LimitError
from pydecl.paths import prolog_file
from pydecl.rules.reader import read_rules, term_of
from pydecl.workbench.site import wasm, writing
from pydecl.workbench.site.wasm import ARCHIVE, MEMBERS, compiled, swipl_wasm
from pydecl.workbench.site.writing import (
    MARK,
    PAGES,
    PREVIEW,
    WORKER,
    check_folder,
    content,
    file_of,
    prolog_files,
    write_site,
)

SWIPL = {name: name.encode() for name in MEMBERS.values()}


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A site with another SWI-Prolog, which nobody runs, and without exercises."""
    monkeypatch.setattr(writing, "compiled", lambda _: b"the programs")
    monkeypatch.setattr(writing, "practice_files", lambda: {"practice/levels.json": b"{}"})
    write_site(tmp_path / "site", SWIPL)
    return tmp_path / "site"


@pytest.mark.parametrize("page", list(map(file_of, PAGES)))
def test_a_page_names_only_files_of_the_site_and_has_no_inline_script(written: Path, page: str) -> None:
    seen = Tags(written / page)
    (policy,) = [tag["content"] for name, tag in seen.tags if name == "meta" and "http-equiv" in tag]
    assert policy is not None
    assert "default-src 'none'" in policy
    assert "unsafe-inline" not in policy
    assert "'unsafe-eval'" not in policy
    assert not seen.inline
    assert not any(key.startswith("on") or key == "style" for _, tag in seen.tags for key in tag)
    folder = (written / page).parent
    for _, tag in seen.tags:
        for named in (tag.get("src"), tag.get("href")):
            if named and not named.startswith(("data:", "#")):
                target = (folder / named).resolve()
                assert target.is_relative_to(written.resolve())
                assert (target / "index.html" if target.is_dir() else target).is_file(), named


def test_the_service_worker_keeps_all_files(written: Path) -> None:
    (listed,) = re.findall(r"const FILES = (\[.*?\]);", (written / WORKER).read_text("utf-8"), re.DOTALL)
    files = [path for path in written.rglob("*") if path.is_file() and path.name != PREVIEW]
    there = {path.relative_to(written).as_posix() for path in files}
    assert set(json.loads(listed)) == there - {WORKER, MARK}
    assert "{{" not in (written / WORKER).read_text("utf-8")


def test_the_prolog_files_are_there_as_they_are_but_for_comments_that_nobody_reads(written: Path) -> None:
    def terms(file: Path) -> list[str]:
        clauses = read_rules(file.read_text("utf-8"), file.name).clauses
        return [re.sub(r"\b_G\d+", "_", str(term_of(clause.term))) for clause in clauses]

    (assets,) = (written / "assets").iterdir()
    for path in prolog_files():
        sent, own = assets / "prolog" / path, prolog_file(path)
        if path.startswith("support/"):
            assert terms(sent) == terms(own)
        else:
            assert sent.read_bytes() == own.read_bytes()


@pytest.mark.parametrize("page", list(map(file_of, PAGES)))
def test_every_module_that_a_page_imports_is_there_and_is_loaded_early(written: Path, page: str) -> None:
    path = written / page
    tags = Tags(path).tags
    early = {
        (path.parent / str(tag["href"])).resolve() for name, tag in tags if tag.get("rel") == "modulepreload"
    }
    todo = [(path.parent / str(tag["src"])).resolve() for name, tag in tags if name == "script"]
    found: set[Path] = set()
    while todo:
        module = todo.pop()
        assert module.is_file()
        for named in re.findall(r'from "(\./[\w/.-]+\.js)"', module.read_text("utf-8")):
            imported = (module.parent / named).resolve()
            if imported not in found:
                found.add(imported)
                todo.append(imported)
    assert found <= early


def test_a_site_is_replaced_and_its_version_changes_with_its_content(written: Path) -> None:
    first = json.loads((written / MARK).read_text())["version"]
    assert write_site(written, SWIPL).version == first
    second = write_site(written, {**SWIPL, "swipl-web.js": b"another"}).version
    assert second != first
    assert [path.name for path in (written / "assets").iterdir()] == [second]


def test_a_link_to_the_essay_has_a_title_and_a_picture(written: Path) -> None:
    page = written / "why" / "index.html"

    def preview() -> str:
        seen = Tags(page)
        about = {str(tag["property"]): str(tag["content"]) for _, tag in seen.tags if "property" in tag}
        assert about["og:title"] == "Why was this branch cut?"
        return about["og:image"]

    assert (page.parent / preview()).resolve().read_bytes().startswith(b"\x89PNG")
    write_site(written, SWIPL, "https://example.org/games/")
    (version,) = (path.name for path in (written / "assets").iterdir())
    assert preview() == f"https://example.org/games/assets/{version}/why.png"


def test_what_is_no_site_is_left_alone(tmp_path: Path, written: Path) -> None:
    folder = tmp_path / "thesis"
    folder.mkdir()
    (folder / "chapter").write_text("1")
    with pytest.raises(InputError, match="thesis: is not empty, and no site that pydecl wrote"):
        write_site(folder, SWIPL)
    assert [path.name for path in folder.iterdir()] == ["chapter"]
    with pytest.raises(InputError, match=r"index\.html: is a file, and a site is a folder"):
        write_site(written / "index.html", SWIPL)
    for wrong, why in ((folder, "is not empty"), (written / "index.html", "is a file")):
        with pytest.raises(InputError, match=why):
            check_folder(wrong)
    with pytest.raises(InputError, match="cannot be written"):
        write_site(Path("/proc/site"), SWIPL)


def test_every_game_and_program_is_told() -> None:
    told = content()
    assert json.loads(json.dumps(told))["version"] == told["version"]
    for program in told["programs"]:
        assert (prolog_file() / program["file"]).is_file()
    for game in told["games"]:
        assert (prolog_file() / game["file"]).is_file()
        assert (prolog_file() / game["shown"]).is_file()
    beside = {game["name"]: game["beside"] for game in told["games"] if game.get("beside")}
    board, dice = ["games/go/board.pl"], ["games/backgammon/dice.pl"]
    assert beside == {
        "atari_go": board,
        "backgammon": dice,
        "bearoff": dice,
        "chess": ["games/chess/board.pl"],
        "go": board,
    }


# What can be missing


def test_without_npm_it_is_told_what_to_do(
    pydecl: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYDECL_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", str(tmp_path))
    done = pydecl("site", str(tmp_path / "site"))
    assert done.code == 2
    (line,) = done.err.splitlines()
    assert line.startswith(
        "pydecl: npm, which fetches SWI-Prolog for the browser, is not there: install Node.js"
    )
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize(
    ("name", "does", "error", "said"),
    [
        ("npm", "echo 'no such host' >&2; exit 1", InputError,
         r"npm cannot fetch swipl-wasm@8\.0\.5: no such host; without a network"),
        ("npm", "exec sleep 5", LimitError, r"npm did not fetch swipl-wasm@8\.0\.5 within 0 s"),
        ("node", None, InputError, "node is not there, and compiles the programs for the browser"),
        ("node", "echo 'too old' >&2; exit 1", InputError,
         "node cannot compile the programs for the browser: too old"),
        ("node", "exec sleep 5", LimitError, "node did not compile the programs within 0 s"),
    ],
)  # fmt: skip
def test_what_npm_and_node_complain_of_is_told(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    does: str | None,
    error: type[Exception],
    said: str,
) -> None:
    monkeypatch.setenv("PYDECL_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", str(tmp_path))
    if does is not None:
        (tmp_path / name).write_text(f"#!/bin/sh\nPATH=/bin:/usr/bin\n{does}\n")
        (tmp_path / name).chmod(0o755)
    if "sleep" in str(does):
        monkeypatch.setattr(wasm, "SECONDS", 0.2)
        monkeypatch.setattr(wasm, "COMPILING_SECONDS", 0.2)
    with pytest.raises(error, match=said):
        swipl_wasm() if name == "npm" else compiled(SWIPL)


def test_the_package_is_kept_and_a_damaged_one_is_fetched_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = b"what the registry has"
    fetched = []

    def packed() -> bytes:
        fetched.append(1)
        return package

    monkeypatch.setenv("PYDECL_CACHE", str(tmp_path))
    monkeypatch.setattr(wasm, "_packed", packed)
    monkeypatch.setattr(wasm, "_unpacked", lambda data, where: checked(data, where, package))
    swipl_wasm()
    swipl_wasm()
    assert len(fetched) == 1
    (tmp_path / "site" / wasm.VERSION / ARCHIVE).write_bytes(b"half")
    swipl_wasm()
    assert len(fetched) == 2


def checked(data: bytes, where: str, package: bytes) -> dict[str, bytes]:
    """What unpacking does, with another package."""
    if hashlib.sha512(data).digest() != hashlib.sha512(package).digest():
        raise InputError(where)
    return {"package": data}
