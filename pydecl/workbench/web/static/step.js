// A search, event by event: what is shown comes from the server, state by state.

import { ask, element, image } from "./asking.js";

const SHAPES = { max: "▲", min: "▼", chance: "◆" };
const STATUS = { current: "▶", path: "│", valued: " ", cut: "✂", skipped: "-", unvisited: "·", more: "…" };
const STATUS_WORDS = { current: "here", cut: "cut off", skipped: "skipped", unvisited: "not visited yet" };
const KEYS = {
  n: "next", ArrowRight: "next", b: "back", ArrowLeft: "back", o: "over", u: "out", l: "leaf", c: "cut",
  d: "difference", Home: "first", End: "last", r: "run",
};
const SECONDS_A_STEP = 0.7;
const SVG = "http://www.w3.org/2000/svg";

const stepper = document.getElementById("stepper");
const caption = document.getElementById("caption");
const panes = document.getElementById("panes");
const number = document.getElementById("number");
const scrubber = document.getElementById("scrubber");
const problem = document.getElementById("problem");
const runner = document.querySelector("[data-go=run]");

const search = new URLSearchParams(location.search);
for (const name of ["at", "right"]) search.delete(name);

let overview = null;
let now = null;
let at = Number(stepper.dataset.at);
let marks = false;
let running = 0;
let asking = null;

const written = (value) => {
  if (value === null || value === undefined) return "–";
  return String(value).replace("-inf", "−∞").replace("inf", "∞").replace(/^-/, "−");
};

// What is shown

function windowBar({ window }) {
  if (window.alpha.value === null) return element("p", { class: "note" }, "This program has no window.");
  const bar = document.createElementNS(SVG, "svg");
  bar.setAttribute("viewBox", "-4 0 208 24");
  bar.setAttribute("class", "bar");
  bar.setAttribute("role", "img");
  bar.setAttribute("aria-label", `alpha ${written(window.alpha.value)}, beta ${written(window.beta.value)}`);
  const draw = (name, attributes) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    bar.append(made);
  };
  const low = window.alpha.place * 200;
  const high = window.beta.place * 200;
  draw("line", { x1: 0, x2: 200, y1: 12, y2: 12, class: "scale" });
  draw("rect", { x: Math.min(low, high), width: Math.max(1, Math.abs(high - low)), y: 7, height: 10, class: high < low ? "empty" : "open" });
  draw("path", { d: `M ${low + 4} 3 H ${low} V 21 H ${low + 4}`, class: "bound" });
  draw("path", { d: `M ${high - 4} 3 H ${high} V 21 H ${high - 4}`, class: "bound" });
  if (window.value.place !== null) draw("circle", { cx: window.value.place * 200, cy: 12, r: 4, class: "value" });
  const value = window.value.value === null ? "" : `, value ${written(window.value.value)}`;
  return element("div", {}, element("p", {}, `alpha ${written(window.alpha.value)}, beta ${written(window.beta.value)}${value}`), bar);
}

function treeRows(state) {
  return state.tree.map((row) => {
    const shape = SHAPES[row.mover] ?? " ";
    const value = row.value === null ? "" : ` = ${written(row.value)}`;
    const words = STATUS_WORDS[row.status];
    const line = element("div", { class: `node ${row.status}` },
      element("span", { "aria-hidden": "true" }, `${"  ".repeat(row.ply)}${STATUS[row.status]} ${shape} `),
      `${row.position}${value}`);
    if (words) line.append(element("span", { class: "sr" }, `, ${words}`));
    return line;
  });
}

function stackRows(state) {
  return state.path.map((call) => {
    const window = call.alpha === null ? "" : ` (${written(call.alpha)}, ${written(call.beta)})`;
    const go = element("button", { type: "button", title: "to the event of its entry" }, `${SHAPES[call.mover] ?? ""} ${call.position}${window}`);
    go.addEventListener("click", () => goTo(call.entered));
    return element("li", {}, go);
  });
}

function sourceRows(source) {
  const tried = new Set(source.tried.map((one) => one.from[0]));
  return source.lines.map((text, index) => {
    const line = source.first + index;
    const [from, to] = [source.mark.from, source.mark.to];
    const isMarked = from[0] <= line && line <= to[0];
    const sign = isMarked ? "▶" : tried.has(line) ? "·" : " ";
    const row = element("div", {}, element("span", { class: "sign" }, `${sign} `));
    if (isMarked && from[0] === to[0]) {
      row.append(text.slice(0, from[1]), element("mark", {}, text.slice(from[1], to[1])), text.slice(to[1]));
    } else row.append(text);
    return row;
  });
}

function section(title, content, name) {
  return element("section", { class: name }, element("h3", {}, title), content);
}

