// A picture of the tree around the current node, as SVG: what `picture.js` says is drawn, in the manner of
// pydecl/workbench/drawing/tree_svg.py. MAX is a box, MIN round at its sides, chance six-sided. What it looks like
// is said in style.css; texts are of a font of one width, so that they can be measured here.

import { drawn } from "./elements.js";
import { written } from "./naming.js";
import { hierarchy, tree } from "./vendor/d3-hierarchy.js";

const [SIZE, SMALL, ADVANCE] = [13, 10.5, 0.602];
const [HEIGHT, STUB, LAYER] = [40, 20, 98];
const [PADDING, GAP, MARGIN] = [11, 14, 22];
const [CELL, BOARD] = [11, 36];
const [LONGEST, LONGEST_NAME] = [14, 22];
const COUNT = new Intl.NumberFormat("en");
const SIGNS = { "=": "", ">=": "≥ ", "<=": "≤ " };

/**
 * The picture of nodes that are `placed`, with its size: {svg, wide, high, boxes}; each box has its `group`. A click
 * on a node is told to `goTo`; `isCut` says that the event is the cut at the current node.
 */
export function treeSvg({ boxes, wide, high }, { isCut, goTo }) {
  const layers = ["edges", "sources", "nodes"].map((name) => drawn("g", { class: name }));
  for (const box of boxes) {
    if (box.parent) layers[0].append(...edge(box, isCut));
    if (box.node.reason) layers[1].append(...source(box, boxes[box.node.reason.by], isCut));
    box.group = box.node.visit === null ? stub(box) : visit(box, goTo);
    layers[2].append(box.group);
  }
  const said = { role: "img", "aria-label": summary(boxes.map(({ node }) => node)) };
  const svg = drawn("svg", { viewBox: `0 0 ${wide} ${high}`, class: "tree", ...said }, ...layers);
  return { svg, wide, high, boxes };
}

// Where everything stands

/**
 * Where nodes stand: {boxes, wide, high}. A box is {node, parent, children, x, y, wide, slot}, in the order of the nodes:
 * x is the middle, y the upper edge, and `slot` how wide it is with what stands beside it.
 */
export function placed(nodes) {
  const boxes = nodes.map((told) => {
    const node = { ...told, name: told.visit === null ? "" : name(told, nodes[told.parent]) };
    return { node, children: [], parent: null, wide: width(node), slot: 0 };
  });
  for (const box of boxes.slice(1)) {
    box.parent = boxes[box.node.parent];
    box.parent.children.push(box);
    if (box.node.reason) box.node.setter = boxes[box.node.reason.by]?.node.name || "further up";
  }
  for (const box of boxes) box.slot = slot(box);
  const layer = nodes.some(({ cells }) => cells) ? LAYER + BOARD : LAYER;
  const layout = tree().nodeSize([1, layer]).separation((one, other) => (one.data.slot + other.data.slot) / 2 + GAP);
  for (const { data, x, y } of layout(hierarchy(boxes[0], ({ children }) => children))) {
    Object.assign(data, { x, y: MARGIN + (data.node.visit === null ? y + (HEIGHT - STUB) / 2 - 12 : y) });
  }
  const left = Math.min(...boxes.map(({ x, slot: wide }) => x - wide / 2)) - MARGIN;
  for (const box of boxes) box.x -= left;
  const wide = Math.max(...boxes.map(({ x, slot: across }) => x + across / 2)) + MARGIN;
  const below = ({ node, y }) => y + (node.reason ? STUB + 3 * SMALL : high(node) + 1.5 * SMALL);
  return { boxes, wide, high: Math.max(...boxes.map(below)) + MARGIN / 2 };
}

/** How high a node is, with the board below it. */
const high = ({ visit: number, cells }) => (number === null ? STUB : HEIGHT + (cells ? BOARD : 0));
const measured = (text, size) => text.length * ADVANCE * size;

function width(node) {
  if (node.visit === null) return Math.max(measured(counted(node), SMALL) + PADDING, 26);
  return Math.max(measured(node.name, SIZE - 1), measured(worth(node), SIZE) * 1.05, 24) + 2 * PADDING;
}

/** How wide a node is with what stands above and below it. */
function slot({ node, wide, children }) {
  const beside = node.reason ? reason(node) : [windowText(node), hidden(node, children)];
  const marked = node.status === "current" ? wide + 24 : wide;
  return Math.max(marked, ...beside.map((words) => measured(words, SMALL) + 4));
}

// Words

const elided = (text, most) => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);
const line = (text) => text.replace(/\s+/g, " ").trim();
const worth = ({ value, sign, win }) => win ?? (value === null ? "?" : `${SIGNS[sign] ?? ""}${brief(value)}`);
const hidden = ({ visit: number, count }, children) =>
  number !== null && count && !children.length ? `+${COUNT.format(count)} below` : "";
