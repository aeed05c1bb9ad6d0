"""Terms as boards: which could be one, which two could be boards of one game, and what a move changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from pydecl.model.term import Compound, PrologList, Term, Variable, is_ground

ANY = Variable("_")

MOST = 1200
"""How many leaves a board has, at the most."""


def parts(term: Term) -> tuple[Term, ...]:
    """The arguments of a compound, or the items of a list."""
    if isinstance(term, Compound):
        return term.args
    if isinstance(term, PrologList):
        return term.items if term.tail is None else (*term.items, term.tail)
    return ()


def mapped(term: Term, new: Callable[[Term], Term | None]) -> Term:
    """The term with what `new` gives in the place of each part for which it gives something."""
    if (other := new(term)) is not None:
        return other
    return with_parts(term, [mapped(part, new) for part in parts(term)])


def with_parts(term: Term, new: Sequence[Term]) -> Term:
    """The term with other parts, as many as it has."""
    if isinstance(term, Compound):
        return Compound(term.name, tuple(new))
    if isinstance(term, PrologList):
        return PrologList(tuple(new)) if term.tail is None else PrologList(tuple(new[:-1]), new[-1])
    return term


def around(term: Term, path: Sequence[int], new: Term) -> Term:
    """The pattern of a term: `new` stands at a path, and anything beside it."""
    if not path:
        return new
    pairs = enumerate(parts(term))
    return with_parts(term, [around(one, path[1:], new) if i == path[0] else ANY for i, one in pairs])


def leaves(term: Term) -> tuple[Term, ...]:
    """What a term is made of in the end, in order."""
    found: list[Term] = []
    todo = [term]
    while todo:
        one = todo.pop()
        inner = parts(one)
        if inner:
            todo += reversed(inner)
        else:
            found.append(one)
    return tuple(found)


def is_boardlike(term: Term, fewest: int = 4) -> bool:
    """Whether a term could be a board: a compound or a list of as many leaves."""
    return isinstance(term, Compound | PrologList) and fewest <= len(leaves(term)) <= MOST


def compatible(one: Term, other: Term, depth: int = 0) -> bool:
    """Whether two terms could be boards of one game: what is in the same place has the same form.

    Lists of pieces, and columns, may grow and shrink; a leaf in one may be a compound in the other.
    """
    if isinstance(one, PrologList) and isinstance(other, PrologList):
        if len(one.items) == len(other.items):
            return all(compatible(a, b, depth + 1) for a, b in zip(one.items, other.items, strict=True))
        return _one_kind(one, other) and (depth > 0 or _may_grow(one, other))
    if isinstance(one, Compound) and isinstance(other, Compound):
        if (one.name, len(one.args)) == (other.name, len(other.args)):
            return all(compatible(a, b, depth + 1) for a, b in zip(one.args, other.args, strict=True))
        return depth > 1
    if _is_leaf(one) and _is_leaf(other):
        return True
    leaf, piece = (one, other) if _is_leaf(one) else (other, one)
    return depth > 0 and _is_leaf(leaf) and isinstance(piece, Compound) and len(leaves(piece)) <= 5


def _is_leaf(term: Term) -> bool:
    return not parts(term)


def _may_grow(one: PrologList, other: PrologList) -> bool:
    """Whether two whole boards of different lengths could be of one game: pieces and heaps come and go."""
    difference = abs(len(one.items) - len(other.items))
    pieces = all(isinstance(item, Compound) for item in (*one.items[:1], *other.items[:1]))
    return difference <= (4 if pieces else 1 if isinstance(at(one, (0,)), int) else 0)


def _one_kind(one: PrologList, other: PrologList) -> bool:
    if not one.items or not other.items:
        return True
    return all(compatible(one.items[0], item, 2) for item in other.items[:3])


def changes(before: Term, after: Term) -> Sequence[tuple[Term, Term]] | None:
    """The leaves that differ, old and new; None if the terms have not the same form."""
    found: list[tuple[Term, Term]] = []
    todo = [(before, after)]
    while todo:
        one, other = todo.pop()
        mine, theirs = parts(one), parts(other)
        if len(mine) != len(theirs) or (mine and _kind(one) != _kind(other)):
            return None
        if not mine and one != other:
            found.append((one, other))
        todo += zip(reversed(mine), reversed(theirs), strict=True)
    return found


def _kind(term: Term) -> str | None:
    return term.name if isinstance(term, Compound) else None


def is_step(before: Term, after: Term) -> bool:
    """Whether `after` could be `before` with a move made: another board, but not quite another one."""
    if before == after or not compatible(before, after) or not is_ground(after):
        return False
    changed = changes(before, after)
    if changed is None:
        return True
    size = len(leaves(before))
    if Counter(leaves(before)) == Counter(leaves(after)):
        return len(changed) <= max(4, size // 4)
    return size < 16 or len(changed) <= size // 2 + 2


def paths(term: Term, most: int = 4000) -> Iterator[tuple[tuple[int, ...], Term]]:
    """All places in a term, and what stands there, from the whole inwards."""
    todo: list[tuple[tuple[int, ...], Term]] = [((), term)]
    while todo and most:
        path, one = todo.pop(0)
        yield path, one
        most -= 1
        todo += [((*path, i), part) for i, part in enumerate(parts(one))]


def at(term: Term, path: tuple[int, ...]) -> Term | None:
    """What stands at a place; None if there is no such place."""
    for i in path:
        inner = parts(term)
        if i >= len(inner):
            return None
        term = inner[i]
    return term
