// The tree that a search entered, as text: one node a line, with what was skipped and why.

import { reason, valueText } from "./captions.js";

const MOVERS = { max: "MAX", min: "MIN", chance: "chance" };

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
      const visit = { order, node, ply, mover, alpha, beta, children: [], value: null, kind: "", cut: null, best: null };
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
  if (event.event === "leaf") visit.kind = "static ";
  else if (event.event === "hit") visit.kind = "known ";
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
      below.push(`skipped ${one.cut.skipped.map(position).join(", ")}: ${reason(one.cut, position)}`);
    }
    for (let at = below.length - 1; at >= 0; at -= 1) {
      const last = at === below.length - 1;
      const joint = (last ? "└─" : "├─") + (typeof below[at] === "string" ? "/ " : "─ ");
      todo.push([below[at], rest + joint, rest + (last ? "    " : "│   ")]);
    }
  }
  return lines.join("\n");
}

function described({ node, mover, kind, value, alpha, beta, order }, position) {
  const known = value === null ? "" : kind + valueText(value);
  const window = alpha === null ? "" : `[${short(alpha)}, ${short(beta)}]`;
  return [position(node), MOVERS[mover] ?? "", known, window, order.toLocaleString("en")].filter(Boolean).join("  ");
}

const short = (number) => number.replace("inf", "∞");
