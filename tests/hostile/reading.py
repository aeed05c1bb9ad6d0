"""Texts that are badly encoded, badly written, or too much."""

from hostile.case import GAME, MOVERS, VALUES, Case
from pydecl.errors import Exit

REFUSED = (Exit.BAD_INPUT,)


def refused(text: str | bytes, says: str) -> Case:
    return Case(text, REFUSED, says)


def added(clause: str, says: str) -> Case:
    """The game with one clause more, which is wrong, on line 4."""
    return refused(GAME + clause + "\n", r":4:(\d+:)? .*" + says)


ENCODINGS = {
    "Latin-1": Case(b"% caf\xe9\n" + GAME.encode(), says=""),
    "UTF-16LE without its mark": refused(GAME.encode("utf-16-le"), "NUL|not a text file"),
    "UTF-16BE without its mark": refused(GAME.encode("utf-16-be"), "NUL|not a text file"),
    "UTF-16BE": Case(b"\xfe\xff" + GAME.encode("utf-16-be")),
    "UTF-16BE with half a character": refused(
        b"\xfe\xff" + GAME.encode("utf-16-be") + b"%", r":\d+:\d+: .*middle"
    ),
    "UTF-32BE": refused(b"\0\0\xfe\xff" + GAME.encode("utf-32-be"), "not a text file"),
    "a lone surrogate": Case(b"% \xed\xa0\x80\n" + GAME.encode(), says=""),
    "overlong UTF-8": Case(b"% \xc0\xaf\n" + GAME.encode(), says=""),
    "UTF-8 that ends too early": Case(GAME.encode() + b"% \xe2\x82", says=""),
    "two byte order marks": Case("\ufeff\ufeff" + GAME),
    "form feeds and vertical tabs": Case(GAME.replace("\n", "\n\f\v")),
    "no line at the end": Case(GAME.rstrip()),
    "all three kinds of line ends": Case(GAME.replace("\n", "\r\n", 1).replace(".\nst", ".\rst")),
    "a line of a megabyte": Case("%" + "x" * 1_000_000 + "\n" + GAME),
    "a clause on a line of a megabyte": Case(f"long('{'x' * 1_000_000}'). " + GAME),
    "a directive for another encoding": Case(":- encoding(utf8).\n" + GAME),
    "a script's first line": Case("#!/usr/bin/env swipl\n" + GAME),
    "atoms beyond the first plane": Case(
        GAME.replace("[b,c]", "[b,'😀']") + "staticval('😀', 3). min_to_move('😀').", value=3
    ),
    "names in other alphabets": Case(GAME.replace("(b", "(été").replace("[b", "[été") + "ζ(ж)."),
    "curly quotes": added("staticval(‘d’, 1).", ""),
    "full-width brackets": added("staticval（d, 1）.", ""),
    "a control character": added("staticval(d\x01, 1).", "[Ii]llegal|P0"),
    "the mark of the end of a DOS file": added("\x1a", ""),
}

