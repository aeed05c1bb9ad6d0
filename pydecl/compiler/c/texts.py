"""Library predicates on the text of atoms in C."""

from __future__ import annotations

from pydecl.compiler import ir
from pydecl.compiler.c.arguments import After, Arguments
from pydecl.compiler.c.constructors import Type
from pydecl.compiler.c.functions import NotCoveredError
from pydecl.compiler.c.types import RESULT


class TextGoals(Arguments):
    """Text taken apart and made."""

    def idle(self, goal: ir.Library) -> bool:
        """Whether a call only makes text, of what has a text, and nobody wants it."""
        if goal.procedure.name not in ("atom_concat", "atomic_list_concat", "upcase_atom"):
            return False
        pieces = self._pieces(goal) if goal.procedure.name == "atomic_list_concat" else None
        nodes = [self.instance.place(self.clause, goal, i) for i in range(len(goal.arguments))]
        if pieces is not None:
            nodes[0:1] = [node for _, node in pieces]
        elif goal.procedure.name == "atomic_list_concat":
            items = nodes[0].find().element if nodes[0].kinds == ("list",) else None
            if items is None:
                return False
            nodes[0] = items
        return all(isinstance(pattern, ir.Ignore) for pattern in goal.results) and all(
            set(node.kinds) <= {"int", "atom"} for node in nodes
        )

    def _text(self, goal: ir.Library, index: int) -> str:
        """A name for the text of an atom or integer."""
        return self._text_of(*self.taken(goal, index))

    def _text_of(self, x: str, node: Type) -> str:
        shape, name = self.layout.shape(node), self.local("Text", "s")
        t, dot = shape.name, shape.dot
        if shape.kind == "union":
            cases = []
            if node.find().ints:
                cases.append(f"if (x{dot}tag == TAG_INT) return text_of_int(x{dot}u.i);")
            if node.find().atoms or node.find().open:
                cases.append(f"if (x{dot}tag == TAG_ATOM) return text_of(x{dot}u.a);")
            none = 'unsupported("text of a term"); return names[0];'
            made = f"SOME Text text_{t}({t} x) {{ {' '.join(cases)} {none} }}"
            self.layout.add("text", node, made)
            self.write(f"{name} = text_{t}({x});")
        elif shape.kind == "I":
            self.write(f"{name} = text_of_int({x});")
        elif shape.kind in ("A", "O"):
            self.write(f"{name} = text_of({x});")
        else:
            self.write(f'{name} = (unsupported("text of a term"), names[0]);')
        return name

    def _atom_text(self, goal: ir.Library) -> str:
        """A name for the text of the first argument, which must be an atom."""
        x, node = self.taken(goal, 0)
        shape = self.layout.shape(node)
        if "atom" not in node.kinds or shape.kind not in ("A", "O", "union"):
            raise NotCoveredError(f"{goal.procedure.name}/2 of what may be no atom", goal)
        if shape.kind == "union":
            self.write(f'if ({x}{shape.dot}tag != TAG_ATOM) unsupported("a text that is no atom");')
        return self._text_of(x, node)

    def atom_length(self, goal: ir.Library, after: After) -> None:
        self.given(goal, 0, "I", f"characters({self._text(goal, 0)})")
        after()

    def atom_concat(self, goal: ir.Library, after: After) -> None:
        a, b = self._text(goal, 0), self._text(goal, 1)
        self.given(goal, 0, "O", f"joined({a}, {b})")
        after()

    def concat_list(self, goal: ir.Library, after: After) -> None:
        """atomic_list_concat/2 and, with a separator, /3."""
        pieces = self._pieces(goal)
        if pieces is not None:
            self._concat_pieces(goal, pieces)
            after()
            return
        items, part = self.taken_list(goal, 0)
        between = self._text(goal, 1) if len(goal.arguments) == 2 else ""
        element = part.list_element()
        whole, i = self.local("Text", "s"), self.local("int32_t", "i")
        one = self.local(self.layout.c(element), "t")
        self.write(f'{whole} = (Text){{"", 0}};')
        self.write(f"for ({i} = 0; {i} < {items}.n; {i}++) {{")
        self.write(f"{one} = {items}.p[{i}];")
        text = self._text_of(one, element)
        if between:
            self.write(f"if ({i}) {whole} = text_joined({whole}, {between});")
        self.write(f"{whole} = text_joined({whole}, {text}); }}")
        self.given(goal, 0, "O", f"atom_of({whole})")
        after()

    def _pieces(self, goal: ir.Library) -> list[tuple[ir.Expr, Type]] | None:
        """The items of a list that is written there: each has a type of its own."""
        given = goal.arguments[0]
        if not isinstance(given, ir.MakeList) or given.tail is not None:
            return None
        first = len(goal.arguments)
        places = (self.instance.place(self.clause, goal, first + i) for i in range(len(given.items)))
        return list(zip(given.items, places, strict=True))

    def _concat_pieces(self, goal: ir.Library, pieces: list[tuple[ir.Expr, Type]]) -> None:
        between = self._text(goal, 1) if len(goal.arguments) == 2 else ""
        whole = self.local("Text", "s")
        self.write(f'{whole} = (Text){{"", 0}};')
        for number, (item, node) in enumerate(pieces):
            text = self._text_of(self.named(self.value(item, node), node), node)
            if between and number:
                self.write(f"{whole} = text_joined({whole}, {between});")
            self.write(f"{whole} = text_joined({whole}, {text});")
        self.given(goal, 0, "O", f"atom_of({whole})")

    def characters(self, goal: ir.Library, after: After) -> None:
        """atom_chars/2, atom_codes/2: the characters of an atom or a number."""
        text = self._text(goal, 0)
        node = self.instance.place(self.clause, goal, RESULT)
        part, element = self.layout.list_part(node), node.list_element()
        made, i = self.local(self.layout.c(part), "t"), self.local("int32_t", "i")
        one, left = self.local("Text", "s"), self.local("I", "i")
        self.write(f"{made} = {self.layout.need('room', part)}(characters({text}));")
        self.write(f"for ({i} = 0; {i} < {made}.n; {i}++) {{ text_part({text}, {i}, 1, &{one}, &{left});")
        codes = goal.procedure.name == "atom_codes"
        value = self.wrapped(*(("I", f"code_of_char({one})") if codes else ("O", f"atom_of({one})")), element)
        self.write(f"{made}.p[{i}] = {value}; }}")
        self.given(goal, 0, "L", made)
        after()

    def atom_of(self, goal: ir.Library, after: After) -> None:
        """atom_chars/2, atom_codes/2: the atom of characters or codes."""
        items, part = self.taken_list(goal, 0)
        element = part.list_element()
        if self.layout.shape(element).kind not in ("A", "O", "I"):
            raise NotCoveredError(f"{goal.procedure.name}/2 of what may be no character", goal)
        whole, i = self.local("Text", "s"), self.local("int32_t", "i")
        number = self.layout.shape(element).kind == "I"
        of = f"text_of(char_of_code({items}.p[{i}]))" if number else f"text_of({items}.p[{i}])"
        self.write(f'{whole} = (Text){{"", 0}};')
        self.write(f"for ({i} = 0; {i} < {items}.n; {i}++) {{ code_of_char({of});")
        self.write(f"{whole} = text_joined({whole}, {of}); }}")
        self.given(goal, 0, "O", f"atom_of({whole})")
        after()

    def part_of_atom(self, goal: ir.Library, after: After) -> None:
        """sub_atom/5 where it is known from where on and how long."""
        text, start, size = self._text(goal, 0), self.taken_int(goal, 1), self.taken_int(goal, 2)
        part, left = self.local("Text", "s"), self.local("I", "i")
        self.require(f"text_part({text}, {start}, {size}, &{part}, &{left})")
        self.given(goal, 0, "I", left)
        self.given(goal, 1, "O", f"atom_of({part})")
        after()

    def parts_of_atom(self, goal: ir.Library, after: After) -> None:
        """sub_atom/5: every part, by its start, then by its size."""
        text = self.mark(self.new("text"), "Text")
        self.write(f"{text} = {self._text(goal, 0)};")
        sizes = [self.mark(self.new(stem), "int32_t") for stem in ("all", "start", "size")]
        whole, start, size = sizes
        self.write(f"{whole} = (int32_t)characters({text}); {start} = 0; {size} = -1;")

        def body(i: str) -> None:
            part, left = self.local("Text", "s"), self.local("I", "i")
            self.write(f"if (++{size} > {whole} - {start}) {{ {start}++; {size} = 0; }}")
            self.write(f"(void){i}; text_part({text}, {start}, {size}, &{part}, &{left});")
            for index, number in enumerate((f"(I){start}", f"(I){size}", left)):
                self.given(goal, index, "I", number)
            self.given(goal, 3, "O", f"atom_of({part})")

        self.loop(f"({whole} + 1) * ({whole} + 2) / 2", after, body)

    def upcase(self, goal: ir.Library, after: After) -> None:
        self.given(goal, 0, "O", f"atom_of(text_upper({self._text(goal, 0)}))")
        after()

    def atom_number(self, goal: ir.Library, after: After) -> None:
        text, value = self._atom_text(goal), self.local("I", "i")
        self.require(f"text_integer({text}, &{value})")
        self.given(goal, 0, "I", value)
        after()

    def split_text(self, goal: ir.Library, after: After) -> None:
        """atomic_list_concat/3: the text between separators."""
        between, whole = self._text(goal, 0), self._text(goal, 1)
        node = self.instance.place(self.clause, goal, RESULT)
        part, element = self.layout.list_part(node), node.list_element()
        made, n, at = self.local(self.layout.c(part), "t"), self.local("I", "i"), self.local("I", "i")
        self.write(f'if (!{between}.size) unsupported("an empty separator");')
        found = f"text_found({whole}, {between}, (size_t){at})"
        self.write(f"for ({n} = 1, {at} = 0; ({at} = {found}) >= 0; {at} += (I){between}.size) {n}++;")
        self.write(f"{made} = {self.layout.need('room', part)}({n});")
        end = self.local("I", "i")
        self.write(f"for ({n} = 0, {at} = 0; {n} < {made}.n; {n}++, {at} = {end} + (I){between}.size) {{")
        self.write(f"{end} = {found}; if ({end} < 0) {end} = (I){whole}.size;")
        piece = f"atom_of((Text){{{whole}.text + {at}, (size_t)({end} - {at})}})"
        self.write(f"{made}.p[{n}] = {self.wrapped('O', piece, element)}; }}")
        self.given(goal, 0, "L", made)
        after()

    def code_char(self, goal: ir.Library, after: After) -> None:
        code = self.taken_int(goal, 0)
        if isinstance(goal.results[0], ir.Ignore):
            self.write(f"char_checked({code});")
        else:
            self.given(goal, 0, "O", f"char_of_code({code})")
        after()

    def char_code(self, goal: ir.Library, after: After) -> None:
        self.given(goal, 0, "I", f"code_of_char({self._atom_text(goal)})")
        after()
