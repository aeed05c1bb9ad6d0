// Prolog for the editor: what each piece of a text is, and where a line begins.

import { LanguageSupport, StreamLanguage, tags } from "./vendor/codemirror.js";

const COMMENT_MARK = /\/\*|\*\//g;
const NUMBER =
  /^(?:0'(?:\\x[\da-fA-F]+\\?|\\[0-7]+\\?|\\.|''|[^\\'])|0x[\da-fA-F]+|0o[0-7]+|0b[01]+|\d+'[\da-zA-Z]+|\d+(?:(?:_ *| )\d+)*(?:r\d+|\.\d+(?:[eE][+-]?\d+|Inf|NaN)?|[eE][+-]?\d+)?|\p{Nd}+)/u;
const VARIABLE = /^[\p{Lu}\u2160-\u216f_][\p{L}\p{M}\p{N}_]*/u;
const ATOM = /^\p{L}[\p{L}\p{M}\p{N}_]*/u;
const SYMBOLS = /^(?:[-+*/\\^<>=~:.?@#&$]|(?![\0-\x7f])[\p{S}\p{P}])+/u;
const CODE = /^(?:x[\da-fA-F]+|[0-7]+)\\?/;
const FULL_STOP = /^\.(?=\s|%|$)/;
const NECKS = new Set([":-", "-->", "?-", "=>"]);
const WORDS = new Set(["is", "mod", "rem", "div", "rdiv", "xor", "divmod"]);
const CLOSING = { ")": "(", "]": "[", "}": "{" };

/** What stands on the column of the bracket before it, as `;` does in ( a ; b ). */
const ALIGNED = /^\s*(?:->|\*->|[;|)\]}])/;

const PLACES = { CLAUSE: 0, DIRECTIVE: 1, HEAD: 2, BODY: 3 };

/** `depth` is that of comments within comments, `open` the brackets, `quote` the quote that is open. */
const startState = () => ({ place: PLACES.CLAUSE, depth: 0, quote: "", open: [] });

function token(stream, state) {
  if (state.depth) return comment(stream, state);
  if (state.quote) return quoted(stream, state);
  if (stream.eatSpace()) return null;
  if (stream.match("%")) {
    stream.skipToEnd();
    return "comment";
  }
  if (stream.match("/*")) {
    state.depth = 1;
    return comment(stream, state);
  }
  if (stream.match(FULL_STOP)) {
    state.place = PLACES.CLAUSE;
    state.open = [];
    return "end";
  }
  const { place } = state;
  if (place === PLACES.CLAUSE) state.place = PLACES.HEAD;
  if (stream.match(NUMBER)) return "number";
  if (stream.match(VARIABLE)) return "variableName";
  if (stream.match(ATOM)) return word(stream.current(), place, state);
  if (stream.match(SYMBOLS)) return operator(stream.current(), place, state);
  return other(stream, place, state);
}

function comment(stream, state) {
  while (state.depth) {
    COMMENT_MARK.lastIndex = stream.pos;
    const mark = COMMENT_MARK.exec(stream.string);
    if (!mark) {
      stream.skipToEnd();
      break;
    }
    stream.pos = COMMENT_MARK.lastIndex;
    state.depth += mark[0] === "/*" ? 1 : -1;
  }
  return "comment";
}

function quoted(stream, state) {
  const kind = state.quote === "'" ? "quoted" : "string";
  for (let one = stream.next(); one !== undefined; one = stream.next()) {
    if (one === "\\") stream.match(CODE) || stream.next();
    else if (one === state.quote && !stream.eat(one)) {
      state.quote = "";
      break;
    }
  }
  return kind;
}

function word(name, place, state) {
  if (place === PLACES.CLAUSE) return "head";
  if (place === PLACES.DIRECTIVE) {
    state.place = PLACES.BODY;
    return "directive";
  }
  return WORDS.has(name) ? "word" : "atom";
}

function operator(name, place, state) {
  if (!NECKS.has(name) || state.open.length) return "operator";
  state.place = place === PLACES.CLAUSE ? PLACES.DIRECTIVE : PLACES.BODY;
  return "neck";
}

function other(stream, place, state) {
  const before = stream.string[stream.pos - 1];
  const one = stream.next();
  if ("'\"`".includes(one)) {
    state.quote = one;
    const kind = quoted(stream, state);
    return place === PLACES.CLAUSE && kind === "quoted" ? "head" : kind;
  }
  if ("([{".includes(one)) {
    const isCall = one === "(" && /[\p{L}\p{N}_']/u.test(before ?? "");
    state.open = [...state.open, { one, column: isCall ? stream.indentation() : stream.column() }];
    return "bracket";
  }
  if (one in CLOSING) {
    const at = state.open.findLastIndex((open) => open.one === CLOSING[one]);
    if (at >= 0) state.open = state.open.slice(0, at);
    return "bracket";
  }
  if (one === "!") return "cut";
  return ",;|".includes(one) ? "operator" : null;
}

/** How far a line is indented that begins with `after`. */
function indent({ place, depth, quote, open }, after, { unit }) {
  if (depth || quote) return null;
  if (open.length) return open.at(-1).column + (ALIGNED.test(after) ? 0 : unit);
  return place === PLACES.CLAUSE ? 0 : unit;
}

const prolog = StreamLanguage.define({
  name: "prolog",
  startState,
  token,
  indent,
  tokenTable: {
    head: tags.definition(tags.function(tags.variableName)),
    directive: tags.meta,
    neck: tags.definitionOperator,
    operator: tags.operator,
    word: tags.operatorKeyword,
    cut: tags.controlKeyword,
    quoted: tags.special(tags.string),
    variableName: tags.variableName,
    atom: tags.atom,
    end: tags.punctuation,
  },
  languageData: {
    commentTokens: { line: "%", block: { open: "/*", close: "*/" } },
    indentOnInput: /^\s*(?:->|\*->|[;|)\]}])$/,
  },
});

/** The language, with what completes its words. */
export const prologLanguage = (...completions) =>
  new LanguageSupport(prolog, completions.map((autocomplete) => prolog.data.of({ autocomplete })));
