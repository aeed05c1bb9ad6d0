"""What bootstrap decides to run on which machine; nothing is installed here."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
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
    codes = (
        bootstrap.FINE,
        bootstrap.FAILED,
        bootstrap.BAD_INPUT,
        bootstrap.NOT_SET_UP,
        bootstrap.INTERRUPTED,
    )
    assert codes == (Exit.FINE, Exit.DISAGREEMENT, Exit.BAD_INPUT, Exit.NO_PROLOG, Exit.INTERRUPTED)


# Usage


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["run"],
        ["demo", "test"],
        ["--all"],
        ["test", "--quick", "a", "b"],
        ["test", "--thorough", "a"],
        ["demo", "--quick"],
    ],
)
def test_a_usage_error_runs_nothing(
    machine: Machine, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert bootstrap.main(arguments) == 2
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


# The usual course


def test_a_first_demo_makes_the_environment_and_a_second_one_only_runs(machine: Machine) -> None:
    assert bootstrap.main(["demo"]) == 0
    assert machine.commands == [MAKE_VENV, PIP, DEMO]
    machine.commands.clear()
    assert bootstrap.main(["demo"]) == 0
    assert machine.commands == [DEMO]


def test_a_changed_pyproject_is_installed_again(machine: Machine) -> None:
    bootstrap.main(["demo"])
    machine.commands.clear()
    later = (machine.root / ".venv" / ".pydecl-installed-demo").stat().st_mtime + 10
    os.utime(machine.root / "pyproject.toml", (later, later))
    bootstrap.main(["demo"])
    assert machine.commands == [PIP, DEMO]


def test_the_test_extra_has_a_stamp_of_its_own(machine: Machine) -> None:
    bootstrap.main(["demo"])
    machine.commands.clear()
    bootstrap.main(["test"])
    bootstrap.main(["test"])
    assert machine.commands == [PIP_FOR_TESTS, *CHECKS, *CHECKS]


def test_every_command_is_printed(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    bootstrap.main(["demo"])
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == len(machine.commands)
    assert all(line.startswith("+ ") for line in printed)
    assert printed[-1] == f"+ {machine.python} -m pydecl crosscheck --all --time 300"


@pytest.mark.parametrize(("code", "expected"), [(0, 0), (1, 1), (4, 4), (-11, 139)])
def test_the_exit_code_of_the_demo_is_handed_on(machine: Machine, code: int, expected: int) -> None:
    machine.exit_codes["crosscheck"] = code
    assert bootstrap.main(["demo"]) == expected


@pytest.mark.parametrize("failing", CHECKS)
def test_all_checks_run_even_where_one_fails(machine: Machine, failing: str) -> None:
    machine.exit_codes[failing] = 3
    assert bootstrap.main(["test"]) == 1
    assert machine.commands[-4:] == CHECKS


@pytest.mark.parametrize("since", [[], ["HEAD~3"]])
def test_quick_takes_lint_types_and_the_tests_of_what_has_changed(machine: Machine, since: list[str]) -> None:
    assert bootstrap.main(["test", "--quick", *since]) == 0
    quick = " ".join(["python tests/support/changed_tests.py", *since])
    assert machine.commands[-4:] == [*CHECKS[:-1], quick]


def test_thorough_installs_what_it_needs_and_runs_the_thorough_ring(machine: Machine) -> None:
    assert bootstrap.main(["test", "--thorough"]) == 0
    pip = PIP.replace("[demo]", "[test,thorough]")
    assert machine.commands == [MAKE_VENV, pip, *CHECKS[:-1], f"{CHECKS[-1]} --thorough"]


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


# Chromium is missing


def test_the_tests_get_a_browser_and_the_demo_none(machine: Machine) -> None:
    machine.programs = {"swipl", "apt-get"}
    assert bootstrap.main(["demo"]) == 0
    assert not any("chromium" in command for command in machine.commands)
    assert bootstrap.main(["test"]) == 0
    assert [command for command in machine.commands if "apt-get" in command] == [
        UPDATE,
        f"{INSTALL} chromium",
    ]


@pytest.mark.parametrize("browser", bootstrap.BROWSERS)
def test_any_chromium_will_do(machine: Machine, browser: str) -> None:
    machine.programs = {"swipl", "apt-get", browser}
    bootstrap.main(["test"])
    assert not any("apt-get" in command for command in machine.commands)


@pytest.mark.parametrize("failing", ["update", "install"])
def test_without_a_browser_the_tests_run_all_the_same(
    machine: Machine, capsys: pytest.CaptureFixture[str], failing: str
) -> None:
    machine.programs = {"swipl", "apt-get"}
    machine.exit_codes = {f"apt-get {failing}": 100}
    assert bootstrap.main(["test"]) == 0
    assert machine.commands[-4:] == CHECKS
    assert "Chromium could not be installed: the tests of pages are skipped." in capsys.readouterr().out
    machine.programs = {"swipl"}
    assert bootstrap.main(["test"]) == 0
    said = capsys.readouterr().out
    assert "There is no Chromium: the tests of pages are skipped. There is no apt-get on this machine" in said


# SWI-Prolog is missing


def test_root_installs_swipl_with_apt(machine: Machine) -> None:
    machine.programs.remove("swipl")
    assert bootstrap.main(["demo"]) == 0
    assert machine.commands == [UPDATE, f"{INSTALL} swi-prolog-nox", MAKE_VENV, PIP, DEMO]


def test_another_user_installs_swipl_with_sudo(machine: Machine) -> None:
    machine.programs = {"apt-get", "sudo"}
    machine.user = 1000
    assert bootstrap.main(["demo"]) == 0
    assert machine.commands[:2] == [f"sudo {UPDATE}", f"sudo {INSTALL} swi-prolog-nox"]


def without_rights(machine: Machine) -> None:
    machine.programs = {"apt-get"}
    machine.user = 1000


def without_apt(machine: Machine) -> None:
    machine.programs = {"sudo", "dnf"}


@pytest.mark.parametrize(
    ("lack", "reason"),
    [
        (without_rights, "You are not root here, and there is no sudo."),
        (without_apt, "There is no apt-get on this machine to do it."),
    ],
)
def test_where_bootstrap_cannot_install_it_says_what_to_type(
    machine: Machine,
    capsys: pytest.CaptureFixture[str],
    lack: Callable[[Machine], None],
    reason: str,
) -> None:
    lack(machine)
    assert bootstrap.main(["demo"]) == 5
    message = capsys.readouterr().err
    assert message.startswith("error: SWI-Prolog is missing. Install it with the line for this machine")
    assert message.endswith(f"{reason}\n")
    for command in (
        "sudo apt-get update && sudo apt-get install swi-prolog-nox",
        "sudo dnf install pl",
        "sudo pacman -S swi-prolog",
        "sudo zypper install swipl",
        "brew install swi-prolog",
        "conda install -c conda-forge swi-prolog",
    ):
        assert f" {command}\n" in message
    assert machine.commands == []


def with_wheel(machine: Machine) -> None:
    """A virtual environment that somebody has made, with the package pydecl-swipl."""
    machine.python.parent.mkdir(parents=True)
    machine.python.touch()
    machine.has_wheel = True


@pytest.mark.parametrize("lack", [without_rights, without_apt])
def test_where_nothing_can_be_installed_the_package_will_do(
    machine: Machine, lack: Callable[[Machine], None]
) -> None:
    lack(machine)
    with_wheel(machine)
    assert bootstrap.main(["demo"]) == 0
    assert machine.commands == [PIP, DEMO]


def test_without_the_package_the_message_names_it(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    without_apt(machine)
    with_wheel(machine)
    machine.has_wheel = False
    assert bootstrap.main(["demo"]) == 5
    assert "the package pydecl-swipl in .venv, see docs/install.md." in capsys.readouterr().err


@pytest.mark.parametrize("failing", [UPDATE, f"{INSTALL} swi-prolog-nox"])
def test_a_failing_apt_is_one_message_with_its_command(
    machine: Machine, capsys: pytest.CaptureFixture[str], failing: str
) -> None:
    machine.programs.remove("swipl")
    machine.exit_codes[failing] = 100
    assert bootstrap.main(["demo"]) == 5
    message = capsys.readouterr().err
    assert f"error: this command failed with exit code 100: {failing}\n" in message
    assert "Is the network up" in message
    assert machine.commands[-1] == failing


def test_a_command_that_cannot_be_started_is_one_message(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(command: list[str], **_: object) -> None:
        raise PermissionError(13, "Permission denied", command[0])

    machine.programs.remove("swipl")
    monkeypatch.setattr(bootstrap, "subprocess", SimpleNamespace(run=refuse))
    assert bootstrap.main(["demo"]) == 5
    assert f"this command cannot be started: {UPDATE}\n" in capsys.readouterr().err


def test_an_apt_that_brings_no_swipl_is_noticed(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.programs = {"apt-get"}
    nothing = SimpleNamespace(run=lambda command, **_: SimpleNamespace(returncode=int("-c" in command)))
    monkeypatch.setattr(bootstrap, "subprocess", nothing)
    assert bootstrap.main(["demo"]) == 5
    assert "apt-get has installed swi-prolog-nox, and still there is no swipl" in capsys.readouterr().err


# The virtual environment


def test_a_missing_ensurepip_comes_with_swipl_in_one_go(machine: Machine) -> None:
    machine.programs.remove("swipl")
    machine.has_ensurepip = False
    assert bootstrap.main(["demo"]) == 0
    venv_package = "python{}.{}-venv".format(*sys.version_info[:2])
    assert machine.commands[:3] == [UPDATE, f"{INSTALL} swi-prolog-nox {venv_package}", MAKE_VENV]


def test_a_missing_ensurepip_without_rights_is_explained(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.has_ensurepip = False
    machine.user = 1000
    assert bootstrap.main(["demo"]) == 5
    message = capsys.readouterr().err
    assert "cannot make virtual environments: it lacks the module ensurepip" in message
    assert "SWI-Prolog is missing" not in message


def test_what_is_imported_is_compiled_once_for_all_processes(machine: Machine) -> None:
    assert bootstrap.main(["test"]) == 0
    assert machine.environment == {"PATH": "/bin"}


def test_uv_makes_the_environment_where_it_is_there(machine: Machine) -> None:
    machine.programs.add("uv")
    machine.has_ensurepip = False
    assert bootstrap.main(["demo"]) == 0
    assert machine.commands == ["uv venv --seed --python SYSTEM-PYTHON ROOT/.venv", PIP, DEMO]


def test_an_interrupted_environment_is_made_anew(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    leftover = machine.root / ".venv" / "lib" / "half"
    leftover.mkdir(parents=True)
    (machine.root / ".venv" / ".pydecl-installed-demo").touch()
    assert bootstrap.main(["demo"]) == 0
    assert ".venv is incomplete: it is made anew" in capsys.readouterr().out
    assert not leftover.exists()
    assert machine.commands == [MAKE_VENV, PIP, DEMO]


def test_the_environment_of_these_tests_is_whole() -> None:
    assert bootstrap.is_whole(Path(sys.prefix))


def test_an_environment_without_pip_is_not_whole(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "venv")], check=True)
    assert not bootstrap.is_whole(tmp_path / "venv")


def test_an_environment_that_is_not_there_is_not_whole(tmp_path: Path) -> None:
    assert not bootstrap.is_whole(tmp_path / "venv")


@pytest.mark.parametrize(
    ("failing", "hint"),
    [("-m venv", "could not be made"), ("pip install", "what is installed already is not fetched twice")],
)
def test_a_failing_set_up_is_explained_and_tried_again(
    machine: Machine, capsys: pytest.CaptureFixture[str], failing: str, hint: str
) -> None:
    machine.exit_codes[failing] = 1
    assert bootstrap.main(["demo"]) == 5
    message = capsys.readouterr().err
    assert "this command failed with exit code 1: " in message
    assert hint in message
    machine.exit_codes.clear()
    assert bootstrap.main(["demo"]) == 0
    assert PIP in machine.commands
