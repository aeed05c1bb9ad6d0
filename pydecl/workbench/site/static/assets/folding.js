// A picture made smaller, to fit where it is shown: levels below the nodes that were left, and siblings of the path,
// are counted in place of being drawn.

import { BLANK } from "./picture.js";

/** From everything to the least: how many levels are drawn below nodes beside the path, and how many siblings. */
export const FOLDS = [
  { levels: Infinity, abreast: Infinity }, { levels: 2, abreast: Infinity }, { levels: 1, abreast: Infinity },
  { levels: 0, abreast: Infinity }, { levels: 0, abreast: 5 }, { levels: 0, abreast: 3 }, { levels: 0, abreast: 2 },
  { levels: 0, abreast: 1 },
];

/** The nodes of `picture.js` that a fold leaves, each after its parent. */
export function folded(nodes, { levels, abreast }) {
  const children = nodes.map(() => []);
  for (const [at, { parent }] of nodes.entries()) if (parent !== null) children[parent].push(at);
  const kept = [];
  const places = new Map(); // of the nodes that are kept, by where they were
  const isOnPath = (at) => nodes[at].status === "path" || nodes[at].status === "current";

  const add = (at, parent, level) => {
    places.set(at, kept.length);
    const node = { ...nodes[at], parent };
    if (node.reason?.by != null) node.reason = { ...node.reason, by: places.get(node.reason.by) };
    kept.push(node);
    if (level > levels) return;
    const [first, last] = isOnPath(at) ? beside(children[at], isOnPath, nodes, abreast) : [0, Infinity];
    const here = places.get(at);
    let before = 0;
    for (const [place, child] of children[at].entries()) {
      const { status, count } = nodes[child];
      if (status === "valued" && place < first) before += 1;
      else if (status === "more" && place < first) before += count;
      else {
        if (before) kept.push({ ...BLANK, parent: here, count: before });
        before = 0;
        if (status !== "valued" || place <= last) add(child, here, isOnPath(child) ? 0 : level + 1);
      }
    }
    const after = children[at].filter((child, place) => nodes[child].status === "valued" && place > last).length;
    if (after) kept.push({ ...BLANK, parent: here, count: after });
  };
  add(0, null, 0);
  return kept;
}

/** The first and the last of the children of a node on the path that are drawn: `abreast` besides the next node. */
function beside(children, isOnPath, nodes, abreast) {
  const visited = children.flatMap((child, place) => (nodes[child].status === "valued" || isOnPath(child) ? [place] : []));
  const next = children.findIndex(isOnPath);
  const most = next < 0 ? abreast : abreast + 1;
  const here = next < 0 ? Infinity : visited.indexOf(next);
  const first = Math.max(0, Math.min(here - Math.ceil(abreast / 2), visited.length - most));
  const [from, to] = [visited[first] ?? 0, visited[Math.min(first + most, visited.length) - 1] ?? Infinity];
  return [first ? from : 0, to];
}
