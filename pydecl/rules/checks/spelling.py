"""Names that may be meant to be another: a slip of the pen, and variables that stand alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from pydecl.model.term import Atom
from pydecl.rules.catalogue.names import MARKED_TWICE, MISSPELLED_VARIABLE, SINGLETON
from pydecl.rules.finding import Finding
from pydecl.rules.syntax import Clause, Constant, RulesText


def distance(one: str, other: str, most: int) -> int:
    """How many letters must be changed, put in, left out or exchanged with the next to make one of the other.

    What is more than `most` counts as `most + 1`.

    >>> distance("max_tomove", "max_to_move", 2), distance("mvoes", "moves", 2), distance("a", "bcde", 2)
    (1, 1, 3)
    """
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    last = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        row = [i]
        for j, against in enumerate(other, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != against))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == against:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
        before, last = last, row
    return min(last[-1], most + 1)


def is_near(one: str, other: str) -> bool:
    """Whether a name may be a slip of the pen for the other, which is another name.

    >>> is_near("maxToMove", "max_to_move"), is_near("moev", "move"), is_near("best", "rest1")
    (True, True, False)
    """
    if one == other:
        return False
    if _bare(one) == _bare(other):
        return True
    most = 2 if min(len(one), len(other)) >= 8 else 1
    return min(len(one), len(other)) >= 3 and distance(one, other, most) <= most


def nearest(name: str, others: Iterable[str]) -> str | None:
    """The name that is meant, if there is one near."""
    letters = _letters(name)
    near = [other for other in others if len(letters ^ _letters(other)) <= 4 and is_near(name, other)]
    return min(near, key=lambda other: (distance(name, other, 3), other), default=None)


@lru_cache(maxsize=10_000)
def _letters(name: str) -> frozenset[str]:
    """The letters of a name; two slips of the pen change four of them at most."""
    return frozenset(_bare(name))


def _bare(name: str) -> str:
    return name.replace("_", "").casefold()


def variables(rules: RulesText) -> Iterator[Finding]:
    """What SWI-Prolog warns of in each clause, and which slip of the pen may be its cause."""
    for clause in rules.clauses:
        if not _is_unfilled(clause):
            yield from _singletons(rules, clause)


def _is_unfilled(clause: Clause) -> bool:
    """Whether a person is to write the body: its variables say what it is to be about."""
    return isinstance(clause.body, Constant) and clause.body.value == Atom("fill_in")


def _singletons(rules: RulesText, clause: Clause) -> Iterator[Finding]:
    places = clause.variables
    single = {name for name, spans in places.items() if len(spans) == 1 and not _is_marked(name)}
    told: set[str] = set()
    alike = _alike(places) if single else {}
    for name in (name for name in places if name in single):
        meant = _meant(name, alike)
        if name in told:
            continue
        span = places[name][0]
        if meant is None:
            yield rules.finding(SINGLETON, span, f"{name} occurs only here in its clause", f"write _{name}")
            continue
        told.add(meant)
        if meant in single:
            span = max(span, places[meant][0], key=lambda place: place.start)
            message = f"{name} and {meant} occur only here: are they meant to be one variable?"
            remedy = "use one name in both places"
        else:
            message = f"{name} occurs only here, and its name is close to {meant}; did you mean {meant}?"
            remedy = f"write {meant}, or _{name}"
        yield rules.finding(MISSPELLED_VARIABLE, span, message, remedy)
    for name, spans in places.items():
        if len(spans) > 1 and _is_marked(name):
            message = f"{name} begins with _ but occurs again here"
            yield rules.finding(MARKED_TWICE, spans[1], message, f"write {name.lstrip('_')}")


def _is_marked(name: str) -> bool:
    """Whether SWI-Prolog warns of a variable of this name if it stands twice, and not if it stands alone."""
    return name.startswith("_") and (name[1:2] == "_" or name[1:2].isupper())


Alike = Mapping[tuple[str, str], Sequence[tuple[int, str]]]
"""Variables, numbered in their order, by what they have in common with those that may be meant."""


def _alike(names: Iterable[str]) -> Alike:
    found: dict[tuple[str, str], list[tuple[int, str]]] = {}
    for number, name in enumerate(names):
        for key in _traits(name):
            found.setdefault(key, []).append((number, name))
    return found


def _traits(name: str) -> set[tuple[str, str]]:
    """What two names share of which one is a slip of the pen for the other.

    Names that differ in one letter are equal without that letter; so are those with two letters exchanged.
    """
    digits = _digits(name)
    without = {name[:at] + name[at + 1 :] for at in range(min(len(name), LONGEST))}
    return {(digits, part) for part in (name, *without)} | {("bare", _bare(name))}


LONGEST = 60
"""In how many of its first letters a name is looked at for a slip."""


def _meant(name: str, alike: Alike) -> str | None:
    near = {other for key in _traits(name) for other in alike[key][:MOST_NEAR]}
    return next((other for _, other in sorted(near) if _is_slip(name, other)), None)


MOST_NEAR = 100
"""How many names with something in common are compared."""


def _is_slip(one: str, other: str) -> bool:
    """Whether two variables of a clause are likely to be meant as one.

    >>> [_is_slip(*pair) for pair in (("Poslist", "PosList"), ("Vla", "Val"), ("Pos1", "Pos2"))]
    [True, True, False]
    """
    if one == other or one[0] == "_" or other[0] == "_":
        return False
    if _bare(one) == _bare(other):
        return True
    if one[0] != other[0] or one.rstrip("0123456789s") == other.rstrip("0123456789s"):
        return False
    if any(letter.isdigit() for letter in one + other) and _digits(one) != _digits(other):
        return False
    exchanged = sorted(one) == sorted(other) and len(one) >= 3
    return (exchanged or min(len(one), len(other)) >= 4) and distance(one, other, 1) == 1


def _digits(name: str) -> str:
    return "".join(letter for letter in name if letter.isdigit())
