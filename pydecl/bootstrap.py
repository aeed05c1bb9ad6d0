"""Sets a fresh checkout up and runs the demo or the tests; needs Python and its standard library alone.

    python3 -m pydecl.bootstrap demo
    python3 -m pydecl.bootstrap test
    python3 -m pydecl.bootstrap test --thorough
    python3 -m pydecl.bootstrap test --quick [COMMIT]

What is there already is left alone: a second start installs nothing. Exit codes: that of the demo; 0 or 1
for the tests; 2 for a usage error; 5 where the machine cannot be set up; 130 when interrupted.
"""

from __future__ import annotations

import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST_PYTHON = (3, 11)

# The same numbers as in pydecl.errors, which is not imported: this file has to start on any Python.
FINE, FAILED, BAD_INPUT, NOT_SET_UP, INTERRUPTED = 0, 1, 2, 5, 130

USAGE = """\
usage: python3 -m pydecl.bootstrap demo    set pydecl up, then cross-check all games
       python3 -m pydecl.bootstrap test    set pydecl up, then run ruff, mypy and the inner ring of the tests,
                                           in about five minutes
       python3 -m pydecl.bootstrap test --thorough
                                           the same with all tests, in about forty minutes
       python3 -m pydecl.bootstrap test --quick [COMMIT]
                                           the same within a minute: the tests of what has changed
                                           since a commit, by default since the branch left main"""

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
"""The programs that tests of pages can use; the first is Debian's package, too."""

BY_HAND = """\
Install it with the line for this machine, then start again:
  Debian, Ubuntu   sudo apt-get update && sudo apt-get install swi-prolog-nox
  Fedora           sudo dnf install pl
  Arch             sudo pacman -S swi-prolog
  openSUSE         sudo zypper install swipl
  macOS            brew install swi-prolog
  conda            conda install -c conda-forge swi-prolog
Where nothing may be installed, on Linux on x86_64: the package pydecl-swipl in .venv, see docs/install.md."""


class SetupError(Exception):
    """The machine cannot be set up; the text is the whole message."""


