"""Whether the programs in SWI-Prolog are still those that were loaded, read where no rule can reach.

Whoever abolishes, redefines or wraps a predicate leaves a trace in its definition, a structure in memory:
the number of its clauses; the generation of its last change; code that begins with a call of the wrapper;
and a list of code that lingers when that has gone. The places depend on the version. So, before any rule is
read, a canary is changed and wrapped, and shows them.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple, TypeAlias

Word = ctypes.c_size_t

Named: TypeAlias = tuple[int, int]
"""A predicate: its functor, and the module in which it is looked up."""

WORDS = 16
"""How many words of a definition are searched for the places."""

CHANGES = 3
"""How often the canary is changed, so that no other word is taken for its generation."""

PIECE = 64
"""How many definitions are copied and compared at once."""


class Places(NamedTuple):
    """Which words of a definition hold what."""

    generation: int
    clauses: int
    lingering: int
    code: int


class Seal:
    """The words of memory to look at, and what has to be there. Made before any rule is read."""

    def __init__(self, core: Any) -> None:
        """`core` is `pyswip.core`, in whose SWI-Prolog the programs have been loaded.

        Raises RuntimeError if this SWI-Prolog keeps its definitions in another way.
        """
        self._core = core
        self._predicate = core._lib["PL_pred"]  # a function of its own, of plain numbers
        self._predicate.argtypes = [Word, Word]
        self._predicate.restype = Word
        self._places, self._wrapper_call = self._seen_at_the_canary()
        self._asked: list[Named] = []
        self._asked_of: list[int] = []
        """The definitions of what is asked of the game, which a name of its may lose for another."""
        self._definitions: dict[int, int] = {}
        """The place of each definition among the parts."""
        self._first = min(self._places)
        self._parts: list[ctypes.Array[Word]] = []
        """The words of each definition from the first place to the last, some others among them."""
        self._part = Word * (max(self._places) + 1 - self._first)
        self._seen: list[bytes] = []
        """What those were when all was right: while they are the same, nothing has changed."""
        self._wrapped: set[int] = set()
        self._wrapped_in_rules: set[int] = set()
        self.extend("programs")
        self._wrapped_by_traces = self._places_of("wrapped_by_traces")

    def extend(self, which: str) -> None:
        """Seal the predicates that `which`/1 of `prolog/support/seal.pl` lists, too, as they are now."""
        listed = self._named(which)
        start = self._first * ctypes.sizeof(Word)
        for definition in map(self._definition, listed):
            if self._definitions.setdefault(definition, len(self._parts)) == len(self._parts):
                self._parts.append(self._part.from_address(definition + start))
        if which == "asked_of_game":
            self._asked = listed
            self._wrapped_in_rules = self._places_of("wrapped_in_rules")
        self.renew()

    def renew(self) -> None:
        """Take what is there now for right."""
        self._asked_of = list(map(self._definition, self._asked))
        seen = self._looked_at()
        for at, now, _ in self._changed(seen):
            if self._is_wrapper(self._word(self._places.code, now)):
                self._wrapped.add(at)
            else:
                self._wrapped.discard(at)
        self._seen = seen

    def intact(self, *, traced: bool, own: bool = False) -> bool:
        """Whether nothing has been changed or wrapped. A search that is `traced` wraps its program itself.

        The trace of an `own` program of the rules file wraps what that asks in the rules, too.
        """
        if list(map(self._definition, self._asked)) != self._asked_of:
            return False
        allowed = self._wrapped_by_traces if traced else set()
        if own:
            allowed = allowed | self._wrapped_in_rules
        seen = self._looked_at()
        if any(at not in allowed and self._is_tampered(at, *words) for at, *words in self._changed(seen)):
            return False
        self._seen = seen
        return True

    def _is_tampered(self, at: int, now: bytes, before: bytes) -> bool:
        """Whether the difference is more than code, which is made when it is first called, too."""
        places = self._places
        counts = (places.generation, places.clauses, places.lingering)
        if any(self._word(place, now) != self._word(place, before) for place in counts):
            return True
        return self._is_wrapper(self._word(places.code, now)) is not (at in self._wrapped)

    def _looked_at(self) -> list[bytes]:
        """The parts as they are, in pieces: memory for all in one would be got from the system each time."""
        parts = self._parts
        return [b"".join(parts[at : at + PIECE]) for at in range(0, len(parts), PIECE)]

    def _changed(self, seen: Sequence[bytes]) -> Iterator[tuple[int, bytes, bytes]]:
        """The places of the parts that are not what they were, and the words of each now and before."""
        size = ctypes.sizeof(self._part)
        for number, (now, before) in enumerate(zip_longest(seen, self._seen, fillvalue=b"")):
            if now != before:
                for at in range(0, len(now), size):
                    one, other = now[at : at + size], before[at : at + size]
                    if one != other:
                        yield number * PIECE + at // size, one, other

    def _word(self, place: int, part: bytes) -> int:
        at = (place - self._first) * ctypes.sizeof(Word)
        return int.from_bytes(part[at : at + ctypes.sizeof(Word)], sys.byteorder)

    def _is_wrapper(self, code: int) -> bool:
        return Word.from_address(code).value == self._wrapper_call

    def _seen_at_the_canary(self) -> tuple[Places, int]:
        """The places, and what code begins with that calls a wrapper."""
        (canary,) = self._listed("canaries")
        self._call("canary_changed", 1)
        seen = [(self._generation_of_the_canary(), self._words(canary)) for _ in range(CHANGES)]
        generation = [at for at in range(WORDS) if all(words[at] == number for number, words in seen)]
        first = seen[0][1]
        clauses = [
            at
            for at in range(WORDS)
            if at not in generation
            and all(words[at] == first[at] + more for more, (_, words) in enumerate(seen))
        ]
        before = self._words(canary)
        self._call("wrapped_canary", 0)
        wrapped = self._words(canary)
        code = [at for at in range(WORDS) if wrapped[at] != before[at]]
        wrapper_call = Word.from_address(wrapped[code[0]]).value if code else 0
        self._call("unwrapped_canary", 0)
        after = self._words(canary)
        lingering = [at for at in range(WORDS) if before[at] == wrapped[at] == 0 != after[at]]
        found = (generation, clauses, lingering, code)
        if any(len(places) != 1 for places in found) or after[code[0]] != before[code[0]]:
            raise RuntimeError("the definitions of predicates are not where they are known to be")
        return Places(*(place for (place,) in found)), wrapper_call

    @staticmethod
    def _words(definition: int) -> Sequence[int]:
        return list((Word * WORDS).from_address(definition))

    # Asking prolog/support/seal.pl, before any rule can have changed it

    def _generation_of_the_canary(self) -> int:
        core = self._core
        frame = core.PL_open_foreign_frame()
        generation = ctypes.c_long()
        core.PL_get_long(self._call("canary_changed", 1), ctypes.byref(generation))
        core.PL_discard_foreign_frame(frame)
        return generation.value

    def _listed(self, name: str) -> set[int]:
        """The addresses of the definitions of the predicates that name/1 lists."""
        return set(map(self._definition, self._named(name)))

    def _places_of(self, name: str) -> set[int]:
        """The places among the parts of the predicates that name/1 lists."""
        return {self._definitions[one] for one in self._listed(name) & self._definitions.keys()}

    def _definition(self, named: Named) -> int:
        """The address of the definition that a functor has in a module now."""
        return Word.from_address(self._predicate(*named)).value

    def _named(self, name: str) -> list[Named]:
        """The predicates, as Module:Head, that name/1 lists."""
        core = self._core
        frame = core.PL_open_foreign_frame()
        rest = self._call(name, 1)
        head, plain = core.PL_new_term_ref(), core.PL_new_term_ref()
        module, functor = core.module_t(), core.functor_t()
        to_module, to_functor = ctypes.byref(module), ctypes.byref(functor)
        next_head, strip, get_functor = core.PL_get_list, core._lib.PL_strip_module, core.PL_get_functor
        found = []
        while next_head(rest, head, rest):
            module.value = 0
            strip(head, to_module, plain)
            get_functor(plain, to_functor)
            found.append((functor.value or 0, module.value or 0))
        core.PL_discard_foreign_frame(frame)
        return found

    def _call(self, name: str, arity: int) -> int:
        """Call a predicate of `seal.pl`; its first argument."""
        core = self._core
        arguments: int = core.PL_new_term_refs(arity)
        predicate = core.PL_predicate(name.encode(), arity, b"pydecl_seal")
        if not core.PL_call_predicate(None, core.PL_Q_NORMAL, predicate, arguments):
            raise RuntimeError(f"{name}/{arity} failed")
        return arguments
