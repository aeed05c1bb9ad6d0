"""The C functions that one instance of a procedure becomes, while they are written.

The main function takes the arguments. Where a goal has several solutions, what follows it is a function of
its own, which is called with each; a variable that two functions of an instance use lives in a struct, the
frame, which the main function holds and all get a pointer to. Variables are marks until that is known.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pydecl.compiler.c.constructors import Type
from pydecl.compiler.c.layout import Layout
from pydecl.compiler.c.types import Instance

if TYPE_CHECKING:
    from pydecl.compiler.c.program import Program

MARK = re.compile("\x01([^\x02]*)\x02")
LVALUE = re.compile("[\x01\x02\\w.>\\[\\]-]+")
LITERAL = re.compile(r"\(\((\w+)\)\{(.*)\}\)")
DROPPED = re.compile(r"drop_\w+\(([^(),]+), (\w+)\)")


class NotCoveredError(Exception):
    """The C back end has no code for what stands at `place`."""

    def __init__(self, reason: str, goal: object) -> None:
        super().__init__(reason)
        self.reason = reason
        self.goal = goal


@dataclass
class Function:
    """One function while it is written: the first line, the statements, the local variables."""

    head: str
    lines: list[str] = field(default_factory=list)
    locals: list[str] = field(default_factory=list)
    main: bool = False


def plain(name: str) -> str:
    """A name of C that says which of Prolog's it was.

    >>> plain("taken"), plain("=.."), plain("Été")
    ('taken', '_3d_2e_2e', '_c9t_e9')
    """
    return "".join(c if (c.isascii() and c.isalnum()) or c == "_" else f"_{ord(c):x}" for c in name)


def arguments(text: str) -> list[str]:
    """What stands between the commas of a text that are in no brackets.

    >>> arguments("f(a, b), ((S0){c, 1})")
    ['f(a, b)', '((S0){c, 1})']
    """
    found, depth = [""], 0
    for c in text:
        depth += (c in "([{") - (c in ")]}")
        if c == "," and not depth:
            found.append("")
        else:
            found[-1] += c
    return [one.strip() for one in found]


class Writer:
    """Writes the functions of one instance."""

    def __init__(self, program: Program, instance: Instance, name: str) -> None:
        self.program = program
        self.layout: Layout = program.layout
        self.instance = instance
        self.name = name
        self.functions: list[Function] = []
        self.kinds: dict[str, str] = {}
        """The C type of each variable."""
        self.clause = 0
        self.count = 0
        self.fn = Function("")
        self.fail = ""
        """The statement that fails."""
        self.not_empty: set[str] = set()
        """Lists that are known not to be empty."""
        self.stop = ""
        """The statement that passes on that no further solution is wanted."""

    # Variables

    def type_of(self, name: str) -> Type:
        return self.instance.variable(self.clause, name)

    def variable(self, name: str) -> str:
        own = name in self.instance.procedure.parameters
        return self.mark(f"{plain(name)}_{'p' if own else self.clause}", self.layout.c(self.type_of(name)))

    def mark(self, name: str, kind: str) -> str:
        """A variable of C that any function of the instance may use."""
        self.kinds.setdefault(name, kind)
        return f"\x01{name}\x02"

    def new(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"

    def local(self, kind: str, stem: str) -> str:
        """A new variable of the current function alone."""
        name = self.new(stem)
        self.fn.locals.append(f"{kind} {name};")
        return name

    def named(self, text: str, node: Type) -> str:
        """A name for a value."""
        if re.fullmatch("\x01[^\x02]*\x02|[a-z]+[0-9]+", text):
            return text
        name = self.local(self.layout.c(node), "t")
        self.put(name, text, node)
        return name

    def put(self, target: str, text: str, node: Type) -> None:
        """Give the variable `target` a value, by its fields where that can be: some compilers copy a whole
        struct from place to place.
        """
        fields = self._fields(text, node) if target not in text else None
        if fields is None:
            self.write(f"{target} = {text};")
        else:
            self.write(" ".join(f"{target}.{name} = {value};" for name, value in fields))

    def _fields(self, text: str, node: Type) -> list[tuple[str, str]] | None:
        """The names and the values of the fields of a list or a compound."""
        shape = self.layout.shape(node)
        if shape.boxed or shape.kind not in ("list", "struct"):
            return None
        literal, dropped = LITERAL.fullmatch(text), DROPPED.fullmatch(text)
        if literal is not None and literal[1] == shape.name:
            values = arguments(literal[2])
            names = ["p", "n"] if shape.kind == "list" else [f"f{i}" for i in range(len(values))]
            return list(zip(names, values, strict=True)) if len(names) == len(values) else None
        if shape.kind != "list":
            return None
        if dropped is not None and LVALUE.fullmatch(dropped[1]):
            return [("p", f"{dropped[1]}.p + {dropped[2]}"), ("n", f"{dropped[1]}.n - {dropped[2]}")]
        if text == f"none_{shape.name}":
            return [("p", "0"), ("n", "0")]
        return [("p", f"{text}.p"), ("n", f"{text}.n")] if LVALUE.fullmatch(text) else None

    def handed(self, text: str, node: Type) -> str:
        """A value as an argument: large ones are passed by a pointer."""
        if self.layout.passed(node) == self.layout.c(node):
            return text
        literal = text.startswith(f"(({self.layout.c(node)}){{") and text.endswith("})")
        return self.layout.given(text if literal or LVALUE.fullmatch(text) else self.named(text, node), node)

    # Statements

    def write(self, line: str) -> None:
        self.fn.lines.append(line)

    def require(self, condition: str) -> None:
        self.write(f"if (!({condition})) {self.fail}")

    # The finished text

    def text(self) -> tuple[str, str]:
        """The prototypes and the definitions of all functions."""
        users: dict[str, set[int]] = {}
        for number, function in enumerate(self.functions):
            for name in MARK.findall("\n".join((function.head, *function.lines))):
                users.setdefault(name, set()).add(number)
        stops = any("@CUT@" in line for function in self.functions[1:] for line in function.lines)
        shared = {name for name, used in users.items() if len(used) > 1}
        frame = [f"{self.kinds[name]} {name};" for name in sorted(shared)] + (["bool stop;"] if stops else [])
        bodies = [
            self._function(number, function, users, shared, stops=stops)
            for number, function in enumerate(self.functions)
        ]
        struct = f"struct {self.name}_frame {{ {' '.join(frame) or 'char none;'} }};\n"
        prototypes = [f"{_unmarked(function.head)};" for function in self.functions]
        several = len(self.functions) > 1
        return (struct if several else "") + "\n".join(prototypes), "\n".join(bodies)

    def _function(
        self, number: int, function: Function, users: dict[str, set[int]], shared: set[str], *, stops: bool
    ) -> str:
        parameters = set(MARK.findall(function.head))
        own = [
            f"{self.kinds[name]} {name};"
            for name, used in sorted(users.items())
            if number in used and name not in shared and name not in parameters
        ]
        before = []
        if len(self.functions) > 1:
            if function.main:
                before.append(f"struct {self.name}_frame frame, *F = &frame;")
                before += [f"F->{name} = {name};" for name in sorted(parameters & shared)]
                before += ["F->stop = false;"] if stops else []
            elif "void *context" in function.head:
                before.append(f"struct {self.name}_frame *F = context;")
        text = "\n".join(f"    {line}" for line in (*before, *own, *function.locals, *function.lines))
        text = MARK.sub(lambda m: f"F->{m[1]}" if m[1] in shared else m[1], text)
        stop = "return F->stop;" if stops and function.main else "return true;"
        text = text.replace("@STOP@", stop).replace("@SET@", "F->stop = true; " if stops else "")
        text = text.replace("@CUT@", "return false;" if function.main else "return true;")
        return f"{_unmarked(function.head)} {{\n{text}\n}}\n"


def _unmarked(text: str) -> str:
    return MARK.sub(lambda m: m[1], text)
