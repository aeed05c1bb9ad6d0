"""Rules made into an object: once, and kept under the digest of all that it depends on.

The compiler is not even imported where the object is kept from before.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from pydecl.engines.native.building import Tiers, build_hastily, build_once, build_soon
from pydecl.engines.native.compilers import Compiler
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import ContractError, TooLongToCompileError
from pydecl.kept import digest_of, stamps
from pydecl.model.term import term_text
from pydecl.paths import own_files
from pydecl.texts.entries import Examples, Facts, given, told
from pydecl.texts.explaining import MOST_C, rules_text
from pydecl.texts.session import texts_of

FLAGS = ("-w",)
"""The text is tested under warnings; a newer compiler may have others."""

_OWN = ("compiler", "engines/native", "rules", "texts")
"""What of pydecl's own sources decides what is made, with the texts of the search programs."""


def compiled(
    game: SessionGame,
    examples: Examples,
    compiler: Compiler | None = None,
    only: Collection[str] | None = None,
    hastily: bool = False,
    facts: Facts | None = None,
) -> Tiers:
    """The objects of a game's rules with the search programs, built if they are not kept.

    If a `compiler` is given, or it is done `hastily`, there is one object: the compiler's, or the one that is
    there soonest. `only` names programs: the object has no others, and with one alone is built in half the
    time. `facts` are in the place of the game's.

    Raises NotCompiledError where moves or movers are not covered, NoCompilerError, BuildError and LimitError.
    """
    texts = texts_of(game.session)
    names = None if only is None else sorted(only)
    which = "" if names is None else f"only {names}"
    parts = ("game", which, *given_parts(game, facts), *written(examples))

    def text_in_c() -> bytes:
        return in_c("game_in_c", game, examples, facts, only=names)

    if hastily:
        return Tiers(build_hastily(parts, text_in_c, flags=FLAGS, seconds=texts.left)[0])
    if compiler is None:
        return build_soon(parts, text_in_c, flags=FLAGS, seconds=texts.left)
    return Tiers(build_once(parts, text_in_c, compiler=compiler, flags=FLAGS, seconds=texts.left))


def in_c(job: str, game: SessionGame, examples: Examples, facts: Facts | None = None, **about: Any) -> bytes:
    """The text in C that a job of `pydecl/texts/making.py` makes. Raises NotCompiledError and LimitError."""
    text, texts = rules_text(game).encode(), texts_of(game.session)
    try:
        return texts.ask_bytes(job, text, MOST_C, examples=told(examples), **given(game, facts), **about)
    except ContractError as error:
        if error.fault != "answer_too_large":
            raise
        most = f"no more than {MOST_C >> 20} MiB of C can be made of the rules"
        raise TooLongToCompileError(f"{game.name}: {most}") from None


def given_parts(game: SessionGame, facts: Facts | None = None) -> Sequence[str]:
    """All that the text in C depends on."""
    written_facts = (
        f"{name}/{arity} {' '.join(map(term_text, terms))}"
        for (name, arity), terms in (game.facts if facts is None else facts).items()
    )
    included = [f"{file}\n{_digest(file)}" for file in game.included]
    school = (game.convention, *map(term_text, game.decided))
    told = (game.loaded, *written_facts, *included, *school, *sorted(game.defined))
    return (*own_sources(), game.rules_file, rules_text(game), *told)


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
