"""Do suites show the slips of others? `python benchmarks/suites.py [--mutants 40] hexapawn tictactoe …`

Rules are changed by tests/support/mutating.py, which knows nothing of how suites are made. A mutant counts if
it changes what can be seen on other random games and near the start; of those, it is told how many the suite
shows. What is no game any more, or hangs, does not count.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from pydecl.court import suite as suites
from pydecl.court.mutants import Mutant
from pydecl.court.sides import Look
from pydecl.court.trial import rules_side
from pydecl.loading.consulting import consult
from pydecl.rules.reader import read_rules, term_of

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

from mutating import mutated
from prolog_text import clause_text


def measured(name: str, mutants: int) -> tuple[int, int, int]:
    """How many positions a suite has, how many mutants change something, and how many of these it shows."""
    with consult(name) as game:
        entries = suites.suite(game, seed=0).entries
        kept = {tuple(one["line"][:end]) for one in entries for end in range(len(one["line"]) + 1)}
        wide = suites.candidates_of(rules_side(game), Random(1))
        own = _trie(entries, kept)
        changed = shown = 0
        with suites.copied(game) as folder:
            for file, text in suites.texts(game).items():
                clauses = [term_of(one.term) for one in read_rules(text, str(file)).clauses]
                for number in range(mutants):
                    made = "".join(map(clause_text, mutated(Random(f"{name} {number}"), clauses, 1)))
                    mutant = Mutant(made, f"mutant {number}")
                    kills = suites.kills(game, folder, file, mutant, own)
                    if kills is None:
                        continue
                    seen = {place for place in kills if own[place].why}
                    if seen or suites.kills(game, folder, file, mutant, wide):
                        changed += 1
                        shown += bool(seen)
                        if not seen:
                            print(f"  {name}: {mutant.slip} is not shown", flush=True)
    return len(entries), changed, shown


def _trie(entries: Sequence[Mapping[str, Any]], lines: Iterable[tuple[str, ...]]) -> list[suites.Candidate]:
    """The suite's positions, and those on the way there, which nobody looks at: they have no reason."""
    told = {tuple(one["line"]): one for one in entries}
    found: list[suites.Candidate] = []
    places: dict[tuple[str, ...], int] = {}
    for line in sorted(lines, key=len):
        places[line] = len(found)
        one = told.get(line)
        look = Look(None, (), None) if one is None else Look(one["mover"], one["moves"], one["result"])
        why = [] if one is None else list(one["why"])
        found.append(suites.Candidate(places.get(line[:-1], 0), line[-1] if line else "", look, line, why))
    return found


def main() -> None:
    """Measure the games that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mutants", type=int, default=40)
    parser.add_argument("games", nargs="+")
    asked = parser.parse_args()
    for name in asked.games:
        positions, changed, shown = measured(name, asked.mutants)
        print(f"{name:30} {positions:5} positions, {shown} of {changed} mutants shown", flush=True)


if __name__ == "__main__":
    main()
