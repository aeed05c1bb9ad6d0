"""Are forty planted faults found, on shortest lines? `python benchmarks/court_planted.py [GAME …]`

They are the slips of tests/court/slips.tsv and four more, one at a time in a copy of the rules. A walk of
both rules by the names of moves, nearest first, tells how soon each shows, if it does within ten plies.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pydecl.court.sides import RulesSide, rules_side
from pydecl.court.suite import texts
from pydecl.court.trial import held
from pydecl.engines.prolog.game import SessionGame
from pydecl.loading.consulting import consult
from pydecl.model.deadline import Deadline
from pydecl.paths import prolog_file

ROOT = Path(__file__).parent.parent
SLIPS = ROOT / "tests" / "court" / "slips.tsv"

MORE = [
    (
        "examples/rules/antichess.pl",
        "en passant",
        "        ;   To == Passed,",
        "        ;   fail, To == Passed,",
    ),
    (
        "examples/rules/quoridor.pl",
        "a wall blocks",
        "memberchk(X/Y/h, Walls) ; memberchk(X0/Y/h",
        "memberchk(X/Y/h",
    ),
    ("examples/rules/hex.pl", "wrong axis", "[0/1, 1/0, 1/(-1), 0", "[0/1, 1/0, 1/1, 0"),
    ("examples/rules/breakthrough.pl", "off by one", "    memberchk(_/1, Men).", "    memberchk(_/2, Men)."),
]

PLIES = 10
PAIRS = 20_000
"""So many pairs of positions are walked for the shortest line."""


def planted() -> Iterator[tuple[str, str, str, str]]:
    """The game, the kind, what the rules say once, and what is planted instead."""
    for line in SLIPS.read_text("utf-8").splitlines():
        game, kind, old, new = line.encode().decode("unicode_escape").split("\t")
        yield game, kind, old, new
    yield from MORE


@contextmanager
def copied(game: SessionGame, file: Path, old: str, new: str) -> Iterator[Path]:
    """The rules with a fault, beside copies of what they include."""
    with tempfile.TemporaryDirectory() as folder:
        for each, text in texts(game).items():
            copy = Path(folder, each.resolve().relative_to(file.resolve().parent))
            copy.parent.mkdir(exist_ok=True)
            copy.write_text(text.replace(old, new) if each.resolve() == file.resolve() else text, "utf-8")
        yield Path(folder, file.name)


def soonest(one: RulesSide, other: RulesSide, plies: int, until: Deadline) -> tuple[int | None, int]:
    """After how many of some plies both first show different things, by the names of moves; None if later.

    The other number is that of the plies that were walked as a whole.
    """
    layer = [(one.root(), other.root())]
    seen = {(one.root().state, other.root().state)}
    for ply in range(plies + 1):
        if any(here.look.sight != there.look.sight for here, there in layer):
            return ply, ply
        below = []
        for here, there in layer:
            if len(seen) > PAIRS or until.is_over:
                return None, ply
            one.open([here])
            other.open([there])
            named = dict(zip(there.look.moves, there.kids, strict=True))
            for name, kid in zip(here.look.moves, here.kids, strict=True):
                like = named.get(name)
                if kid is not None and like is not None and (kid.state, like.state) not in seen:
                    seen.add((kid.state, like.state))
                    below.append((kid, like))
        layer = below
    return None, plies


def main() -> None:
    """Plant, hold, tell."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("games", nargs="*", metavar="GAME")
    options.add_argument("--time", type=float, default=60.0)
    asked = options.parse_args()
    tried = found = shortest = longer = 0
    for name, kind, old, new in planted():
        if asked.games and name not in asked.games:
            continue
        file = ROOT / name if name.endswith(".pl") else prolog_file(f"games/{name}.pl")
        began = time.monotonic()
        with consult(file) as game, copied(game, file, old, new) as copy, consult(copy) as other:
            with rules_side(other) as system:
                verdict = held(game, system, kind, until=Deadline.after(asked.time))
            seconds = time.monotonic() - began
            lengths = [len(one.line) for one in verdict.differences]
            plies = min(lengths[0] - 1, PLIES) if lengths else PLIES
            with rules_side(game) as one, rules_side(other) as another:
                soon, walked = soonest(one, another, plies, Deadline.after(asked.time))
        tried += 1
        found += bool(lengths)
        shortest += bool(lengths) and soon is None and walked == plies
        longer += soon is not None
        told = f"{verdict.differences[0].kind}, {lengths[0]} plies" if lengths else "NOT FOUND"
        shorter = f", none in {walked} plies" if soon is None else f", shorter: {soon}"
        print(f"{file.stem}: {kind}: {told}{shorter}, {seconds:.1f} s", flush=True)
    told = f"{shortest} on a line that is shown to be a shortest, {longer} on a longer one"
    print(f"{found} of {tried} found, {told}")


if __name__ == "__main__":
    main()
