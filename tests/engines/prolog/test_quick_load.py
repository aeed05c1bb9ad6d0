"""Programs that are loaded quickly are those of the text, which is loaded if they cannot be."""

from __future__ import annotations

import fcntl
import hashlib
from pathlib import Path

import pytest

from pydecl.engines.prolog import QUICK_LOAD, installation
from pydecl.engines.prolog.session import Session
from pydecl.kept import DIGEST
from pydecl.model.term import Term

WORLD = (
    "findall(M:N/A-C, ( current_module(M), sub_atom(M, 0, _, _, pydecl_), current_predicate(M:N/A),"
    " functor(H, N, A), \\+ predicate_property(M:H, imported_from(_)), \\+ predicate_property(M:H, dynamic),"
    " predicate_property(M:H, number_of_clauses(C)) ), L0), sort(L0, L),"
    " findall(F-V, ( member(F, [optimise_unify,encoding,verbose,double_quotes,autoload]),"
    " current_prolog_flag(F, V) ), Flags), findall(S, source_file(S), S0), sort(S0, Sources)"
)
"""All programs with the number of their clauses, the flags that they set, and the files they are from."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the file is made; workers are of a kind of their own here: they are started, not forked."""
    monkeypatch.setenv("PYDECL_CACHE", str(tmp_path))
    monkeypatch.setenv("LD_LIBRARY_PATH", str(tmp_path))
    monkeypatch.setattr(installation, "SECONDS", 600.0)
    return tmp_path / "prolog"


def files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*/*.qlf"))


def world() -> list[Term]:
    with Session() as session:
        (found,) = session.query(WORLD)
    return [found[name] for name in ("L", "Flags", "Sources")]


def test_the_programs_are_the_same(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quickly = world()
    (file,) = files(folder)
    monkeypatch.setattr("pydecl.engines.prolog.session.quick_load", dict)
    assert world() == quickly
    assert files(folder) == [file]


def test_it_is_made_once(folder: Path) -> None:
    made = installation.quick_load()
    (file,) = files(folder)
    changed = file.stat().st_mtime_ns
    assert installation.quick_load() == made == {QUICK_LOAD: str(file)}
    assert file.stat().st_mtime_ns == changed
    assert sorted(path.name for path in folder.iterdir()) == sorted([file.parent.name, "lock"])


def test_other_programs_have_another_and_the_oldest_go(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installation, "MOST_FILES", 2)
    for version in range(3):
        monkeypatch.setattr(installation, "surroundings", lambda version=version: (str(version),))
        assert installation.quick_load()
    assert len(files(folder)) == 2


@pytest.mark.usefixtures("folder")
def test_a_file_that_swi_prolog_does_not_take_is_done_without() -> None:
    (path,) = installation.quick_load().values()
    other = b"SWI-Prolog .qlf file of another version\n"
    Path(path).write_bytes(other)
    Path(path).with_name(DIGEST).write_text(hashlib.sha256(other).hexdigest())
    with Session() as session:
        assert session.query("X = 1") == [{"X": 1}]


def test_who_comes_while_it_is_made_does_not_wait(folder: Path) -> None:
    folder.mkdir(mode=0o700)
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert installation.quick_load() == {}
        with Session() as session:
            assert session.query("X = 1") == [{"X": 1}]
    assert installation.quick_load()


@pytest.mark.parametrize("kind", ["a file", "writable by others"])
def test_a_folder_that_is_not_the_user_s_own_is_done_without(folder: Path, kind: str) -> None:
    if kind == "a file":
        folder.write_text("")
    else:
        folder.mkdir()
        folder.chmod(0o777)
    assert installation.quick_load() == {}
    with Session() as session:
        assert session.query("X = 1") == [{"X": 1}]


def test_another_swi_prolog_loads_the_text(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SWI_HOME_DIR", "/elsewhere")
    assert installation.quick_load() == {}
    assert not folder.exists()
