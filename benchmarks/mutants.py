"""Puts faults into pydecl's own Python, Prolog and C, one after the other: does the inner ring see them?

    python benchmarks/mutants.py [NUMBER …]

Each fault is one line. The tests that are near the file come first, as many as `bootstrap test --quick` has
time for; then the whole inner ring, up to the first failure. The checkout must be clean; it is put back as it
was. The exit code is 1 if a fault is not seen.
"""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import PurePath

from pydecl.bootstrap import ROOT, ring

sys.path.insert(0, str(ROOT / "tests" / "support"))
from changed_tests import SECONDS, chosen


@dataclass(frozen=True)
class Mutant:
    """A fault: in a file, one text in place of another one, which stands there once."""

    fault: str
    file: str
    right: str
    wrong: str


C = "pydecl/compiler/c/headers"

MUTANTS = (
    Mutant(
        "alpha-beta cuts at equality",
        "pydecl/programs/alphabeta.py",
        "return less(beta, val) if",
        "return not less(val, beta) if",
    ),
    Mutant(
        "the window's ends are exchanged",
        "pydecl/programs/alphabeta.py",
        "return (alpha, val) if less(val, beta)",
        "return (val, beta) if less(val, beta)",
    ),
    Mutant("the first sibling is never the best", "pydecl/programs/minimax.py", "while at:", "while at > 1:"),
    Mutant(
        "floats and integers are compared exactly",
        "pydecl/model/number.py",
        "return a < (b if isinstance(b, float) else as_float(b))",
        "return a < b",
    ),
    Mutant(
        "the end of a deadline is ignored where a search has seconds of its own",
        "pydecl/model/deadline.py",
        "return left if seconds is None else min(seconds, left)",
        "return left if seconds is None else seconds",
    ),
    Mutant(
        "a kept object is used whatever its digest is",
        "pydecl/kept.py",
        "if (entry / DIGEST).read_text() == _digest_of(entry / self.file):",
        "if (entry / DIGEST).exists():",
    ),
    Mutant(
        "a file of a solved game is used whatever its digest is",
        "pydecl/solving/files.py",
        "if digest_of(self.path) != self.stored.sha256:",
        "if not self.stored.sha256:",
    ),
    Mutant(
        "a database is used whatever has become of its rules",
        "pydecl/solving/database.py",
        "if not tells or rules_digest(folded(game, card.fold)) != card.rules:",
        "if not tells:",
    ),
    Mutant(
        "the caret of a message stands one column too far right",
        "pydecl/errors/__init__.py",
        "shown_line(line[: column - 1])",
        "shown_line(line[:column])",
    ),
    Mutant(
        "a comment ends at the first end of one within it",
        "pydecl/rules/tokens.py",
        'depth += 1 if mark[0] == "/*" else -1',
        'depth = 1 if mark[0] == "/*" else 0',
    ),
    Mutant(
        "an estimate above all leaves keeps the contract",
        "pydecl/crosschecking/laws.py",
        "if less(value, low) or less(high, value):",
        "if less(value, low):",
    ),
    Mutant(
        "what is taken off can make points negative",
        "pydecl/grading/rubric.py",
        "return max(0, worth - lost)",
        "return worth - lost",
    ),
    Mutant(
        "a child may have all memory",
        "pydecl/sandbox/walls.py",
        'return _limit(resource.RLIMIT_AS, pages * os.sysconf("SC_PAGE_SIZE") + memory)',
        "return bool(pages)",
    ),
    Mutant(
        "the compiler forgets a cut that is local to a goal",
        "pydecl/compiler/frontend/control.py",
        'return [Structure("once", (before,), body.span, place_of(goals[last])), *goals[last + 1 :]]',
        "return [*conjuncts(before), *goals[last + 1 :]]",
    ),
    Mutant(
        "alpha-beta in Prolog cuts at equality",
        "prolog/textbook/alphabeta.pl",
        "min_to_move(Pos), Val > Beta, !",
        "min_to_move(Pos), Val >= Beta, !",
    ),
    Mutant(
        "scores from the table are adjusted in the wrong direction",
        "prolog/refined/alphabeta_tt.pl",
        "    Down is -Ply,",
        "    Down is Ply,",
    ),
    Mutant(
        "a search with a depth limit ends a ply too early",
        "prolog/support/attached.pl",
        "    check(Mover, Pos),\n    (   Depth > 0\n    ->  succs(",
        "    check(Mover, Pos),\n    (   Depth > 1\n    ->  succs(",
    ),
    Mutant(
        "in kalah, no move is followed by another one of the same player",
        "prolog/games/kalah.pl",
        "    ->  Next = Mover\n",
        "    ->  opponent(Mover, Next)\n",
    ),
    Mutant(
        "not all bytes of a list are looked at",
        f"{C}/lists.h",
        "for (int32_t i = 0; i < n - 8; i += 8)",
        "for (int32_t i = 8; i < n - 8; i += 8)",
    ),
    Mutant(
        "the last bits of a table's keys are not compared",
        "pydecl/engines/native/headers/transpositions.h",
        "return !rest || !((words[whole] ^ key_words[whole]) >> (64 - rest));",
        "return true;",
    ),
    Mutant(
        "one move that does not decide a position is enough to lose it",
        "pydecl/engines/native/headers/outcome.h",
        "if (!wanted && --graph.plies.p[i]) continue;",
        "--graph.plies.p[i];",
    ),
    Mutant(
        "integers overflow in silence",
        f"{C}/numbers.h",
        "if (!LIKELY(!ADDED(a, b, &r))) overflown(); return r; }\nHOT I i_sub",
        "(void)ADDED(a, b, &r); return r; }\nHOT I i_sub",
    ),
)


def main(numbers: list[str]) -> int:
    """Try the faults of these numbers, or all; print a line for each."""
    if subprocess.run(["git", "diff", "--quiet", "HEAD"], cwd=ROOT, check=False).returncode:
        print("the checkout is not clean: commit first", file=sys.stderr)
        return 2
    unseen = 0
    for number, mutant in enumerate(MUTANTS, 1):
        if numbers and str(number) not in numbers:
            continue
        began = time.monotonic()
        seen = seen_by(mutant)
        unseen += seen is None
        seconds = time.monotonic() - began
        told = "NOT SEEN" if seen is None else f"seen by {seen}"
        print(f"{number:2} {mutant.file}: {mutant.fault}: {told} ({seconds:.0f} s)", flush=True)
    return int(unseen > 0)


def seen_by(mutant: Mutant) -> str | None:
    """The first test that fails with a fault, or None."""
    path = ROOT / mutant.file
    text = path.read_text("utf-8")
    assert text.count(mutant.right) == 1, (mutant.file, mutant.right)
    near = [str(test) for test in chosen([PurePath(mutant.file)]) if (ROOT / test).exists()]
    path.write_text(text.replace(mutant.right, mutant.wrong), "utf-8")
    try:
        return first_failure(["--within", str(SECONDS), *near]) or first_failure([])
    finally:
        path.write_text(text, "utf-8")


def first_failure(words: list[str]) -> str | None:
    """Run tests of the inner ring, by these words for pytest, up to the first that fails; its name."""
    command = [sys.executable, *ring(thorough=False), "-x", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return None
    failed = [line for line in done.stdout.splitlines() if line.lstrip("\r").startswith(("FAILED", "ERROR"))]
    return failed[0].split(" - ")[0].split()[1] if failed else done.stdout[-500:]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
