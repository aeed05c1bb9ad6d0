// An event explained, in the words of a naming.
//
// A lesson is {event, position, parent, by, skipped, isOwn, wasCut, setters, values, win}; the event has MAX's numbers, `parent`
// is {position, mover} or null, and `setters` are the positions at which alpha and beta got their values.

import { isNumeric, mirrored, otherBound, OUTCOMES, PLAYERS, signed, valueText } from "./naming.js";
import { equal, less } from "./numbers.js";

const LISTED = 6;

class Voice {
  constructor(players, number, isMirrored) {
    Object.assign(this, { players, number, isMirrored });
  }

  name(mover) {
    return this.players[mover] ?? "the program";
  }

  value(value, mover) {
    return this.number(this.isMirrored && mover === "min" ? mirrored(value) : value);
  }
}

const VOICES = {
  textbook: new Voice(PLAYERS, valueText, false),
  negamax: new Voice(PLAYERS, valueText, true),
  lecture003: new Voice({ max: "black", min: "white", chance: "chance" }, signed, false),
};

/** The event in a sentence or two. */
export function taught(lesson, naming) {
  const kind = lesson.event.event;
  const said = SAID[kind](lesson, VOICES[naming], naming);
  if (kind === "leaf" || kind === "value") return said; // it begins with a position, whose name stays as it is
  const [first] = said;
  return first.toUpperCase() + said.slice(first.length);
}

const SAID = {
  enter,
  window: narrowed,
  leaf,
  hit: ({ position }) => `what ${position} is worth stands in the table already: it is not searched again.`,
  cut,
  value: left,
  fail: ({ position }) => `the program fails at ${position}: it has no answer there.`,
  again: ({ position }) => `the program goes back into ${position}, for another answer.`,
  iteration: ({ event }) => `the search starts again from the root, to depth ${event.depth ?? "any"}.`,
  truncated: ({ event }) =>
    `truncated after ${valueText(event.value)}: the search went on, but no more events were kept.`,
};

function enter({ event, position, setters }, voice, naming) {
  const { mover, alpha, beta } = event;
  const who = `${voice.name(mover)} is to move at ${position}`;
  if (alpha === null) return `${who}.`;
  if (naming === "lecture003") {
    return `${who}: alpha = ${signed(beta)} is white's best, beta = ${signed(alpha)} black's.${tie(event)}`;
  }
  const turned = voice.isMirrored && mover === "min";
  const at = (bound, setter) =>
    `${voice.value(bound, mover)} ${setter ? `at ${setter}` : "by the window that was given"}`;
  const known = [];
  if (alpha !== "-inf") known.push(`MAX ${turned ? "allows at most" : "is sure of"} ${at(alpha, setters[0])}`);
  if (beta !== "inf") known.push(`MIN ${turned ? "is sure of" : "can hold MAX to"} ${at(beta, setters[1])}`);
  return `${who}; ${known.join(" and ") || "nobody is sure of anything yet"}.${tie(event)}`;
}

const tie = (event) =>
  event.tie ? " Alpha and beta were equal before this: a program that is not strict would cut here." : "";

function narrowed({ event, position, by }, voice, naming) {
  const { mover, bound, old } = event;
  const [who, value] = [voice.name(mover), voice.value(event.value, mover)];
  if (by === null) {
    const side = voice.isMirrored && mover === "min" ? otherBound(bound) : bound;
    return `the program sets ${side} to ${value} at ${position} before it looks at any child.`;
  }
  if (naming === "lecture003") {
    const was = old === null ? "" : signed(old);
    return `${who} found a better move at ${position}, ${by}: ${otherBound(bound)} = ${value}, it was ${was}.`;
  }
  const before = old === "inf" || old === "-inf" ? "nothing before" : `so far ${voice.value(old, mover)}`;
  return `${who} has ${value} at ${position} now, by ${by}; ${before}.`;
}

const ENDS = { won: "MAX has won", lost: "MAX has lost", drawn: "nobody has won" };

