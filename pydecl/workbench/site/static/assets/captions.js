// An event in words, one line, as `pydecl trace` prints it: the twin of pydecl/tracing/captions.py.

import { isNumeric, named, OUTCOMES } from "./naming.js";
import { brief } from "./numbers.js";

const WIDEST_INDENT = 60;
const MOVERS = { max: "MAX to move", min: "MIN to move", chance: "chance to move" };
const COLOURS = { max: "black", min: "white" };

/** The line; `position` writes a position by its number, `parent` is the event at which the parent was entered. */
export function caption(event, position, naming = "textbook", parent = null) {
  event = named(event, naming);
  const indent = " ".repeat(Math.min(2 * event.ply, WIDEST_INDENT));
  const where = event.node === null ? "" : `  ${position(event.node)}`;
  const said = naming === "lecture003" ? lecture003(event, position, parent) : textbook(event, position);
  return `${indent}${event.event}${where}  ${said}`.trimEnd();
}

function textbook(event, position) {
  const { event: kind, alpha, beta, value, bound } = event;
  if (kind === "enter") {
    const mover = MOVERS[event.mover] ?? "";
    return alpha === null ? mover : `${mover}, alpha ${brief(alpha)}, beta ${brief(beta)}${tie(event)}`;
  }
  if (kind === "window") {
    const by = event.by === null ? "before any child" : `by ${position(event.by)}`;
    return `${bound} ${brief(event.old)} to ${valueText(value)}, ${by}`;
  }
  if (kind === "cut") {
    return `skipped ${all(event, position)}: ${bound === null ? withoutBound(event) : reason(event, position)}`;
  }
  if (kind === "leaf") return leaf(value, valueText);
  if (kind === "hit") return "known from the table";
  if (kind === "fail") return "the program fails";
  if (kind === "again") return "the program is asked for another answer";
  if (kind === "iteration") return `to depth ${event.depth}`;
  if (kind === "truncated") return `the search went on: no more than ${value} events are kept`;
  return valueText(value);
}

function lecture003(event, position, parent) {
  const { event: kind, mover, bound, value } = event;
  if (kind === "enter" && COLOURS[mover]) {
    const window = `, alpha = ${signed(event.alpha)}, beta = ${signed(event.beta)}${tie(event)}`;
    return `${COLOURS[mover]} to move${event.alpha === null ? "" : window}`;
  }
  if (kind === "window" && event.by !== null) {
    return `found a better move, ${position(event.by)}: ${bound} = ${signed(value)}, was ${signed(event.old)}`;
  }
  if (kind === "cut") {
    const skipped = all(event, position);
    if (bound === null) return `${skipped} not examined: ${withoutBound(event)}`;
    const where = event.by === null ? "" : ` at ${position(event.by)} (${event.reach})`;
    const other = mover === "min" ? "black" : "white";
    return `${skipped} not examined: beta >= alpha, ${other} has a better move before this${where}`;
  }
  if (kind === "leaf") return leaf(value, signed).replace("static value", "score");
  if (kind === "value") {
    const colour = COLOURS[parent?.mover];
    return `returns ${signed(value)}${colour ? `: ${colour}'s try at ${position(parent.node)}` : ""}`;
  }
  return textbook(event, position);
}

const tie = (event) =>
  event.tie ? "; alpha = beta before this: ab_procedure, which is not strict, would cut" : "";
const all = (event, position) => event.skipped.map(position).join(", ");
const withoutBound = (event) => (event.alpha === null ? "no window is known" : "no bound was met");
const leaf = (value, written) =>
  OUTCOMES.includes(value) ? `${value} for MAX` : `static value ${written(value)}`;

/** Why successors were skipped. */
export function reason({ bound, value, by, reach }, position) {
  const source = by === null ? "was given" : `is from ${position(by)} (${reach})`;
  return `${bound} ${valueText(value)} ${source}`;
}

/** A value in a word or a number. */
export function valueText(value) {
  if (value === null) return "no number";
  return value === true ? "won" : value === false ? "not won" : brief(String(value));
}

/** A value as a screen shows it; numbers may be texts or numbers. */
export function written(value) {
  if (value === null || value === undefined) return "–";
  return String(valueText(value)).replace("-inf", "−∞").replace("inf", "∞").replace(/^-/, "−");
}

/** A value; a number as the lecture on Othello writes it. */
export function signed(value) {
  if (!isNumeric(value)) return valueText(value);
  if (value === "inf" || value === "-inf") return value === "inf" ? "+∞" : "-∞";
  return value.startsWith("-") || /^0+(\.0+)?$/.test(value) ? brief(value) : `+${brief(value)}`;
}
