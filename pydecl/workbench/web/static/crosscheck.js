// The matrix of programs and laws, as it grows.

import { byId, element } from "/assets/elements.js";
import { fill } from "./asking.js";

const matrix = byId("matrix");
const body = matrix.querySelector("tbody");
const heads = [...matrix.querySelectorAll("[data-law]")];
const rows = new Map();

function show(part) {
  for (const [program, cells] of Object.entries(part.rows)) {
    if (!rows.has(program)) {
      const row = element("tr", {}, element("th", { scope: "row" }, program), ...heads.map(() => element("td")));
      rows.set(program, row);
      body.append(row);
    }
    heads.forEach((head, index) => {
      const cell = rows.get(program).children[index + 1];
      const value = cells[head.dataset.law];
      if (value === undefined) return;
      const isBroken = value === "broken";
      cell.classList.toggle("broken", isBroken);
      cell.textContent = isBroken ? "✗ broken" : value.toLocaleString("en");
    });
  }
  for (const [index, head] of heads.entries()) {
    const used = [...rows.values()].some((row) => row.children[index + 1].textContent);
    for (const row of [head.parentElement, ...rows.values()]) row.children[index + 1].hidden = !used;
  }
}

function broken(found) {
  const query = new URLSearchParams({ tree: found.tree, program: found.program, engine: "python", depth: found.depth ?? "", beside: found.right });
  return element("section", {},
    element("h2", {}, `${found.program}: ${found.law}`),
    element("p", {}, found.said, found.cause ? ` (${found.cause})` : ""),
    element("pre", { tabindex: 0 }, found.tree),
    element("p", {}, element("a", { href: `/step?${query}` }, "Step through the search on this tree")));
}

fill(matrix, "/crosscheck/matrix", (part) => {
  show(part);
  return `${part.games} games …`;
}, (done) => {
  const count = done.broken.length;
  const all = done.games < done.of ? ` of ${done.of}, for time is up` : "";
  byId("broken").replaceChildren(...done.broken.map(broken));
  return `${done.games} games${all}: ${count ? `${count} laws are broken` : "all laws are kept"}.`;
});