function leaf({ event, position }, voice, naming) {
  if (OUTCOMES.includes(event.value)) return `${position} is a leaf: ${ENDS[event.value]} there.`;
  const word = naming === "lecture003" ? "score" : "static value";
  return `${position} is a leaf: its ${word} is ${voice.value(event.value, event.mover)}.`;
}

function cut({ event, position, by, skipped, isOwn }, voice, naming) {
  const more = skipped.length > LISTED ? ` and ${skipped.length - LISTED} more` : "";
  const listed = skipped.slice(0, LISTED).join(", ") + more;
  const { mover, alpha, beta } = event;
  if (event.bound === null) {
    const why = alpha === null ? "no window is known" : "no bound was met";
    return `the program leaves out the rest of ${position} (${listed}), although ${why}.`;
  }
  const rest = `the rest of ${position} (${listed}) cannot matter.`;
  const other = mover === "min" ? "max" : "min";
  const [own, met] = mover === "max" ? [alpha, beta] : [beta, alpha];
  if (naming === "lecture003") {
    const [mine, theirs] = mover === "max" ? ["beta", "alpha"] : ["alpha", "beta"];
    const where = by ? ` at ${by}` : " from the start";
    const ownAt = isOwn ? ` at ${position}` : " already";
    const bounds = `${voice.name(mover)} has ${mine} = ${signed(own)}${ownAt}; ${voice.name(other)} has`;
    return `${bounds} ${theirs} = ${signed(met)}${where}: beta >= alpha, so ${rest}`;
  }
  const theirs = voice.value(met, mover);
  let has = `${voice.name(mover)} has ${voice.value(own, mover)} at ${position}`;
  if (!isOwn) {
    const [low, high] = voice.isMirrored && mover === "min" ? [mirrored(beta), mirrored(alpha)] : [alpha, beta];
    has = `alpha ${voice.number(low)} is not below beta ${voice.number(high)} at ${position}`;
  }
  if (voice.isMirrored) {
    const cause = by ? `because of ${by}` : "by the window that was given";
    return `${has}; ${voice.name(other)} lets ${voice.name(mover)} have no more than ${theirs}, ${cause}: ${rest}`;
  }
  const where = by ? `at ${by}` : "by the window that was given";
  const limit = mover === "min" ? `MAX is sure of ${theirs}` : `MIN can hold MAX to ${theirs}`;
  return `${has}; ${limit} ${where}: ${rest}`;
}

function left(lesson, voice, naming) {
  const { event, position, parent, wasCut } = lesson;
  if (typeof event.value === "boolean") return `${position} is ${event.value ? "won" : "not won"}.`;
  if (event.value === null) return `${position} gives no number back.`;
  const value = voice.value(event.value, event.mover) + (lesson.win ? ` (${lesson.win})` : "");
  const bound = wasCut ? ", a bound only, for it was cut" : "";
  if (naming === "lecture003") {
    const back = parent ? `: it is ${voice.name(parent.mover)}'s try at ${parent.position}` : "";
    return `${position} returns ${value}${bound}${back}.`;
  }
  return `${position} gives ${value} back${parent ? ` to ${parent.position}` : ""}${bound || choice(lesson, voice)}.`;
}

/** From which values a player took the one that goes back; nothing where there was no choice. */
function choice({ event: { mover, value: taken }, values }, voice) {
  const numbers = values.filter(([, value]) => isNumeric(value));
  if (numbers.length < 2 || (mover !== "max" && mover !== "min")) return "";
  const isBeyond = mover === "max" ? (one) => less(taken, one) : (one) => less(one, taken);
  const same = numbers.filter(([, value]) => equal(value, taken));
  if (!same.length || numbers.some(([, value]) => isBeyond(value))) return "";
  const most = mover === "max" || voice.isMirrored ? "greatest" : "least";
  const takes = `: ${voice.name(mover)} takes the ${most} of`;
  if (numbers.length > LISTED) return `${takes} ${numbers.length} values, that of ${same[0][0]}`;
  const listed = numbers.map(([where, value]) => `${voice.value(value, mover)} (${where})`);
  return `${takes} ${listed.slice(0, -1).join(", ")} and ${listed.at(-1)}`;
}
