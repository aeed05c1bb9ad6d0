"""Terms as strings of bits, none of which begins another one: what a transposition table keeps.

Unlike the keys of `keys.py` they do not depend on what has been met before.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from pydecl.compiler.c import tree as c
from pydecl.compiler.c.layout import Layout
from pydecl.compiler.c.module import Module
from pydecl.compiler.c.serialisation import Both, Packing
from pydecl.compiler.c.types import Type


def bits(whole: Module, node: Type) -> str:
    """What a type's functions are called by, after `bits` and `unbits`; the module gets them.

    They write values, and read them, by the functions of `keys.h` and `transpositions.h`. Types that are held
    alike share them, whatever atoms they have: they are written for all types of the module that are kept.
    """
    whole.kept.append(node)
    writer = _Bits(whole.layout)
    functions = writer.functions(*whole.kept)
    name = [writer.name([one]) for one in whole.kept][-1]
    whole.packing |= {**writer.atoms, **functions}
    return name


class _Bits(Packing):
    pack, unpack = "bits", "unbits"

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.atoms: dict[str, tuple[str, str]] = {}
        """The functions for sets of atoms, by the names of these."""

    def name(self, nodes: Sequence[Type]) -> str:
        name = super().name(nodes)
        return self.atom(nodes) if name == "A" else name

    def tag(self, tags: Sequence[c.Expr], value: c.Expr) -> Both:
        width = c.number((len(tags) - 1).bit_length())
        codes = list(map(c.number, range(len(tags))))
        pack = [(tag, (c.Do(c.call("key_put", code, width)),)) for tag, code in zip(tags, codes, strict=True)]
        unpack = [(code, (c.assign(value, tag),)) for tag, code in zip(tags, codes, strict=True)]
        return (c.Switch(value, tuple(pack)),), (c.Switch(c.call("key_take", width), tuple(unpack)),)

    def atom(self, nodes: Sequence[Type]) -> str:
        if any(node.find().open for node in nodes):
            return "O"
        numbers = sorted({self.layout.atoms[name] for node in nodes for name in node.find().atoms})
        name = "A" + sha256(repr(numbers).encode()).hexdigest()[:12]
        codes = {atom: code for code, atom in enumerate(numbers)}
        all_codes = ", ".join(str(codes.get(atom, 0)) for atom in range(len(self.layout.atoms)))
        width = (len(numbers) - 1).bit_length() if numbers else 0
        there = ", ".join(map(str, numbers)) or "0"
        text = (
            f"static const uint32_t codes_{name}[] = {{ {all_codes} }};\n"
            f"static const A atoms_{name}[] = {{ {there} }};\n"
            f"SOME void bits_{name}(A a) {{ key_put(codes_{name}[a], {width}); }}\n"
            f"SOME A unbits_{name}(void) {{ return atoms_{name}[key_take({width})]; }}"
        )
        self.atoms[f"atoms {name}"] = text, ""
        return name
