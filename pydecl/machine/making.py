"""Rules made into an object: once, and kept under the digest of all that it depends on.

The compiler is not even imported where the object is kept from before.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from pydecl.errors import NotCompiledError, PydeclError
from pydecl.model.term import Term, term_text
from pydecl.native.building import build_once
from pydecl.native.compilers import Compiler
from pydecl.rules.dependencies import files_beside
from pydecl.rules.source import read_source

if TYPE_CHECKING:
    from pydecl.compiler import ir
    from pydecl.compiler.c.program import CText
    from pydecl.compiler.front.sources import Sources

Predicate = tuple[str, str]
"""A predicate's name and its mode, such as `("move", "+--")`."""

Examples = Mapping[tuple[Predicate, int], Sequence[Term]]
"""Terms that come in as an argument of a predicate: the types have a place for them."""

MOVES: Sequence[Predicate] = (("moves", "+-"), ("move", "+-"), ("move", "+--"))
"""The predicates that give the successors; the first that the rules define counts."""

MOVERS: Sequence[Predicate] = (("max_to_move", "+"), ("min_to_move", "+"))

FLAGS = ("-w",)
"""The text is tested under warnings; a newer compiler may have others."""

HASTY = ("-O0",)
"""Flags for what is asked little: it is built sooner."""

ABOUT = "pydecl_about"
"""The function of an object that says what it holds."""

OTHERS = "--engine prolog and --engine python can search it"
"""What is said to whoever asked for machine code that there cannot be."""

_OWN = ("compiler", "compiling.py", "machine", "native", "rules")
"""What of pydecl's own sources decides what is made."""


class Rules(Protocol):
    """A consulted game: the text of its rules, and the facts that take the place of the text's."""

    name: str
    defined: frozenset[str]
    convention: str
    rules_text: str | None
    rules_file: str
    facts: Mapping[tuple[str, int], Sequence[Term]]
    loaded: str


@dataclass
class OtherFacts:
    """The rules of a game with other facts."""

    name: str
    defined: frozenset[str]
    convention: str
    rules_text: str | None
    rules_file: str
    facts: Mapping[tuple[str, int], Sequence[Term]]
    loaded: str

    @staticmethod
    def of(game: Rules, facts: Mapping[tuple[str, int], Sequence[Term]]) -> OtherFacts:
        return OtherFacts(
            game.name,
            game.defined,
            game.convention,
            game.rules_text,
            game.rules_file,
            facts,
            game.loaded,
        )


def made(
    game: Rules,
    examples: Examples,
    compiler: Compiler | None = None,
    flags: Sequence[str] = (),
    only: str | None = None,
) -> Path:
    """The object of a game's rules with the search programs, built where it is not kept.

    `flags` are for the compiler, beside those that every object needs. `only` names one program: the object
    has no other, and is built in half the time.

    Raises NotCompiledError where moves or movers are not covered, NoCompilerError and BuildError.
    """
    text = rules_text(game)
    parts = ("game", only or "", *given_parts(game, text), *written(examples))
    return build_once(
        parts, lambda: _game_text(game, examples, only), compiler=compiler, flags=(*FLAGS, *flags)
    )


def rules_text(game: Rules) -> str:
    """The text of the rules; raises NotCompiledError where that is not all there is to them."""
    if game.rules_text is None or game.convention != "textbook":
        raise NotCompiledError(
            f"{game.name}: only a rules file with pydecl's own predicates is compiled to machine code"
            f"\n{OTHERS}"
        )
    return game.rules_text


def given_parts(game: Rules, text: str) -> Sequence[str]:
    """All that the text in C depends on."""
    facts = (
        f"{name}/{arity} {' '.join(map(term_text, terms))}" for (name, arity), terms in game.facts.items()
    )
    included = [f"{file}\n{_read(file)}" for file in files_beside(Path(game.rules_file), text)]
    return (*own_sources(), game.rules_file, text, game.loaded, *facts, *included, *sorted(game.defined))


