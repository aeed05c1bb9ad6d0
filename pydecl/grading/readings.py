"""A program under another name, or with its arguments in another order, read as the one that is required.

>>> likeness("alfaBeta", "alphabeta"), likeness("alpha_beta", "alphabeta"), likeness("prune", "alphabeta")
(2, 0, None)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

from pydecl.errors import InputError
from pydecl.grading.causes import Cause
from pydecl.grading.clauses import Indicator, Splice, spliced
from pydecl.model.program import WHOLE
from pydecl.rules.encoding import with_names_of_utf_8
from pydecl.rules.source import read_source
from pydecl.rules.syntax import Clause, Constant, Kind, Named, Node, RulesText, Structure, walk

FARTHEST = 2
"""How many letters may differ."""

LONGEST = 300_000
"""No longer text is read otherwise than it stands, in characters."""

MOST = 12
"""No more readings are tried than these."""

ORDER = {
    ("minimax", 3): ("position", "best", "value"),
    ("alphabeta", 5): ("position", "alpha", "beta", "best", "value"),
    ("alphabeta", 3): ("position", "best", "value"),
    ("bestmove", 2): ("position", "best"),
    ("best_move", 2): ("position", "best"),
    ("won", 1): ("position",),
}
"""What the arguments of the programs are."""

INTERFACE = frozenset(
    [
        *(("moves", 2), ("move", 2), ("move", 3), ("staticval", 2), ("max_to_move", 1), ("min_to_move", 1)),
        *(("terminalwon", 1), ("terminallost", 1), ("initial", 1)),
    ]
)


@dataclass(frozen=True)
class Reading:
    """A predicate of the file as a program that is required: `order[k]` is the place of its k-th argument.

    It `is_named_alike` if its name is nearly the required one, or that one.
    """

    wanted: Indicator
    found: Indicator
    order: tuple[int, ...]
    is_named_alike: bool

    @property
    def causes(self) -> tuple[Cause, ...]:
        """The liberties that are taken."""
        name = (Cause.NAME,) if self.found[0] != self.wanted[0] else ()
        return name if self.is_in_order else (*name, Cause.ARGUMENTS)

    @property
    def is_in_order(self) -> bool:
        return self.order == tuple(range(len(self.order)))

    def __str__(self) -> str:
        name, arity = self.wanted
        said = [f"named {self.found[0]}"] if self.found[0] != name else []
        if not self.is_in_order:
            names = ORDER[self.wanted]
            said.append(f"its arguments are {', '.join(names[self.order.index(at)] for at in range(arity))}")
        return f"read as {name}/{arity}; {'; '.join(said)}"


def readings(text: RulesText, wanted: str) -> list[Reading]:
    """How a required program, `name/arity`, may be found in a file: what is named alike first."""
    name, _, arity = wanted.partition("/")
    indicator = name, int(arity)
    if len(text.text) > LONGEST:
        return []
    defined: dict[Indicator, list[Clause]] = {}
    for clause in text.clauses:
        if clause.kind is Kind.CLAUSE and clause.indicator is not None:
            defined.setdefault(clause.indicator, []).append(clause)
    found = []
    for other, clauses in defined.items():
        if other[1] != indicator[1] or other in INTERFACE or (other in WHOLE and other != indicator):
            continue
        distance = likeness(other[0], name)
        if distance is None and not _searches(other, defined):
            continue
        for order in _orders(indicator, clauses):
            reading = Reading(indicator, other, order, distance is not None)
            if reading.causes:
                rank = (FARTHEST + 1 if distance is None else distance, not reading.is_in_order)
                found.append((rank, reading))
    return [reading for _, reading in sorted(found, key=lambda pair: pair[0])][:MOST]


def likeness(one: str, other: str) -> int | None:
    """How many letters differ, whatever is a capital and underscores aside; None if they are too many."""
    a, b = (name.lower().replace("_", "") for name in (one, other))
    row = list(range(len(b) + 1))
    for number, letter in enumerate(a, 1):
        before, row[0] = row[0], number
        for at, against in enumerate(b, 1):
            before, row[at] = row[at], min(row[at] + 1, row[at - 1] + 1, before + (letter != against))
    return row[-1] if row[-1] <= min(FARTHEST, (len(b) - 1) // 2) else None


def reread(text: RulesText, reading: Reading) -> str:
    """The text with the predicate under the required name, its arguments in the required order.

    >>> from pydecl.rules.reader import read_rules
    >>> text = read_rules("ab(P, V, Q) :- moves(P, [Q]), ab(Q, V, _).")
    >>> print(reread(text, Reading(("minimax", 3), ("ab", 3), (0, 2, 1), True)))
    minimax(P, Q, V) :- moves(P, [Q]), minimax(Q, _, V).
    """
    nodes = [node for clause in text.clauses for node in walk(clause.term)]
    changed = spliced(text.text, [splice for node in nodes for splice in _renamed(text, node, reading)])
    if reading.found == reading.wanted or not any(_holds(node, reading) for node in nodes):
        return changed
    names = [f"A{at}" for at in range(len(reading.order))]
    called = ", ".join(names[at] for at in reading.order)
    return f"{changed}\n'{reading.found[0]}'({', '.join(names)}) :- '{reading.wanted[0]}'({called}).\n"


def copied(path: Path, text: RulesText, reading: Reading, beside: Sequence[Path], folder: Path) -> Path:
    """A copy of a file, so changed, in a folder of its own, with what it loads. Raises InputError."""
    home = path.resolve().parent
    try:
        for other in beside:
            copy = folder / other.resolve().relative_to(home)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(with_names_of_utf_8(read_source(other)), "utf-8")
        made = folder / "homework.pl"
        made.write_text(with_names_of_utf_8(reread(text, reading)), "utf-8")
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read otherwise: {error}") from None
    return made


def _searches(predicate: Indicator, defined: dict[Indicator, list[Clause]]) -> bool:
    """Whether a predicate leads back to itself, and asks for moves on the way."""
    met: set[Indicator] = set()
    todo = [predicate]
    is_recursive = asks = False
    while todo:
        for clause in defined.get(todo.pop(), ()):
            nodes = () if clause.body is None else walk(clause.body)
            for called in [(one.name, len(one.args)) for one in nodes if isinstance(one, Structure)]:
                is_recursive = is_recursive or called == predicate
                asks = asks or called in (("moves", 2), ("move", 2), ("move", 3))
                if called in defined and called not in met:
                    met.add(called)
                    todo.append(called)
    return is_recursive and asks


def _orders(wanted: Indicator, clauses: Sequence[Clause]) -> Iterator[tuple[int, ...]]:
    """Orders of the arguments that fit what the clauses do with them, the required one first.

    The position is what is asked about, the value what `staticval/2` gives: where that is seen, it holds.
    """
    names = ORDER[wanted]
    known = _kinds(clauses)
    plain = tuple(range(len(names)))
    fitting = [
        order
        for order in permutations(plain)
        if all(known.get(place, names[at]) == names[at] for at, place in enumerate(order))
    ]
    if plain in fitting or not fitting or len(fitting) > MOST:
        yield plain
    yield from (order for order in fitting if order != plain) if len(fitting) <= MOST else ()


def _kinds(clauses: Sequence[Clause]) -> dict[int, str]:
    """What is known of the arguments, by their places: the position, and the value."""
    found: dict[int, str] = {}
    for clause in clauses:
        heads = clause.head.args if isinstance(clause.head, Structure) else ()
        names = {node.name: at for at, node in enumerate(heads) if isinstance(node, Named)}
        for node in () if clause.body is None else walk(clause.body):
            if not isinstance(node, Structure) or not node.args:
                continue
            first, last = node.args[0], node.args[-1]
            if (node.name, len(node.args)) in INTERFACE and isinstance(first, Named) and first.name in names:
                found[names[first.name]] = "position"
            if node.name == "staticval" and isinstance(last, Named) and last.name in names:
                found[names[last.name]] = "value"
    return found


def _renamed(text: RulesText, node: Node, reading: Reading) -> Iterator[Splice]:
    """What changes where a term names the predicate, as a call, a head or an indicator."""
    if not isinstance(node, Structure):
        return
    if (node.name, len(node.args)) == reading.found:
        yield node.functor.start, node.functor.end, reading.wanted[0]
        if not reading.is_in_order:
            spans = [(argument.span.start, argument.span.end) for argument in node.args]
            for (start, end), at in zip(spans, reading.order, strict=True):
                yield start, end, text.text[slice(*spans[at])]
    elif node.name == "/" and len(node.args) == 2:
        name, arity = (part.value if isinstance(part, Constant) else None for part in node.args)
        if (getattr(name, "name", None), arity) == reading.found:
            yield node.args[0].span.start, node.args[0].span.end, reading.wanted[0]


def _holds(node: Node, reading: Reading) -> bool:
    """Whether a term holds the predicate's name otherwise than as a call, for `call/N` and the like."""
    name, arity = reading.found
    if isinstance(node, Structure):
        return node.name == name and len(node.args) < arity
    return isinstance(node, Constant) and getattr(node.value, "name", None) == name
