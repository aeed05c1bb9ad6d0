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
]


@pytest.mark.parametrize(("adapter", "package", "extra"), CASES)
def test_a_missing_package_is_one_clear_error(adapter: str, package: str, extra: str) -> None:
    program = (
        f"import sys; sys.modules[{package!r}] = None\n"
        "from pydecl.errors import InputError\n"
        f"try: import pydecl.adapters.{adapter}\n"
        "except InputError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    expected = f"pydecl.adapters.{adapter} needs the package {package}: pip install 'pydecl[{extra}]'\n"
    assert (done.stdout, done.stderr) == (expected, "")


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