const windowText = ({ alpha, beta }) => (alpha === null || beta === null ? "" : `[${brief(alpha)}, ${brief(beta)}]`);

/** What a node is called; of a long position what is there where it begins to differ from its parent. */
function name({ position, name: called }, parent) {
  if (called !== position) return elided(line(called), LONGEST_NAME);
  const [text, above] = [line(position), line(parent?.position ?? "")];
  if (text.length <= LONGEST) return text;
  let at = 0;
  while (at < above.length && text[at] === above[at]) at += 1;
  if (at < LONGEST - 3) return elided(text, LONGEST);
  const begin = Math.min(at - 4, text.length - LONGEST + 1);
  return `…${elided(text.slice(begin), LONGEST - 1)}`;
}

const brief = (value) => elided(written(value), LONGEST);

/** What is said of those that a stub stands for. */
export function counted({ status, count, names }) {
  if (status === "path") return `⋮ ${count} plies`;
  if (status === "more") return `… ${count}`;
  if (status === "unvisited") return `+${count}`;
  const said = names.map(line).join(", ");
  return names.length && said.length <= 22 ? said : `${count} left out`;
}

const MEANINGS = {
  path: "plies of the path are not drawn", more: "more were visited", unvisited: "not visited yet",
  cut: "cut off", skipped: "skipped",
};

/** Why there was a cut, in two lines. */
function reason({ reason: { bound, value, by, reach }, setter }) {
  if (bound === null) return ["without a bound"];
  if (by === null) return [`${bound} ${brief(value)}`, "was given"];
  return [`${bound} ${brief(value)}`, `from ${setter} (${reach})`];
}

/** The picture in a sentence or two, for those who do not see it; the rows beside it say the rest. */
function summary(nodes) {
  const visits = nodes.filter(({ visit: number }) => number !== null);
  const cuts = nodes.filter(({ status }) => status === "cut").length;
  const here = nodes.find(({ status }) => status === "current");
  const path = visits.filter(({ status }) => status === "path").map(({ name: called }) => called);
  const above = path.length ? `, below ${path.join(", ")}` : "";
  return `The tree: ${visits.length} nodes, ${cuts} cuts. Here: ${here.name}, ${worth(here)}${above}.`;
}

// Parts

function text(words, x, y, size, attributes = {}) {
  return drawn("text", { x, y, "font-size": size, "text-anchor": "middle", ...attributes }, words);
}

function edge({ node, parent, x, y }, isCut) {
  const isOnPath = ["path", "current"].includes(node.status);
  const isStub = node.visit === null && !isOnPath;
  const kind = isStub ? "stub" : isOnPath ? "searched" : node.best ? "best" : "";
  const [fromX, fromY] = [parent.x, parent.y + high(parent.node)];
  const parts = [drawn("line", { class: `edge ${kind}`, x1: fromX, y1: fromY, x2: x, y2: y })];
  if (node.status === "cut") {
    const isNow = isCut && parent.node.status === "current";
    parts.push(drawn("path", { class: isNow ? "bar now" : "bar", d: across([fromX, fromY], [x, y]) }));
  }
  return parts;
}

/** The way of a bar across the middle of a branch. */
export function across([x0, y0], [x1, y1]) {
  const length = Math.hypot(x1 - x0, y1 - y0) || 1;
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  const [dx, dy] = [((y0 - y1) / length) * 11, ((x1 - x0) / length) * 11];
  return `M ${x - dx} ${y - dy} L ${x + dx} ${y + dy}`;
}

/** The line from a cut to the node whose bound was met, around those between them. */
function source({ parent, x, y }, setter, isCut) {
  if (!setter) return [];
  const side = x >= setter.x ? 1 : -1;
  const [toX, toY] = [setter.x + (side * setter.wide) / 2, setter.y + (setter.node.visit === null ? STUB : HEIGHT) / 2];
  const [startX, startY] = [(x + parent.x) / 2, (y + parent.y + high(parent.node)) / 2];
  let outer = side * Math.max(side * startX, side * toX) + side * 12;
  for (let box = parent; box !== setter && box.parent; box = box.parent) {
    outer = side * Math.max(side * outer, side * box.x + box.wide / 2 + 18);
  }
  const bend = (outer - (startX + toX) / 8) / 0.75; // so that the middle of the curve is at `outer`
  const way = `M ${startX} ${startY} C ${bend} ${startY - (startY - toY) * 0.3} ${bend} ${toY} ${toX} ${toY}`;
  const now = isCut && parent.node.status === "current" ? " now" : "";
  return [drawn("path", { class: `source${now}`, d: way }), drawn("circle", { class: `setter${now}`, cx: toX, cy: toY, r: 3.5 })];
}

