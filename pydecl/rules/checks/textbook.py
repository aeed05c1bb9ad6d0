"""The textbook's programs in a file, with clauses left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from pydecl.paths import prolog_file
from pydecl.rules.catalogue.meaning import MISSING_CLAUSE
from pydecl.rules.checks.goals import Indicator, alternatives
from pydecl.rules.checks.interface import PARTS
from pydecl.rules.checks.predicates import Predicates, shown
from pydecl.rules.finding import Finding
from pydecl.rules.reader import read_rules
from pydecl.rules.syntax import Clause, Constant, Items, Named, Node, Structure, parts


@dataclass(frozen=True)
class Way:
    """One way through a predicate: a clause, or one side of a semicolon in it.

    `shape` is its text with the variables numbered, so that two ways of one shape are the same but for names.
    """

    shape: str
    head: str


def missing_clauses(predicates: Predicates) -> Iterator[Finding]:
    """Predicates that have some of the textbook's clauses, and fewer than it has.

    Each side of a semicolon counts as a clause.
    """
    if not predicates.is_all_here:
        return
    for indicator in PARTS:
        clauses = predicates.clauses.get(indicator)
        if clauses is None:
            continue
        ways, (file, known) = _ways(predicates.rules.text, clauses), _textbook()[indicator]
        shapes = {way.shape for way in ways}
        missing = [way for way in known if way.shape not in shapes]
        if len(ways) < len(known) and len(missing) < len(known):
            clause = "clause" if len(ways) == 1 else "clauses"
            lacking = "; ".join(way.head for way in missing)
            found = f"{shown(indicator)} has {len(ways)} {clause}, the textbook's {len(known)}"
            remedy = f"compare with prolog/textbook/{file}.pl"
            yield predicates.at_head(clauses[0], MISSING_CLAUSE, f"{found}: missing {lacking}", remedy)


@cache
def _textbook() -> Mapping[Indicator, tuple[str, Sequence[Way]]]:
    """The file and the ways of each predicate."""
    found: dict[Indicator, tuple[str, Sequence[Way]]] = {}
    for name in ("won", "minimax", "alphabeta"):
        rules = read_rules(prolog_file("textbook", f"{name}.pl").read_text("utf-8"), name)
        for indicator, clauses in Predicates(rules).clauses.items():
            found[indicator] = name, _ways(rules.text, clauses)
    return found


def _ways(text: str, clauses: Sequence[Clause]) -> Sequence[Way]:
    found = []
    for clause in clauses:
        assert clause.head is not None
        head = " ".join(text[clause.head.span.start : clause.head.span.end].split())
        bodies = alternatives(clause.body)
        for body in bodies:
            if body is None or len(bodies) == 1:
                shown_way = head
            else:
                shown_way = f"{head} :- {' '.join(text[body.span.start : body.span.end].split())}"
            found.append(Way(_shape(clause.head, body), shown_way))
    return found


def _shape(head: Node, body: Node | None) -> str:
    names: dict[str, int] = {}
    words: list[str] = []
    todo: list[Node] = [head] if body is None else [body, head]
    while todo:
        node = todo.pop()
        if isinstance(node, Named):
            key = f"_{len(names)}" if node.name == "_" else node.name
            words.append(f"V{names.setdefault(key, len(names))}")
        elif isinstance(node, Constant):
            words.append(f"{type(node.value).__name__}:{node.value}")
        elif isinstance(node, Structure):
            name = "\\+" if node.name == "not" else node.name
            words.append(f"{name}/{len(node.args)}")
        else:
            assert isinstance(node, Items)
            words.append(f"list{len(node.items)}{node.tail is not None}")
        todo += reversed(parts(node))
    return " ".join(words)


CHECKS = (missing_clauses,)
