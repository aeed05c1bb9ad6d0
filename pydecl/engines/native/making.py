"""Rules made into an object: once, and kept under the digest of all that it depends on.

The compiler is not even imported where the object is kept from before.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from pydecl.engines.native.building import Tiers, build_hastily, build_once, build_soon
from pydecl.engines.native.compilers import Compiler
from pydecl.errors import ContractError, TooLongToCompileError
from pydecl.kept import digest_of, stamps
from pydecl.model.term import Term, term_text
from pydecl.paths import own_files
from pydecl.texts.entries import Examples, given, told
from pydecl.texts.explaining import MOST_C, rules_text
from pydecl.texts.session import TextSession

FLAGS = ("-w",)
"""The text is tested under warnings; a newer compiler may have others."""

_OWN = ("compiler", "engines/native", "rules", "texts")
"""What of pydecl's own sources decides what is made, with the texts of the search programs."""


class Rules(Protocol):
    """A consulted game: the text of its rules, the files that it names, and the facts that take the place of
    the text's.
    """

    name: str
    defined: frozenset[str]
    convention: str
    rules_text: str | None
    rules_file: str
    included: Sequence[Path]
    facts: Mapping[tuple[str, int], Sequence[Term]]
    loaded: str

    @property
    def decided(self) -> Sequence[Term]: ...


@dataclass
class OtherFacts:
    """The rules of a game with other facts."""

    name: str
    defined: frozenset[str]
    convention: str
    rules_text: str | None
    rules_file: str
    included: Sequence[Path]
    facts: Mapping[tuple[str, int], Sequence[Term]]
    decided: Sequence[Term]
    loaded: str

    @staticmethod
    def of(game: Rules, facts: Mapping[tuple[str, int], Sequence[Term]]) -> OtherFacts:
        return OtherFacts(
            *(game.name, game.defined, game.convention, game.rules_text, game.rules_file, game.included),
            facts,
            game.decided,
            game.loaded,
        )


def made(
    game: Rules,
    examples: Examples,
    texts: TextSession,
    compiler: Compiler | None = None,
    flags: Sequence[str] = (),
    only: Collection[str] | None = None,
    hastily: bool = False,
) -> Tiers:
    """The objects of a game's rules with the search programs, built if they are not kept.

    If a `compiler` or `flags` for it are given there is one object; so is `hastily`, the one that is there
    soonest. `only` names programs: the object has no others, and with one alone is built in half the time.
    `texts` makes the text in C.

    Raises NotCompiledError where moves or movers are not covered, NoCompilerError, BuildError and LimitError.
    """
    text = rules_text(game)
    names = None if only is None else sorted(only)
    parts = ("game", "" if names is None else f"only {names}", *given_parts(game, text), *written(examples))

    def text_in_c() -> bytes:
        return in_c("game_in_c", game, examples, texts, only=names)

    if hastily:
        return Tiers(build_hastily(parts, text_in_c, flags=FLAGS, seconds=texts.left))
    if compiler is None and not flags:
        return build_soon(parts, text_in_c, flags=FLAGS, seconds=texts.left)
    flags = (*FLAGS, *flags)
    return Tiers(build_once(parts, text_in_c, compiler=compiler, flags=flags, seconds=texts.left))


def in_c(job: str, game: Rules, examples: Examples, texts: TextSession, **about: Any) -> bytes:
    """The text in C that a job of `pydecl/texts/making.py` makes. Raises NotCompiledError and LimitError."""
    text = rules_text(game).encode()
    try:
        return texts.ask_bytes(job, text, MOST_C, examples=told(examples), **given(game), **about)
    except ContractError as error:
        if error.fault != "answer_too_large":
            raise
        most = f"no more than {MOST_C >> 20} MiB of C can be made of the rules"
        raise TooLongToCompileError(f"{game.name}: {most}") from None


def given_parts(game: Rules, text: str) -> Sequence[str]:
    """All that the text in C depends on."""
    facts = (
        f"{name}/{arity} {' '.join(map(term_text, terms))}" for (name, arity), terms in game.facts.items()
    )
    included = [f"{file}\n{_digest(file)}" for file in game.included]
    school = (game.convention, *map(term_text, game.decided))
    told = (game.loaded, *facts, *included, *school, *sorted(game.defined))
    return (*own_sources(), game.rules_file, text, *told)


def _digest(file: Path) -> str:
    """What a file holds, as a digest; or why it cannot be read."""
    try:
        return digest_of(file)
    except OSError as error:
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
    return tuple(stamps(own_files(_OWN, ("textbook", "refined", "support"))))
