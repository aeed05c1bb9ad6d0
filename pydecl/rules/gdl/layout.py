"""The Prolog of a sheet laid out: to be read, with the sheet's comments; or where the sheet has its rules."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

from pydecl.rules.gdl.kif import Comment
from pydecl.rules.gdl.prolog import Clause, Clauses

WIDEST = 110
"""Where a line with a comment behind it ends, at the latest."""


Place = tuple[int, int, int, int]
"""Line and column of a clause, and those of its rule in the sheet."""


def aligned(made: Clauses) -> tuple[str, Sequence[Place]]:
    """The clauses, each in the line of its rule: whoever names a line of them names one of the sheet.

    >>> from pydecl.rules.gdl.kif import read_kif
    >>> sheet = read_kif("\\n(<= p\\n   (q a) (q b))\\n(q a) (q b)", "g.kif")
    >>> aligned(Clauses(sheet, set()))
    ('\\np :- q(a), q(b).\\n\\nq(a). q(b).', [(2, 1, 2, 5), (4, 1, 4, 1), (4, 7, 4, 7)])
    """
    text = " ".join(made.directive_lines())
    parts, places = [text], []
    line, end = 1, len(text) + 1
    for clause in made.clauses:
        rule = clause.rule
        before = "\n" * (rule.line - line) or " "
        column = 1 if rule.line > line else end + 1
        told = " ".join(map(str.strip, clause.lines))
        parts += [before, told]
        places.append((rule.line, column, rule.line, rule.column))
        line, end = rule.line, column + len(told)
    return "".join(parts), places


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
