// All of a long search at a glance: time goes to the right, plies downwards, and a node is as long as it was searched.

import { drawn } from "./elements.js";

/** From so many nodes on there is one; how wide it is, and how high a ply, in its own units. */
const [LEAST, WIDE, ROW] = [200, 600, 5];

/** A minimap of a track; a click is told to `goTo`: the entry of the node there. Null if the search is a short one. */
export function minimap(track, goTo) {
  const { visits, length } = track;
  if (visits.length < LEAST) return null;
  const x = (seq) => (seq * WIDE) / length;
  const [ways, open] = [{}, []];
  const close = (ply) => {
    const { mover, from, to } = open[ply];
    ways[mover] = `${ways[mover] ?? ""}M${from.toFixed(1)} ${ply * ROW}H${to.toFixed(1)}v${ROW - 1}H${from.toFixed(1)}z`;
  };
  for (const { ply, mover, enter, leave, leaf } of visits) {
    const [from, end] = [x(enter - 1), x(leave ?? leaf ?? length)];
    const isSmall = end - from < 2;
    const to = isSmall ? end : end - 0.8;
    const before = open[ply];
    if (isSmall && before?.isSmall && before.mover === mover && from - before.to < 1) before.to = to;
    else {
      if (before) close(ply);
      open[ply] = { mover, from, to, isSmall };
    }
  }
  open.forEach((_, ply) => close(ply));
  const [here, path] = [drawn("path", { class: "now" }), drawn("path", { class: "path" })];
  const high = open.length * ROW;
  const said = `The whole search: ${visits.length.toLocaleString("en")} nodes in ${open.length} plies, in the order of the search`;
  const root = drawn("svg", { class: "minimap", viewBox: `0 0 ${WIDE} ${high}`, preserveAspectRatio: "none", role: "img", "aria-label": said },
    drawn("title", {}, "The whole search: click on a node"),
    ...Object.entries(ways).map(([mover, d]) => drawn("path", { class: mover, d })), path, here);
  root.addEventListener("click", ({ clientX, clientY }) => {
    const box = root.getBoundingClientRect();
    const seq = track.clamped(Math.ceil(((clientX - box.left) / box.width) * length));
    const calls = track.path(seq);
    const ply = Math.min(Math.floor(((clientY - box.top) / box.height) * open.length), calls.length - 1);
    goTo(visits[calls[ply]]?.enter ?? seq);
  });
  const show = (seq) => {
    const calls = track.path(seq).map((visit) => visits[visit]);
    path.setAttribute("d", calls.map(({ ply, enter, leave, leaf }) =>
      `M${x(enter - 1)} ${ply * ROW}H${Math.max(x(leave ?? leaf ?? length), x(enter - 1) + 1)}v${ROW - 1}H${x(enter - 1)}z`).join(""));
    here.setAttribute("d", `M${x(seq)} 0V${high}`);
  };
  return { root, show };
}
