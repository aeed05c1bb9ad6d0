"""The operators of a rules file: those that SWI-Prolog has from the start, and what the file makes of them.

>>> table = Operators()
>>> table.prefix["-"], table.infix["="]
(Operator(name='-', priority=200, left=-1, right=200), Operator(name='=', priority=700, left=699, right=699))
>>> table.declare(700, "xfx", "===>")
>>> table.infix["===>"].priority
700
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple


class Operator(NamedTuple):
    """An operator: its priority, and the highest ones of its operands (-1: it has none on that side)."""

    name: str
    priority: int
    left: int
    right: int


Row = tuple[int, str, str]
"""An operator as op/3 declares it: priority, type and name."""


class OperatorError(Exception):
    """What `op/3` refuses; the text says why."""


LOWEST_BAR = 1001
"""The bar is an infix operator of at least this priority, or none."""

_INITIAL = """
1200 xfx :- --> =>
1200 fx :- ?-
1150 fx discontiguous dynamic initialization meta_predicate module_transparent multifile public table
1150 fx thread_initialization thread_local volatile
1105 xfy |
1100 xfy ;
1050 xfy -> *->
1000 xfy ,
900 fy \\+
800 xfx :=
700 xfx < = =.. =:= =< == =@= =\\= > >= @< @=< @> @>= \\= \\== \\=@= as is >:< :<
600 xfy :
500 yfx + - /\\ \\/
400 yfx * / // << >> div rdiv mod rem xor
200 xfx **
200 xfy ^
200 fy + - \\
100 yfx .
1 fx $
"""
"""SWI-Prolog's own: priority, type and names."""

LIBRARIES = {
    "clpfd": """
760 yfx #<==>
750 xfy #==>
750 yfx #<==
740 yfx #\\/
730 yfx #\\
720 yfx #/\\
710 fy #\\
700 xfx #> #< #>= #=< #= #\\= in ins in_set
450 xfx ..
""",
    "clpb": """
300 fy ~
500 yfx #
""",
    "chr": """
1200 xfx @
1190 xfx pragma
1180 xfx ==> <=>
1150 fx constraints chr_constraint chr_preprocessor handler rules chr_type chr_declaration ?
1130 xfx --->
1100 xfx \\
500 yfx #
""",
    "coinduction": "1150 fx coinductive",
    "persistency": "1150 fx persistent",
    "record": "1150 fx record",
    "rewrite_term": "1200 xfx ::=",
    "tables": "900 fy tnot",
    "wfs": "900 fy tnot",
    "xpath": """
400 fx / //
200 fy @
""",
}
"""The operators that libraries export, which a file has after `use_module/1`."""

TYPES = {
    "xfx": (-1, -1),
    "xfy": (-1, 0),
    "yfx": (0, -1),
    "fy": (None, 0),
    "fx": (None, -1),
    "yf": (0, None),
    "xf": (-1, None),
}
"""How far below its own an operator of each type wants its operands' priorities; None: no operand."""


class Operators:
    """The operators that are in force at one place of a file, by name and kind."""

    def __init__(self) -> None:
        prefix, infix, postfix = _initial()
        self.prefix = dict(prefix)
        self.infix = dict(infix)
        self.postfix = dict(postfix)
        self.declared: list[Row] = []
        """What the file declares, in that order."""

    def exported(self, library: str) -> list[Row]:
        """The operators of a library: priority, type and name."""
        return list(_rows(LIBRARIES.get(library, "")))

    def declare(self, priority: int, type_: str, name: str) -> None:
        """Do what `op/3` does; priority 0 takes the operator away. Raises OperatorError where it refuses."""
        if type_ not in TYPES:
            raise OperatorError(f"{type_} is not a type of operator: expected {', '.join(TYPES)}")
        if not 0 <= priority <= 1200:
            raise OperatorError(f"{priority} is not a priority: expected 0 to 1200")
        if name == ",":
            raise OperatorError("the comma cannot be redefined")
        infix = len(type_) == 3
        if name == "|" and (not infix or 0 < priority < LOWEST_BAR):
            raise OperatorError(f"the bar can only be an infix operator, of priority {LOWEST_BAR} to 1200")
        self.declared.append((priority, type_, name))
        _set((self.prefix, self.infix, self.postfix), priority, type_, name)

    def names(self, name: str) -> bool:
        """Whether a name is an operator of any kind."""
        return name in self.infix or name in self.prefix or name in self.postfix


_Kinds = tuple[dict[str, Operator], dict[str, Operator], dict[str, Operator]]
"""Prefix, infix and postfix operators by their names."""


@cache
def _initial() -> _Kinds:
    """The operators of a file that declares none: made once, for many short texts are read."""
    kinds: _Kinds = ({}, {}, {})
    for priority, type_, name in _rows(_INITIAL):
        _set(kinds, priority, type_, name)
    return kinds


def _set(kinds: _Kinds, priority: int, type_: str, name: str) -> None:
    prefix, infix, postfix = kinds
    chosen = infix if len(type_) == 3 else prefix if type_[0] == "f" else postfix
    if not priority:
        chosen.pop(name, None)
        return
    left, right = ((-1 if less is None else priority + less) for less in TYPES[type_])
    chosen[name] = Operator(name, priority, left, right)


def _rows(rows: str) -> list[Row]:
    found = []
    for row in rows.strip().splitlines():
        priority, type_, *names = row.split()
        found += [(int(priority), type_, name) for name in names]
    return found
