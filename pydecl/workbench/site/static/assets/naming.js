// The same event with the names of a source, as pydecl/tracing/naming.py has it; and values in words.

import { brief, negated } from "./numbers.js";

/** The players in words and as signs. */
export const PLAYERS = { max: "MAX", min: "MIN", chance: "chance" };
export const SHAPES = { max: "▲", min: "▼", chance: "◆" };

/** MAX and MIN in the words of lecture003. */
export const COLOURS = { max: "black", min: "white" };

export const OUTCOMES = ["won", "lost", "drawn"];

const OTHER = { alpha: "beta", beta: "alpha" };

/** Whether a value is a number: not true or false, not an outcome, not null. */
export const isNumeric = (value) => typeof value === "string" && !OUTCOMES.includes(value);

/** The other player's view of a number; won, lost, true and false stay MAX's. */
export const mirrored = (value) => (isNumeric(value) ? negated(value) : value);

/** The bound on the other side, or null. */
export const otherBound = (bound) => OTHER[bound] ?? null;

/** The event as a naming has it. */
export function named(event, naming) {
  const { alpha, beta, bound } = event;
  if (naming === "lecture003") return { ...event, alpha: beta, beta: alpha, bound: otherBound(bound) };
  if (naming !== "negamax" || event.mover !== "min") return event;
  return {
    ...event,
    alpha: mirrored(beta),
    beta: mirrored(alpha),
    bound: otherBound(bound),
    old: mirrored(event.old),
    value: mirrored(event.value),
  };
}

/** Alpha and beta as a naming has them, at a node of `mover`'s. */
export function seen(naming, mover, alpha, beta) {
  if (naming === "lecture003") return [beta, alpha];
  return naming === "negamax" && mover === "min" ? [mirrored(beta), mirrored(alpha)] : [alpha, beta];
}

/** Who wins, and when, by what was shipped of a visit: [outcome, plies]. */
export function winText([outcome, plies], naming) {
  const words = naming === "lecture003" ? { ...PLAYERS, ...COLOURS } : PLAYERS;
  const winner = words[outcome === "won" ? "max" : "min"];
  return plies ? `${winner} wins in ${plies}` : `${winner} has won`;
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
