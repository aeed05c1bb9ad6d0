// Prolog terms in canonical notation, as prolog/support/terms.pl writes them, and texts to be sent to Prolog.
//
// A term is {kind, text} and, by its kind: atom and string have `value`, compound `name` and `args`, list `items`.
// Numbers and variables have their text only: no number loses a digit. `text` is what was read, so that a position
// can be sent back as it came.

const NAME = /[\p{Ll}\p{Lo}][\p{L}\p{N}_]*/uy;
const SYMBOLS = /[#$&*+\-./:<=>?@^~\\]+|[!;,]|\[\]|\{\}/y;
const NUMBER = /-?(?:\d+r\d+|\d+(?:\.\d+(?:[eE][+-]?\d+|Inf|NaN)?)?|(?:inf|nan)(?![\p{L}\p{N}_(]))/uy;
const VARIABLE = /[_\p{Lu}][\p{L}\p{N}_]*/uy;
const ESCAPES = { n: "\n", t: "\t", r: "\r", a: "\x07", b: "\b", f: "\f", v: "\v", 0: "\0", e: "\x1b", s: " " };

/** The one term that a text is. Throws an Error. */
export function readTerm(text) {
  const reader = new Reader(text);
  const term = reader.term();
  if (reader.at !== text.length) reader.fail();
  return term;
}

class Reader {
  constructor(text) {
    this.source = text;
    this.at = 0;
  }

  term() {
    const start = this.at;
    const term = this.primary();
    term.text = this.source.slice(start, this.at);
    return term;
  }

  primary() {
    if (this.match(NUMBER) !== null) return { kind: "number" };
    if (this.match(VARIABLE) !== null) return { kind: "variable" };
    if (this.took('"')) return { kind: "string", value: this.quoted('"') };
    if (this.source[this.at] === "[" && this.source[this.at + 1] !== "]") return this.list();
    const name = this.took("'") ? this.quoted("'") : (this.match(NAME) ?? this.match(SYMBOLS));
    if (name === null) {
      this.expect("{");
      const inside = this.term();
      this.expect("}");
      return { kind: "compound", name: "{}", args: [inside] };
    }
    if (!this.took("(")) return name === "[]" ? { kind: "list", items: [] } : { kind: "atom", value: name };
    return { kind: "compound", name, args: this.took(")") ? [] : this.terms(")") };
  }

  list() {
    this.expect("[");
    const items = this.terms();
    if (!this.took("|")) {
      this.expect("]");
      return { kind: "list", items };
    }
    return { kind: "compound", name: "[|]", args: [...items, ...this.terms("]")] };
  }

  /** Terms with commas between them, and what stands behind them. */
  terms(end = "") {
    const found = [this.term()];
    while (this.took(",")) found.push(this.term());
    this.expect(end);
    return found;
  }

  quoted(quote) {
    let value = "";
    for (;;) {
      const char = this.source[this.at++];
      if (char === undefined) this.fail();
      if (char === quote && !this.took(quote)) return value;
      value += char === "\\" ? this.escape() : char;
    }
  }

  escape() {
    const code = this.match(/x([0-9a-fA-F]+)\\|([0-7]+)\\|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})/y);
    if (code !== null) {
      const digits = code.replace(/^[xuU]|\\$/g, "");
      return String.fromCodePoint(parseInt(digits, /^[xuU]/.test(code) ? 16 : 8));
    }
    const char = this.source[this.at++];
    return ESCAPES[char] ?? char;
  }

  match(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source);
    if (found === null) return null;
    this.at = pattern.lastIndex;
    return found[0];
  }

  /** Whether this comes next; then it is read. */
  took(text) {
    const isNext = this.source.startsWith(text, this.at);
    if (isNext) this.at += text.length;
    return isNext;
  }

  expect(text) {
    if (!this.took(text)) this.fail();
  }

  fail() {
    throw new Error(`no term: ${this.source.slice(this.at, this.at + 40)}`);
  }
}

/** A text as a string of Prolog's. */
export function stringText(text) {
  return `"${escaped(text, '"')}"`;
}

/** An atom, quoted. */
export function atomText(name) {
  return `'${escaped(name, "'")}'`;
}

function escaped(text, quote) {
  return text
    .replaceAll("\\", "\\\\")
    .replaceAll(quote, `\\${quote}`)
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\0", "\\0\\");
}

/** The name of a predicate that a term of the form Name/Arity tells. */
export function indicator(term) {
  return `${term.args[0].value ?? term.args[0].text}/${term.args[1].text}`;
}
