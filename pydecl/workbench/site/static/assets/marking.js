// Marks for an exercise, by its key: a twin of pydecl/workbench/practice (numerals, replay, marking).

import { equal, fraction, less } from "./numbers.js";

const NO_NUMBER = "This is no number: write 3, -1/2, 0.25 or -inf.";
const CARRIED = "It follows from your other entries.";
const NUMBERS = new Set(["alpha", "beta", "value", "leaves", "leaves_ordered"]);
const CARRIED_FIELDS = new Set(["cut", "alpha", "beta", "value"]);
const CUTS = new Set(["shallow", "deep", "strict", "ordering"]);
const PLACES = [2, 3, 4]; // a number may be rounded to so many decimals

/** Marks by the key, whose blanks are [right entries, text, cause of a wrong entry, what is known of certain ones];
 *  `entries` are texts, or true for a cut, by node and field. */
export function marked(exercise, key, entries) {
  const follows = following(exercise, entries);
  const fields = [];
  let [points, of] = [0, 0];
  for (const node of exercise.nodes) {
    for (const field of node.fields) {
      const blank = key[node.id]?.[field];
      if (!blank) continue; // a cut below another one: whether it is entered does not matter
      const entry = entries[node.id]?.[field];
      if (blank[0].length) of += 1;
      else if (entry === undefined) continue;
      const mark = markOf(field, blank, plain(field, entry), follows[node.id]?.[field]);
      points += mark.points;
      fields.push({ node: node.id, field, verdict: mark.verdict, cause: mark.cause ?? null, reason: mark.reason ?? null });
    }
  }
  return { points: Math.max(0, points), of, fields };
}

/** The right entries, by node and field. */
export function rightEntries(key) {
  const found = {};
  for (const [node, fields] of Object.entries(key)) {
    for (const [field, [right]] of Object.entries(fields)) if (right.length) (found[node] ??= {})[field] = right[0];
  }
  return found;
}

function plain(field, entry) {
  if (!NUMBERS.has(field) || typeof entry !== "string") return entry;
  return readNumber(entry) ?? entry;
}

function markOf(field, blank, entry, follows) {
  const [right, text] = blank;
  const belongs = right.length > 0;
  if (right.includes(entry)) return { verdict: "right", points: 1 };
  if (entry === undefined) {
    const isCarried = follows === undefined && CARRIED_FIELDS.has(field);
    return { verdict: isCarried ? "follows" : "missing", points: 0, cause: "missing", reason: text };
  }
  const isNumber = !NUMBERS.has(field) || readNumber(entry) !== null;
  const [cause, reason] = isNumber || !belongs ? reasonOf(blank, entry) : ["no_number", NO_NUMBER];
  if (isNumber && follows !== undefined && accepted(follows).includes(entry)) {
    return { verdict: "follows", points: belongs ? 1 : 0, cause, reason: `${CARRIED} ${reason}` };
  }
  return { verdict: "wrong", points: belongs ? 0 : -1, cause, reason };
}

function reasonOf([, text, cause, known], entry) {
  if (!Object.hasOwn(known, entry)) return [cause, text];
  return [known[entry][0], `${known[entry][1]} ${text}`];
}

// What follows from a student's own entries.

