// Prolog in colours: pieces of a text, each with what it is.

const PIECES = [
  ["comment", /%[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y],
  ["string", /"(?:[^"\\]|\\[\s\S]|"")*"?|`(?:[^`\\]|\\[\s\S])*`?/y],
  ["quoted", /'(?:[^'\\]|\\[\s\S]|'')*'?/y],
  ["number", /0'(?:\\.|''|[^\\])|0x[0-9a-fA-F]+|0b[01]+|0o[0-7]+|\d+(?:_\d+)*(?:r\d+|\.\d+(?:[eE][+-]?\d+)?)?/y],
  ["variable", /[A-Z_]\w*/y],
  ["atom", /[a-z]\w*/y],
  ["end", /\.(?=\s|%|$)/y],
  ["other", /[\s\S]/y],
];

/** The pieces of a text: {kind, text}; a clause's first atom is its `head`. */
export function* pieces(text) {
  let at = 0;
  let begins = true;
  while (at < text.length) {
    for (const [kind, pattern] of PIECES) {
      pattern.lastIndex = at;
      const found = pattern.exec(text);
      if (!found) continue;
      at = pattern.lastIndex;
      const isHead = begins && (kind === "atom" || kind === "quoted");
      yield { kind: isHead ? "head" : kind, text: found[0] };
      if (kind === "end") begins = true;
      else if (kind !== "comment" && found[0].trim()) begins = false;
      break;
    }
  }
}

const COLOURED = new Set(["comment", "string", "number", "variable", "head"]);

/** Show a text in colours, in an element that lies over an editor. */
export function colour(target, text, wrongLines) {
  const made = [];
  let line = 1;
  for (const piece of pieces(text)) {
    const parts = piece.text.split("\n");
    parts.forEach((part, index) => {
      if (index) { made.push("\n"); line += 1; }
      if (!part) return;
      const classes = [];
      if (COLOURED.has(piece.kind)) classes.push(`c-${piece.kind}`);
      if (wrongLines.has(line) && part.trim()) classes.push("wrong-line");
      if (!classes.length) { made.push(part); return; }
      const span = document.createElement("span");
      span.className = classes.join(" ");
      span.textContent = part;
      made.push(span);
    });
  }
  target.replaceChildren(...made, "\n");
}
