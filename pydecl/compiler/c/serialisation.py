"""Terms as short strings, equal exactly where the terms are: what tables in C keep of them.

- `pack`: strings of bytes, for the tables of one search (`packing.h`).
- `bits`: strings of bits, none of which begins another one, for transposition tables (`transpositions.h`).
- `key`: strings of bits, for solvers. Each place of a position, a number or a symbol (an atom, a
  constructor), has codes of its own, which are made of the values that it has had in positions that were met:
  `keys.h` says how. Other values take more bits (for numbers exponential Golomb codes, J. Teuhola, 'A
  compression method for clustered bit-vectors', 1978). No string of bits begins another one, so that strings
  that are filled up with zeros differ, too.

`terms.h` has the functions on types. Here is what is known of the places: which atoms there are. Types that
are held alike share them, whatever atoms they have.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from pydecl.compiler.c.layout import SIMPLE, Layout, place_name
from pydecl.compiler.c.types import Type

Places = dict[str, "int | set[int]"]
"""How many symbols there are at each place, 0 for integers; or the atoms, by their numbers."""

ROOT = "root"
"""The place of a position that is an atom or an integer."""


def coded(layout: Layout, code: str, node: Type) -> str:
    """There are functions that write the values of a type by this code, and read them; the type's name."""
    layout.need(code, node)
    layout.need(f"un{code}", node)
    return layout.c(node)


def places_text(layout: Layout, kept: Sequence[Type], position: Type | None) -> str:
    """What `terms.h` must know of the places of what is kept in tables, and of positions that have keys.

    `key_places` are those of positions. KEY_ATOMS says whether any atom may be there; KEY_LAYOUT stands for
    how keys are written: who reads keys must have the same.
    """
    every, sets, lines = _places(layout, kept), list[list[int]](), list[str]()
    own = {} if position is None else _places(layout, [position])
    if position is not None and layout.c(position) in ("A", "I"):
        own[ROOT] = _place_of(layout, position)
    for name, there in own.items():
        before = every.get(name)
        if isinstance(there, set) and isinstance(before, set):
            there |= before
    for name, there in (every | own).items():
        if isinstance(there, set):
            atoms = sorted(there)
            if atoms not in sets:
                lines.append(_atoms(layout, len(sets), atoms))
                sets.append(atoms)
            lines.append(f"#define ATOMS_{name}(of) of##{sets.index(atoms)}")
    if position is None:
        return "\n".join(lines)
    lines += [_place(name, there if isinstance(there, int) else len(there)) for name, there in own.items()]
    reached = list(dict.fromkeys(map(layout.shape, _reached(layout, [position]))))
    told = [layout.told[shape.name] for shape in reached if shape.kind not in SIMPLE]
    whole = sha256("".join((*lines, *told)).encode()).digest()[:7]
    lines += [
        f"static Place *const key_places[] = {{ {', '.join(f'&place_{one}' for one in own) or 0} }};",
        f"enum {{ KEY_PLACES = {len(own)} }};",
        f"enum {{ KEY_ATOMS = {int(any(shape.node.open for shape in reached))} }};",
        f"#define KEY_LAYOUT {int.from_bytes(whole)}",
    ]
    return "\n".join(lines)


def _reached(layout: Layout, nodes: Sequence[Type]) -> list[Type]:
    """Types, and those that their values hold."""
    found, seen = [one.find() for one in nodes], set[Type]()
    for node in found:
        if node not in seen:
            seen.add(node)
            found += [one.find() for one, _ in layout.members(node)]
    return list(dict.fromkeys(found))


def _places(layout: Layout, nodes: Sequence[Type]) -> Places:
    """The places of types, and of what their values hold; types that are held alike have the same."""
    found: Places = {}

    for node in _reached(layout, nodes):
        shape = layout.shape(node)
        if shape.kind in ("list", "wide"):
            found[place_name(shape.name, "n")] = 0
        elif shape.kind == "union":
            found[place_name(shape.name, "tag")] = len(list(layout.parts(node)))
        for one, path in layout.members(node):
            if layout.c(one) in ("A", "I"):
                name, there = place_name(shape.name, path), _place_of(layout, one)
                before = found.get(name, there)
                found[name] = 0 if isinstance(there, int) or isinstance(before, int) else before | there
    return found


def _place_of(layout: Layout, node: Type) -> int | set[int]:
    """What there is at the place of an integer or an atom."""
    return 0 if layout.c(node) == "I" else {layout.atoms[one] for one in node.find().atoms}


def _atoms(layout: Layout, number: int, atoms: Sequence[int]) -> str:
    """The atoms of a set by their numbers in it, and these numbers."""
    numbers = {atom: number for number, atom in enumerate(atoms)}
    codes = ", ".join(str(numbers.get(atom, 0)) for atom in range(len(layout.atoms)))
    there, width = ", ".join(map(str, atoms)) or "0", max(len(atoms) - 1, 0).bit_length()
    return (
        f"static const A atoms{number}[] = {{ {there} }};\n"
        f"static const uint32_t codes{number}[] = {{ {codes} }};\n"
        f"enum {{ width{number} = {width} }};"
    )


def _place(name: str, symbols: int) -> str:
    """What is known of a place, at first nothing but how many symbols there may be."""
    count = max(symbols, 1)
    ranks = f"{{ ranks_{name}[0], ranks_{name}[1] }}, {{ ranked_{name}[0], ranked_{name}[1] }}"
    return (
        f"static bool noted_{name}[{count}]; static int32_t ranks_{name}[2][{count}]; "
        f"static uint32_t ranked_{name}[2][{count}];\n"
        f"static Place place_{name} = {{ {symbols}, 0, 0, noted_{name}, {ranks}, {{{{0}}}} }};"
    )
