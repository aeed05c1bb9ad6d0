"""A package that is missing is named, with the extra that brings it; nothing else imports the adapters."""

from __future__ import annotations

import subprocess
import sys

import pytest

from pydecl.adapters.extras import MissingExtraError
from pydecl.errors import InputError

CASES = [
    ("gymnasium", "gymnasium", "gymnasium"),
    ("gymnasium", "numpy", "gymnasium"),
    ("pettingzoo", "pettingzoo", "pettingzoo"),
    ("pettingzoo", "gymnasium", "pettingzoo"),
    ("open_spiel", "pyspiel", "openspiel"),
    ("networkx", "networkx", "networkx"),
    ("numpy", "numpy", "numpy"),
]


PROGRAM = f"""
import importlib, sys
from pydecl.adapters.extras import MissingExtraError
for adapter, package, _ in {CASES}:
    for name in [name for name in sys.modules if name.startswith("pydecl.adapters.")]:
        if name != MissingExtraError.__module__:
            del sys.modules[name]
    sys.modules[package] = None
    try:
        importlib.import_module(f"pydecl.adapters.{{adapter}}")
    except MissingExtraError as error:
        print(error)
    del sys.modules[package]
"""


@pytest.fixture(scope="module")
def told() -> list[str]:
    """What is said if one package after the other is missing, in one process for all of them."""
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.mark.parametrize(("adapter", "package", "extra"), CASES)
def test_a_missing_package_is_one_clear_error(
    told: list[str], adapter: str, package: str, extra: str
) -> None:
    for own in {own for _, own, its_extra in CASES if its_extra == extra} - {package}:
        pytest.importorskip(own)
    assert told[CASES.index((adapter, package, extra))] == (
        f"pydecl.adapters.{adapter} needs the package {package}: pip install 'pydecl[{extra}]'"
    )


def test_who_asks_for_an_import_error_gets_one() -> None:
    error = MissingExtraError("networkx", ModuleNotFoundError(name="networkx"))
    assert isinstance(error, InputError)
    assert isinstance(error, ImportError)


def test_pydecl_itself_imports_none_of_the_packages() -> None:
    program = (
        "import sys, pydecl, pydecl.cli.app; pydecl.consult, pydecl.search, pydecl.solve\n"
        "print({'gymnasium', 'pettingzoo', 'pyspiel', 'networkx', 'numpy'} & set(sys.modules))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
