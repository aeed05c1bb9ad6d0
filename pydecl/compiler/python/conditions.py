"""Goals as Python expressions: what succeeds at most once and needs no statement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydecl.compiler.ir import (
    Bind,
    Call,
    Compare,
    Compute,
    Determinism,
    Equal,
    Fail,
    Goal,
    IfThenElse,
    Ignore,
    Key,
    Library,
    Match,
    Not,
    Once,
    Or,
    Order,
)
from pydecl.compiler.ir.solutions import Solutions
from pydecl.compiler.ir.visitor import assigned
from pydecl.compiler.python.expressions import Expressions, Kind, class_of, list_test, result_kinds, simple

_CLASSES = {"atom": "str", "integer": "int", "float": "Float", "string": "PrologString"}
_PYTHON_ORDER = {"@<": "<", "@>": ">", "@=<": "<=", "@>=": ">="}


def _quiet(goals: Sequence[Goal]) -> bool:
    """Whether goals end, and are no errors."""
    return all(
        isinstance(goal, Match | Order | Fail)
        or (isinstance(goal, Not | Once) and _quiet(goal.goals))
        or (isinstance(goal, Or) and all(map(_quiet, goal.branches)))
        for goal in goals
    )


class Conditions:
    """Goals as expressions that are true if they succeed, and calls."""

    def __init__(
        self,
        values: Expressions,
        recursive: frozenset[object],
        results_known: Mapping[object, tuple[Kind | None, ...]],
        *,
        deep: bool,
    ) -> None:
        """`deep`: calls of `recursive` procedures pass on how deep they are."""
        self.values = values
        self.pool, self.exact = values.pool, values.exact
        self.facts = Solutions(self.pool.procedures)
        self.deep, self.recursive, self.results_known = deep, recursive, results_known
        self.called: list[tuple[Key, tuple[Kind | None, ...]]] = []

    def test(self, goals: Sequence[Goal]) -> str | None:
        """Goals as one expression, or None if they need more than that. Assigns their variables."""
        known = dict(self.values.kinds)
        texts = []
        for number, goal in enumerate(goals):
            found = self.test_of(goal, last=number == len(goals) - 1)
            if found is None:
                self.values.kinds = known
                return None
            texts.append(found)
        texts = [text for text in texts if text != "True"]
        return " and ".join(texts) or "True"

    def test_of(self, goal: Goal, *, last: bool) -> str | None:
        """One goal as an expression. `last`: only its first solution counts."""
        if isinstance(goal, Compare):
            return self.values.compared(goal.op, goal.left, goal.right)
        if isinstance(goal, Order):
            return self._ordered(goal)
        if isinstance(goal, Match):
            return self._joined(
                self.values.fits(self.values.value(goal.value), goal.pattern, self.values.kind(goal.value))
            )
        if isinstance(goal, Compute):
            return self._computed(goal)
        if isinstance(goal, Call | Library):
            return None if self.facts.many(goal) else self._called(goal)
        if isinstance(goal, Not):
            found = self._apart(goal.goals)
            return None if found is None else f"not ({found})"
        if isinstance(goal, Once):
            found = self.test(goal.goals)
            if found is None:
                return None
            return f"(({found}) or True)" if goal.optional else f"({found})"
        if isinstance(goal, IfThenElse) and not goal.soft and (last or not self.facts.many(goal)):
            return self._chosen(goal)
        if isinstance(goal, Or):
            return self._any(goal, last)
        return "False" if isinstance(goal, Fail) else None

    def _apart(self, goals: Sequence[Goal]) -> str | None:
        """As `test`; what the goals assign is not read later."""
        known = dict(self.values.kinds)
        found = self.test(goals)
        self.values.kinds = known
        return found

    @staticmethod
    def _joined(tests: Sequence[str]) -> str:
        return " and ".join(tests) or "True"

    def _ordered(self, goal: Order) -> str:
        one, other = self.values.value(goal.left), self.values.value(goal.right)
        if goal.op in ("==", "\\=="):
            return f"{one} {'==' if goal.op == '==' else '!='} {other}"
        kinds = {self.values.kind(goal.left), self.values.kind(goal.right)}
        op = _PYTHON_ORDER[goal.op]
        if kinds in ({Kind.INTEGER}, {Kind.ATOM}):
            return f"{one} {op} {other}"
        return f"compare({one}, {other}) {op} 0"

    def _computed(self, goal: Compute) -> str:
        if isinstance(goal.pattern, Bind):
            name = self.values.name(goal.pattern.name)
            text, kind = self.values.number(goal.value)
            self.values.know(goal.pattern.name, Kind.NUMBER if kind is Kind.RAW else kind)
            if kind is Kind.RAW:
                full = self.values.full(goal.value)
                return f"(({name} := {text}).__class__ is int or ({name} := {full}) is not None)"
            return f"({name} := {text}) is not None"
        kept = self.values.temporary()
        text, kind = self.values.computed(goal.value, kept)
        if isinstance(goal.pattern, Ignore):  # evaluated even if nobody reads it: it may be an error
            return f"({kept} := {text}) is not None"
        return self._joined(self.values.fits(text, goal.pattern, kind))

    def call(self, goal: Call | Library) -> str:
        """A call; it gives one value, or an iterator of them."""
        if isinstance(goal, Library):
            return self._library(goal)
        args = [self.values.value(arg) for arg in goal.arguments]
        self.called.append((goal.procedure, tuple(map(self.values.kind, goal.arguments))))
        table = self.pool.table(goal.procedure)
        if table is not None:
            return self.looked_up(table, goal.procedure, args)
        if self.deep and goal.procedure in self.recursive:
            args.append("depth + 1")
        return f"{self.pool.function(goal.procedure)}({', '.join(args)})"

    def looked_up(self, table: str, key: Key, args: Sequence[str]) -> str:
        """What a table gives for arguments."""
        given = args[0] if len(args) == 1 else f"({', '.join(args)})"
        if self.pool.procedures[key].determinism is Determinism.NONDET:
            return f"{table}.get({given}, ())"
        return f"{table}.get({given})" if "-" in key.mode else f"({given} in {table})"

    def _called(self, goal: Call | Library) -> str:
        text = self.call(goal)
        results, kinds = goal.results, self.kinds_of_results(goal)
        if not results:
            return text
        if len(results) == 1 and isinstance(results[0], Bind):
            self.values.know(results[0].name, kinds[0])
            return f"({self.values.name(results[0].name)} := {text}) is not None"
        if len(results) == 1 and isinstance(results[0], Equal):
            return f"{text} == {self.values.value(results[0].value)}"
        kept = self.values.temporary()
        tests = [f"({kept} := {text}) is not None"]
        if len(results) == 1:
            tests += self.values.fits(kept, results[0], kinds[0])
        else:
            for place, (pattern, kind) in enumerate(zip(results, kinds, strict=True)):
                tests += self.values.fits(f"{kept}[{place}]", pattern, kind)
        return self._joined(tests)

    def kinds_of_results(self, goal: Call | Library) -> tuple[Kind | None, ...]:
        """What is known of the results of a call."""
        if isinstance(goal, Library):
            if self.exact:
                return (None,) * len(goal.results)
            if goal.procedure.name == "append" and goal.procedure.mode == "++-":
                both = {self.values.kind(arg) for arg in goal.arguments}
                return (Kind.LIST if both <= {Kind.LIST, Kind.NOTHING} else None,)
            return result_kinds(goal.procedure)
        return self.results_known.get(goal.procedure, (None,) * len(goal.results))

    def _chosen(self, goal: IfThenElse) -> str | None:
        known = dict(self.values.kinds)
        condition = self.test(goal.condition)
        then = None if condition is None else self.test(goal.then)
        kinds_then, self.values.kinds = self.values.kinds, dict(known)
        otherwise = None if then is None else self.test(goal.otherwise)
        if otherwise is None:
            self.values.kinds = known
            return None
        self.values.kinds = {
            name: kind for name, kind in self.values.kinds.items() if kinds_then.get(name) is kind
        }
        if otherwise == "False":
            return f"({condition} and {then})" if then != "True" else f"({condition})"
        if then == "True" and otherwise != "True":
            return f"(({condition}) or {otherwise})"
        return f"(({then}) if {condition} else ({otherwise}))"

    def _any(self, goal: Or, last: bool) -> str | None:
        if not last and (assigned((goal,)) or not all(map(_quiet, goal.branches[1:]))):
            return None  # the other branches are tried, too, where a later goal fails
        texts = [self._apart(branch) for branch in goal.branches]
        if any(text is None for text in texts):
            return None
        return "(" + " or ".join(f"({text})" for text in texts) + ")"

    # Library predicates in Python's own words

    def _library(self, goal: Library) -> str:
        args = [self.values.value(arg) for arg in goal.arguments]
        kinds = [self.values.kind(arg) for arg in goal.arguments]
        name, mode = goal.procedure.name, goal.procedure.mode
        found = None if self.exact else self._own_words(name, mode, args, kinds)
        return found or f"{self.pool.library(goal.procedure)}({', '.join(args)})"

    def _own_words(self, name: str, mode: str, args: list[str], kinds: list[Kind | None]) -> str | None:
        if name in _CLASSES:
            return f"({class_of(args[0])} is {_CLASSES[name]})"
        integers = [kind is Kind.INTEGER for kind in kinds]
        lists = [kind is Kind.LIST for kind in kinds]
        if name == "between" and all(integers):
            if mode == "++-":
                return f"range({args[0]}, {args[1]} + 1)"
            return f"({args[0]} <= {args[2]} <= {args[1]})"
        if (name, mode) == ("between", "++-") and all(map(simple, args)):
            slow = f"{self.pool.library(Key(name, mode))}({', '.join(args)})"
            checks = [
                f"{class_of(arg)} is int" for arg, known in zip(args, integers, strict=True) if not known
            ]
            return f"(range({args[0]}, {args[1]} + 1) if {' and '.join(checks)} else {slow})"
        if (name, mode) == ("between", "+++") and integers[:2] == [True, True] and simple(args[2]):
            slow = f"{self.pool.library(Key(name, mode))}({', '.join(args)})"
            return f"({args[0]} <= {args[2]} <= {args[1]} if {class_of(args[2])} is int else {slow})"
        if name == "member" and lists[0]:
            return args[0]
        if name == "memberchk" and lists[1]:
            return f"({args[0]} in {args[1]})"
        if name == "memberchk" and args[1].isidentifier():
            slow = f"{self.pool.library(Key(name, mode))}({', '.join(args)})"
            return f"({args[0]} in {args[1]} if {list_test(args[1])} else {slow})"
        if name == "is_list" and args[0].isidentifier():
            return "True" if lists[0] else f"({list_test(args[0])})"
        if name == "$filled" and args[0].isdigit():
            return f"(({args[1]}, ) * {args[0]})"
        if name == "$filled" and integers[0] and simple(args[0]):
            slow = f"{self.pool.library(Key(name, mode))}({', '.join(args)})"
            return f"(({args[1]}, ) * {args[0]} if {args[0]} >= 0 else {slow})"
        if (name, mode) == ("length", "+-") and not lists[0] and args[0].isidentifier():
            slow = f"{self.pool.library(Key(name, mode))}({args[0]})"
            return f"(len({args[0]}) if {list_test(args[0])} else {slow})"
        if (name, mode) == ("arg", "++-") and all(map(simple, args)):
            slow = f"{self.pool.library(Key(name, mode))}({', '.join(args)})"
            index, term = args
            fits = [] if integers[0] else [f"{class_of(index)} is int"]
            fits += [
                f"{class_of(term)} is tuple",
                f"0 < {index} < len({term})",
                f"{term}[0].__class__ is Functor",
            ]
            return f"({term}[{index}] if {' and '.join(fits)} else {slow})"
        if (name, mode) == ("length", "+-") and lists[0]:
            return f"len({args[0]})"
        if (name, mode) == ("append", "++-") and all(lists):
            return f"({args[0]} + {args[1]})"
        if (name, mode) == ("append", "++-") and all(map(str.isidentifier, args)):
            slow = f"{self.pool.library(Key(name, mode))}({', '.join(args)})"
            checks = [list_test(arg) for arg, known in zip(args, lists, strict=True) if not known]
            return f"({args[0]} + {args[1]} if {' and '.join(map('({})'.format, checks))} else {slow})"
        if (name, mode) == ("member", "-+") and args[0].isidentifier():
            return f"({args[0]} if {list_test(args[0])} else ())"
        if name == "reverse" and lists[0]:
            return f"{args[0]}[::-1]"
        if (name, mode) in (("nth0", "++-"), ("nth1", "++-")) and simple(args[0]) and args[1].isidentifier():
            index, items = args
            slow = f"{self.pool.library(Key(name, mode))}({index}, {items})"
            fits = [] if integers[0] else [f"{class_of(index)} is int"]
            fits += [] if lists[1] else [f"{items}.__class__ is tuple"]
            fits.append(f"0 <= {index} < len({items})" if name == "nth0" else f"0 < {index} <= len({items})")
            fits += [] if lists[1] else [f"{items}[0].__class__ is not Functor"]
            at = index if name == "nth0" else f"{index} - 1"
            return f"({items}[{at}] if {' and '.join(fits)} else {slow})"
        return None
