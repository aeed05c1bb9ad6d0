"""Variables that stand alone, or nearly have the name of another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pydecl.model.term import Atom
from pydecl.rules.catalogue.names import MARKED_TWICE, MISSPELLED_VARIABLE, SINGLETON
from pydecl.rules.checks.spelling import distance
from pydecl.rules.finding import Finding
from pydecl.rules.syntax import Clause, Constant, RulesText


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
    single = {name for name, spans in places.items() if len(spans) == 1 and _is_warned_of(name)}
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


def _is_warned_of(name: str) -> bool:
    """Whether SWI-Prolog warns of a variable of this name that stands alone."""
    return not name.startswith("_") or not (name[1:2] == "_" or name[1:2].isupper())


def _is_marked(name: str) -> bool:
    """Whether SWI-Prolog warns of a variable of this name that stands twice."""
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


def _bare(name: str) -> str:
    return name.replace("_", "").casefold()


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
