"""What is wrong where the parser stops, said from the last things that it understood."""

from __future__ import annotations

import re
import unicodedata
from enum import Enum

from pydecl.model.term import Atom
from pydecl.rules.catalogue import syntax as codes
from pydecl.rules.finding import Code, place
from pydecl.rules.literals import LiteralError
from pydecl.rules.stacks import Open, Stacks, Waiting
from pydecl.rules.syntax import Constant, Node, Span, Structure
from pydecl.rules.tokens import ILLEGAL, Token


class Resume(Enum):
    """Where the next clause begins after a fault."""

    STOP = "behind the next full stop"
    HERE = "at the current token"
    BEHIND = "behind the current token"
    LINE = "at the next line that looks like a clause"
    NOWHERE = "there is none"


class Complaint(Exception):  # noqa: N818 (it is a finding still without its file)
    """A fault at a span; `complete` says that what stands before it is a whole clause all the same."""

    def __init__(
        self,
        code: Code,
        at: Span | Token,
        message: str,
        remedy: str = "",
        resume: Resume = Resume.STOP,
        complete: bool = False,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.span = Span(at.start, at.end)
        self.message = message
        self.remedy = remedy
        self.resume = resume
        self.complete = complete


_LONG = re.compile(r"(?<!\\)\n")

_CLOSING = {"(": ")", "[": "]", "{": "}"}

_MEANT = {
    **dict.fromkeys(("<-", "<--", ":--", ":"), ":-"),
    **dict.fromkeys(("!=", "<>"), "\\= or =\\="),
    **dict.fromkeys(("=!", "/="), "\\="),
    **dict.fromkeys(("&", "&&"), ","),
    **dict.fromkeys(("+=", "-=", "++"), "is with a new variable"),
    "->>": "->",
    "<=": "=<",
    "===": "==",
    "!==": "\\==",
    "=:": ":=",
    "~": "\\+",
    "|": ";",
    "!": "\\+, or a comma before the cut",
}
"""What may be meant by what is not an operator."""

_NECKS = (":-", "-->", "=>")


def is_long(text: str) -> bool:
    """Whether a text in quotes goes on in another line without saying so."""
    return _LONG.search(text) is not None


def _shown(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 30 else text[:30] + "…"


def _found(parser: Stacks) -> str:
    token = parser.token
    if token is None:
        return "the end of the file"
    return "the full stop" if token.kind == "END" else _shown(parser.text[token.start : token.end])


def _begins_line(text: str, at: int) -> bool:
    return at == 0 or text[at - 1] == "\n"


def _bracket(opened: Open) -> Span:
    """Where the bracket of an open term stands."""
    if opened.name is None:
        return Span(opened.start, opened.start + 1)
    return Span(opened.where.end, opened.where.end + 1)


def place_text(text: str, at: int) -> str:
    """Line and column of an offset, as in 3:14."""
    return ":".join(map(str, place(text, at)))


def unclosed(parser: Stacks, opened: Open, resume: Resume) -> Complaint:
    """An opening bracket without its closing one."""
    bracket = opened.bracket
    owner = f" of {_shown(opened.name)}" if opened.name else ""
    message = f"the {bracket}{owner} is not closed: expected {_CLOSING[bracket]}, found {_found(parser)}"
    return Complaint(codes.UNCLOSED_BRACKET, _bracket(opened), message, resume=resume)


def stray(parser: Stacks, token: Token) -> Complaint:
    """A closing bracket that does not close what is open."""
    char = parser.text[token.start]
    opened = parser.opened
    if any(_CLOSING[one.bracket] == char for one in opened):
        return unclosed(parser, opened[-1], Resume.STOP)
    message = f"the {char} closes nothing"
    if opened:
        place = place_text(parser.text, _bracket(opened[-1]).start)
        message = (
            f"expected {_CLOSING[opened[-1].bracket]} for the {opened[-1].bracket} at {place}, found {char}"
        )
    return Complaint(codes.STRAY_BRACKET, token, message)


def unexpected_end(parser: Stacks, token: Token) -> Complaint:
    """A full stop within brackets, or without a clause before it."""
    if parser.opened:
        return unclosed(parser, parser.opened[-1], Resume.STOP)
    return Complaint(codes.MISSING_TERM, token, "a full stop without a clause before it", "delete it")


def no_end(parser: Stacks) -> Complaint:
    """The end of the file within a clause."""
    if parser.opened:
        return unclosed(parser, parser.opened[-1], Resume.NOWHERE)
    return _no_stop(parser, "at the end of the file", Resume.NOWHERE)


def _no_stop(parser: Stacks, where: str, resume: Resume) -> Complaint:
    end = parser.before.end if parser.before else 0
    message = f"a full stop is missing {where}"
    return Complaint(codes.MISSING_STOP, Span(end, end + 1), message, resume=resume, complete=True)


def bad_token(parser: Stacks, token: Token) -> Complaint:
    """What is no token of Prolog."""
    if token.kind == "UNCLOSED_COMMENT":
        return _unclosed_comment(parser.text, token)
    char = parser.text[token.start]
    if token.kind == "UNCLOSED_QUOTE":
        return unclosed_quote(token.start, char)
    return Complaint(codes.ILLEGAL_CHARACTER, token, f"the character {char_name(char)} is outside quotes")


def _unclosed_comment(text: str, token: Token) -> Complaint:
    message = f"unterminated comment opened at {place_text(text, token.start)}"
    within = text.find("/*", token.end)
    remedy = ""
    if 0 <= within < text.find("*/", token.end):
        remedy = f"SWI-Prolog has comments within comments: close the one at {place_text(text, within)}, too"
    return Complaint(codes.UNCLOSED_COMMENT, token, message, remedy, Resume.NOWHERE)


def unclosed_quote(at: int, quote: str) -> Complaint:
    """A quote without its second one."""
    message = f"the quote {quote} is not closed"
    return Complaint(codes.UNCLOSED_QUOTE, Span(at, at + 1), message, resume=Resume.LINE)


def char_name(char: str) -> str:
    """A character's code and name, as in U+200B (zero width space)."""
    name = unicodedata.name(char, "").lower()
    return f"U+{ord(char):04X}" + (f" ({name})" if name else "")


def bad_literal(code: Code, token: Token, error: LiteralError) -> Complaint:
    """A number that stands for none, or an escape that stands for no character."""
    start = token.start + error.at
    return Complaint(code, Span(start, start + error.length), str(error))


def split_number(token: Token, text: str) -> Complaint:
    """A number with a blank in it."""
    message = f"{_shown(text)} is read as one number, {_shown(text.replace(' ', ''))}"
    return Complaint(codes.SPLIT_NUMBER, token, message)


def too_deep(token: Token) -> Complaint:
    """One bracket more than may be open."""
    return Complaint(codes.TOO_DEEP, token, f"term nested deeper than {codes.NESTING:,}")


def dictionary(parser: Stacks, token: Token) -> Complaint:
    """A brace right behind a name or a variable."""
    name = _shown(parser.text[token.start : token.end])
    message = f"{name}{{ begins a dictionary of SWI-Prolog: dictionaries are not supported here"
    remedy = f"put a blank between {name} and the brace" if token.kind == "SYMBOL" else ""
    return Complaint(codes.DICTIONARY, Span(token.start, token.end + 1), message, remedy)


def dot(parser: Stacks, token: Token) -> Complaint:
    """A dot that ends no clause, between two terms."""
    text, before = parser.text, parser.before
    if before is not None and before.kind == "VARIABLE" and text[token.end : token.end + 1].islower():
        name = text[before.start : before.end]
        message = f"{name}. asks a dictionary of SWI-Prolog: dictionaries are not supported here"
        remedy = "put a blank after the dot if it ends the clause; else use arg/3 or a list"
        return Complaint(codes.DICTIONARY, token, message, remedy)
    message = "a full stop without a blank after it"
    if parser.opened:
        return Complaint(codes.STOP_WITHOUT_SPACE, token, message)
    return Complaint(codes.STOP_WITHOUT_SPACE, token, message, resume=Resume.BEHIND, complete=True)


def missing_term(parser: Stacks, token: Token) -> Complaint:
    """A comma, a bar or a closing bracket where a term is due."""
    return Complaint(codes.MISSING_TERM, token, f"expected a term, found {_found(parser)}")


def after_tail(token: Token) -> Complaint:
    """A comma or a bar behind the tail of a list."""
    message = "expected ] after the tail of the list: one term follows the bar"
    return Complaint(codes.STRAY_BRACKET, token, message, "close the list after its tail")


def missing_operand(parser: Stacks) -> Complaint:
    """An operator that lacks the operand to its right."""
    operator, _, start, end = parser.waiting[-1]
    message = f"expected a term after {operator.name}, found {_found(parser)}"
    return Complaint(codes.MISSING_TERM, Span(start, end), message)


def clash(parser: Stacks, waiting: Waiting) -> Complaint:
    """An operator whose operand has too high a priority."""
    operator, needs, start, end = waiting
    right = parser.out[-1]
    if operator.name in _NECKS and isinstance(right.node, Structure) and right.node.name in _NECKS:
        stop = _stop_before(parser.text, right.node)
        if stop is not None:
            return stop
    fault = right if operator.right >= 0 and right.priority > operator.right else parser.out[-needs]
    wanted = operator.right if fault is right and operator.right >= 0 else operator.left
    inner = (
        fault.node.name if isinstance(fault.node, Structure) else _shown(parser.text[fault.start : fault.end])
    )
    side = "right" if fault is right and start < fault.start else "left"
    message = (
        f"{operator.name} takes an operand of priority {wanted} at most on its {side}, "
        f"but {inner} has {fault.priority}"
    )
    hint = ""
    if "=>" in (operator.name, inner):
        hint = "greater or equal is written >="
    return Complaint(codes.CLASH, Span(start, end), message, hint)


def _stop_before(text: str, rule: Structure) -> Complaint | None:
    """The full stop that seems to be missing before the head of a rule within another one."""
    head: Node = rule.args[0]
    comma: Span | None = None
    while isinstance(head, Structure) and head.name == "," and len(head.args) == 2:
        comma, head = head.functor, head.args[1]
    if comma is not None and _begins_line(text, head.span.start):
        name = _shown(text[head.span.start : head.span.end])
        message = f"a comma where a full stop seems to be meant: the rule of {name} begins on the next line"
        return Complaint(codes.MISSING_STOP, comma, message, "replace the comma with a full stop")
    if _begins_line(text, rule.functor.start):
        end = head.span.end
        message = f"a full stop is missing before {rule.name} on the next line"
        return Complaint(codes.MISSING_STOP, Span(end, end + 1), message)
    return None


def no_operator(parser: Stacks, token: Token) -> Complaint:
    """A token that is not an operator, where one is due."""
    if token.kind in (ILLEGAL, "UNCLOSED_QUOTE", "UNCLOSED_COMMENT"):
        return bad_token(parser, token)
    text, before = parser.text, parser.before
    assert before is not None
    if token.kind in ("NAME", "QUOTED") and _begins_line(text, token.start):
        if parser.opened:
            return unclosed(parser, parser.opened[-1], Resume.HERE)
        return _no_stop(parser, f"before {_found(parser)} on the next line", Resume.HERE)
    name, found = text[before.start : before.end], text[token.start : token.end]
    if name.startswith("//") and before.kind == "SYMBOL":
        message = "// begins no comment in Prolog"
        return Complaint(codes.NO_OPERATOR, before, message, "write % for //", Resume.LINE)
    bare = _is_bare(parser, before)
    if bare and name == "not":
        message = "not is not an operator in SWI-Prolog"
        return Complaint(codes.NOT_WITHOUT_OPERATOR, before, message)
    if found == "(" and before.kind == "VARIABLE" and before.end == token.start:
        message = f"{_shown(name)} begins with a capital letter: a variable has no arguments"
        remedy = f"write {name[0].lower()}{name[1:]}( or put the name in quotes" if name[0] != "_" else ""
        return Complaint(codes.CAPITAL_FUNCTOR, before, message, remedy)
    if found == "(" and bare:
        message = f"{_shown(name)} is separated from its parenthesis"
        return Complaint(codes.SPACE_BEFORE_ARGUMENTS, before, message)
    if token.kind in ("SYMBOL", "SOLO"):
        return _unknown_operator(text, token)
    if bare and token.kind != "PUNCTUATION" and "\n" not in text[before.end : token.start]:
        message = f"neither {_shown(name)} nor {_shown(found)} is an operator"
        return Complaint(codes.NO_OPERATOR, before, message)
    message = f"expected a comma or an operator before {_shown(found)}"
    return Complaint(codes.MISSING_COMMA, token, message)


def _is_bare(parser: Stacks, before: Token) -> bool:
    """Whether the last operand is an atom that is no more than the token before."""
    node = parser.out[-1].node
    return (
        isinstance(node, Constant)
        and isinstance(node.value, Atom)
        and before.kind == "NAME"
        and node.span.start == before.start
    )


def _unknown_operator(text: str, token: Token) -> Complaint:
    end = token.end
    while text[end : end + 1] in ("=", ">"):
        end += 1
    found = text[token.start : end]
    meant = _MEANT.get(found) or _MEANT.get(text[token.start : token.end])
    message = f"{_shown(found)} is not an operator"
    remedy = f"did you mean {meant}? Otherwise declare it with :- op(700, xfx, {found})" if meant else ""
    return Complaint(codes.NO_OPERATOR, Span(token.start, end), message, remedy)