def _read(file: Path) -> str:
    try:
        return read_source(file)
    except PydeclError as error:
        return str(error)


def written(examples: Examples) -> Sequence[str]:
    """Examples as text."""
    return [
        f"{name} {mode} {index} {term_text(term)}"
        for ((name, mode), index), terms in sorted(examples.items())
        for term in terms
    ]


@cache
def own_sources() -> tuple[str, ...]:
    """Pydecl's own sources as they are now: names, sizes and times."""
    package = Path(__file__).parents[1]
    files: list[Path] = []
    for name in _OWN:
        path = package / name
        files += [path] if path.is_file() else [*path.rglob("*.py"), *path.rglob("*.h")]
    seen = sorted((str(file.relative_to(package)), file.stat()) for file in files)
    return tuple(f"{name} {stat.st_size} {stat.st_mtime_ns}" for name, stat in seen)


def _game_text(game: Rules, examples: Examples, only: str | None) -> str:
    """The text in C."""
    from pydecl.compiler.c.search import PROGRAMS

    compiled, refused = in_c(game, examples, only if only in PROGRAMS else None)
    successors = next((key for key in MOVES if _indicator(key) in game.defined), MOVES[0])
    for key in (successors, *MOVERS):
        if _indicator(key) in refused:
            raise NotCompiledError(refused[_indicator(key)])
    return compiled.text + about_text(compiled.entries, PROGRAMS, refused)


def in_c(
    game: Rules, examples: Examples | None = None, only: str | None = None
) -> tuple[CText, dict[str, str]]:
    """The rules in C, and why what they define is not covered, by name and arity; `only` as in `made`.

    Raises NotCompiledError where the text is not all there is to the rules.
    """
    from pydecl.compiler.c.program import compile_c
    from pydecl.compiler.ir import Key
    from pydecl.compiling import front_end

    rules_text(game)
    program, sources = front_end(game)
    seen = {(Key(*predicate), index): terms for (predicate, index), terms in (examples or {}).items()}
    compiled = compile_c(program, examples=seen, game=True, only=only)
    return compiled, _refused(game, compiled, sources)


def _refused(game: Rules, compiled: CText, sources: Sources) -> dict[str, str]:
    """Why what the rules define is not compiled, by name and arity."""
    from pydecl.compiler.compile import ENTRIES

    found = {
        _indicator((key.name, key.mode)): why_not(refusal, sources)
        for key, refusal in compiled.refusals.items()
    }
    there = {_indicator((key.name, key.mode)) for key in compiled.entries} | set(found)
    for key in ENTRIES:
        indicator = _indicator((key.name, key.mode))
        if indicator in game.defined and indicator not in there:
            found[indicator] = (
                f"{game.rules_file}: {indicator} is not compiled to machine code: its clauses are not in this"
                f" file\n{OTHERS}"
            )
    return {name: why for name, why in found.items() if name in game.defined}


def why_not(refusal: ir.Refusal, sources: Sources, others: str = OTHERS) -> str:
    """Why a predicate is not compiled, and what searches it."""
    from pydecl.compiler.explain import refusal_text

    return f"{refusal_text(refusal, sources, ' to machine code')}\n{others}"


def about_text(entries: Mapping[ir.Key, int], programs: Sequence[str], refused: Mapping[str, str]) -> str:
    """The function that says what an object holds."""
    from pydecl.compiler.c.text import c_string

    names = [[key.name, key.mode] for key, _ in sorted(entries.items(), key=lambda entry: entry[1])]
    about = json.dumps({"entries": names, "programs": programs, "refused": refused})
    return f"\nPD_ENTRY({ABOUT}) {{ pd_write(call, {c_string(about)}, {len(about)}); }}\n"


def _indicator(predicate: Predicate) -> str:
    name, mode = predicate
    return f"{name}/{len(mode)}"