def main(arguments: list[str]) -> int:
    """Run one command of this module; the exit code."""
    if arguments in (["-h"], ["--help"]):
        print(USAGE)
        return FINE
    quick = arguments[:2] == ["test", "--quick"] and len(arguments) <= 3
    thorough = arguments == ["test", "--thorough"]
    if not quick and not thorough and arguments not in (["demo"], ["test"]):
        print(USAGE, file=sys.stderr)
        return BAD_INPUT
    if not (ROOT / "pyproject.toml").is_file():
        print(
            "pydecl.bootstrap sets a checkout up, and this pydecl is installed: run `pydecl` itself.",
            file=sys.stderr,
        )
        return BAD_INPUT
    testing = arguments[0] == "test"
    try:
        require_python()
        install_system_packages()
        if testing:
            install_browser()
        python = ensure_venv(ROOT / ".venv")
        if not testing:
            install_project(python, "demo")  # which brings a C compiler that is quick
            return run_demo(python)
        install_project(python, "test,thorough" if thorough else "test")
        return run_checks(python, tests_of_changes(arguments[2:]) if quick else ring(thorough=thorough))
    except (SetupError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return NOT_SET_UP
    except KeyboardInterrupt:
        return INTERRUPTED


def run(command: list[str]) -> int:
    """Print a command, run it in the checkout and wait; its exit code, 128 and more for a signal."""
    print(f"+ {shlex.join(command)}", flush=True)
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    try:  # each of many processes would compile all that it imports
        code = subprocess.run(command, cwd=ROOT, env=kept, check=False).returncode
    except OSError as error:
        raise SetupError(f"this command cannot be started: {shlex.join(command)}\n{error}") from error
    return code if code >= 0 else 128 - code


def must_run(command: list[str], hint: str) -> None:
    """Run a command without which nothing can go on."""
    code = run(command)
    if code:
        raise SetupError(f"this command failed with exit code {code}: {shlex.join(command)}\n{hint}")


def require_python() -> None:
    """Refuse a Python that is too old for pydecl."""
    if sys.version_info[:2] < OLDEST_PYTHON:
        needed, found = (".".join(map(str, v)) for v in (OLDEST_PYTHON, sys.version_info[:3]))
        raise SetupError(
            f"pydecl needs Python {needed} or newer, and {sys.executable} is {found}.\n"
            f"Start again with a newer one: python{needed} -m pydecl.bootstrap …"
        )


def install_system_packages() -> None:
    """Install SWI-Prolog and, where Debian has split it off, Python's ensurepip; with apt-get."""
    missing = missing_packages()
    if not missing:
        return
    apt = apt_get(missing)
    hint = "Is the network up, and does no other program install anything just now? Then start again."
    must_run([*apt, "update", "-q"], hint)
    must_run([*apt, "install", "-y", "-q", "--no-install-recommends", *missing], hint)
    if "swi-prolog-nox" in missing and not shutil.which("swipl"):
        raise SetupError(
            f"apt-get has installed {' and '.join(missing)}, and still there is no swipl on PATH."
        )


def install_browser() -> None:
    """Install Chromium with apt-get, for the tests of pages; where that cannot be, they are skipped."""
    if any(map(shutil.which, BROWSERS)):
        return
    try:
        apt = apt_get({})
    except SetupError as error:
        print(f"There is no Chromium: the tests of pages are skipped. {str(error).strip()}", flush=True)
        return
    install = [*apt, "install", "-y", "-q", "--no-install-recommends", BROWSERS[0]]
    if run([*apt, "update", "-q"]) or run(install):
        print("Chromium could not be installed: the tests of pages are skipped.", flush=True)


def missing_packages() -> dict[str, str]:
    """Debian's names of the packages that are missing, each with what to do by hand."""
    missing = {}
    if not shutil.which("swipl") and not has_package(ROOT / ".venv", "pydecl_swipl"):
        missing["swi-prolog-nox"] = f"SWI-Prolog is missing. {BY_HAND}"
    makes_venvs = shutil.which("uv") or importlib.util.find_spec("ensurepip")
    if not makes_venvs and not is_whole(ROOT / ".venv"):
        package = "python{}.{}-venv".format(*sys.version_info[:2])
        missing[package] = (
            f"{sys.executable} cannot make virtual environments: it lacks the module ensurepip.\n"
            f"Install it (Debian, Ubuntu: sudo apt-get install {package}), or install uv; then start again."
        )
    return missing


def apt_get(missing: dict[str, str]) -> list[str]:
    """The start of every apt-get command, with sudo where that is needed; or else what to do by hand."""
    if not shutil.which("apt-get"):
        reason = "There is no apt-get on this machine to do it."
    elif os.geteuid() == 0:
        return ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
    elif shutil.which("sudo"):
        return ["sudo", "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
    else:
        reason = "You are not root here, and there is no sudo."
    raise SetupError("\n".join([*missing.values(), reason]))


def venv_python(venv: Path) -> Path:
    """The interpreter of a virtual environment."""
    return venv / "bin" / "python"


def is_whole(venv: Path) -> bool:
    """Whether a virtual environment runs, has pip, and is new enough: an interrupted one is not."""
    return holds(venv, f"import sys, pip; sys.exit(sys.version_info[:2] < {OLDEST_PYTHON})")


def has_package(venv: Path, name: str) -> bool:
    """Whether a virtual environment has this package."""
    return holds(venv, f"import {name}")


def holds(venv: Path, probe: str) -> bool:
    """Whether the Python of a virtual environment runs this text without an error."""
    try:
        done = subprocess.run([str(venv_python(venv)), "-c", probe], capture_output=True, check=False)
    except OSError:
        return False
    return done.returncode == 0


def ensure_venv(venv: Path) -> Path:
    """Make the virtual environment, or make it anew where it is broken; its interpreter."""
    if is_whole(venv):
        return venv_python(venv)
    if venv.exists():
        print(f"{venv.name} is incomplete: it is made anew", flush=True)
        shutil.rmtree(venv)
    hint = f"The virtual environment {venv} could not be made."
    if shutil.which("uv"):
        must_run(["uv", "venv", "--seed", "--python", sys.executable, str(venv)], hint)
    else:
        must_run([sys.executable, "-m", "venv", str(venv)], hint)
    return venv_python(venv)


def install_project(python: Path, extra: str) -> None:
    """Install pydecl editable, with its dependencies, unless that was done since pyproject.toml changed.

    Args:
        python: the interpreter of the virtual environment.
        extra: an optional group of dependencies, or several with commas between them.
    """
    stamp = python.parent.parent / f".pydecl-installed-{extra}"
    if stamp.exists() and stamp.stat().st_mtime_ns >= (ROOT / "pyproject.toml").stat().st_mtime_ns:
        return
    target = f"{ROOT}[{extra}]"
    must_run(
        [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", "-e", target],
        "Is the network up? Then start again: what is installed already is not fetched twice.",
    )
    stamp.touch()


def run_demo(python: Path) -> int:
    """Cross-check all games; the exit code of that."""
    return run([str(python), "-m", "pydecl", "crosscheck", "--all", "--time", "300"])


def ring(*, thorough: bool) -> list[str]:
    """What runs a ring: a worker for each core, a file's tests on one of them."""
    workers = str(os.cpu_count() or 1)
    command = ["-m", "pytest", "-n", workers, "--dist", "loadfile", "--no-loadscope-reorder"]
    return [*command, "--thorough"] if thorough else command


def tests_of_changes(since: list[str]) -> list[str]:
    """What runs the tests of what has changed since a commit."""
    return [str(Path("tests", "support", "changed_tests.py")), *since]


def run_checks(python: Path, tests: list[str]) -> int:
    """Run every check even where one fails, the tests last, so that pytest's summary is what is read last."""
    checks = {
        "ruff check": ["ruff", "check", "."],
        "ruff format": ["ruff", "format", "--check", "."],
        "mypy": ["mypy"],
    }
    failed = [name for name, arguments in checks.items() if run([str(python), "-m", *arguments])]
    if failed:
        print(
            f"FAILED: {', '.join(failed)} (see above); whatever pytest says, the exit code is 1", flush=True
        )
    if run([str(python), *tests]):
        failed.append("pytest")
    return FAILED if failed else FINE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