function following(exercise, entries) {
  const byId = new Map(exercise.nodes.map((node) => [node.id, node]));
  const hasCuts = CUTS.has(exercise.level);
  const found = {};
  let leaves = 0;
  const note = (node, field, entry) => { (found[node] ??= {})[field] = entry; };

  /** The student's number if there is one, or else the computed one, which is noted. */
  const taken = (node, field, computed) => {
    if (!node.fields.includes(field)) return computed;
    note(node.id, field, computed);
    const entry = entries[node.id]?.[field];
    return (typeof entry === "string" ? readNumber(entry) : null) ?? computed;
  };

  const value = (node, low, high) => {
    if (node.value !== null) {
      leaves += 1;
      return node.value;
    }
    const [alpha, beta] = [taken(node, "alpha", low), taken(node, "beta", high)];
    if (node.mover === "chance") {
      return taken(node, "value", mean(node.probabilities, node.children.map((child) => value(byId.get(child), alpha, beta))));
    }
    return taken(node, "value", best(node, alpha, beta));
  };

  const best = (node, low, high) => {
    const isMax = node.mover === "max";
    let [alpha, beta] = [low, high];
    let most = isMax ? "-inf" : "inf";
    let [bestChild] = node.children;
    let isMet = false;
    for (const child of node.children) {
      if (hasCuts && isMet) note(child, "cut", true);
      if (entries[child]?.cut === true) continue;
      const one = value(byId.get(child), alpha, beta);
      if (isMax ? below(most, one) : below(one, most)) [most, bestChild] = [one, child];
      if (isMax && below(alpha, most)) alpha = most;
      if (!isMax && below(most, beta)) beta = most;
      isMet = below(beta, alpha) || (!exercise.strict && same(alpha, beta));
    }
    if (node.id === exercise.root) note(node.id, "best", bestChild);
    return most;
  };

  value(byId.get(exercise.root), ...exercise.window);
  if (exercise.level === "ordering") note(exercise.root, "leaves", String(leaves));
  return found;
}

// Numbers, as entries have them: 3, -1/2, inf.

const prolog = (entry) => entry.replace("/", "r");
const below = (one, other) => less(prolog(one), prolog(other));
const same = (one, other) => equal(prolog(one), prolog(other));

const INFINITE = /^([+-]?) *(?:inf|infinity|oo|∞)$/i;
const NUMBER = /^([+-]?) *(?:(\d{1,12}) *[/r] *(\d{1,12})|(\d{0,12})[.,](\d{1,12})|(\d{1,12}))$/;

/** The number that is written, as an entry, or null for what is none. */
export function readNumber(text) {
  const written = text.trim().replace(/[−–]/g, "-");
  const infinite = INFINITE.exec(written);
  if (infinite) return infinite[1] === "-" ? "-inf" : "inf";
  const match = NUMBER.exec(written);
  if (!match) return null;
  const [, sign, above, under, whole, decimals, integer] = match;
  const [top, bottom] = integer !== undefined ? [BigInt(integer), 1n]
    : under !== undefined ? [BigInt(above), BigInt(under)]
    : [BigInt(whole + decimals), 10n ** BigInt(decimals.length)];
  return bottom === 0n ? null : entryOf(sign === "-" ? -top : top, bottom);
}

function entryOf(top, bottom) {
  let [one, other] = [top < 0n ? -top : top, bottom];
  while (other) [one, other] = [other, one % other];
  return bottom === one ? String(top / one) : `${top / one}/${bottom / one}`;
}

function mean(probabilities, values) {
  let [top, bottom] = [0n, 1n];
  for (const [place, odds] of probabilities.entries()) {
    if (values[place].endsWith("inf")) return values[place];
    const [[part, parts], [above, under]] = [odds, values[place]].map((one) => fraction(prolog(one)));
    [top, bottom] = [top * parts * under + part * above * bottom, bottom * parts * under];
  }
  return entryOf(top, bottom);
}

/** A right entry, and what it may be rounded to if it is a fraction; a half has two nearest numbers. */
function accepted(entry) {
  if (typeof entry !== "string" || !entry.includes("/")) return [entry];
  const [top, bottom] = fraction(prolog(entry));
  const rounded = PLACES.flatMap((places) => {
    const unit = 10n ** BigInt(places);
    const [twice, rest] = floored(top * unit * 2n, bottom);
    const isHalf = rest === 0n && twice % 2n !== 0n;
    const [down] = floored(twice + (isHalf ? 0n : 1n), 2n);
    return (isHalf ? [down, down + 1n] : [down]).map((near) => entryOf(near, unit));
  });
  return [entry, ...rounded];
}

/** A quotient, rounded down, and its remainder. */
function floored(top, bottom) {
  const rest = ((top % bottom) + bottom) % bottom;
  return [(top - rest) / bottom, rest];
}
