"""What a file's directives change in how the rest of it is read: operators, quotes, libraries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pydecl.model.term import Atom
from pydecl.rules.catalogue import syntax as codes
from pydecl.rules.complaints import Complaint
from pydecl.rules.operators import OperatorError, Row
from pydecl.rules.parser import Parser
from pydecl.rules.syntax import Clause, Constant, Items, Kind, Node, Structure, walk

_QUOTES = ("codes", "chars", "atom", "string")
_BACK_QUOTES = ("codes", "chars", "string")


Beside = Callable[[str], Iterable[Row]]
"""The operators that a file gives to one that loads it under this name."""

LOADING = (
    *("include", "consult", "reconsult", "ensure_loaded", "load_files"),
    *("use_module", "reexport", "autoload"),
)
"""What names the files that are loaded, as its first argument."""


def obey(clause: Clause, parser: Parser, beside: Beside) -> Iterator[Complaint]:
    """Change the parser as a directive says, and tell of what SWI-Prolog refuses."""
    if clause.kind not in (Kind.DIRECTIVE, Kind.QUERY) or clause.body is None:
        return
    for goal in _goals(clause.body):
        if isinstance(goal, Items):
            _import(goal, None, parser, beside)
        if not isinstance(goal, Structure):
            continue
        match goal.name, goal.args:
            case "op", (_, _, _):
                yield from _operators(goal, parser)
            case "set_prolog_flag", (flag, value) if atom_of(flag) == "double_quotes":
                if atom_of(value) in _QUOTES:
                    parser.double_quotes = atom_of(value)
            case "set_prolog_flag", (flag, value) if atom_of(flag) == "back_quotes":
                if atom_of(value) in _BACK_QUOTES:
                    parser.back_quotes = atom_of(value)
            case "use_module" | "reexport", (file, *imports):
                taken = _import(file, imports[0] if imports else None, parser, beside)
                if goal.name == "reexport" and parser.exported is not None:
                    parser.exported += taken
            case "ensure_loaded" | "consult" | "load_files" | "include", (file, *_):
                _import(file, None, parser, beside)
            case "module", (_, Items() as exports):
                for one in exports.items:
                    if isinstance(one, Structure) and one.name == "op" and len(one.args) == 3:
                        yield from _operators(one, parser)
                parser.exported = list(parser.operators.declared)
            case _:
                pass


def atom_of(node: Node) -> str:
    """The name of an atom; empty where the node is none."""
    return node.value.name if isinstance(node, Constant) and isinstance(node.value, Atom) else ""


def _goals(body: Node) -> Iterator[Node]:
    todo = [body]
    while todo:
        goal = todo.pop()
        if isinstance(goal, Structure) and len(goal.args) == 2 and goal.name in (",", ":"):
            todo += [goal.args[1], goal.args[0]] if goal.name == "," else [goal.args[1]]
        else:
            yield goal


def _operators(goal: Structure, parser: Parser) -> Iterator[Complaint]:
    """Declare what op/3 says of one name or several."""
    priority, type_, names = goal.args
    if isinstance(names, Structure) and names.name == ":" and len(names.args) == 2:
        names = names.args[1]
    if not isinstance(priority, Constant) or not isinstance(priority.value, int):
        yield Complaint(codes.BAD_OPERATOR, priority.span, "expected a priority from 0 to 1200")
        return
    several = names.items if isinstance(names, Items) and names.items else (names,)
    for name in several:
        if isinstance(name, Structure) and name.name == ":" and len(name.args) == 2:
            name = name.args[1]
        if isinstance(name, Items) and not name.items:
            continue  # [] as an operator: SWI-Prolog has it, and nobody uses it
        if not isinstance(name, Constant) or not isinstance(name.value, Atom):
            yield Complaint(
                codes.BAD_OPERATOR, name.span, "expected the name of an operator, or a list of names"
            )
            continue
        try:
            parser.operators.declare(priority.value, atom_of(type_), name.value.name)
        except OperatorError as error:
            yield Complaint(codes.BAD_OPERATOR, goal.span, str(error))


def _import(file: Node, imports: Node | None, parser: Parser, beside: Beside) -> list[Row]:
    """Take, and return, the operators of a library or another file; with a list of imports those it names."""
    if isinstance(file, Items):
        return [row for one in file.items for row in _import(one, imports, parser, beside)]
    operators = _exported(file, parser, beside)
    if isinstance(imports, Items):
        wanted = [one.args for one in imports.items if isinstance(one, Structure) and one.name == "op"]
        operators = [row for row in operators if any(_matches(args, row) for args in wanted)]
    for row in operators:
        parser.operators.declare(*row)
    return operators


def _exported(file: Node, parser: Parser, beside: Beside) -> list[Row]:
    if not (isinstance(file, Structure) and file.name == "library" and len(file.args) == 1):
        return [row for name in names(file) for row in beside(name)]
    path = file.args[0]
    while isinstance(path, Structure) and path.name == "/":
        path = path.args[-1]
    return parser.operators.exported(atom_of(path))


def _matches(args: tuple[Node, ...], row: Row) -> bool:
    """Whether an import op(P, T, N) means an operator: a variable means any."""
    return len(args) == 3 and all(
        not isinstance(arg, Constant)
        or (arg.value.name if isinstance(arg.value, Atom) else arg.value) == value
        for arg, value in zip(args, row, strict=True)
    )


def named_in(clause: Clause) -> Iterator[str]:
    """The files that a directive names."""
    if clause.kind not in (Kind.DIRECTIVE, Kind.QUERY) or clause.body is None:
        return
    for node in walk(clause.body):
        if isinstance(node, Structure) and node.name in LOADING and node.args:
            yield from names(node.args[0])
    if isinstance(clause.body, Items):
        yield from names(clause.body)


def names(node: Node) -> Iterator[str]:
    """The files that an argument of such a goal names."""
    if isinstance(node, Items):
        for item in node.items:
            yield from names(item)
    elif isinstance(node, Constant) and isinstance(node.value, Atom):
        yield node.value.name
    elif isinstance(node, Structure) and node.name == "/":
        parts = [list(names(part)) for part in node.args]
        if all(parts):
            yield "/".join(part[0] for part in parts)
