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
    const number = this.match(NUMBER);
    if (number !== null) return { kind: "number" };
    const next = this.source[this.at];
    if (next === '"') return { kind: "string", value: this.quoted('"') };
    if (next === "[" && this.source[this.at + 1] !== "]") return this.list();
    if (this.match(VARIABLE) !== null) return { kind: "variable" };
    const name = next === "'" ? this.quoted("'") : (this.match(NAME) ?? this.match(SYMBOLS));
    if (name === null) {
      if (next === "{") return this.braces();
      this.fail();
    }
    if (this.source[this.at] !== "(") {
      return name === "[]" ? { kind: "list", items: [] } : { kind: "atom", value: name };
    }
    this.at += 1;
    const args = this.source[this.at] === ")" ? [] : this.sequence();
    this.expect(")");
    return { kind: "compound", name, args };
  }

  list() {
    this.expect("[");
    const items = this.sequence();
    if (this.source[this.at] === "|") {
      this.at += 1;
      items.push(this.term());
      this.expect("]");
      return { kind: "compound", name: "[|]", args: items };
    }
    this.expect("]");
    return { kind: "list", items };
  }

  braces() {
    this.expect("{");
    const inside = this.term();
    this.expect("}");
    return { kind: "compound", name: "{}", args: [inside] };
  }

  sequence() {
    const terms = [this.term()];
    while (this.source[this.at] === ",") {
      this.at += 1;
      terms.push(this.term());
    }
    return terms;
  }

  quoted(quote) {
    let value = "";
    this.at += 1;
    for (;;) {
      const char = this.source[this.at++];
      if (char === undefined) this.fail();
      if (char === quote) {
        if (this.source[this.at] !== quote) return value;
        this.at += 1;
        value += quote;
      } else if (char === "\\") {
        value += this.escape();
      } else {
        value += char;
      }
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

  expect(char) {
    if (this.source[this.at] !== char) this.fail();
    this.at += 1;
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
