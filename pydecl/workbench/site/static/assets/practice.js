// An exercise: the tree with its blanks, filled in by keyboard or mouse, marked with reasons.
//
// `mount(place, source)` shows it in an element. Where the exercise and its marks come from is the source's: a page
// of `pydecl web` asks its server, the site computes them in the browser.

import { button, drawn, element, image } from "./elements.js";
import { PLAYERS, SHAPES } from "./naming.js";
import { across } from "./tree_svg.js";
import { keep, kept as keptEntries } from "./unsaved.js";
import { hierarchy, tree as tidy } from "./vendor/d3-hierarchy.js";

const NAMES = {
  cut: "cut", alpha: "α", beta: "β", value: "value", first: "first", best: "Best move at the root",
  leaves: "Leaves that are evaluated", leaves_ordered: "Leaves that are evaluated if the child that should come first does",
};
const SPOKEN = { alpha: "alpha", beta: "beta", first: "the child that should come first" };
const SIGNS = { right: "✓", wrong: "✗", missing: "○", follows: "→" };
const WHOLE = new Set(["best", "leaves", "leaves_ordered"]); // what is asked of the whole search stands below the tree
const GAP = 14;
const LEVEL_GAP = 34;

/**
 * Show an exercise. `source` has `exercise()`, `mark(entries)`, `solution()`, and `hint(entries)` if marks that are
 * only looked at are others; each may be a promise. `kept` is a name under which entries survive a reload. Gives a promise
 * of the exercise.
 */
export function mount(place, source, { kept = "" } = {}) {
  const state = { exercise: null, fields: new Map(), name: kept };
  const form = element("form", { class: "exercise", autocomplete: "off" });
  place.replaceChildren(form);

  const begun = Promise.resolve(source.exercise()).then((exercise) => {
    state.exercise = exercise;
    build(form, state, source);
    if (kept) survive(form, state, kept);
    return exercise;
  });
  begun.catch((error) => form.replaceChildren(element("p", { class: "complaint", role: "alert" }, error.message)));
  return begun;
}