function pane(state, title) {
  const parts = [element("h2", {}, title), element("p", { class: "line" }, state.line)];
  if (state.board) parts.push(section("Board", element("img", { src: image(state.board), alt: state.position ?? "" }), "board"));
  parts.push(section("Window", windowBar(state), "window"));
  parts.push(section("Tree", element("div", { class: "rows", tabindex: 0, role: "group", "aria-label": "The tree around the node" }, ...treeRows(state)), "tree"));
  parts.push(section("Calls", element("ol", { class: "stack" }, ...stackRows(state)), "calls"));
  for (const [name, label] of [["prolog", "Prolog"], ["python", "Python"]]) {
    const source = state.source[name];
    if (source) parts.push(section(`${label}: ${source.file.split("/").pop()}`, element("div", { class: "rows", tabindex: 0, role: "group", "aria-label": label }, ...sourceRows(source)), "source"));
  }
  return element("article", { class: "pane" }, ...parts);
}

function show() {
  const state = now.panes[0];
  caption.textContent = state.caption;
  number.value = state.seq;
  scrubber.value = state.seq;
  panes.replaceChildren(...now.panes.map((one, index) => pane(one, overview.titles[index])));
  for (const button of document.querySelectorAll("[data-go]")) {
    const name = button.dataset.go;
    button.disabled = (name in now.goes && now.goes[name] === null) || (name === "back" && state.seq === 1)
      || (name === "next" && state.seq === overview.totals[0]);
  }
}

function facts() {
  const said = [`${overview.cuts.length} cuts`];
  if (overview.titles.length > 1) said.push(`${overview.differences.length} differences`);
  for (const end of overview.ends) if (end) said.push(end);
  if (now.panes[0].truncated_after) said.push(`truncated after ${now.panes[0].truncated_after}: the search went on`);
  document.getElementById("facts").textContent = `${said.join("; ")}.`;
  document.getElementById("total").textContent = `of ${overview.totals[0]}`;
  scrubber.max = overview.totals[0];
  const ticks = document.getElementById("ticks");
  ticks.setAttribute("viewBox", `0 0 ${overview.totals[0]} 10`);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", overview.cuts.map((seq) => `M ${seq - 0.5} 0 V 10`).join(" "));
  ticks.replaceChildren(path);
}

// Going about

async function goTo(seq, right = null) {
  at = Math.max(1, Math.min(seq, overview.totals[0]));
  asking?.abort();
  asking = new AbortController();
  const query = new URLSearchParams(search);
  query.set("at", at);
  if (right !== null) query.set("right", right);
  if (marks) query.set("marks", "");
  try {
    now = await ask(`/step/state?${query}`, undefined, asking.signal);
  } catch (error) {
    if (error.name !== "AbortError") problem.textContent = error.message;
    return;
  }
  query.delete("marks");
  history.replaceState(null, "", `/step?${query}`);
  show();
}

function go(name) {
  if (name === "run") { run(); return; }
  if (name === "first") { goTo(1); return; }
  if (name === "last") { goTo(overview.totals[0]); return; }
  const target = now.goes[name];
  if (target === null) return;
  if (name === "difference") goTo(target.left, target.right);
  else goTo(target);
}

function run() {
  running = running ? (clearInterval(running), 0) : setInterval(() => {
    if (at >= overview.totals[0]) run();
    else go("next");
  }, SECONDS_A_STEP * 1000);
  runner.textContent = running ? "Pause" : "Run";
  runner.setAttribute("aria-pressed", String(Boolean(running)));
}

stepper.addEventListener("keydown", (event) => {
  if (!now || event.target === number || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target === scrubber && event.key.startsWith("Arrow")) return;
  if (event.key === "g") { number.focus(); number.select(); event.preventDefault(); return; }
  const name = KEYS[event.key];
  if (!name) return;
  event.preventDefault();
  go(name);
});
number.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  goTo(Number.parseInt(number.value, 10) || at);
  stepper.focus();
});
scrubber.addEventListener("input", () => goTo(Number(scrubber.value)));
for (const button of document.querySelectorAll("[data-go]")) button.addEventListener("click", () => go(button.dataset.go));

async function begin() {
  caption.textContent = "Recording …";
  try {
    overview = await ask(`/step/overview?${search}`);
  } catch (error) {
    caption.textContent = "";
    problem.textContent = error.message;
    document.querySelector(".choice").open = true;
    return;
  }
  await goTo(at);
  facts();
  stepper.focus();
  stepper.dataset.ready = "";
  marks = true; // the places in the texts take longer: they come when they are there
  await goTo(at);
  stepper.dataset.marked = "";
}

begin();
