"""The Prolog of a sheet laid out: to be read, with the sheet's comments; or where the sheet has its rules."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pydecl.rules.gdl.kif import Comment
from pydecl.rules.gdl.prolog import Clause, Clauses

WIDEST = 110
"""Where a line with a comment behind it ends, at the latest."""


@dataclass(frozen=True)
class Aligned:
    """Prolog in which each clause begins in the line of its rule, and in its column if there is room.

    So whoever names a line of it names one of the sheet.
    """

    text: str
    starts: Sequence[tuple[int, int]]
    """Where each clause begins, line and column."""
    places: Sequence[tuple[int, int]]
    """Where its rule begins in the sheet."""

    def place(self, line: int, column: int) -> tuple[int, int]:
        """The place in the sheet of what stands here."""
        at = bisect_right(self.starts, (line, column or 1 << 30)) - 1
        return self.places[at] if at >= 0 else (line, column)


def aligned(made: Clauses) -> Aligned:
    """The clauses where their rules are.

    >>> from pydecl.rules.gdl.kif import read_kif
    >>> sheet = read_kif("\\n(<= p\\n   (q a) (q b))\\n(q a) (q b)", "g.kif")
    >>> print(aligned(Clauses(sheet, set())).text)
    <BLANKLINE>
        p :-
            q(a), q(b).
     q(a). q(b).
    """
    text = " ".join(made.directive_lines())
    parts = [text]
    line, column = 1, len(text) + 1
    starts = []
    clauses = made.clauses
    for number, clause in enumerate(clauses):
        to_line, to_column = clause.rule.line, clause.rule.column
        if line < to_line:
            parts.append("\n" * (to_line - line))
            line, column = to_line, 1
        wanted = to_column if to_column <= WIDEST else 1
        blanks = max(wanted - column, 1 if column > 1 else 0)
        column += blanks
        starts.append((line, column))
        room = clauses[number + 1].rule.line - line if number + 1 < len(clauses) else len(clause.lines)
        room = room if column == wanted else 1
        lines = _fitted(clause, room)
        told = f"\n{' ' * (column - 1)}".join(lines)
        parts += [" " * blanks, told]
        line += len(lines) - 1
        column = column + len(lines[-1])
    places = [(clause.rule.line, clause.rule.column) for clause in clauses]
    return Aligned("".join(parts), starts, places)


def _fitted(clause: Clause, room: int) -> Sequence[str]:
    """A clause in as many lines as there are until the next one."""
    if len(clause.lines) <= room:
        return clause.lines
    head, *goals = clause.lines
    if room < 2 or not goals:
        return [" ".join(line.strip() for line in clause.lines)]
    return [head, *goals[: room - 2], " ".join([goals[room - 2], *map(str.strip, goals[room - 1 :])])]


def readable(made: Clauses, comments: Sequence[Comment], file: str) -> str:
    """The clauses in the order of the sheet, with its comments.

    >>> from pydecl.rules.gdl.kif import comments, read_kif
    >>> text = "; Pile.\\n(role a) ; begins\\n(role b)\\n; Who takes?\\n(<= (p ?x) (role ?x))"
    >>> made = Clauses(read_kif(text, "pile.kif"), set())
    >>> print(readable(made, list(comments(text)), "pile.kif"))
    % Pile.
    %
    % From pile.kif, in the Game Description Language: docs/gdl.md says how it was turned into Prolog.
    <BLANKLINE>
    role(a).                                % begins
    role(b).
    <BLANKLINE>
    % Who takes?
    p(X) :-
        role(X).
    <BLANKLINE>
    """
    told = _by_clause(made.clauses, comments)
    top = [] if not comments or not made.clauses else _top(comments, made.clauses[0].rule.line)
    lines = [f"% {comment.text}".rstrip() for comment in top[_blank(top) :]]
    lines += ["%"] if lines else []
    lines.append(
        f"% From {' '.join(file.split())}, in the Game Description Language:"
        " docs/gdl.md says how it was turned into Prolog."
    )
    directives = list(made.directive_lines())
    lines += ["", *directives] if directives else []
    last: object = None
    for number, clause in enumerate(made.clauses):
        above, beside = told.get(number, ([], []))
        above = [comment for comment in above if comment not in top]
        if clause.predicate != last or above or (len(clause.lines) > 1 and last is not None):
            lines.append("")
        last = clause.predicate
        lines += _with_comments(clause, above, beside)
    lines += _remaining(told, len(made.clauses), top)
    return "\n".join(lines) + "\n"


def _top(comments: Sequence[Comment], first: int) -> Sequence[Comment]:
    """The comments at the top of a sheet, up to a line without one."""
    found: list[Comment] = []
    for comment in comments:
        if not comment.alone or comment.line >= first or (found and comment.line != found[-1].line + 1):
            break
        found.append(comment)
    while found and not found[-1].text:
        found.pop()
    return found


def _blank(comments: Sequence[Comment]) -> int:
    """How many comments at the beginning say nothing."""
    return next((at for at, comment in enumerate(comments) if comment.text), len(comments))


def _by_clause(
    clauses: Sequence[Clause], comments: Sequence[Comment]
) -> Mapping[int, tuple[list[Comment], list[Comment]]]:
    """The comments that stand before each clause, and those beside or within it."""
    lines = [clause.rule.line for clause in clauses]
    found: dict[int, tuple[list[Comment], list[Comment]]] = {}
    for comment in comments:
        within = not comment.alone or comment.inside
        at = bisect_right(lines, comment.line) - (1 if within else 0)
        if within:  # of the clauses that one rule stands for, the first
            at = lines.index(lines[at]) if at >= 0 else 0
        found.setdefault(at, ([], []))[within].append(comment)
    return found


def _with_comments(clause: Clause, above: Sequence[Comment], beside: Sequence[Comment]) -> Iterator[str]:
    lines = list(clause.lines)
    if len(beside) == 1 and len(lines) == 1 and len(lines[0]) + len(beside[0].text) + 4 <= WIDEST:
        lines = [f"{lines[0]:<39} % {beside[0].text}"]
        beside = []
    for comment in (*above, *beside):
        yield f"% {comment.text}".rstrip()
    yield from lines


def _remaining(
    told: Mapping[int, tuple[list[Comment], list[Comment]]], end: int, top: Sequence[Comment]
) -> Sequence[str]:
    """The comments behind the last clause."""
    rest = [comment for comment in told.get(end, ([], []))[0] if comment not in top]
    return ["", *(f"% {comment.text}".rstrip() for comment in rest)] if rest else []
