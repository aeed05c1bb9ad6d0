"""What writes the functions of one instance of a procedure: where it stands, and what it has written.

The main function takes the arguments. Where a goal has several solutions, what follows it is a function of
its own, which is called with each. The modules beside this one are functions that take an emitter and write
with it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from pydecl.compiler import ir
from pydecl.compiler.c import tree as c
from pydecl.compiler.c.loops import NONE, Loops
from pydecl.compiler.c.module import Module
from pydecl.compiler.c.type_inference import Instance
from pydecl.compiler.c.types import Type
from pydecl.compiler.ir.visitor import goals_of

Goals = Sequence[ir.Goal]

NONDET = ir.Determinism.NONDET

FAILED = c.Return(c.FALSE)
"""How a function says that it has failed."""

FOUND = c.Return(c.TRUE)

STOP = c.Field(c.FRAME, "stop", pointed=True)
"""What the main function returns when a solution was enough."""

After = Callable[[], None]
"""Writes what follows a success."""


@dataclass(frozen=True)
class Success:
    """What follows a success: some goals, and then what `end` writes.

    `small` says that the end may be written more than once; `last`, that it ends a clause. `close` is called
    when it has been written at the end of each branch that leads to it.
    """

    end: Callable[[], None]
    goals: Goals = ()
    small: bool = False
    last: bool = False
    close: Callable[[], None] = lambda: None


@dataclass
class Open:
    """A function while it is written.

    `framed` says how the frame reaches it: `main` holds it; `context` gets it as a parameter of another type;
    else it gets it as it is.
    """

    name: str
    parameters: Sequence[c.Parameter]
    framed: str = ""
    body: list[c.Statement] = field(default_factory=list)
    locals: list[c.Parameter] = field(default_factory=list)

    @property
    def main(self) -> bool:
        return self.framed == "main"

    @property
    def given(self) -> set[str]:
        """The parameters that any function of the procedure may use."""
        return {one.name.name for one in self.parameters if isinstance(one.name, c.Variable)}


@lru_cache(4096)
def plain(name: str) -> str:
    """A name of C that says which of Prolog's it was.

    >>> plain("taken"), plain("=.."), plain("Été")
    ('taken', '_3d_2e_2e', '_c9t_e9')
    """
    return "".join(c if (c.isascii() and c.isalnum()) or c == "_" else f"_{ord(c):x}" for c in name)


def address(place: c.Expr) -> c.Expr:
    """Where a place is."""
    return place.value if isinstance(place, c.Unary) and place.op == "*" else c.Unary("&", place)


class Emitter:
    """Writes the functions of one instance; `goals` are what writes each kind of goal."""

    def __init__(
        self, module: Module, instance: Instance, name: str, goals: Mapping[type[ir.Goal], GoalEmitter]
    ) -> None:
        self.module = module
        self.layout = module.layout
        self.instance = instance
        self.name = name
        self.goals = goals
        self.functions: list[Open] = []
        self.kinds: dict[str, str] = {}
        """The C type of each variable."""
        self.again = [number for number, one in instance.calls.items() if module.names[one] == name]
        """The calls of the very function that is written."""
        self.clause = 0
        self.fn = Open("", ())
        self.fail: c.Statement = FAILED
        """The statement that fails."""
        self.clause_fail: c.Statement = FAILED
        """How the clause fails."""
        self.stops = any(isinstance(goal, ir.Commit) for goal in goals_of(self.procedure))
        """Whether a cut may leave the main function: then the frame says if there was a solution."""
        self.stop: c.Statement = c.Return(STOP) if self.stops else FOUND
        """The statement that passes on that no further solution is wanted."""
        self.references: Collection[tuple[int, str] | str] = ()
        """The parameters, and the variables of clauses by number, that hold the address of a value."""
        self.final = Success(lambda: None)
        """What follows the last goal of a clause."""
        self.found: Callable[[Sequence[ir.Expr]], None] = lambda _: None
        """Writes a solution of the clause, with these results."""
        self.steps: Loops = NONE
        self.looping = False
        """Whether the procedure goes back to its start."""
        self.called_again = False
        """Whether a function of the procedure calls the main one."""
        self._count = 0

    @property
    def procedure(self) -> ir.Procedure:
        return self.instance.procedure

    # Variables

    def type_of(self, name: str) -> Type:
        return self.instance.variable(self.clause, name)

    def variable(self, name: str) -> c.Expr:
        """The place of a variable's value."""
        own = name in self.procedure.parameters
        stem, kind = f"{plain(name)}_{'p' if own else self.clause}", self.layout.c(self.type_of(name))
        if (name if own else (self.clause, name)) in self.references:
            return c.Unary("*", self.shared(stem, f"const {kind} *"))
        return self.shared(stem, kind)

    def bind(self, name: str, place: c.Expr, node: Type) -> None:
        """Give a variable the value that is at a place, or its address."""
        target = self.variable(name)
        if isinstance(target, c.Unary):
            self.write(c.assign(target.value, address(place)))
        else:
            self.put(target, place, node)

    def shared(self, name: str, kind: str) -> c.Variable:
        """A variable of C that any function of the instance may use."""
        self.kinds.setdefault(name, kind)
        return c.Variable(name)

    def fresh(self, stem: str, kind: str) -> c.Variable:
        """A new variable that any function of the instance may use."""
        return self.shared(self.new(stem), kind)

    def new(self, stem: str) -> str:
        self._count += 1
        return f"{stem}{self._count}"

    def local(self, kind: str, stem: str) -> c.Name:
        """A new variable of the current function alone."""
        name = c.Name(self.new(stem))
        self.fn.locals.append(c.Parameter(kind, name))
        return name

    def named(self, value: c.Expr, node: Type) -> c.Expr:
        """A name for a value."""
        if c.is_named(value):
            return value
        name = self.local(self.layout.c(node), "t")
        self.put(name, value, node)
        return name

    def put(self, target: c.Expr, value: c.Expr, node: Type) -> None:
        """Give `target` a value, by its fields where that can be: some compilers copy a whole struct from
        place to place.
        """
        fields = None if c.mentions(value, target) else self._fields(value, node)
        if fields is None:
            self.write(c.assign(target, value))
            return
        for names, one in fields:
            place = target
            for name in names:
                place = c.Field(place, name)
            self.write(c.assign(place, one))

    def _fields(self, value: c.Expr, node: Type) -> list[tuple[tuple[str, ...], c.Expr]] | None:
        """The fields of a list or a compound, each by the names that lead there, and their values."""
        shape = self.layout.shape(node)
        if shape.boxed or shape.kind not in ("list", "struct", "union"):
            return None
        match value:
            case c.Made(name, c.Braces((tag, member), ("tag", where))) if name == shape.name:
                path = tuple(where.split("."))
                if not isinstance(member, c.Braces):
                    return [(("tag",), tag), (path, member)]
                if not where.startswith("u.s"):
                    return None
                return [(("tag",), tag), *(((*path, f"f{i}"), one) for i, one in enumerate(member.items))]
            case c.Made(name, c.Braces(values, ())) if name == shape.name and shape.kind == "struct":
                types = node.arguments(*self.layout.functors(node)[0])
                return [
                    ((f"f{i}", *names), part)
                    for i, (one, inner) in enumerate(zip(values, types, strict=True))
                    for names, part in self._fields(one, inner) or [((), one)]
                ]
            case c.Made(name, c.Braces((start, size), ())) if name == shape.name and shape.kind == "list":
                return [(("p",), start), (("n",), size)]
            case c.Call(function, (whole, dropped)) if (
                shape.kind == "list" and function == f"drop_{shape.name}" and c.is_place(whole)
            ):
                start, size = c.Binary("+", c.items(whole), dropped), c.Binary("-", c.count(whole), dropped)
                return [(("p",), start), (("n",), size)]
            case c.Name(name) if shape.kind == "list" and name == f"none_{shape.name}":
                return [(("p",), c.ZERO), (("n",), c.ZERO)]
            case _ if shape.kind == "list" and c.is_place(value):
                return [(("p",), c.items(value)), (("n",), c.count(value))]
            case _:
                return None

    def handed(self, value: c.Expr, node: Type) -> c.Expr:
        """A value as an argument: large ones are passed by a pointer."""
        if not self.layout.is_large(node):
            return value
        if not (isinstance(value, c.Made) or c.is_place(value)):
            value = self.named(value, node)
        return address(value)

    def kept(self, value: c.Expr, kind: str) -> c.Expr:
        """A name that a loop may read in whatever function follows."""
        name = self.fresh("kept", kind)
        self.write(c.assign(name, value))
        return name

    # Statements

    def write(self, *statements: c.Statement) -> None:
        self.fn.body += statements

    def do(self, function: str, *arguments: c.Expr) -> None:
        """A call for what it does."""
        self.write(c.Do(c.Call(function, arguments)))

    def require(self, condition: c.Expr) -> None:
        """Fail if the condition does not hold."""
        self.write(c.If(c.Unary("!", condition), (self.fail,)))

    def unless(self, condition: c.Expr, why: str) -> None:
        """Give up if the condition holds."""
        self.write(c.If(condition, (c.Do(c.call("unsupported", c.Text(why))),)))

    def block(self, write: Callable[[], None]) -> tuple[c.Statement, ...]:
        """What `write` writes, to stand within a statement."""
        before, self.fn.body = self.fn.body, []
        write()
        made, self.fn.body = self.fn.body, before
        return tuple(made)

    def function(
        self, stem: str, body: Callable[[], None], parameters: Sequence[c.Parameter] | None = None
    ) -> str:
        """A new function of the instance: the statements that `body` writes.

        It gets the frame or, with parameters, what is called with each solution gets.
        """
        name = f"{self.name}_{self.new(stem)}"
        saved = self.fn, self.fail, self.stop
        if parameters is None:
            self.fn = Open(name, (c.Parameter(f"struct {self.name}_frame *", c.FRAME),))
        else:
            self.fn = Open(name, (c.Parameter("void *", c.CONTEXT), *parameters), framed="context")
        self.functions.append(self.fn)
        self.fail, self.stop = FAILED, FOUND
        body()
        self.write(FAILED)
        self.fn, self.fail, self.stop = saved
        return name

    def loop(self, limit: c.Expr, after: After, body: Callable[[c.Expr], None]) -> None:
        """For each number below `limit`: the body, then what follows; a failure goes on to the next."""
        i = self.fresh("i", "int32_t")

        def write() -> None:
            body(i)
            after()

        self.repeat(c.Assign(i, c.ZERO), c.Binary("<", i, limit), c.increment(i).value, write)

    def repeat(
        self, start: c.Expr, test: c.Expr, step: c.Expr, body: Callable[[], None], *last: c.Statement
    ) -> None:
        """A loop in which a failure goes on to the next; after that of the last it fails."""
        following, outer = self.new("N"), self.fail
        given_back = self.giving_back()
        self.fail = c.Goto(following)
        inner = self.block(body)
        self.fail = outer
        self.write(c.For(start, test, step, (*inner, c.Label(following), *given_back, *last)), outer)

    def giving_back(self) -> Sequence[c.Statement]:
        """Notes how far the arena is used; before another solution is sought, what is returned gives back
        what this one has taken since: see `allocation.py`.
        """
        mark = self.local("char *", "m")
        self.write(c.assign(mark, c.Name("hp")))
        return (c.Do(c.call("release", mark)),)

    def each_index(self, i: c.Expr, limit: c.Expr, *body: c.Statement) -> None:
        """A loop of these statements alone."""
        self.write(c.For(c.Assign(i, c.ZERO), c.Binary("<", i, limit), c.increment(i).value, body))


GoalEmitter = Callable[[Emitter, Any, Success], None]
"""Writes a goal and what follows it."""
