"""What bootstrap decides to run on which machine; nothing is installed here."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from types import SimpleNamespace

import pytest

from pydecl import bootstrap
from pydecl.errors import Exit

UPDATE = "env DEBIAN_FRONTEND=noninteractive apt-get update -q"
INSTALL = "env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends"


class Machine:
    """A pretended machine: the programs on its PATH, its user, and what its commands do."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.python = root / ".venv" / "bin" / "python"
        self.programs = {"swipl", "chromium", "apt-get"}
        self.user = 0
        self.has_ensurepip = True
        self.has_wheel = False
        self.exit_codes: dict[str, int] = {}
        self.commands: list[str] = []
        self.environment: dict[str, str] = {}

    def which(self, program: str) -> str | None:
        return program if program in self.programs else None

    def find_spec(self, _module: str) -> object:
        return object() if self.has_ensurepip else None

    def run(self, command: list[str], env: dict[str, str] | None = None, **_: object) -> SimpleNamespace:
        if "-c" in command:  # a probe of the virtual environment
            there = self.has_wheel if "import pydecl_swipl" in command else True
            return SimpleNamespace(returncode=0 if there and self.python.exists() else 1)
        self.environment = env or {}
        short = [word.replace(str(self.python), "python").replace(str(self.root), "ROOT") for word in command]
        text = " ".join(short).replace(sys.executable, "SYSTEM-PYTHON")
        self.commands.append(text)
        code = next((code for part, code in self.exit_codes.items() if part in text), 0)
        if code == 0:
            self.programs |= {"swipl"} if "swi-prolog-nox" in command else set()
            self.programs |= {"chromium"} if "chromium" in command else set()
            if "venv" in command:
                self.python.parent.mkdir(parents=True)
                self.python.touch()
        return SimpleNamespace(returncode=code)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A Debian machine with all that is needed but the virtual environment; its user is root."""
    machine = Machine(tmp_path)
    (tmp_path / "pyproject.toml").touch()
    for name, replacement in {
        "ROOT": tmp_path,
        "shutil": SimpleNamespace(which=machine.which, rmtree=shutil.rmtree),
        "subprocess": SimpleNamespace(run=machine.run),
        "importlib": SimpleNamespace(util=SimpleNamespace(find_spec=machine.find_spec)),
        "os": SimpleNamespace(
            geteuid=lambda: machine.user,
            cpu_count=lambda: 2,
            environ={"PATH": "/bin", "PYTHONDONTWRITEBYTECODE": "1"},
        ),
    }.items():
        monkeypatch.setattr(bootstrap, name, replacement)
    return machine


MAKE_VENV = "SYSTEM-PYTHON -m venv ROOT/.venv"
PIP = "python -m pip install -q --disable-pip-version-check -e ROOT[demo]"
PIP_FOR_TESTS = PIP.replace("[demo]", "[test]")
DEMO = "python -m pydecl crosscheck --all --time 300"
CHECKS = [
    "python -m ruff check .",
    "python -m ruff format --check .",
    "python -m mypy",
    "python -m pytest -n 2 --dist loadfile --no-loadscope-reorder",
]


def test_the_exit_codes_are_those_of_the_project() -> None:
    codes = (bootstrap.FINE, bootstrap.FAILED, bootstrap.BAD_INPUT, bootstrap.NOT_SET_UP)
    assert codes == (Exit.FINE, Exit.DISAGREEMENT, Exit.BAD_INPUT, Exit.NO_PROLOG)
    assert bootstrap.INTERRUPTED == Exit.INTERRUPTED


# Usage


@pytest.mark.parametrize(
    "arguments",
    ["", "run", "demo test", "--all", "test --quick a b", "test --thorough a", "demo --quick"],
)
def test_a_usage_error_runs_nothing(
    machine: Machine, capsys: pytest.CaptureFixture[str], arguments: str
) -> None:
    assert bootstrap.main(arguments.split()) == 2
    assert "usage: python3 -m pydecl.bootstrap demo" in capsys.readouterr().err
    assert machine.commands == []


def test_help_is_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert bootstrap.main(["--help"]) == 0
    assert "python3 -m pydecl.bootstrap test" in capsys.readouterr().out


def test_an_installed_package_is_no_checkout(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    (machine.root / "pyproject.toml").unlink()
    assert bootstrap.main(["test"]) == 2
    assert "sets a checkout up, and this pydecl is installed" in capsys.readouterr().err
    assert machine.commands == []


def test_an_old_python_is_refused(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap, "OLDEST_PYTHON", (3, 999))
    assert bootstrap.main(["demo"]) == 5
    assert "pydecl needs Python 3.999 or newer" in capsys.readouterr().err
    assert machine.commands == []


# What runs on which machine

VENV_PACKAGE = "python{}.{}-venv".format(*sys.version_info[:2])

QUICK = "python tests/support/changed_tests.py"

SET_UP = [MAKE_VENV, PIP, DEMO]
FOR_TESTS = [MAKE_VENV, PIP_FOR_TESTS]
THOROUGH = [MAKE_VENV, PIP.replace("[demo]", "[test,thorough]"), *CHECKS[:-1], f"{CHECKS[-1]} --thorough"]

BARE: dict[str, object] = {"programs": {"apt-get"}}
NO_BROWSER: dict[str, object] = {"programs": {"swipl", "apt-get"}}
WITH_UV: dict[str, object] = {"programs": {"swipl", "apt-get", "uv"}, "has_ensurepip": False}
SUDO: dict[str, object] = {"programs": {"apt-get", "sudo"}, "user": 1000}


def whole_venv(machine: Machine) -> None:
    """A virtual environment that somebody has made, with the package pydecl-swipl."""
    machine.python.parent.mkdir(parents=True)
    machine.python.touch()
    machine.has_wheel = True


def half_venv(machine: Machine) -> None:
    """What an interruption has left."""
    (machine.root / ".venv" / "lib" / "half").mkdir(parents=True)
    (machine.root / ".venv" / ".pydecl-installed-demo").touch()


@pytest.mark.parametrize(
    ("arguments", "there", "made", "ran"),
    [
        ("demo", {}, None, SET_UP),
        ("test", {}, None, [*FOR_TESTS, *CHECKS]),
        ("test --quick", {}, None, [*FOR_TESTS, *CHECKS[:-1], QUICK]),
        ("test --quick HEAD~3", {}, None, [*FOR_TESTS, *CHECKS[:-1], f"{QUICK} HEAD~3"]),
        ("test --thorough", {}, None, THOROUGH),
        # a browser, for the tests only; any Chromium will do
        ("demo", NO_BROWSER, None, SET_UP),
        ("test", NO_BROWSER, None, [UPDATE, f"{INSTALL} chromium", *FOR_TESTS, *CHECKS]),
        *(
            ("test", {"programs": {"swipl", "apt-get", one}}, None, [*FOR_TESTS, *CHECKS])
            for one in bootstrap.BROWSERS
        ),
        # SWI-Prolog, by root and by others
        ("demo", BARE, None, [UPDATE, f"{INSTALL} swi-prolog-nox", *SET_UP]),
        ("demo", SUDO, None, [f"sudo {UPDATE}", f"sudo {INSTALL} swi-prolog-nox", *SET_UP]),
        ("demo", BARE | {"has_ensurepip": False}, None,
         [UPDATE, f"{INSTALL} swi-prolog-nox {VENV_PACKAGE}", *SET_UP]),
        # where nothing can be installed the package will do
        ("demo", BARE | {"user": 1000}, whole_venv, [PIP, DEMO]),
        ("demo", {"programs": {"sudo", "dnf"}}, whole_venv, [PIP, DEMO]),
        # the virtual environment
        ("demo", WITH_UV, None, ["uv venv --seed --python SYSTEM-PYTHON ROOT/.venv", PIP, DEMO]),
        ("demo", {}, half_venv, SET_UP),
    ],
)  # fmt: skip
def test_what_a_machine_lacks_is_set_up_and_then_all_is_run(
    machine: Machine,
    capsys: pytest.CaptureFixture[str],
    arguments: str,
    there: dict[str, object],
    made: Callable[[Machine], None] | None,
    ran: list[str],
) -> None:
    for name, value in deepcopy(there).items():
        setattr(machine, name, value)
    if made is not None:
        made(machine)
    assert bootstrap.main(arguments.split()) == 0
    assert machine.commands == ran
    printed = [line for line in capsys.readouterr().out.splitlines() if line.startswith("+ ")]
    assert len(printed) == len(ran)
    assert made is not half_venv or not (machine.root / ".venv" / "lib").exists()
    machine.commands.clear()
    assert bootstrap.main(arguments.split()) == 0
    assert machine.commands == ran[-len(CHECKS) if arguments.startswith("test") else -1 :]  # it is set up now


def test_a_changed_pyproject_is_installed_again(machine: Machine) -> None:
    bootstrap.main(["demo"])
    machine.commands.clear()
    later = (machine.root / ".venv" / ".pydecl-installed-demo").stat().st_mtime + 10
    os.utime(machine.root / "pyproject.toml", (later, later))
    bootstrap.main(["demo"])
    assert machine.commands == [PIP, DEMO]


def test_what_is_imported_is_compiled_once_for_all_processes(machine: Machine) -> None:
    assert bootstrap.main(["test"]) == 0
    assert machine.environment == {"PATH": "/bin"}


# What fails


@pytest.mark.parametrize(("code", "expected"), [(0, 0), (1, 1), (4, 4), (-11, 139)])
def test_the_exit_code_of_the_demo_is_handed_on(machine: Machine, code: int, expected: int) -> None:
    machine.exit_codes["crosscheck"] = code
    assert bootstrap.main(["demo"]) == expected


@pytest.mark.parametrize("failing", CHECKS)
def test_all_checks_run_even_where_one_fails(machine: Machine, failing: str) -> None:
    machine.exit_codes[failing] = 3
    assert bootstrap.main(["test"]) == 1
    assert machine.commands[-4:] == CHECKS


def test_what_failed_is_said_before_pytest_has_the_last_word(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.exit_codes = {"ruff check": 1, "mypy": 1}
    assert bootstrap.main(["test"]) == 1
    *_, summary, last = capsys.readouterr().out.splitlines()
    assert summary.startswith("FAILED: ruff check, mypy (see above)")
    assert last.endswith("-m pytest -n 2 --dist loadfile --no-loadscope-reorder")


def test_an_interrupt_ends_with_130(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    bootstrap.main(["demo"])
    monkeypatch.setattr(bootstrap, "run_demo", interrupt)
    assert bootstrap.main(["demo"]) == 130
    assert machine.commands[-1] == DEMO


@pytest.mark.parametrize(
    ("programs", "failing", "said"),
    [
        ({"swipl", "apt-get"}, "apt-get update", "Chromium could not be installed"),
        ({"swipl", "apt-get"}, "apt-get install", "Chromium could not be installed"),
        ({"swipl"}, "", "There is no Chromium: the tests of pages are skipped. There is no apt-get"),
    ],
)
def test_without_a_browser_the_tests_run_all_the_same(
    machine: Machine, capsys: pytest.CaptureFixture[str], programs: set[str], failing: str, said: str
) -> None:
    machine.programs = programs
    machine.exit_codes = {failing: 100} if failing else {}
    assert bootstrap.main(["test"]) == 0
    assert machine.commands[-4:] == CHECKS
    printed = capsys.readouterr().out
    assert said in printed
    assert "the tests of pages are skipped" in printed


LINES = [
    *("sudo apt-get update && sudo apt-get install swi-prolog-nox", "sudo dnf install pl"),
    *("sudo pacman -S swi-prolog", "sudo zypper install swipl", "brew install swi-prolog"),
    "conda install -c conda-forge swi-prolog",
]
"""What installs SWI-Prolog on other machines."""

MISSING = "error: SWI-Prolog is missing. Install it with the line for this machine"


def not_set_up(capsys: pytest.CaptureFixture[str]) -> str:
    """The message of a machine that cannot be set up."""
    assert bootstrap.main(["demo"]) == 5
    return capsys.readouterr().err


@pytest.mark.parametrize(
    ("programs", "user", "reason"),
    [
        ({"apt-get"}, 1000, "You are not root here, and there is no sudo."),
        ({"sudo", "dnf"}, 0, "There is no apt-get on this machine to do it."),
    ],
)
def test_where_bootstrap_cannot_install_it_says_what_to_type(
    machine: Machine, capsys: pytest.CaptureFixture[str], programs: set[str], user: int, reason: str
) -> None:
    machine.programs, machine.user = programs, user
    message = not_set_up(capsys)
    assert message.startswith(MISSING)
    assert message.endswith(f"{reason}\n")
    assert all(f" {line}\n" in message for line in LINES)
    assert machine.commands == []
    whole_venv(machine)
    machine.has_wheel = False
    said = "the package pydecl-swipl in .venv, see docs/install.md."
    assert said in not_set_up(capsys)


@pytest.mark.parametrize("failing", [UPDATE, f"{INSTALL} swi-prolog-nox"])
def test_a_failing_apt_is_one_message_with_its_command(
    machine: Machine, capsys: pytest.CaptureFixture[str], failing: str
) -> None:
    machine.programs.remove("swipl")
    machine.exit_codes[failing] = 100
    message = not_set_up(capsys)
    assert f"error: this command failed with exit code 100: {failing}\n" in message
    assert "Is the network up" in message
    assert machine.commands[-1] == failing


def test_a_command_that_cannot_be_started_or_brings_no_swipl_is_one_message(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(command: list[str], **_: object) -> None:
        raise PermissionError(13, "Permission denied", command[0])

    machine.programs.remove("swipl")
    monkeypatch.setattr(bootstrap, "subprocess", SimpleNamespace(run=refuse))
    assert f"this command cannot be started: {UPDATE}\n" in not_set_up(capsys)
    nothing = SimpleNamespace(run=lambda command, **_: SimpleNamespace(returncode=int("-c" in command)))
    monkeypatch.setattr(bootstrap, "subprocess", nothing)
    said = "apt-get has installed swi-prolog-nox, and still there is no swipl"
    assert said in not_set_up(capsys)


def test_a_missing_ensurepip_without_rights_is_explained(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.has_ensurepip, machine.user = False, 1000
    message = not_set_up(capsys)
    assert "cannot make virtual environments: it lacks the module ensurepip" in message
    assert "SWI-Prolog is missing" not in message


def test_an_environment_is_whole_if_it_is_there_and_has_pip(tmp_path: Path) -> None:
    assert bootstrap.is_whole(Path(sys.prefix))
    assert not bootstrap.is_whole(tmp_path / "venv")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "venv")], check=True)
    assert not bootstrap.is_whole(tmp_path / "venv")


@pytest.mark.parametrize(
    ("failing", "hint"),
    [("-m venv", "could not be made"), ("pip install", "what is installed already is not fetched twice")],
)
def test_a_failing_set_up_is_explained_and_tried_again(
    machine: Machine, capsys: pytest.CaptureFixture[str], failing: str, hint: str
) -> None:
    machine.exit_codes[failing] = 1
    message = not_set_up(capsys)
    assert "this command failed with exit code 1: " in message
    assert hint in message
    machine.exit_codes.clear()
    assert bootstrap.main(["demo"]) == 0
    assert PIP in machine.commands
