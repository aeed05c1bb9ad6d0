// An event in words, one line, as `pydecl trace` prints it: the twin of pydecl/tracing/captions.py.

const WIDEST_INDENT = 60;
const MOVERS = { max: "MAX to move", min: "MIN to move", chance: "chance to move" };
const OUTCOMES = ["won", "lost", "drawn"];

/** The line; `position` writes a position by its number. */
export function caption(event, position) {
  const indent = " ".repeat(Math.min(2 * event.ply, WIDEST_INDENT));
  const where = event.node === null ? "" : `  ${position(event.node)}`;
  return `${indent}${event.event}${where}  ${words(event, position)}`.trimEnd();
}

function words(event, position) {
  const { event: kind, alpha, beta, value, bound } = event;
  if (kind === "enter") {
    const mover = MOVERS[event.mover] ?? "";
    if (alpha === null) return mover;
    const tie = event.tie ? "; alpha = beta before this: ab_procedure, which is not strict, would cut" : "";
    return `${mover}, alpha ${alpha}, beta ${beta}${tie}`;
  }
  if (kind === "window") return `${bound} ${event.old} to ${valueText(value)}, by ${position(event.by)}`;
  if (kind === "cut") return `skipped ${event.skipped.map(position).join(", ")}: ${reason(event, position)}`;
  if (kind === "leaf") return OUTCOMES.includes(value) ? `${value} for MAX` : `static value ${valueText(value)}`;
  if (kind === "hit") return "known from the table";
  if (kind === "iteration") return `to depth ${event.depth}`;
  if (kind === "truncated") return `the search went on: no more than ${value} events are kept`;
  return valueText(value);
}

/** Why successors were skipped. */
export function reason({ bound, value, by, reach }, position) {
  const source = by === null ? "was given" : `is from ${position(by)} (${reach})`;
  return `${bound} ${valueText(value)} ${source}`;
}

/** A value in a word or a number. */
export function valueText(value) {
  return value === true ? "won" : value === false ? "not won" : value;
}
