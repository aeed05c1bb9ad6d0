"""Positions as strings of bits, equal exactly where the positions are: what a solver keeps of them.

Each place of a position, a number or a symbol (an atom, a constructor), has codes of its own, which are made
of the values that it has had in positions that were met: `keys.h` says how. Other values take more bits (for
numbers exponential Golomb codes, J. Teuhola, 'A compression method for clustered bit-vectors', 1978). No
string of bits begins another one, so that strings that are filled up with zeros differ, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from pydecl.compiler.c import tree as c
from pydecl.compiler.c.layout import Layout
from pydecl.compiler.c.serialisation import VALUE, Both, Packing
from pydecl.compiler.c.types import Type


def key_functions(layout: Layout, node: Type) -> tuple[str, dict[str, tuple[str, str]]]:
    """What a type's functions are called by, after `key` and `unkey`; and these, with their prototypes.

    They write the bits of its values, and read them, by those of `keys.h`; `key_places` are the places.
    KEY_ATOMS says whether there are places for any atom; KEY_LAYOUT stands for how all that is done: who
    reads keys must have the same.
    """
    keys = _Keys(layout)
    functions = keys.functions(node)
    name = keys.name([node])
    data = [line for number, atoms in enumerate(keys.atoms) for line in _atoms(layout, number, atoms)]
    data += [_place(number, *place) for number, place in enumerate(keys.places)]
    places = ", ".join(f"&key_place{number}" for number in range(len(keys.places)))
    data.append(f"static Place *const key_places[] = {{ {places or 0} }};")
    data.append(f"enum {{ KEY_PLACES = {len(keys.places)} }};")
    open_atoms = any("key_O(" in text for _, text in functions.values())
    data.append(f"enum {{ KEY_ATOMS = {int(open_atoms)} }};")
    whole = "".join((*data, *(text for _, text in functions.values())))
    data.append(f"#define KEY_LAYOUT {int.from_bytes(sha256(whole.encode()).digest()[:7])}")
    return name, {"key_places": ("\n".join(data), ""), **functions}


class _Keys(Packing):
    pack, unpack = "key", "unkey"

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.atoms: list[Sequence[int]] = []
        """The sets of atoms that there are at a place, in order."""
        self.places: list[tuple[int, int | None]] = []
        """How many symbols a place has, 0 for numbers; and the set of its atoms, if it has some."""

    def name(self, nodes: Sequence[Type]) -> str:
        name = super().name(nodes)
        return self.atom(nodes) if name == "A" else self.integer() if name == "I" else name

    def integer(self) -> str:
        return f"I{self._place(0)}"

    def size(self, value: c.Expr) -> tuple[c.Expr, c.Expr]:
        place = c.Name(f"&key_place{self._place(0)}")
        return c.call("key_number", place, value), c.call("unkey_length", place)

    def items(self, name: str) -> tuple[c.Statement, c.Statement]:
        if not name.startswith("A"):
            return super().items(name)
        there = c.items(VALUE), c.count(VALUE)
        return c.Do(c.call(f"key_all_{name}", *there)), c.Do(c.call(f"unkey_all_{name}", *there))

    def tag(self, tags: Sequence[c.Expr], value: c.Expr) -> Both:
        place = c.Name(f"&key_place{self._place(len(tags))}")
        codes = list(map(c.number, range(len(tags))))
        pack = [
            (tag, (c.Do(c.call("key_symbol", place, code)),)) for tag, code in zip(tags, codes, strict=True)
        ]
        unpack = [(code, (c.assign(value, tag),)) for tag, code in zip(tags, codes, strict=True)]
        return (c.Switch(value, tuple(pack)),), (c.Switch(c.call("unkey_symbol", place), tuple(unpack)),)

    def atom(self, nodes: Sequence[Type]) -> str:
        if any(node.find().open for node in nodes):
            return "O"
        numbers = sorted({self.layout.atoms[name] for node in nodes for name in node.find().atoms})
        if numbers not in self.atoms:
            self.atoms.append(numbers)
        return f"A{self._place(len(numbers), self.atoms.index(numbers))}"

    def _place(self, symbols: int, atoms: int | None = None) -> int:
        self.places.append((symbols, atoms))
        return len(self.places) - 1


def _atoms(layout: Layout, number: int, atoms: Sequence[int]) -> tuple[str, str]:
    """The atoms of a set by their numbers in it, and these numbers."""
    numbers = {atom: number for number, atom in enumerate(atoms)}
    codes = ", ".join(str(numbers.get(atom, 0)) for atom in range(len(layout.atoms)))
    there = ", ".join(map(str, atoms)) or "0"
    return f"static const A key_atoms{number}[] = {{ {there} }};", (
        f"static const uint32_t key_codes{number}[] = {{ {codes} }};"
    )


def _place(number: int, symbols: int, atoms: int | None) -> str:
    """What is known of a place, and the functions that are called for it: `key_I7`, `key_A7` and others."""
    place, count = f"key_place{number}", max(symbols, 1)
    ranks = f"{{ ranks{number}[0], ranks{number}[1] }}, {{ ranked{number}[0], ranked{number}[1] }}"
    told = (
        f"static bool noted{number}[{count}]; static int32_t ranks{number}[2][{count}]; "
        f"static uint32_t ranked{number}[2][{count}];\n"
        f"static Place {place} = {{ {symbols}, 0, 0, noted{number}, {ranks}, {{{{0}}}} }};\n"
    )
    if not symbols:
        told += (
            f"SOME void key_I{number}(I a) {{ key_number(&{place}, a); }}\n"
            f"SOME I unkey_I{number}(void) {{ return unkey_number(&{place}); }}"
        )
    elif atoms is not None:
        told += (
            f"SOME void key_A{number}(A a) {{ key_symbol(&{place}, key_codes{atoms}[a]); }}\n"
            f"SOME A unkey_A{number}(void) {{ return key_atoms{atoms}[unkey_symbol(&{place})]; }}\n"
            f"SOME void key_all_A{number}(const A *p, int32_t n) "
            f"{{ key_symbols(&{place}, key_codes{atoms}, p, n); }}\n"
            f"SOME void unkey_all_A{number}(A *p, int32_t n) "
            f"{{ unkey_symbols(&{place}, key_atoms{atoms}, p, n); }}"
        )
    return told
