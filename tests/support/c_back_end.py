"""Rules compiled to C, loaded into this process."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

from differential import SOLUTIONS, PrologError, key_of
from swi_solutions import goals_of

from pydecl.compiler import ir
from pydecl.compiler.c.program import CText, compile_c
from pydecl.compiler.c.type_inference import Argument
from pydecl.compiler.compile import compile_normal, compile_rules
from pydecl.compiler.frontend.loaded import as_loaded
from pydecl.engines.native.building import Compiler, build
from pydecl.engines.native.serialisation import Answer, End, decoded, request
from pydecl.engines.native.worker import Call
from pydecl.errors import LimitError
from pydecl.loading.consulting import consult
from pydecl.model.interpreter import deep_recursion
from pydecl.model.term import Compound, Term
from pydecl.rules.syntax import RulesText

ARENA = 64 << 20
STACK = 4 << 20

_free = ctypes.CDLL(None).free
_free.argtypes = [ctypes.c_void_p]


class Library:
    """The functions of an object."""

    def __init__(self, text: str, compiler: Compiler | None = None) -> None:
        self.loaded = ctypes.CDLL(str(build(text, compiler=compiler, flags=("-O1", "-w"))))

    def call(self, function: str, data: bytes, *, stop: bool = False) -> bytes:
        """What a function of the object writes; with `stop` its time is over when it first looks."""
        found = self.loaded[function]
        found.argtypes, found.restype = [ctypes.POINTER(Call)], ctypes.c_int
        call = Call(request=data, request_size=len(data), stack_room=STACK, stop=stop)
        try:
            status = found(ctypes.byref(call))
            assert status == 0, status
            return ctypes.string_at(call.reply, call.reply_size)
        finally:
            _free(call.reply)


class ProgramC:
    """A program in C; it is compiled again where an argument does not fit into its types."""

    def __init__(self, program: ir.Program, compiler: Compiler | None = None) -> None:
        self.compiler = compiler
        self.program = program
        self.examples: dict[Argument, list[Term]] = {}

    def note(self, key: ir.Key, arguments: Sequence[Term]) -> None:
        """The types of an entry have a place for these arguments."""
        places = [index for index, mode in enumerate(key.mode) if mode == "+"]
        for index, argument in zip(places, arguments, strict=True):
            self.examples.setdefault((key, index), []).append(argument)

    def noted(self, key: ir.Key, arguments: Sequence[Term]) -> bool:
        """Whether the types have been made for these arguments."""
        places = [index for index, mode in enumerate(key.mode) if mode == "+"]
        pairs = zip(places, arguments, strict=True)
        return all(argument in self.examples.get((key, index), ()) for index, argument in pairs)

    @cached_property
    def compiled(self) -> CText:
        with deep_recursion():  # as in a worker
            return compile_c(self.program, examples=self.examples)

    @cached_property
    def library(self) -> Library:
        return Library(self.compiled.text, self.compiler)

    def make_again(self) -> None:
        """Compile it with what is noted by now, when it is asked."""
        del self.compiled, self.library

    @property
    def refusals(self) -> Mapping[ir.Key, ir.Refusal]:
        return self.compiled.refusals

    def solutions(
        self, key: ir.Key, arguments: Sequence[Term], most: int = SOLUTIONS
    ) -> Iterator[tuple[Term, ...]]:
        data = request(ARENA, self.compiled.entries[key], most, arguments)
        answer = Answer(self.library.call("pydecl_solve", data))
        if answer.end is End.FOREIGN and not self.noted(key, arguments):
            self.note(key, arguments)
            self.make_again()
            answer = Answer(self.library.call("pydecl_solve", data))
        yield from answer.terms(key.mode.count("-"))
        if answer.end is End.ERROR:
            raise PrologError(Compound("error", (_term(answer.error), _term(answer.error))))
        if answer.end is End.THROWN:
            raise PrologError(_term(answer.error))
        if answer.end is not End.OK:
            raise LimitError(f"{answer.end.name}: {answer.reason}")


def _term(data: bytes) -> Term:
    return decoded(data)[0]


class LoadedC(ProgramC):
    """A rules file in C, with places for the arguments of the questions that stand in it."""

    def __init__(self, rules: RulesText, entries: Sequence[ir.Key], compiler: Compiler | None = None) -> None:
        super().__init__(_program(rules, entries), compiler)
        for line in rules.text.splitlines():
            if line.startswith("%?"):
                for goal in goals_of([line.removeprefix("%?").strip()]):
                    self.note(key_of(goal), goal.inputs)


GAME = "\ninitial(a).\nmoves(a, [b]).\nmax_to_move(a).\nmin_to_move(b).\nstaticval(b, 1).\n"


def _program(rules: RulesText, entries: Sequence[ir.Key]) -> ir.Program:
    """The program of a text; what its terms are expanded to SWI-Prolog is asked, as it is of each game."""
    if "term_expansion(" not in rules.text:
        return compile_rules(rules, entries)
    with TemporaryDirectory() as folder:
        file = Path(folder) / rules.file
        file.write_text(rules.text + GAME, encoding="utf-8")
        with consult(file) as game:
            return compile_normal(as_loaded(rules.text + GAME, str(file), {}, game.loaded), entries)


class CBackEnd:
    """The C back end."""

    name = "c"

    def __init__(self, compiler: Compiler | None = None) -> None:
        """`compiler` is the first that works where none is given."""
        self.compiler = compiler

    def load(self, rules: RulesText, entries: Sequence[ir.Key]) -> LoadedC:
        loaded = LoadedC(rules, entries, self.compiler)
        assert loaded.library  # what cannot be built is told here
        return loaded
