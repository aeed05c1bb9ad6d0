"""What `import pydecl` gives: all of it is documented by an example, and found without a wait."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from folders import ROOT

import pydecl
from pydecl.api.opening import Engine, Program
from pydecl.cli.commands import COMMANDS
from pydecl.engines import registry
from pydecl.programs.registry import PROGRAMS


def test_the_names_are_those_of_commands_and_of_what_they_take_and_give() -> None:
    assert {"search", "solve", "supply", "values", "open_solved"} <= set(pydecl.__all__)
    assert {"Game", "Session", "Position", "Move", "Result", "Player", "Outcome"} <= set(pydecl.__all__)
    assert set(pydecl.__all__) <= set(dir(pydecl))


def test_the_manual_names_the_functions_that_do_what_a_command_does() -> None:
    sentence, _, _ = (ROOT / "docs" / "api.md").read_text("utf-8").partition(", which do what the commands")
    assert set(re.findall(r"`(\w+)`", sentence)) == set(pydecl.__all__) & set(COMMANDS)


@pytest.mark.parametrize("name", pydecl.__all__)
def test_each_name_has_a_docstring_with_an_example_and_a_home_that_is_public(name: str) -> None:
    documented = getattr(pydecl, name)
    assert documented.__doc__, name
    assert ">>> " in documented.__doc__, name
    assert documented.__module__.startswith("pydecl.")


def test_a_name_that_there_is_not_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'serach'"):
        _ = pydecl.serach  # type: ignore[attr-defined]


def test_the_programs_and_engines_are_those_that_there_are() -> None:
    assert [one.value for one in Program] == [one.value for one in PROGRAMS]
    assert tuple(Engine) == registry.names()


def test_importing_pydecl_imports_nothing_of_it() -> None:
    code = "import sys, pydecl; print(*[name for name in sys.modules if name.startswith('pydecl.')])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split() == []


READERS = ("search", "perft", "solve", "values", "crosscheck", "trace", "prove", "play", "board", "draw")


@pytest.mark.sampled(5, "each case loads rules and searches")
@pytest.mark.usefixtures("quick_c")
@pytest.mark.parametrize("name", READERS)
def test_each_reads_rules_as_it_is_told(name: str, tmp_path: Path) -> None:
    rules = tmp_path / "twice.pl"
    rules.write_text(
        "initial(a).\nmove(a, b). move(b, c).\n"
        "max_to_move(a). max_to_move(b). min_to_move(c).\nstaticval(_, 1).\n"
    )
    arguments = (2,) if name == "perft" else ()
    told = getattr(pydecl, name)(rules, *arguments, moves_again=True, convention="textbook", memory=512)
    assert told is not None
    with pytest.raises(pydecl.PydeclError, match="convention"):
        getattr(pydecl, name)(rules, *arguments, convention="nosuch")
