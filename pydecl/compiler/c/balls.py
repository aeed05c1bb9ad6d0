"""What catch/3 does in C with what was thrown: it lies in the output, written as bytes.

Of an error of Prolog's own only the formal term is there, of a thrown term all. A pattern reads the bytes
from the front; what it binds is read as the type of the variable. A ball that does not fit goes on.
"""

from __future__ import annotations

from pydecl.compiler import ir
from pydecl.compiler.c import tree as c
from pydecl.compiler.c.emitter import Emitter
from pydecl.compiler.c.errors import NotCoveredError
from pydecl.compiler.c.values import equality
from pydecl.model.term import Atom

ERROR = ("error", 2)


def match_ball(e: Emitter, goal: ir.Catch) -> None:
    """Code runs on where the ball fits, and is thrown again where it does not."""
    outer, e.fail = e.fail, c.Do(c.call("throw_again"))
    e.do("read_ball")
    match goal.ball:
        case ir.Ignore():
            pass
        case ir.Shape(name, (formal, ir.Ignore())) if (name, 2) == ERROR:
            e.require(c.call("ball_is_error"))
            _match(e, formal, goal)
        case ir.Bind() | ir.Equal(ir.Var()):
            e.do("ball_is_whole")
            _match(e, goal.ball, goal)
        case pattern:
            e.require(c.call("ball_is_thrown"))
            _match(e, pattern, goal)
    e.do("drop_ball")
    e.fail = outer


def _match(e: Emitter, pattern: ir.Pattern, goal: ir.Catch) -> None:
    match pattern:
        case ir.Ignore():
            e.do("skip_term")
        case ir.Bind(name):
            node = e.type_of(name)
            e.write(c.assign(e.variable(name), c.call(e.layout.need("get", node))))
        case ir.Equal(ir.Const(Atom(name))):
            e.require(c.call("next_is_atom", c.Text(name)))
        case ir.Equal(ir.Const(int() as value)):
            e.require(c.call("next_is_int", c.number(value)))
        case ir.Equal(ir.Var(name)):
            node = e.type_of(name)
            found = e.named(c.call(e.layout.need("get", node)), node)
            e.require(equality(e, found, node, ir.Var(name)))
        case ir.Shape(name, args):
            e.require(c.call("next_is_compound", c.Text(name), c.number(len(args))))
            for arg in args:
                _match(e, arg, goal)
        case ir.ListShape(items, None):
            e.require(c.call("next_is_list", c.number(len(items))))
            for item in items:
                _match(e, item, goal)
        case _:
            raise NotCoveredError("such a pattern of what is caught", goal)
