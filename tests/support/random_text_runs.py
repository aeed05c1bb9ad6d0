"""Random texts read by SWI-Prolog, as it loads them, and by pydecl; what differs is told.

    python tests/support/random_text_runs.py [--first N] [--count 2000] [--batch 200]

prints how many texts both read alike, how many either refused, and how many pydecl did not compile because
the readings differ, and why; and each text of which two programs would be made: exit code 1 if there is one.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from enum import Enum
from itertools import count
from pathlib import Path

from folders import SUPPORT
from random_texts import RandomText, random_text

from pydecl.compiler.frontend.loaded import NotFollowedError, as_loaded
from pydecl.compiler.frontend.normal import VARIABLE
from pydecl.compiler.frontend.predicates import Normal
from pydecl.compiler.frontend.terms import is_cell, is_empty, items_of
from pydecl.engines.prolog.installation import swipl_program
from pydecl.errors import PydeclError
from pydecl.model.reader import read_term
from pydecl.model.term import Atom, Compound, PrologList, PrologString, Term, term_text
from pydecl.paths import prolog_file
from pydecl.rules.reader import read_rules
from pydecl.rules.source import read_source, visible
from pydecl.rules.syntax import Constant, Items, Named, Node

PROGRAM = SUPPORT / "swi_texts.pl"


class Verdict(Enum):
    """What becomes of a text."""

    ALIKE = "alike"
    REFUSED_BY_BOTH = "refused by both"
    REFUSED_BY_SWI = "refused by SWI-Prolog alone"
    NOT_COMPILED = "not compiled"
    BAD_FILE = "no text of rules"
    NO_REPLY = "not loaded in time"
    DIFFERENT = "two programs"


@dataclass(frozen=True)
class Judged:
    """A text and what became of it."""

    text: RandomText
    verdict: Verdict
    why: str = ""


def judged_all(texts: Sequence[RandomText]) -> Iterator[Judged]:
    """Each text, read by both."""
    folder = Path(tempfile.mkdtemp())
    try:
        readable = {}
        for i, text in enumerate(texts):
            readable[i] = _written(folder / str(i), text)
        worker = prolog_file("support").parent / "support" / "worker.pl"
        last = str(len(texts) - 1)
        subprocess.run(
            [swipl_program(), "-q", str(PROGRAM), "--", str(worker), str(folder), "0", last],
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for i, text in enumerate(texts):
            seen = readable[i]
            if seen is None:
                yield Judged(text, Verdict.BAD_FILE)
            else:
                yield _judged(text, seen, folder / str(i))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _written(folder: Path, text: RandomText) -> str | None:
    """Write a text for SWI-Prolog; what both read of it, None where it is refused as a file."""
    folder.mkdir()
    file = folder / "g.pl"
    file.write_bytes(text.text.encode("utf-8", "surrogatepass"))
    for name, other in text.others.items():
        (folder / name).write_bytes(other.encode("utf-8", "surrogatepass"))
    try:
        seen, _ = visible(read_source(file), str(file))
    except PydeclError:
        return None
    (folder / "text").write_bytes(seen.encode("utf-8", "surrogatepass"))
    return seen


def _judged(text: RandomText, seen: str, folder: Path) -> Judged:
    file = folder / "out"
    if not file.exists():
        return Judged(text, Verdict.NO_REPLY)
    report, *clauses = file.read_text(encoding="utf-8").split("\n")[:-1]
    term = read_term(report)
    assert isinstance(term, Compound)
    messages, _, _, _, told = term.args
    assert isinstance(messages, PrologList)
    assert isinstance(told, PrologString)
    errors = [str(message) for message in messages.items if str(message).startswith("message(error,")]
    read = read_rules(seen, str(folder / "g.pl"))
    faults = [fault for fault in read.faults if fault.severity.value == "error"]
    if errors:
        return Judged(text, Verdict.REFUSED_BY_BOTH if faults else Verdict.REFUSED_BY_SWI, _said(errors[0]))
    try:
        rules = as_loaded(seen, str(folder / "g.pl"), {}, told.value)
    except NotFollowedError as error:
        return Judged(text, Verdict.NOT_COMPILED, error.reason)
    if rules.barred is not None:
        return Judged(text, Verdict.NOT_COMPILED, rules.barred[1])
    if any(changing in told.value for changing in ("library(clpfd)", "set_prolog_flag(optimise,true)")):
        return Judged(
            text, Verdict.ALIKE
        )  # goals of all kinds are written anew, in ways that change no answer
    why = _different(rules, clauses)
    return Judged(text, Verdict.DIFFERENT if why else Verdict.ALIKE, why)


def _said(message: str) -> str:
    return message.split('"', 1)[-1]


# The clauses, independently of what was told of them


def _different(rules: Normal, clauses: Sequence[str]) -> str:
    """The first predicate to be compiled whose clauses SWI-Prolog has otherwise; empty if there is none."""
    theirs: dict[tuple[str, int], list[str]] = {}
    for clause in clauses:
        try:
            term = read_term(clause)
        except PydeclError:
            continue  # a closure of a tabled predicate's, which is not compiled
        assert isinstance(term, Compound)
        head, body = term.args
        name, arity = (head.name, len(head.args)) if isinstance(head, Compound) else (_name(head), 0)
        theirs.setdefault((name, arity), []).append(_kept(head, body))
    with_clauses = {one.tabled for one in rules.predicates.values()}
    for key in dict.fromkeys((*rules.predicates, *theirs)):
        predicate = rules.predicates.get(key)
        if key in with_clauses or (predicate is not None and predicate.barred is not None):
            continue
        if key in (("$tabled", 2), ("$table_mode", 3), ("$table_update", 4)):
            continue  # SWI-Prolog's notes of what is tabled, which no rule calls
        if predicate is not None and predicate.tabled is not None:
            predicate = rules.predicates[predicate.tabled]
        if predicate is not None and predicate.single_sided:  # its clauses are made, and one is added
            if predicate.single_sided != len(theirs.get(key, [])):
                return f"{key[0]}/{key[1]}: {predicate.single_sided} rules with => and {theirs.get(key, [])}"
            continue
        try:
            ours = [_clause(key[0], one.args, one.body) for one in (predicate.rules if predicate else ())]
        except _VoidError:
            continue
        if "phrase(" in str(ours) or "__aux_" in str(theirs.get(key)):
            continue  # which a library expands
        if not _alike(ours, theirs.get(key, [])):
            return f"{key[0]}/{key[1]}: {ours} and {theirs.get(key, [])}"
    return ""


def _alike(ours: Sequence[str], theirs: Sequence[str]) -> bool:
    """Whether clauses are the same; if one has branches, where SWI-Prolog drops goals, its head."""
    return len(ours) == len(theirs) and all(
        one == other or (";(" in one and _head(one) == _head(other))
        for one, other in zip(ours, theirs, strict=True)
    )


def _head(clause: str) -> str:
    term = read_term(clause)
    assert isinstance(term, Compound)
    return term_text(term.args[0])


def _name(term: Term) -> str:
    return term.name if isinstance(term, Atom) else str(term)


class _VoidError(Exception):
    """A compound without arguments, which has no canonical text."""


def _clause(name: str, args: tuple[Node, ...], body: Node) -> str:
    """The clause in canonical notation, its variables numbered in the order of the text."""
    numbers: dict[str, int] = {}
    fresh = count()

    def term(node: Node) -> Term:
        if isinstance(node, Constant):
            return node.value
        if isinstance(node, Named):
            number = next(fresh) if node.name not in numbers else numbers[node.name]
            if node.name != "_":
                numbers[node.name] = number
            return Compound(VARIABLE, (number,))
        if is_cell(node) or is_empty(node):
            found, rest = items_of(node)
            items, tail = tuple(found), None if is_empty(rest) else rest
        elif isinstance(node, Items):
            items, tail = node.items, node.tail
        elif not node.args:
            raise _VoidError
        else:
            return Compound(node.name, tuple(map(term, node.args)))
        made, end = tuple(map(term, items)), None if tail is None else term(tail)
        if isinstance(end, PrologList):  # a list whose tail is a list
            return PrologList((*made, *end.items), end.tail)
        return PrologList(made, end) if made or end is None else end

    return _kept(Compound(name, tuple(map(term, args))) if args else Atom(name), term(body))


def _kept(head: Term, body: Term) -> str:
    """A clause as SWI-Prolog keeps it: what binds a variable that is met nowhere else does nothing."""
    body = _plain(body)
    while True:
        counts = Counter(_VARIABLE.findall(term_text(Compound(":-", (head, body)))))
        shorter = _without_void(body, {name for name, count in counts.items() if count == 1})
        if term_text(shorter) == term_text(body):
            break
        body = shorter
    numbers: dict[str, str] = {}
    return _VARIABLE.sub(
        lambda match: numbers.setdefault(match[0], f"_{len(numbers)}"),
        term_text(Compound(":-", (head, body))),
    )


_VARIABLE = re.compile(r"pydecl_\(\d+\)")


def _without_void(body: Term, void: Set[str]) -> Term:
    if not isinstance(body, Compound):
        return body
    if body.name == "=" and len(body.args) == 2 and void & {term_text(arg) for arg in body.args}:
        return Atom("true")
    if body.name in (*_CONTROL, "\\+"):
        return Compound(body.name, tuple(_without_void(arg, void) for arg in body.args))
    return body


_CONTROL = (",", ";", "->", "*->", "|")


def _plain(body: Term) -> Term:
    """A body as SWI-Prolog keeps it: conjunctions lean to the right, each goal has its module, and a variable
    is called.
    """
    if isinstance(body, Compound) and body.name == "pydecl_":
        return Compound("call", (body,))
    if isinstance(body, Compound) and body.name in _CONTROL and len(body.args) == 2:
        left, right = body.args
        name = ";" if body.name == "|" else body.name
        if name == "," and isinstance(left, Compound) and left.name == "," and len(left.args) == 2:
            return _plain(Compound(",", (left.args[0], Compound(",", (left.args[1], right)))))
        return Compound(name, (_plain(left), _plain(right)))
    if not isinstance(body, Compound):
        return body
    if body.name == "\\+" and len(body.args) == 1:
        return Compound("\\+", (_plain(body.args[0]),))
    if body.name == ":" and len(body.args) == 2:
        module, goal = body.args
        if goal == Atom("!"):
            return goal
        if isinstance(goal, Compound) and goal.name in _CONTROL and len(goal.args) == 2:
            return _plain(Compound(goal.name, tuple(Compound(":", (module, one)) for one in goal.args)))
        if _number(goal):
            return Compound("call", (body,))
    if body.name in ("==", "\\==") and len(body.args) == 2 and _number(body.args[1]):
        return Compound(body.name, tuple(sorted(body.args, key=lambda arg: -_number(arg))))
    if body.name == "=" and len(body.args) == 2 and all(map(_number, body.args)):
        return Compound("=", tuple(sorted(body.args, key=_number)))
    if body.name == "is" and len(body.args) == 2 and isinstance(body.args[1], Compound):
        value = body.args[1]
        if value.name == "-" and len(value.args) == 2 and type(value.args[1]) is int:
            return Compound("is", (body.args[0], Compound("+", (value.args[0], -value.args[1]))))
        if value.name == "+" and len(value.args) == 2 and type(value.args[0]) is int:
            return Compound("is", (body.args[0], Compound("+", value.args[::-1])))
    return body


def _number(term: Term) -> int:
    """The number of a variable, from 1; 0 where it is none."""
    if isinstance(term, Compound) and term.name == "pydecl_" and isinstance(term.args[0], int):
        return term.args[0] + 1
    return 0


def main() -> int:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--first", type=int, default=0)
    options.add_argument("--count", type=int, default=2000)
    options.add_argument("--batch", type=int, default=200)
    given = options.parse_args()
    numbers = range(given.first, given.first + given.count)
    verdicts: Counter[str] = Counter()
    different = 0
    for start in numbers[:: given.batch]:
        texts = [random_text(number) for number in numbers if start <= number < start + given.batch]
        for judged in judged_all(texts):
            is_reason = judged.verdict in (Verdict.NOT_COMPILED, Verdict.REFUSED_BY_SWI)
            verdicts[judged.verdict.value + (f": {judged.why[:70]}" if is_reason else "")] += 1
            if judged.verdict is Verdict.DIFFERENT:
                different += 1
                sys.stdout.write(f"text {judged.text.number}: {judged.why[:500]}\n{judged.text.text}\n")
    sys.stdout.writelines(f"  {count:6} {told}\n" for told, count in verdicts.most_common(60))
    return int(different > 0)


if __name__ == "__main__":
    sys.exit(main())
