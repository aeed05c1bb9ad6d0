"""Do suites show the slips of others? `python benchmarks/suites.py [--mutants 40] hexapawn tictactoe …`

Rules are changed by tests/support/mutating.py, which knows nothing of how suites are made. A mutant counts if
it changes what can be seen within 12 plies, on other random games or near the start; of those, it is told how
many the suite shows. What is no game any more does not count. The rows go to docs/court_suites.csv.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

from pydecl.court import suite as suites
from pydecl.court.mutants import Mutant
from pydecl.court.sides import RulesSide
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import PydeclError
from pydecl.loading.consulting import consult
from pydecl.rules.reader import read_rules, term_of

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

from court_tables import keep
from mutating import mutated
from prolog_text import clause_text


def measured(name: str, mutants: int) -> tuple[int, int, int]:
    """How many positions a suite has, how many mutants change something, and how many of these it shows."""
    with consult(name, seconds=suites.MUTANT_SECONDS) as game:
        found = suites.suite(game)
        chosen = [place for place, one in enumerate(found.candidates) if one.why]
        near = [place for place in chosen if len(found.candidates[place].line) <= suites.SHORT]
        own, short = (suites.Lines(game, found.candidates, places) for places in (chosen, near))
        wide = suites.Lines(game, suites.candidates_of(RulesSide(game), Random(1), (suites.SHORT,)))
        changed = shown = 0
        with suites.Slips(game, wide) as slips:
            for file, made, predicate in _mutants(game, name, mutants):
                if predicate is not None and slips.is_hidden(file, predicate):
                    continue
                is_shown = _judged(slips, file, Mutant(made, ""), (short, wide, own))
                changed += is_shown is not None
                shown += bool(is_shown)
                if is_shown is False:
                    print(f"  {name}: a change of {predicate} is not shown", flush=True)
    return len(chosen), changed, shown


def _judged(
    slips: suites.Slips, file: Path, mutant: Mutant, lines: tuple[suites.Lines, suites.Lines, suites.Lines]
) -> bool | None:
    """Whether a suite shows a mutant, by its short lines, the others near the start, and all of its own.

    None if the mutant is no game, or changes nothing within 12 plies.
    """
    short, wide, own = lines
    with suppress(PydeclError), slips.loaded(file, mutant) as other:
        if short.differing(other, 1):
            return True
        return bool(own.differing(other, 1)) if wide.differing(other, 1) else None
    return None


def _mutants(
    game: SessionGame, name: str, mutants: int
) -> Iterator[tuple[Path, str, tuple[str, int] | None]]:
    """The file, its text with a change, and the predicate that was changed, if it is a single one."""
    for file, text in suites.texts(game).items():
        read = read_rules(text, str(file)).clauses
        clauses = [term_of(one.term) for one in read]
        for number in range(mutants):
            made = mutated(Random(f"{name} {number}"), clauses, 1)
            gone = {one.indicator for one, clause in zip(read, clauses, strict=True) if clause not in made}
            yield file, "".join(map(clause_text, made)), gone.pop() if len(gone) == 1 else None


def main() -> None:
    """Measure the games that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mutants", type=int, default=40)
    parser.add_argument("games", nargs="+")
    asked = parser.parse_args()
    for name in asked.games:
        positions, changed, shown = measured(name, asked.mutants)
        keep("court_suites", [(name, positions, changed, shown)])
        print(f"{name:30} {positions:5} positions, {shown} of {changed} mutants shown", flush=True)


if __name__ == "__main__":
    main()