function visit({ node, children, x, y, wide }, goTo) {
  const { status, mover, origin } = node;
  const full = `${line(node.position)}: ${node.value === null ? "?" : `${SIGNS[node.sign] ?? ""}${written(node.value)}`}`;
  const attributes = { class: `node ${mover ?? "nobody"} ${status}`, "data-visit": node.visit, "data-origin": origin };
  const group = drawn("g", { ...attributes, transform: `translate(${x} ${y})` }, drawn("title", {}, full));
  if (status === "current") {
    group.append(outline(mover, wide + 10, HEIGHT + 10, -5, "ring"));
    group.append(drawn("path", { class: "here", d: `M ${-wide / 2 - 19} ${HEIGHT / 2 - 6} l 10 6 l -10 6 z` }));
  }
  const origins = { static: "static", table: "static", "so far": "so-far" };
  const strength = node.value === null ? "quiet" : origins[origin] ?? "value";
  group.append(outline(mover, wide, HEIGHT, 0, "shape"), text(node.name, 0, 16, SIZE - 1, { class: "name" }));
  group.append(text(worth(node), 0, 33, SIZE, { class: strength }));
  const passed = windowText(node);
  if (passed) {
    const [across, up] = [measured(passed, SMALL) + 6, status === "current" ? -11 : -7];
    group.append(drawn("rect", { class: "behind", x: -across / 2, y: up - SMALL, width: across, height: SMALL * 1.3 }));
    group.append(text(passed, 0, up, SMALL, { class: "window" }));
  }
  const more = hidden(node, children);
  if (node.cells) group.append(drawn("g", { transform: `translate(0 ${HEIGHT + 2})` }, ...miniature(node.cells)));
  if (more) group.append(text(more, 0, high(node) + SMALL * 1.3, SMALL, { class: "quiet" }));
  group.addEventListener("click", () => goTo(node.entered));
  return group;
}

/** A square board below 0, 0, of cells row by row: crosses, noughts, and what is empty. */
export function miniature(cells) {
  const side = Math.sqrt(cells.length);
  return [...cells].flatMap((cell, at) => {
    const [x, y] = [((at % side) - side / 2) * CELL, Math.floor(at / side) * CELL];
    const square = drawn("rect", { class: "square", x, y, width: CELL, height: CELL });
    if (cell === "x") return [square, drawn("path", { class: "cross", d: `M ${x + 2.5} ${y + 2.5} l 6 6 m 0 -6 l -6 6` })];
    return cell === "o" ? [square, drawn("circle", { class: "nought", cx: x + CELL / 2, cy: y + CELL / 2, r: 3.2 })] : [square];
  });
}

/** A node's outline, which tells who moves to those who do not see its colour. */
function outline(mover, wide, high, top, kind) {
  const left = -wide / 2;
  if (mover === "chance") {
    const [corner, waist] = [Math.min(10, wide / 4), top + high / 2];
    const points = [
      [left, waist], [left + corner, top], [-left - corner, top],
      [-left, waist], [-left - corner, top + high], [left + corner, top + high],
    ];
    return drawn("polygon", { class: kind, points: points.map((point) => point.join(",")).join(" ") });
  }
  const rounded = { max: 0, min: high / 2 }[mover] ?? 6;
  return drawn("rect", { class: kind, x: left, y: top, width: wide, height: high, rx: rounded });
}

/** What stands for those that were not entered, or are not drawn. */
function stub({ node, x, y, wide }) {
  const { status, count, names } = node;
  const full = `${count} ${MEANINGS[status]}${names.length ? `: ${names.map(line).join(", ")}` : ""}`;
  const attributes = { class: `stub ${status}`, "data-count": count, transform: `translate(${x} ${y})` };
  const rounded = status === "unvisited" ? STUB / 2 : 4;
  const group = drawn("g", attributes, drawn("title", {}, full),
    drawn("rect", { class: "shape", x: -wide / 2, y: 0, width: wide, height: STUB, rx: rounded }),
    text(counted(node), 0, STUB / 2 + SMALL * 0.36, SMALL, { class: "quiet" }));
  if (node.reason) {
    for (const [at, said] of reason(node).entries()) {
      group.append(text(said, 0, STUB + (at + 1) * SMALL * 1.25 + 2, SMALL, { class: "reason" }));
    }
  }
  return group;
}

/** A sample of a mover's shape, for a legend. */
export function sample(mover) {
  const group = drawn("g", { class: `node ${mover}`, transform: "translate(14 2)" }, outline(mover, 24, 14, 0, "shape"));
  return drawn("svg", { viewBox: "0 0 28 18", class: "tree sample", "aria-hidden": "true" }, group);
}
