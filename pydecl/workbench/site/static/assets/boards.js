// The board that position_picture//1 of the rules lists, as SVG, and what a move changes on it: a twin of
// pydecl/workbench/drawing (board, position).

import { drawn } from "./elements.js";
import { json } from "./files.js";
import { asNumber } from "./numbers.js";

/** How wide a cell is, the margin, the size of a text, a piece's radius in cells, and how wide a letter is. */
export const UNIT = 48;
const [MARGIN, SIZE, RADIUS, ADVANCE] = [20, 14, 0.38, 0.602];

const { style, shapes } = await json("boards.json");

const ORDER = ["cell", "line", "piece", "text"];

/** The parts of a board, by the list of terms. */
export function partsOf({ items }) {
  return items.map(({ name: kind, args }) => {
    const [x, y, toX, toY] = args.map(({ kind: one, text }) => (one === "number" ? asNumber(text) : null));
    const word = (at) => args[at]?.value ?? args[at]?.text ?? "";
    if (kind === "line") return { kind, x, y, toX, toY, colour: word(4) || "grey" };
    return { kind, x, y, colour: kind === "text" ? "" : word(2) || "light", text: kind === "text" ? word(2) : word(3) };
  });
}

/** The size of a board's picture, and where its place 0, 0 lies. */
export function framed(parts) {
  const boxes = parts.flatMap(({ kind, x, y, toX, toY, text }) => {
    if (kind === "line") return [[x, y, 0.1, 0.1], [toX, toY, 0.1, 0.1]];
    return [kind === "text" ? [x, y, (text.length * ADVANCE * SIZE) / UNIT / 2, (SIZE * 0.7) / UNIT] : [x, y, 0.5, 0.5]];
  });
  const [left, top] = [0, 1].map((at) => Math.min(...boxes.map((one) => one[at] - one[at + 2])));
  const [right, bottom] = [0, 1].map((at) => Math.max(...boxes.map((one) => one[at] + one[at + 2])));
  const [width, height] = [right - left, bottom - top].map((cells) => cells * UNIT + 2 * MARGIN);
  return { width, height, left: MARGIN - left * UNIT, top: MARGIN - top * UNIT };
}

/** The board as a picture that stands for itself; pieces lie on lines, lines on cells, and texts on all of them. */
export function boardSvg(parts) {
  const frame = framed(parts);
  const { width, height } = frame;
  const cells = parts.filter(({ kind }) => kind === "cell");
  const sorted = [...parts].sort((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind));
  const svg = drawn("svg", { class: "pydecl-board", viewBox: `0 0 ${width} ${height}`, width, height, "font-family": "monospace" },
    drawn("style", {}, style), drawn("rect", { class: "page", width, height }),
    ...sorted.flatMap((part) => marks(part, frame.left + part.x * UNIT, frame.top + part.y * UNIT, frame, cells)));
  return new XMLSerializer().serializeToString(svg);
}

const centred = (words, x, y, size, name) =>
  drawn("text", { class: name, x, y: y + size * 0.36, "font-size": size, "text-anchor": "middle" }, words);

function marks({ kind, x, y, toX, toY, colour, text }, across, down, { left, top }, cells) {
  const circle = (name, radius) => drawn("circle", { class: name, cx: across, cy: down, r: radius * UNIT });
  if (kind === "cell") {
    const square = { x: across - UNIT / 2, y: down - UNIT / 2, width: UNIT, height: UNIT };
    return [drawn("rect", { class: `cell ${colour}`, ...square }), ...(colour === "frame" ? [circle("page", RADIUS)] : [])];
  }
  if (kind === "line") {
    return [drawn("line", { class: `line ${colour}`, x1: across, y1: down, x2: toX * UNIT + left, y2: toY * UNIT + top })];
  }
  if (kind === "text") {
    const below = cells.find((one) => Math.abs(one.x - x) <= 0.5 && Math.abs(one.y - y) <= 0.5);
    if (!below) return [centred(text, across, down, SIZE, "label")];
    return [drawn("g", { class: below.colour }, centred(text, across, down, SIZE, "ink"))];
  }
  if (Object.hasOwn(shapes, text)) {
    return [drawn("path", { class: `piece ${colour}`, d: shapes[text], "vector-effect": "non-scaling-stroke", "fill-rule": "evenodd",
      transform: `translate(${across} ${down}) scale(${UNIT})` })];
  }
  const found = [circle(`piece ${colour}`, RADIUS)];
  if (["min", "yellow"].includes(colour)) found.push(circle("inner", RADIUS - 0.06));
  const size = Math.min(SIZE * 1.3, (0.62 * UNIT) / (text.length * ADVANCE));
  return text ? [...found, drawn("g", { class: colour }, centred(text, across, down, size, "ink name"))] : found;
}

// What a move changes

const isTaking = ({ kind, text }) => kind === "line" || (kind === "piece" && text !== "0");

const placeOf = ({ kind, x, y, toX, toY }) => (kind === "line" ? [(x + toX) / 2, (y + toY) / 2] : [x, y]);

/** The places that are taken, in the picture's units. */
export const taken = (parts) => parts.filter(isTaking).map((part) => shown(framed(parts), placeOf(part)));

const shown = ({ left, top }, [x, y]) => [left + x * UNIT, top + y * UNIT];

/** How two boards differ, as `Change` of board.py says it, in the units of the frame. */
export function change(before, after, frame) {
  const spots = new Map([...before, ...after].map((part) => [placeOf(part).map((one) => one.toFixed(3)).join(), placeOf(part)]));
  const told = (parts, key, pick) => [...new Set(parts
    .filter((part) => placeOf(part).map((one) => one.toFixed(3)).join() === key).flatMap(pick))].sort();
  const differs = (pick) => (key) => String(told(before, key, pick)) !== String(told(after, key, pick));
  const men = (part) => (isTaking(part) ? [part.colour] : []);
  const all = [...spots.keys()].filter(differs((part) => JSON.stringify(part)));
  const solid = all.filter(differs((part) => (part.kind === "text" ? [] : [JSON.stringify(part)])));
  const places = (keys) => keys.map((key) => shown(frame, spots.get(key)));
  if (!solid.length) return { places: places(all), reached: [], left: [] };
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
  return { places: places(solid), reached: places(appears), left: places(left) };
}
