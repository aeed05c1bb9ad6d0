// The board that position_picture//1 of the rules lists, as SVG: a twin of pydecl/workbench/drawing/position.py.

import { ADVANCE, framed, SIZE, UNIT } from "./changes.js";
import { drawn } from "./elements.js";
import { json } from "./files.js";

const RADIUS = 0.38; // of a piece, in cells

const { style, shapes } = await json("boards.json");

const ORDER = ["cell", "line", "piece", "text"];

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

function marks({ kind, x, y, to_x, to_y, colour, text, name }, across, down, { left, top }, cells) {
  const circle = (called, radius) => drawn("circle", { class: called, cx: across, cy: down, r: radius * UNIT });
  if (kind === "cell") {
    const square = { x: across - UNIT / 2, y: down - UNIT / 2, width: UNIT, height: UNIT };
    return [drawn("rect", { class: `cell ${colour}`, ...square }), ...(colour === "frame" ? [circle("page", RADIUS)] : [])];
  }
  if (kind === "line") {
    return [drawn("line", { class: `line ${colour}`, x1: across, y1: down, x2: to_x * UNIT + left, y2: to_y * UNIT + top })];
  }
  if (kind === "text") {
    const below = cells.find((one) => Math.abs(one.x - x) <= 0.5 && Math.abs(one.y - y) <= 0.5);
    if (!below) return [centred(text, across, down, SIZE, "label")];
    return [drawn("g", { class: below.colour }, centred(text, across, down, SIZE, "ink"))];
  }
  if (Object.hasOwn(shapes, name)) {
    return [drawn("path", { class: `piece ${colour}`, d: shapes[name], "vector-effect": "non-scaling-stroke", "fill-rule": "evenodd",
      transform: `translate(${across} ${down}) scale(${UNIT})` })];
  }
  const found = [circle(`piece ${colour}`, RADIUS)];
  if (["min", "yellow"].includes(colour)) found.push(circle("inner", RADIUS - 0.06));
  const size = Math.min(SIZE * 1.3, (0.62 * UNIT) / (name.length * ADVANCE));
  return name ? [...found, drawn("g", { class: colour }, centred(name, across, down, size, "ink name"))] : found;
}
