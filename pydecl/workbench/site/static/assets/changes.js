// What moves change on a board that position_picture//1 of the rules lists, and where that is in its picture.

import { asNumber } from "./numbers.js";

/** How wide a cell is, the margin, the size of a text, and how wide a letter is. */
export const [UNIT, MARGIN, SIZE, ADVANCE] = [48, 20, 14, 0.602];

/** The parts of a board, by the list of terms: {kind, x, y} and what the classes of drawing/board.py have besides. */
export function partsOf({ items }) {
  return items.map(({ name: kind, args }) => {
    const [x, y, to_x, to_y] = args.map(({ kind: one, text }) => (one === "number" ? asNumber(text) : null));
    const word = (at) => args[at]?.value ?? args[at]?.text ?? "";
    if (kind === "line") return { kind, x, y, to_x, to_y, colour: word(4) || "grey" };
    return kind === "text" ? { kind, x, y, text: word(2) } : { kind, x, y, colour: word(2) || "light", name: word(3) };
  });
}

/** The size of a board's picture, and where its place 0, 0 lies. */
export function framed(parts) {
  const boxes = parts.flatMap(({ kind, x, y, to_x, to_y, text }) => {
    if (kind === "line") return [[x, y, 0.1, 0.1], [to_x, to_y, 0.1, 0.1]];
    return [kind === "text" ? [x, y, (text.length * ADVANCE * SIZE) / UNIT / 2, (SIZE * 0.7) / UNIT] : [x, y, 0.5, 0.5]];
  });
  const [left, top] = [0, 1].map((at) => Math.min(...boxes.map((one) => one[at] - one[at + 2])));
  const [right, bottom] = [0, 1].map((at) => Math.max(...boxes.map((one) => one[at] + one[at + 2])));
  const [width, height] = [right - left, bottom - top].map((cells) => cells * UNIT + 2 * MARGIN);
  return { width, height, left: MARGIN - left * UNIT, top: MARGIN - top * UNIT };
}

/**
 * What `clickable` takes: of a board, those that moves lead to, and the one before the last move, if there was one. `colours`
 * are those of the player to move and of the other one, empty if they have none or it is not known.
 */
export function places(here, afters, before = null) {
  const frame = framed(here);
  const now = byPlace(here);
  const moves = afters.map((after) => change(now, byPlace(after), frame));
  const last = before && change(byPlace(before), now, frame);
  const men = new Set(here.filter(({ kind }) => kind === "piece").map(({ colour }) => colour));
  const seen = [moves, last ? [last] : []].map((some) => new Set(some.flatMap((told) => told.colours)));
  const colours = seen.map((found, at) => {
    const others = seen[1 - at].size === 1 && men.size === 2 ? [...men].filter((colour) => !seen[1 - at].has(colour)) : [];
    const [one, more] = found.size ? found : others;
    return more ? "" : CALLED[one] ?? one ?? "";
  });
  const taken = here.filter(isTaking).map((part) => shown(frame, placeOf(part)));
  return { ...frame, unit: UNIT, taken, moves, last, colours, run: last ? longestRun(here, last, frame) : [] };
}

/** The same of what the server tells: all `parts`, and boards by their numbers. */
export function placesTold({ parts, here, afters, before }) {
  const board = (numbers) => numbers.map((number) => parts[number]);
  return places(board(here), afters.map(board), before && board(before));
}

/** What the colours are called that have a player's name. */
const CALLED = { max: "blue", min: "orange" };

const isTaking = ({ kind, name }) => kind === "line" || (kind === "piece" && name !== "0");

const placeOf = ({ kind, x, y, to_x, to_y }) => (kind === "line" ? [(x + to_x) / 2, (y + to_y) / 2] : [x, y]);

/** The parts of a board by their places, as texts. */
const byPlace = (parts) => Map.groupBy(parts, (part) => placeOf(part).map((one) => one.toFixed(3)).join());

/** A part as a text, made once. */
const said = (part) => (part.said ??= JSON.stringify(part));

const shown = ({ left, top }, [x, y]) => [left + x * UNIT, top + y * UNIT];

/**
 * How two boards differ, in the units of the frame. `places` are all that change; texts count only if nothing else does.
 * `reached` are those where something appears, or takes the place of something else; `left` are those that a man has left,
 * or, if nothing appears, those where something vanishes. `colours` are those of the pieces that appear.
 */
function change(before, after, frame) {
  const told = (board, key, pick) => [...new Set((board.get(key) ?? []).flatMap(pick))].sort();
  const differs = (pick) => (key) => String(told(before, key, pick)) !== String(told(after, key, pick));
  const men = (part) => (isTaking(part) ? [part.colour] : []);
  const all = [...new Set([...before.keys(), ...after.keys()])].filter(differs(said));
  const solid = all.filter(differs((part) => (part.kind === "text" ? [] : [said(part)])));
  const places = (keys) => keys.map((key) => key.split(",").map(Number)).sort((one, other) => one[0] - other[0] || one[1] - other[1])
    .map((place) => shown(frame, place));
  if (!solid.length) return { places: places(all), reached: [], left: [], colours: [] };
  const pick = solid.some(differs(men)) ? men : (part) => (part.kind === "cell" ? [part.colour] : []);
  const [there, here] = [before, after].map((parts) => (key) => told(parts, key, pick));
  const meet = (some, others) => some.some((one) => others.includes(one));
  const vanishes = solid.filter((key) => there(key).length && !here(key).length);
  let appears = solid.filter((key) => here(key).length && !there(key).length);
  if (!appears.length) {
    const gone = vanishes.flatMap(there);
    appears = solid.filter((key) => there(key).length && meet(here(key), gone) && !meet(there(key), here(key)));
  }
  const come = appears.flatMap(here);
  const left = vanishes.filter((key) => !appears.length || meet(there(key), come));
  const pieces = appears.flatMap((key) => told(after, key, (part) => (part.kind === "piece" ? [part.colour] : [])));
  const colours = [...new Set(pieces)].filter((colour) => come.includes(colour)).sort();
  return { places: places(solid), reached: places(appears), left: places(left), colours };
}

/** The longest runs of pieces of one colour, of three or more, on a straight line through the one that alone has come. */
function longestRun(here, { places: [place, ...others], reached }, frame) {
  if (others.length || !reached.length) return [];
  const men = new Map(here.filter((part) => part.kind === "piece").map((part) => [String(shown(frame, [part.x, part.y])), part.colour]));
  const colour = men.get(String(place));
  if (!colour) return [];
  const runs = [[1, 0], [0, 1], [1, 1], [1, -1]].map(([dx, dy]) => {
    const ends = [-1, 1].map((way) => {
      let steps = 0;
      const at = (many) => [place[0] + way * many * dx * UNIT, place[1] + way * many * dy * UNIT];
      while (men.get(String(at(steps + 1))) === colour) steps += 1;
      return { steps, at: at(steps) };
    });
    return { length: 1 + ends[0].steps + ends[1].steps, ends: ends.map(({ at }) => at) };
  });
  const longest = Math.max(...runs.map(({ length }) => length));
  return longest > 2 ? runs.filter(({ length }) => length === longest).map(({ ends }) => ends) : [];
}
