"""What a program of the intermediate language means: a slow and simple interpreter, apart from all back ends.

Each pass must keep what it says, and each back end is compared with it and with SWI-Prolog. It shares nothing
with them: neither values nor arithmetic, neither the order of terms nor the library.

>>> from pydecl.compiler import ir
>>> from pydecl.compiler.compile import compile_rules
>>> from pydecl.compiler.ir.interpreter.interpreting import Interpreter
>>> from pydecl.rules.reader import read_rules
>>> rules = read_rules("moves(N, L) :- findall(M, (member(T, [1,2,3]), T =< N, M is N - T), L).", "nim.pl")
>>> program = compile_rules(rules)
>>> list(Interpreter(program).solutions(ir.Key("moves", "+-"), [2]))
[(('[|]', 1, ('[|]', 0, ('[|]',))),)]
"""
