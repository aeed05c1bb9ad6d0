// What the stepper shows of one search: the picture of the tree, the window, the calls, the place in the program.
//
// A pane stays; `show` puts a state in it.

import { button, drawn, element, pictured } from "./elements.js";
import { SHAPES, written } from "./naming.js";
import { counted } from "./tree_svg.js";
import { TreeView } from "./tree_view.js";

const SIGNS = { "=": "=", ">=": "≥", "<=": "≤" };
const STATUS = { current: "▶", path: "│", valued: " ", cut: "✂", skipped: "-", unvisited: "·", more: "…" };
const STATUS_WORDS = { current: "here", cut: "cut off", skipped: "skipped", unvisited: "not visited yet" };

/** So many lines of a program are seen at once. */
const SHORT = 12;

export class Pane {
  /** `goTo` and `boardOf` are as TreeView takes them. Of one alone the caption stands above it. */
  constructor(title, goTo, boardOf, isAlone) {
    this.goTo = goTo;
    this.line = element("p", { class: "line", ...(isAlone ? { hidden: "" } : {}) });
    this.tree = new TreeView(title, goTo, boardOf);
    this.rows = rows("The tree around the node");
    this.asText = element("details", { class: "as-text" }, element("summary", {}, "The tree as text"), this.rows);
    this.asText.addEventListener("toggle", () => this.showRows());
    this.sections = new Map();
    const about = ["board", "window", "calls"].map((name) => this.section(name));
    this.root = element("article", { class: "pane" }, element("h2", {}, title), this.line,
      element("div", { class: "main" }, element("div", {}, this.tree.root, this.asText), element("div", { class: "about" }, ...about)),
      this.section("source"));
  }

  section(name) {
    const made = element("section", { class: name, hidden: "" });
    this.sections.set(name, made);
    return made;
  }

  zoom(way) {
    this.tree.zoom(way);
  }

  show(state) {
    this.state = state;
    this.line.textContent = state.caption;
    this.tree.show(state);
    this.showRows();
    const { window } = state;
    this.showBoard(state);
    this.put("window", "Window", windowBar(window));
    this.put("calls", "Calls", element("ol", { class: "stack" }, ...stackRows(state, this.goTo)));
    const { source } = state;
    if (source) this.put("source", `Prolog: ${source.file.split("/").pop()}, ${source.mark.within}`, sourceRows(source));
    else this.put("source", null);
  }

  /** A section with a title and a content; none without a title. */
  put(name, title, content) {
    const place = this.sections.get(name);
    place.hidden = title === null;
    place.replaceChildren(...(title === null ? [] : [element("h3", {}, title), content]));
    const marked = content?.childElementCount > SHORT ? content.querySelector("mark") : null;
    if (marked) content.scrollTop = marked.parentElement.offsetTop - content.offsetTop - content.clientHeight / 2;
  }

  /** The board of a position, which may come later, or its text, if its node is not called by it. */
  async showBoard(state) {
    const { position, path } = state;
    const board = (await state.board) ?? position;
    if (state !== this.state) return;
    if (board && board !== path.at(-1)?.position) this.put("board", "Board", pictured(board, position ?? ""));
    else this.put("board", null);
  }

  /** The same as the picture says, for those who read it: made only while it is open. */
  showRows() {
    if (this.asText.open && this.state) this.rows.replaceChildren(...treeRows(this.state));
  }
}

const rows = (name, ...content) =>
  element("div", { class: "rows", tabindex: 0, role: "group", "aria-label": name }, ...content);

function windowBar(window) {
  if (window.alpha.value === null) return element("p", { class: "note" }, "This program has no window.");
  const [low, high] = [window.alpha.place * 200, window.beta.place * 200];
  const bar = drawn("svg", {
    viewBox: "-4 0 208 24", class: "bar", role: "img",
    "aria-label": `alpha ${written(window.alpha.value)}, beta ${written(window.beta.value)}`,
  },
    drawn("line", { x1: 0, x2: 200, y1: 12, y2: 12, class: "scale" }),
    drawn("rect", { x: Math.min(low, high), width: Math.max(1, Math.abs(high - low)), y: 7, height: 10, class: high < low ? "empty" : "open" }),
    drawn("path", { d: `M ${low + 4} 3 H ${low} V 21 H ${low + 4}`, class: "bound" }),
    drawn("path", { d: `M ${high - 4} 3 H ${high} V 21 H ${high - 4}`, class: "bound" }));
  if (window.value.place !== null) bar.append(drawn("circle", { cx: window.value.place * 200, cy: 12, r: 4, class: "value" }));
  const value = window.value.value === null ? "" : `, value ${written(window.value.value)}`;
  return element("div", {}, element("p", {}, `alpha ${written(window.alpha.value)}, beta ${written(window.beta.value)}${value}`), bar);
}

function treeRows({ picture }) {
  const plies = [];
  return picture.map((node, at) => {
    plies[at] = at ? plies[node.parent] + 1 : 0;
    const shape = SHAPES[node.mover] ?? " ";
    const value = node.value === null ? "" : ` ${SIGNS[node.sign] ?? ""} ${written(node.value)}`;
    const words = STATUS_WORDS[node.status];
    const line = element("div", { class: `row-${node.status}` },
      element("span", { "aria-hidden": "true" }, `${"  ".repeat(plies[at])}${STATUS[node.status]} ${shape} `),
      node.visit === null ? counted(node) : `${node.position}${value}`);
    if (words) line.append(element("span", { class: "sr" }, `, ${words}`));
    return line;
  });
}

function stackRows(state, goTo) {
  return state.path.map((call) => {
    const window = call.alpha === null ? "" : ` (${written(call.alpha)}, ${written(call.beta)})`;
    const said = `${SHAPES[call.mover] ?? ""} ${call.position}${window}`;
    return element("li", {}, button(said, () => goTo(call.entered), { title: "to the event of its entry" }));
  });
}

function sourceRows(source) {
  const tried = new Set(source.tried.map((one) => one.from[0]));
  return rows("Prolog", ...source.lines.map((text, index) => {
    const line = source.first + index;
    const [from, to] = [source.mark.from, source.mark.to];
    const isMarked = from[0] <= line && line <= to[0];
    const sign = isMarked ? "▶" : tried.has(line) ? "·" : " ";
    const row = element("div", {}, element("span", { class: "sign" }, `${sign} `));
    if (isMarked && from[0] === to[0]) {
      const [before, marked, after] = [[0, from[1]], [from[1], to[1]], [to[1]]].map((part) => [...text].slice(...part).join(""));
      row.append(before, element("mark", {}, marked), after);
    } else row.append(text);
    return row;
  }));
}
