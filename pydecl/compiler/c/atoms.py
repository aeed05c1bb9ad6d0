"""The atoms of a program in C: numbers in the standard order, and their names."""

from __future__ import annotations

from pydecl.compiler.c.layout import Layout
from pydecl.compiler.c.text import c_string, utf8
from pydecl.compiler.c.type_inference import Typed
from pydecl.compiler.c.types import reachable


def atoms_of(typed: Typed) -> set[str]:
    """All atoms at any place."""
    found: set[str] = set()
    for node in reachable(node for instance in typed.instances for node in instance.nodes):
        found |= node.atoms | {functor[0] for functor in node.structs} | set(node.wide)
    return found


def has_strings(typed: Typed) -> bool:
    """Whether there are strings at any place."""
    return any(node.strings for node in reachable(node for one in typed.instances for node in one.nodes))


def atoms_text(layout: Layout) -> str:
    """The program's atoms, in the standard order."""
    kind = "uint8_t" if len(layout.atoms) < 256 else "uint16_t" if len(layout.atoms) < 65536 else "uint32_t"
    rows = ", ".join(f"{{{c_string(name)}, {len(utf8(name))}}}" for name in layout.atoms)
    return f"""\
typedef {kind} A;
static const Text names[] = {{ {rows} }};
static const uint32_t names_count = {len(layout.atoms)};
static const bool has_strings = {int(layout.has_strings)};
#define equal_A(a, b) ((a) == (b))
SOME int order_A(A a, A b) {{ return (a > b) - (a < b); }}
SOME uint64_t hash_A(A a) {{ return mixed(5, a); }}
SOME void put_A(A a) {{ put_tag('a'); put_text(names[a].text, names[a].size); }}
SOME A read_A(void) {{
    Text t;
    t.text = get_text(&t.size);
    uint32_t found = known_atom(t);
    if (found == names_count) foreign();
    return (A)found;
}}
SOME A get_A(void) {{ if (get_tag() != 'a') foreign(); return read_A(); }}
"""
