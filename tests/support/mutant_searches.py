"""Mutants of games, searched whole by all of the product's engines: value, best, nodes, leaves, or the fault.

    python tests/support/mutant_searches.py [--first N] [--count 300] [--depth 2] [--program minimax]

prints each difference with the mutant's number, and how many searches were equal; exit code 1 if one was not.
The numbers are those of `random_mutants`: what is no game, or is in another convention, is left out. Games of
chance are searched by expectiminimax.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from mutating import mutated
from prolog_text import clause_text
from random_mutants import STEPS, games, homeworks, source_of

from pydecl.engines.registry import REFERENCE, names
from pydecl.engines.searching import search
from pydecl.errors import ContractError, LimitError, NotCompiledError, PydeclError
from pydecl.loading.consulting import consult
from pydecl.model.result import Preferred
from pydecl.model.term import term_text

SECONDS = 4.0


def rules_of(number: int) -> str | None:
    """The text of the mutant of a number, under the names of its file, if it is a game's."""
    rng = Random(f"mutant {number}")
    source = source_of(number, rng)
    if source not in games() and source not in homeworks():
        return None
    steps = rng.choices(*STEPS)[0]
    return "".join(map(clause_text, mutated(rng, source.clauses, steps)))


def answer(file: Path, engine: str, program: str, depth: int) -> str:
    """What an engine says of a game's first position."""
    try:
        with consult(file, rules=Preferred.COMPILED, seconds=SECONDS) as game:
            found = search(game, program, engine=engine, depth=depth, seconds=SECONDS).answer
    except NotCompiledError:
        return "not compiled"
    except LimitError:
        return "a limit"
    except ContractError as error:
        return f"{error.fault}: {', '.join(error.details)}"
    except PydeclError as error:
        if "is not compiled to" in str(error):
            return "not compiled"
        return f"{type(error).__name__}: {str(error).splitlines()[0]}".replace(str(file), "FILE")
    if not found.complete:
        return "a limit"
    best = None if found.best is None else term_text(found.best)
    return f"value {found.value!r}, best {best}, nodes {found.nodes}, leaves {found.leaves}"


def verdict(file: Path, program: str, depth: int) -> tuple[str, dict[str, str]]:
    """How the engines' answers compare, and the answers."""
    told = {engine: answer(file, engine, program, depth) for engine in names()}
    expected = told[REFERENCE]
    others = [one for name, one in told.items() if name != REFERENCE]
    if "a limit" in told.values():
        return "too long", told
    if all(one in (expected, "not compiled") for one in others):
        return "equal" if "not compiled" not in others else "equal, in part not compiled", told
    return "different", told


def main(arguments: Sequence[str]) -> int:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--depth", type=int, default=2)
    parser.add_argument("--program", default="minimax")
    options = parser.parse_args(arguments)
    tally: Counter[str] = Counter()
    with TemporaryDirectory() as folder:
        for number in range(options.first, options.first + options.count):
            text = rules_of(number)
            if text is None:
                continue
            file = Path(folder) / f"m{number}.pl"
            file.write_text(text, encoding="utf-8")
            program = "expectiminimax" if "chance(" in text else options.program
            found, told = verdict(file, program, options.depth)
            tally[found] += 1
            if found == "different":
                shown = "\n  ".join(f"{name:8} {one}" for name, one in told.items())
                sys.stdout.write(f"mutant {number}:\n  {shown}\n")
                sys.stdout.flush()
    sys.stdout.write(f"{options.program}, depth {options.depth}: {dict(tally)}\n")
    return int(tally["different"] > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