SYNTAX = {
    "no full stop after the first clause": refused(GAME.replace(".\n", "\n", 1), r":[12]:\d+: .*(yntax|P0)"),
    "no full stop in the middle": refused(GAME.replace("(b). ", "(b) "), r":2:\d+: .*(yntax|P0)"),
    "an open quote in the first clause": refused(GAME.replace("[b", "['b", 1), r":1:\d+: "),
    "an open back quote": added("staticval(`d, 1).", "quote|end of"),
    "a number as a clause": added("3.", ""),
    "a number as a goal": added("staticval(d, V) :- V = 1, 2.", ""),
    "a character that is cut off": added("x(0'", ""),
    "an octal escape without an end": Case(GAME + r"x('\12z')."),
    "a comment in a comment": Case("/* /* */ */\n" + GAME),
    "a hundred errors": refused("staticval(d 1).\n" * 100 + GAME, r":1:\d+.*:100:\d+"),
    "tricky quotes that are fine": Case(
        GAME + "x(0'a, 0''', 0'\\n, '/* no', \"% no\", 'it''s', `%`, '\\'', \"\"\"\", 0' ).\n"
    ),
    "comments around everything": Case("/**/" + GAME.replace("(", "(/* ( */") + "% /*\n"),
    "brackets without end, as a list": refused(GAME + "x(" + "[" * 50_000 + "]" * 50_000 + ").", "deeper"),
    "brackets without end, as braces": refused(GAME + "x(" + "{" * 50_000 + "}" * 50_000 + ").", "deeper"),
    "minus signs without end": Case(GAME + "x(" + "- " * 200_000 + "a).", (Exit.FINE, Exit.BAD_INPUT)),
    "pluses without end": Case(
        GAME + "x(" + "1+" * 200_000 + "1).", (Exit.FINE, Exit.BAD_INPUT, Exit.LIMIT), time=5
    ),
    "powers without end": Case(GAME + "x(" + "2^" * 200_000 + "1).", (Exit.FINE, Exit.BAD_INPUT)),
    "a number of 100,000 digits": Case(GAME + f"x({'7' * 100_000})."),
    "a number that takes too long to read": Case(GAME + f"x({'7' * 1_000_000}).", (Exit.LIMIT,), time=1),
    "an atom of a million letters": Case(GAME + f"x({'a' * 1_000_000})."),
    "a variable of a million letters": Case(GAME + f"x(X{'a' * 1_000_000})."),
    "100,000 variables": Case(GAME + f"x([{','.join(f'X{n}' for n in range(100_000))}])."),
    "10,000 arguments": Case(GAME + f"x(f({','.join(['a'] * 10_000)}))."),
    "10,000 arguments of a predicate": added(f"x({','.join(['a'] * 10_000)}).", "max_procedure_arity"),
    "100,000 operators": Case("".join(f":- op(700, xfx, op{n}).\n" for n in range(100_000)) + GAME, time=20),
    "an operator of the bar": added(":- op(200, xfy, '|').", "permission|P4"),
    "an operator of an empty list": Case(GAME + ":- op(200, xfy, []).\n"),
    "no more clauses with bodies": refused(GAME + ":- op(0, xfx, :-).\nx(a) :- true.\n", r":5:\d+: "),
}

ODDITIES = {
    "a redefined built-in": added("atom_length(_, 0).", "permission|atom_length"),
    "a clause of true": added("true :- fail.", "permission|true"),
    "a clause of the comma": added("(a, b) :- c.", "permission|P4|P0"),
    "a directive that fails": Case(GAME + ":- fail.\n"),
    "a directive that throws": added(":- X is foo + 1, X > 0.", "foo"),
    "a directive with a ball of its own": added(":- throw(my(ball)).", r"raised the exception my\(ball\)"),
    "a directive with a variable": added(":- X.", ""),
    "a directive with a number": added(":- 3.", ""),
    "a file without staticval but with a typo": refused(
        "moves(a, [b,c]).\n" + MOVERS + VALUES.replace("staticval", "statcval"), "staticval/2"
    ),
    "a file that unloads itself": Case(GAME + ":- initialization(unload_file('game.pl')).\n"),
    "moves told in three places": Case(
        "moves(a, [b,c]).\nx.\n:- discontiguous moves/2.\nmoves(d, [b]).\n" + MOVERS + VALUES
    ),
    "a dynamic moves/2 without clauses": Case(
        ":- dynamic moves/2.\n" + MOVERS + "staticval(a, 7).\n", value=7
    ),
    "own operators in positions": Case(
        ":- op(700, xfx, ==>).\nmoves(a, [x ==> y]).\nmax_to_move(a). min_to_move(_ ==> _).\n"
        "staticval(x ==> y, 4).\n",
        value=4,
    ),
    "a condition that holds": Case(":- if(true).\n" + GAME + ":- else.\nmoves(a, [b]).\n:- endif.\n"),
    "a condition that is never closed": refused(":- if(true).\n" + GAME, ""),
    "an end of no condition": added(":- endif.", ""),
    "the end of the file in the middle": Case(GAME + "end_of_file.\nmoves(a, [b]). this is no Prolog\n"),
}

CASES = ENCODINGS | SYNTAX | ODDITIES
