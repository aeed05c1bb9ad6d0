"""Which SWI-Prolog is used: what the environment names, then the PATH's, then that of pydecl-swipl."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pydecl.engines.prolog import installation
from pydecl.engines.prolog.installation import (
    comes_from_wheel,
    find_swipl,
    quick_load,
    surroundings,
    swipl_program,
    variables,
)
from pydecl.errors import PrologUnavailableError

PROGRAM = """\
#!/bin/sh
echo 'PLBASE="{home}";'
echo 'PLLIBSWIPL="{home}/libswipl.so.9";'
"""


def forget() -> None:
    """A process looks once."""
    sys.modules.pop("pydecl_swipl", None)
    for remembered in (installation._program_of_wheel, installation._told_by, surroundings):
        remembered.cache_clear()


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A machine without any SWI-Prolog; its PATH is the folder `bin`, Python's packages are in `site`."""
    for name in ("bin", "site"):
        (tmp_path / name).mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    for name in installation.OVERRIDES:
        monkeypatch.delenv(name, raising=False)
    forget()
    monkeypatch.setitem(sys.modules, "pydecl_swipl", None)  # the real one may be installed here
    yield tmp_path
    forget()


def program(file: Path, mode: int = 0o755) -> str:
    """A program that says of itself what `swipl` does."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(PROGRAM.format(home=file.parent))
    file.chmod(mode)
    return str(file)


def wheel(machine: Path, mode: int = 0o755) -> str:
    """The package pydecl-swipl on this machine; its program."""
    module = machine / "site" / "pydecl_swipl" / "__init__.py"
    module.parent.mkdir()
    sys.modules.pop("pydecl_swipl")
    module.write_text('from pathlib import Path\n\nPROGRAM = Path(__file__).parent / "home" / "swipl"\n')
    return program(module.parent / "home" / "swipl", mode)


@pytest.mark.usefixtures("machine")
def test_where_there_is_none_nothing_is_found() -> None:
    assert find_swipl() is None
    assert variables() == {}
    assert not comes_from_wheel()
    assert quick_load() == {}
    with pytest.raises(PrologUnavailableError, match="there is no program swipl; 'pydecl doctor' says more"):
        swipl_program()


def test_the_package_is_used_where_there_is_no_other(machine: Path) -> None:
    own = wheel(machine)
    assert find_swipl() == swipl_program() == own
    assert comes_from_wheel()
    home = Path(own).parent
    assert variables() == {"SWI_HOME_DIR": str(home), "LIBSWIPL_PATH": str(home / "libswipl.so.9")}


def test_the_one_on_the_path_comes_first(machine: Path) -> None:
    wheel(machine)
    system = program(machine / "bin" / "swipl")
    assert find_swipl() == system
    assert not comes_from_wheel()
    assert variables()["SWI_HOME_DIR"] == str(machine / "bin")


@pytest.mark.parametrize("name", installation.OVERRIDES)
def test_what_the_user_names_comes_first(machine: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    wheel(machine)
    monkeypatch.setenv(name, "/elsewhere")
    assert find_swipl() is None
    assert not comes_from_wheel()
    assert variables() == {}


def test_a_package_without_its_program_is_none(machine: Path) -> None:
    wheel(machine, mode=0o644)
    assert find_swipl() is None


def test_a_package_of_that_name_that_says_nothing_is_none(machine: Path) -> None:
    (machine / "site" / "pydecl_swipl.py").write_text("")
    sys.modules.pop("pydecl_swipl")
    assert find_swipl() is None


def test_replies_are_remembered_for_the_package_that_gave_them(machine: Path) -> None:
    without = surroundings()
    own = wheel(machine)
    forget()
    assert [line for line in surroundings() if line not in without] == [
        line for line in surroundings() if line.startswith(f"{own} ")
    ]
