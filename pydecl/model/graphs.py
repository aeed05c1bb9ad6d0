"""Directed graphs: what can be reached in them, and what lies on circles."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def reachable(starts: Iterable[T], graph: Mapping[T, Iterable[T]]) -> set[T]:
    """These nodes, and all to which the graph leads from them."""
    found = set(starts)
    todo = list(found)
    while todo:
        new = [one for one in graph.get(todo.pop(), ()) if one not in found]
        found.update(new)
        todo += new
    return found


def turned(graph: Mapping[T, Iterable[T]]) -> Mapping[T, Iterable[T]]:
    """The graph with its edges turned round."""
    found: dict[T, list[T]] = {}
    for one, others in graph.items():
        for other in others:
            found.setdefault(other, []).append(one)
    return found


def circles(
    roots: Iterable[T], successors: Callable[[T], Iterable[T]], known: Container[T] = ()
) -> Iterator[list[T]]:
    """The nodes of a graph that reach each other, together; what they reach comes before them.

    What is known is not entered. Source: R. Tarjan, 'Depth-first search and linear graph algorithms', SIAM
    Journal on Computing 1:2, 1972.

    >>> list(circles(range(4), [[1, 2], [0], [2], []].__getitem__))
    [[2], [1, 0], [3]]
    """
    low: dict[T, int] = {}
    stack: list[T] = []
    done: set[T] = set()
    for root in roots:
        if root in low or root in known:
            continue
        work = [(root, len(low), iter(successors(root)))]
        low[root] = len(low)
        stack.append(root)
        while work:
            node, number, rest = work[-1]
            child = next(rest, None)
            if child is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number:
                    circle = [stack.pop()]
                    while circle[-1] != node:
                        circle.append(stack.pop())
                    done.update(circle)
                    yield circle
            elif child in low:
                if child not in done:
                    low[node] = min(low[node], low[child])
            elif child not in known:
                work.append((child, len(low), iter(successors(child))))
                low[child] = len(low)
                stack.append(child)