function build(form, state, source) {
  const { exercise } = state;
  const byId = new Map(exercise.nodes.map((node) => [node.id, node]));
  const canvas = element("div", { class: "blanks" });
  const cells = new Map(exercise.nodes.map((node) => [node.id, cell(node, byId, state.fields)]));
  const whole = byId.get(exercise.root).fields.filter((field) => WHOLE.has(field))
    .map((field) => element("p", {}, `${NAMES[field]}: `, blank(byId.get(exercise.root), field, byId, state.fields)));
  const said = element("p", { role: "status", class: "points" });
  const reasons = element("ol", { class: "reasons" });
  const show = button("Show the solution", () => attempt(said, async () => {
    const solution = await source.solution();
    streak(state.name, false);
    unmark(state.fields, said, reasons);
    fill(state.fields, solution.entries);
    form.dispatchEvent(new Event("input"));
    said.textContent = "This is the solution.";
  }), { class: "show" });
  const print = button("Print", () => globalThis.print());
  const clear = button("Clear", () => {
    fill(state.fields, {});
    unmark(state.fields, said, reasons);
    form.dispatchEvent(new Event("input"));
  });
  const hint = button("Hint for this blank", () => attempt(said, async () => {
    if (!state.at) throw new Error("Go to a blank first: the hint is about the one where you were last.");
    const marks = await (source.hint ?? source.mark)(entered(state.fields));
    unmark(state.fields, said, reasons);
    const here = marks.fields.filter(({ node, field }) => node === state.at.node && field === state.at.field);
    tell({ ...marks, fields: here }, state.fields, said, reasons);
    said.textContent = here.some(({ verdict }) => verdict !== "right") ? "" : "This blank is right.";
  }), { class: "hint" });
  canvas.append(...cells.values());
  form.replaceChildren(
    ...(exercise.picture ? [element("img", { src: image(exercise.picture), alt: exercise.board })]
      : exercise.board ? [element("pre", { class: "board", "aria-label": `the position ${exercise.position}` }, exercise.board)] : []),
    element("p", { class: "question" }, exercise.question),
    element("p", { class: "note no-print" }, legend(exercise)),
    element("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "The tree with its blanks" }, canvas),
    element("div", { class: "whole" }, ...whole),
    element("p", { class: "row" }, element("button", { type: "submit" }, "Mark"), hint, clear, show, print),
    said, reasons,
  );
  const branches = lay(canvas, exercise, cells, byId);
  const [root, scroll] = [cells.get(exercise.root), canvas.parentElement];
  scroll.scrollLeft = root.offsetLeft + (root.offsetWidth - scroll.clientWidth) / 2;
  const dimmed = () => dim(exercise, state.fields, cells, byId, branches);
  dimmed();

  form.addEventListener("input", dimmed);
  form.addEventListener("focusin", ({ target }) => {
    state.at = [...state.fields.values()].find(({ input }) => input === target) ?? state.at;
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(said, async () => {
      const marks = await source.mark(entered(state.fields));
      unmark(state.fields, said, reasons);
      tell(marks, state.fields, said, reasons);
      const many = streak(state.name, marks.fields.every(({ verdict }) => verdict === "right"));
      if (many > 1) said.textContent += ` ${many} exercises in a row were right at the first try.`;
    });
  });
}

/** What the shapes mean, of those that are there. */
function legend({ nodes }) {
  const told = { max: "▲ At a square MAX is to move.", min: "▼ At a round node MIN is.", chance: "◆ At a dashed one chance moves." };
  return Object.keys(told).filter((mover) => nodes.some((node) => node.mover === mover)).map((mover) => told[mover]).join(" ");
}

async function attempt(said, work) {
  try {
    await work();
  } catch (error) {
    said.textContent = error.message;
  }
}

// The blanks.

function cell(node, byId, fields) {
  const made = element("div", { class: `cell ${node.mover}`, "data-node": node.id });
  const has = new Set(node.fields);
  const parent = [...byId.values()].find((one) => one.children.includes(node.id));
  const odds = parent?.probabilities[parent.children.indexOf(node.id)];
  const above = element("div", { class: "above" });
  if (odds) above.append(element("span", { class: "odds" }, odds));
  if (has.has("cut")) above.append(blank(node, "cut", byId, fields));
  const bounds = ["alpha", "beta"].filter((field) => has.has(field)).map((field) => blank(node, field, byId, fields));
  if (bounds.length) above.append(element("div", { class: "bounds" }, ...bounds));
  const body = element("div", { class: "body" },
    element("span", { class: "name", title: spoken(node) }, `${SHAPES[node.mover]} ${node.id}`));
  if (node.label) body.append(element("span", { class: "move" }, node.label));
  if (node.value !== null) body.append(element("span", { class: "static" }, node.value));
  for (const field of ["value", "first"]) if (has.has(field)) body.append(blank(node, field, byId, fields));
  made.append(above, body);
  return made;
}

const spoken = (node) => `${node.id}, ${node.children.length ? `${PLAYERS[node.mover]} to move` : "a leaf"}${node.label ? `, reached by ${node.label}` : ""}`;

function blank(node, field, byId, fields) {
  const label = `${SPOKEN[field] ?? NAMES[field]} at ${spoken(node)}`;
  const input = field === "cut"
    ? element("input", { type: "checkbox", "aria-label": `the branch to ${spoken(node)} is cut` })
    : field === "first" || field === "best"
      ? element("select", { "aria-label": label }, element("option", { value: "" }, "?"),
          ...node.children.map((child) => element("option", { value: child }, named(byId.get(child)))))
      : element("input", { size: 3, maxlength: 40, "aria-label": label, spellcheck: "false", autocapitalize: "off" });
  const sign = element("span", { class: "sign" });
  const shown = element("label", { class: `blank ${field}` }, WHOLE.has(field) || field === "value" ? "" : `${NAMES[field]} `, input, sign);
  fields.set(`${node.id} ${field}`, { node: node.id, field, input, sign, shown });
  return shown;
}

const named = (node) => (node.label ? `${node.id}: ${node.label}` : node.id);

function entered(fields) {
  const found = {};
  for (const { node, field, input } of fields.values()) {
    const entry = input.type === "checkbox" ? input.checked : input.value.trim();
    if (entry) (found[node] ??= {})[field] = entry;
  }
  return found;
}

function fill(fields, entries) {
  for (const { node, field, input } of fields.values()) {
    const entry = entries[node]?.[field];
    if (input.type === "checkbox") input.checked = entry === true;
    else input.value = (entry ?? "").replace("inf", "∞");
  }
}

/** What is below a cut is not visited: it is shown so, and what is there can still be read. */
function dim(exercise, fields, cells, byId, branches) {
  const below = (id, isCut) => {
    const here = isCut || Boolean(fields.get(`${id} cut`)?.input.checked);
    cells.get(id).classList.toggle("left-out", here);
    cells.get(id).classList.toggle("cut-off", here && !isCut);
    const branch = branches.get(id);
    branch?.edge.classList.toggle("left-out", here);
    branch?.bar.classList.toggle("shown", here && !isCut);
    for (const child of byId.get(id).children) below(child, here);
  };
  below(exercise.root, false);
}

/** How many exercises in a row were right when they were marked first; showing a solution before that ends the streak. */
function streak(name, isRight) {
  const { many = 0, done = [] } = keptEntries("streak") ?? {};
  if (done.includes(name)) return isRight ? many : 0;
  const now = isRight ? many + 1 : 0;
  keep("streak", { many: now, done: [...done, name] });
  return now;
}

/** Entries survive a reload. */
function survive(form, state, name) {
  fill(state.fields, keptEntries(name) ?? {});
  form.addEventListener("input", () => keep(name, entered(state.fields)));
  form.dispatchEvent(new Event("input"));
}

// Marks.

function tell(marks, fields, said, reasons) {
  const told = marks.fields.filter((mark) => mark.verdict !== "right");
  said.textContent = `${marks.points} of ${marks.of} points.${told.length ? "" : " All is right."}`;
  for (const mark of marks.fields) {
    const found = fields.get(`${mark.node} ${mark.field}`);
    if (!found) continue;
    found.shown.dataset.verdict = mark.verdict;
    found.sign.textContent = SIGNS[mark.verdict];
    found.sign.title = mark.verdict;
  }
  reasons.replaceChildren(...told.map((mark, number) => {
    const { input } = fields.get(`${mark.node} ${mark.field}`);
    const id = `reason-${number}`;
    input.setAttribute("aria-describedby", id);
    const where = WHOLE.has(mark.field) ? NAMES[mark.field] : `${SPOKEN[mark.field] ?? mark.field} at ${mark.node}`;
    const go = button(where, () => input.focus());
    if (mark.verdict !== "missing") return element("li", { id }, go, ` ${SIGNS[mark.verdict]} ${mark.reason}`);
    return element("li", { id }, go, ` ${SIGNS.missing} Empty. `,
      element("details", {}, element("summary", {}, "What belongs there"), mark.reason));
  }));
}

function unmark(fields, said, reasons) {
  for (const { shown, sign, input } of fields.values()) {
    delete shown.dataset.verdict;
    sign.textContent = "";
    input.removeAttribute("aria-describedby");
  }
  said.textContent = "";
  reasons.replaceChildren();
}

// The drawing.

/** Put the cells at their places, with the branches behind them: the edge and the bar that lead to each node. */
function lay(canvas, exercise, cells, byId) {
  const size = new Map([...cells].map(([id, made]) => [id, { width: made.offsetWidth, height: made.offsetHeight, above: made.firstChild.offsetHeight }]));
  const width = (point) => size.get(point.data.id).width;
  const root = hierarchy(byId.get(exercise.root), (node) => node.children.map((child) => byId.get(child)));
  tidy().nodeSize([1, 1]).separation((one, other) => (width(one) + width(other)) / 2 + GAP)(root);
  const points = root.descendants();
  const tops = [];
  for (const point of points) tops[point.depth] = Math.max(tops[point.depth] ?? 0, size.get(point.data.id).height);
  const top = (depth) => tops.slice(0, depth).reduce((sum, height) => sum + height + LEVEL_GAP, 0);
  const left = Math.min(...points.map((point) => point.x - width(point) / 2));
  const right = Math.max(...points.map((point) => point.x + width(point) / 2));
  const [wide, high] = [right - left + 4, top(tops.length) - LEVEL_GAP + 4];
  const edges = drawn("svg", { width: wide, height: high, viewBox: `0 0 ${wide} ${high}`, "aria-hidden": "true" });
  const branches = new Map();
  for (const point of points) {
    const made = cells.get(point.data.id);
    const { above } = size.get(point.data.id);
    made.style.left = `${point.x - left - width(point) / 2 + 2}px`;
    made.style.top = `${top(point.depth) + 2}px`;
    if (!point.parent) continue;
    const from = [point.parent.x - left + 2, top(point.depth - 1) + size.get(point.parent.data.id).height + 2];
    const to = [point.x - left + 2, top(point.depth) + 2];
    const branch = {
      edge: drawn("path", { class: "edge", d: `M${from} L${to} V${to[1] + above}` }),
      bar: drawn("path", { class: "bar", d: across(from, to) }),
    };
    edges.append(branch.edge, branch.bar);
    branches.set(point.data.id, branch);
  }
  canvas.style.width = `${wide}px`;
  canvas.style.height = `${high}px`;
  canvas.style.setProperty("--print", String(Math.min(1, 980 / wide)));
  canvas.prepend(edges);
  return branches;
}
