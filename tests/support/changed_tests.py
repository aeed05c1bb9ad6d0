"""The tests of what has changed since a commit: `python tests/support/changed_tests.py [COMMIT]` runs them.

The commit is by default where the branch left `main`, or the last one. What has changed since, also what
is not committed yet, chooses tests by the map: a test itself; the doctests of a module, the tests of its
name in its folder, those that import it, and all of its folder's; the tests that use a helper, or name
another file, and those of a Prolog file's twin; those of the manual, if a page of it has changed. They run
for SECONDS at most, the nearest first, and what is left is counted.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain, zip_longest
from pathlib import PurePath

from folders import ROOT

SECONDS = 35
"""How long the tests may take, so that lint, types and tests together stay below a minute."""

ALWAYS = ("tests/test_layers.py",)


def chosen(changed: Iterable[PurePath]) -> list[PurePath]:
    """The files with tests of what has changed, the nearest first; all relative to the checkout.

    >>> for file in chosen([PurePath("pydecl/engines/prolog/session.py")])[:2]:
    ...     print(file)
    pydecl/engines/prolog/session.py
    tests/engines/prolog/test_session.py
    """
    in_turn = chain.from_iterable(zip_longest(*map(_tests_of, changed)))  # the nearest of each file first
    return list(dict.fromkeys([*filter(None, in_turn), *map(PurePath, ALWAYS)]))


def _tests_of(file: PurePath) -> Iterator[PurePath]:
    if not (ROOT / file).exists():
        return
    folder = PurePath("tests", *file.parts[1:-1])
    if is_test(file):
        yield file
    elif file.suffix == ".py" and file.parts[0] == "pydecl":
        yield file  # its doctests
        yield from _named(folder, file.stem)
        importing = _importing(".".join(file.with_suffix("").parts).removesuffix(".__init__"))
        yield from sorted(importing, key=lambda test: test.parent != folder)
        yield from _nearest(folder)
    elif file.suffix == ".py" and file.parts[:2] == ("tests", "support"):
        yield from _importing(file.stem)
    elif file.suffix in {".pl", ".plt", ".lark", ".tree", ".graph", ".tsv", ".h", ".c", ".md"}:
        yield from (test for test in _texts() if test.stem in (file.stem, f"test_{file.stem}"))
        yield from (test for test, text in _texts().items() if file.name in text)
        if file.parts[0] == "pydecl":
            yield from _nearest(folder)
        elif file.parts[0] == "prolog":
            for twins in ("programs", "games"):
                yield from _tests_of(PurePath("pydecl", twins, f"{file.stem}.py"))
    if file.parts[0] == "docs" or file.suffix == ".md":
        yield from _nearest(PurePath("tests", "docs"))


def is_test(file: PurePath) -> bool:
    """Whether pytest finds tests in such a file."""
    is_python = file.name.startswith("test_") and file.suffix == ".py"
    return file.parts[0] == "tests" and (is_python or file.suffix == ".plt")


def _named(folder: PurePath, stem: str) -> Iterator[PurePath]:
    for test in _texts():
        if test.parent == folder and stem in test.stem:
            yield test


def _nearest(folder: PurePath) -> list[PurePath]:
    """The tests of a part of pydecl: those in its folder, or in the nearest one above that has any."""
    for above in (folder, *folder.parents[:-1]):
        if found := [test for test in _texts() if test.parent == above]:
            return found
    return []


def _importing(module: str) -> list[PurePath]:
    """The tests that import a module, or a helper that does."""
    names = {module}
    found: list[PurePath] = []
    while new := [file for file, imported in _imports().items() if file not in found and imported & names]:
        found += new
        names = {file.stem for file in new if not is_test(file)}
    return [file for file in found if is_test(file)]


@cache
def _texts() -> Mapping[PurePath, str]:
    """All files of tests, and their texts."""
    files = sorted(file for file in (ROOT / "tests").rglob("*") if file.suffix in {".py", ".plt"})
    texts = {file.relative_to(ROOT): file.read_text(encoding="utf-8") for file in files}
    return {file: text for file, text in texts.items() if is_test(file)}


@cache
def _imports() -> Mapping[PurePath, frozenset[str]]:
    """What the tests and their helpers import, by dotted names."""
    helpers = (ROOT / "tests" / "support").glob("*.py")
    files = [*helpers, *(ROOT / test for test in _texts() if test.suffix == ".py")]
    return {file.relative_to(ROOT): _imported(file.read_text(encoding="utf-8")) for file in files}


def _imported(text: str) -> frozenset[str]:
    names = set[str]()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return frozenset(names)


def changed_since(commit: str | None) -> list[PurePath]:
    """What differs from a commit, by default from where the branch left `main`. Raises CalledProcessError."""
    base = commit or _left_main() or "HEAD"
    listed = _git("diff", "--name-only", "--diff-filter=d", base) + _git(
        "ls-files", "--others", "--exclude-standard"
    )
    return [PurePath(line) for line in sorted(set(listed.splitlines()))]


def _left_main() -> str | None:
    try:
        return _git("merge-base", "HEAD", "main").strip()
    except subprocess.CalledProcessError:
        return None


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def main(arguments: list[str]) -> int:
    """Choose and run; pytest's exit code."""
    try:
        changed = changed_since(arguments[0] if arguments else None)
    except (OSError, subprocess.CalledProcessError) as error:
        told = error.stderr if isinstance(error, subprocess.CalledProcessError) else error
        print(f"what has changed cannot be told: {str(told).strip()}", file=sys.stderr)  # noqa: T201
        return 2
    tests = chosen(changed)
    print(f"{len(changed)} files changed, {len(tests)} files with tests of them", flush=True)  # noqa: T201
    command = [sys.executable, "-m", "pytest", "-n", "2", "--dist", "load", "--within", str(SECONDS)]
    return subprocess.run([*command, *map(str, tests)], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
