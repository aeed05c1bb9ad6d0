"""The types of library predicates: which types of arguments and results are the same.

Each signature gets the types of the arguments and of the results of one call, and makes one what must be one.
For the arguments and names of terms `type_inference.py` has more to say.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pydecl.compiler.c.types import Type, unify
from pydecl.compiler.ir import Key
from pydecl.compiler.library import MODES

Signature = Callable[[list[Type], list[Type]], None]
"""Arguments and results."""


def _signature(types: str) -> Signature:
    """The signature of a mode, from its types in the table of `library.py`."""
    words = types.split()

    def relate(ins: list[Type], outs: list[Type]) -> None:
        named: dict[str, Type] = {}

        def there(name: str) -> Type:
            return named.setdefault(name, Type())

        for word, node in zip(words, (*ins, *outs), strict=True):
            if word == "I":
                node.find().ints = True
            elif word == "A":
                node.find().open = True
            elif word == "X":
                node.find().strings = node.find().open = True
            elif word == "C":
                node.find().list_element().find().ints = True
            elif word == "O":
                node.find().atoms |= {"<", "=", ">"}
            elif word != "*":
                unify(there(word), node)
                if word == "L":
                    unify(there("E"), node.list_element())
                elif word == "P":
                    node.list_element().arguments("-", 2)

        if "L" in named:
            unify(there("E"), there("L").list_element())

    return relate


SIGNATURES = {
    Key(name, mode.arguments): _signature(mode.types) for (name, _), modes in MODES.items() for mode in modes
}
"""By name and mode."""


# Terms whose arguments and names are asked for, or that are built of lists


def arguments_of(term: Type, number: int | None) -> list[Type]:
    """What the argument of this number, from 1, can be, or any."""
    node = term.find()
    if number is None:
        return node.any_arguments()
    fields = [fields[number - 1] for fields in node.structs.values() if 0 < number <= len(fields)]
    return [*fields, *node.wide.values()]


def build_term(name: str, first: Sequence[Type], others: Type, term: Type) -> bool:
    """A compound made of a list: one that the type knows or, if there is none, one of any number."""
    node, changed = term.find(), False
    known = [fields for functor, fields in node.structs.items() if functor[0] == name]
    if not known and name not in node.wide:
        node.widened(name)
        changed = True
    for fields in known or [[term.find().wide[name]] * (len(first) + 1)]:
        for index, one in enumerate(fields):
            changed |= unify(first[index] if index < len(first) else others, one)
    return changed


def name_term(term: Type, name: Type) -> bool:
    """The name of a compound is an atom; what is no compound is its own name."""
    node, name = term.find(), name.find()
    before = (set(name.atoms), name.ints, name.floats, name.open)
    name.atoms |= node.atoms | {functor[0] for functor in node.structs} | set(node.wide)
    name.ints |= node.ints
    name.floats |= node.floats
    name.open |= node.open
    name.strings |= node.strings
    return before != (name.atoms, name.ints, name.floats, name.open)
