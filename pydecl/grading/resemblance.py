"""Files that resemble each other: how much of the shape of their clauses they share, whatever the names.

What everybody has, because the reference, the textbook or several others have it, is left out. A resemblance
is a reason to look, and no more: there are few ways to write a short program.

>>> one = "p(X) :- q(X, Y), r(Y, X). q(A, B) :- B is A + 1, t(B). s(X) :- p(X), q(X, 1)."
>>> other = "g(N) :- h(N, M), r(M, N). h(I, J) :- J is I + 1, t(J). k(V) :- g(V), h(V, 1)."
>>> [(found.one, found.other, found.share) for found in resemblances({"ada": one, "bob": other}, [], least=1)]
[('ada', 'bob', 1.0)]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from pydecl.errors import InputError
from pydecl.grading.clauses import Indicator, shape, textbook_clauses
from pydecl.grading.submissions import Submission
from pydecl.rules.reader import read_rules
from pydecl.rules.source import read_source
from pydecl.rules.syntax import Kind

SHARE = 0.7
"""From this share on a pair is told."""

LEAST = 25
"""No less than so many goals and heads must be shared: a few clauses are alike by chance."""

COMMON = 0.34
"""Clauses that more than this part of the files have are everybody's, if there are enough files to tell."""

ENOUGH = 6

LONGEST = 100_000
"""No longer text is looked at, in characters."""


@dataclass(frozen=True)
class Resemblance:
    """Two files with the share of their own clauses that are alike, from 0 to 1, and how many these are."""

    one: str
    other: str
    share: float
    clauses: int


def alike(reference: str | Path, given: Sequence[Submission], students: Collection[str]) -> list[Resemblance]:
    """The files of these students that resemble each other; what the reference has, too, does not count."""
    files: dict[str, str] = {}
    for one in given:
        with suppress(InputError):
            if one.student in students:
                files[one.student] = read_source(one.path)
    known = []
    with suppress(InputError):
        known.append(read_source(Path(reference)))
    return resemblances(files, known)


def resemblances(files: Mapping[str, str], known: Sequence[str], *, least: int = LEAST) -> list[Resemblance]:
    """The pairs of students whose texts, `files`, share so much of what is their own, most first.

    `known` are texts that all students had, such as the reference's. The share is Jaccard's, of multisets of
    clauses by their shape, each clause counting as much as it has goals.
    """
    given = {one for text in known for one in _shapes(text)}
    given |= {one for clauses in textbook_clauses().values() for text in clauses for one in _shapes(text)}
    found = {who: Counter(one for one in _shapes(text) if one not in given) for who, text in files.items()}
    met = Counter(one for shapes in found.values() for one in shapes)
    if len(files) >= ENOUGH:
        common = {one for one, count in met.items() if count > max(2, COMMON * len(files))}
        for shapes in found.values():
            for one in common:
                del shapes[one]
    told = []
    for one, other in combinations(found, 2):
        shared = found[one] & found[other]
        weight, whole = _weight(shared), _weight(found[one] | found[other])
        if weight >= least and weight >= SHARE * whole:
            told.append(Resemblance(one, other, weight / whole, shared.total()))
    return sorted(told, key=lambda pair: (-pair.share, pair.one, pair.other))


def _weight(shapes: Counter[str]) -> int:
    """How many goals and heads these clauses have, about: what a parenthesis opens."""
    return sum(count * one.count("(") for one, count in shapes.items())


def _shapes(text: str) -> Iterator[str]:
    """The shapes of a text's clauses, the names of its own predicates left out."""
    if len(text) > LONGEST:
        return
    clauses = [clause for clause in read_rules(text).clauses if clause.kind is Kind.CLAUSE]
    own: set[Indicator] = {clause.indicator for clause in clauses if clause.indicator is not None}
    for clause in clauses:
        yield shape(clause, own)
