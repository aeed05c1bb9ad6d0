// Numbers as Prolog writes them: 3, -2.5, 1r3, inf. They stay texts; here they are compared, exactly.

/** A number as it is shown: newer versions of SWI-Prolog write the infinite float as 1.0Inf. */
export const plainNumber = (text) => text.replace(/^(-?)1\.0Inf$/, "$1inf");

const SMALL = /^-?\d{1,15}$/;
const INFINITE = /^(-?)inf$/;

/** Below 0, 0 or above 0, as the first number is less than, equal to or greater than the second. */
export function compared(one, other) {
  if (one === other) return 0;
  if (SMALL.test(one) && SMALL.test(other)) return Math.sign(Number(one) - Number(other));
  const [ends, otherEnds] = [infinite(one), infinite(other)];
  if (ends || otherEnds) return Math.sign(ends - otherEnds);
  const [top, bottom] = fraction(one);
  const [otherTop, otherBottom] = fraction(other);
  const difference = top * otherBottom - otherTop * bottom;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export const less = (one, other) => compared(one, other) < 0;
export const equal = (one, other) => compared(one, other) === 0;

/** The number with the other sign. */
export function negated(text) {
  if (/^0+$/.test(text)) return text;
  return text.startsWith("-") ? text.slice(1) : `-${text}`;
}

/** Whether a text is a number that a bound can be. */
export function isNumber(text) {
  return /^-?(inf|\d+|\d+r\d+|\d+\.\d+([eE][+-]?\d+)?)$/.test(text);
}

/** A number with at most three digits, but for those before the point; an integer keeps all. */
export function brief(text) {
  if (!/^-?\d+[.r]\d+$/.test(text) || text.replace(/^[-0.]+|\D/g, "").length <= 3) return text;
  const near = asNumber(text);
  if (!Number.isFinite(near)) return text;
  const places = Math.max(0, 2 - Number(near.toExponential().split("e")[1]));
  const rounded = near.toFixed(places);
  return places ? rounded.replace(/\.?0+$/, "") : rounded;
}

function infinite(text) {
  const found = INFINITE.exec(text);
  return found === null ? 0 : found[1] ? -1 : 1;
}

/** A finite number as an integer above another one. */
export function fraction(text) {
  const [top, bottom] = text.split("r");
  if (bottom !== undefined) return [BigInt(top), BigInt(bottom)];
  if (/^-?\d+$/.test(text)) return [BigInt(text), 1n];
  let value = Number(text);
  let scale = 1n;
  while (!Number.isInteger(value)) {
    value *= 2;
    scale *= 2n;
  }
  return [BigInt(value), scale];
}

/** About how much a finite number is, for a place on a line. */
export function asNumber(text) {
  const [top, bottom] = text.split("r");
  return bottom === undefined ? Number(top) : Number(top) / Number(bottom);
}
