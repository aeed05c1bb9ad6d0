"""The types of library predicates: how those of the arguments and results hang together.

Each signature gets the types of the arguments and of the results of one call, and makes one what must be one.
A predicate in a mode that is not here is not covered by the C back end; for the arguments and names of terms
`type_inference.py` has more to say.
"""

from __future__ import annotations

from collections.abc import Callable

from pydecl.compiler.c.types import Type, unify

Signature = Callable[[list[Type], list[Type]], None]
"""Arguments and results."""


def _relate(pattern: str) -> Signature:
    """A signature in short: a word for each argument, then for each result.

    `L` a list, `E` its element, `I` an integer, `A` an atom made at run time, `S` a list of such, `X` a
    string, `XS` a list of strings, `C` a list of integers, `O` an order, `P` a list of pairs, `T` a term, `*`
    anything.
    """
    words = pattern.split()

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
            elif word == "XS":
                node.list_element().find().strings = node.list_element().find().open = True
            elif word == "S":
                node.find().list_element().find().open = True
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


_TABLE = """
    member -+           L E
    memberchk ++        E L
    append ++-          L L L
    length ++           L I
    length +-           L I
    msort +-            L L
    sort +-             L L
    sort +++-           I * L L
    keysort +-          P P
    between +++         I * I
    between ++-         I * I
    compare -++         T T O
    atom +              *
    atomic +            *
    callable +          *
    compound +          *
    float +             *
    integer +           *
    is_list +           *
    number +            *
    rational +          *
    string +            *
    atom_chars +-       * S
    atom_codes +-       * C
    atom_length +-      * I
    atom_concat ++-     * * A
    atom_concat +-+     * * A
    atom_concat -++     * * A
    atom_concat --+     * A A
    string_concat ++-   * * X
    string_concat +-+   * * X
    string_concat -++   * * X
    string_concat --+   * X X
    atomic_list_concat +- * A
    atomic_list_concat ++- * * A
    char_code +-        * I
    char_code -+        I A
    upcase_atom +-      * A
    downcase_atom +-    * A
    string_upper +-     * X
    string_lower +-     * X
    string_length +-    * I
    string_chars +-     * S
    string_chars -+     * X
    string_codes +-     * C
    string_codes -+     * X
    string_code ++-     I * I
    atom_string +-      * X
    atom_string -+      * A
    string_to_atom +-   * A
    string_to_atom -+   * X
    text_to_string +-   * X
    number_string +-    * X
    number_string -+    * I
    number_codes +-     * C
    split_string +++-   * * * XS
    $filled ++-         I E L
    $split ++--         I L L L
    arg ++-             I * *
    arg -+-             * I *
    $setarg +++-        I T * T
    $uncovered +        *
    $complete +         *
    functor +--         * * I
    =.. +-              * L
    =.. -+              * *
    atomic_list_concat -++ * * S
    atom_number +-      * I
    sub_atom ++--+      * I * I I
    sub_atom +--++      * I * I I
    sub_atom +---+      * * I I I
    sub_atom +++--      * I I I A
    sub_atom ++-+-      * I I I A
    sub_atom +-++-      * I I I A
    sub_atom ++---      * I I I A
    sub_atom +-+--      * I I I A
    sub_atom +--+-      * I I I A
    sub_atom +----      * I I I A
    sub_string ++--+    * I * I I
    sub_string +--++    * I * I I
    sub_string +---+    * * I I I
    sub_string +++--    * I I I X
    sub_string ++-+-    * I I I X
    sub_string +-++-    * I I I X
    sub_string ++---    * I I I X
    sub_string +-+--    * I I I X
    sub_string +--+-    * I I I X
    sub_string +----    * I I I X
    atom_chars -+       * A
    atom_codes -+       * A
"""


def _signatures() -> dict[tuple[str, str], Signature]:
    found: dict[tuple[str, str], Signature] = {}
    for line in _TABLE.strip().splitlines():
        name, mode, pattern = line.split(maxsplit=2)
        found[name, mode] = _relate(pattern)
    return found


SIGNATURES = _signatures()
"""By name and mode."""
