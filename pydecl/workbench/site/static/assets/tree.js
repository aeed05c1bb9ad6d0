// The tree that a search entered, as text, as `pydecl draw` prints it: the twin of pydecl/workbench/drawing/tree_text.py.

import { reason, valueText } from "./captions.js";
import { brief } from "./numbers.js";
import { PLAYERS } from "./naming.js";


/** The longest name of a position, in characters, and how many skipped successors are named. */
const LONGEST = 22;
const MOST_NAMED = 4;

/** The trees of the events, one a root that was entered, each {root, depth}. */
export function trees(events) {
  const roots = [];
  const path = [];
  let depth = null;
  let order = 0;
  for (const event of events) {
    if (event.event === "iteration") depth = event.depth;
    if (event.node === null) continue;
    if (event.event === "enter") {
      order += 1;
      const { node, ply, mover, alpha, beta } = event;
      const visit = { order, node, ply, mover, alpha, beta, children: [], value: null, cut: null, best: null };
      Object.assign(visit, { leaf: null, isHit: false });
      path.length = ply;
      if (ply) path[ply - 1].children.push(visit);
      else roots.push({ root: visit, depth });
      path.push(visit);
    } else {
      take(path[event.ply], event);
    }
  }
  return roots;
}

function take(visit, event) {
  if (event.event === "leaf") visit.leaf = event.value;
  else if (event.event === "hit") visit.isHit = true;
  else if (event.event === "window") visit.best = visit.children.findLast(({ node }) => node === event.by) ?? null;
  else if (event.event === "cut") visit.cut = event;
  else if (event.event === "value") {
    visit.value = event.value;
    visit.best ??= visit.children.find(({ value }) => value === event.value) ?? null;
  }
}

/** The tree as lines; `position` writes a position by its number. At most `most` nodes are shown. */
export function treeText(root, position, most) {
  const line = new Set();
  for (let visit = root; visit; visit = visit.best) line.add(visit);
  const lines = [];
  const todo = [[root, "", ""]];
  let shown = 0;
  while (todo.length) {
    const [one, first, rest] = todo.pop();
    if (typeof one === "string") {
      lines.push(first + one);
      continue;
    }
    if (shown === most) {
      lines.push("…", `The rest is left out: ${most.toLocaleString("en")} nodes are shown.`);
      break;
    }
    shown += 1;
    lines.push(`${first}${line.has(one) ? "* " : ""}${described(one, position)}`);
    const below = [...one.children];
    if (one.cut?.skipped.length) {
      below.push(`skipped ${skipped(one.cut, position)}: ${reason(one.cut, (at) => elided(position(at)))}`);
    }
    for (let at = below.length - 1; at >= 0; at -= 1) {
      const last = at === below.length - 1;
      const joint = (last ? "└─" : "├─") + (typeof below[at] === "string" ? "/ " : "─ ");
      todo.push([below[at], rest + joint, rest + (last ? "    " : "│   ")]);
    }
  }
  return lines.join("\n");
}

function described({ node, mover, leaf, isHit, value, alpha, beta, order }, position) {
  const known = valueText(value ?? leaf ?? "?");
  const told = leaf !== null ? `static ${known}` : isHit ? `known ${known}` : known;
  const window = alpha === null ? "" : `[${short(alpha)}, ${short(beta)}]`;
  return [elided(position(node)), PLAYERS[mover] ?? "-", told, window, order.toLocaleString("en")]
    .filter(Boolean)
    .join("  ");
}

function skipped(cut, position) {
  const names = cut.skipped.map((at) => position(at));
  if (names.length <= MOST_NAMED && names.join(", ").length <= LONGEST) return names.join(", ");
  return `${names.length} successor${names.length > 1 ? "s" : ""}`;
}

const elided = (name) => (name.length <= LONGEST ? name : `${name.slice(0, LONGEST - 1)}…`);
const short = (number) => brief(number).replace("inf", "∞");
