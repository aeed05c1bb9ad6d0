// The matrix of programs and laws, as it grows.

import { element } from "/assets/elements.js";
import { stream } from "./asking.js";

const matrix = document.getElementById("matrix");
const body = matrix.querySelector("tbody");
const heads = [...matrix.querySelectorAll("[data-law]")];
const progress = document.getElementById("progress");
const stop = document.getElementById("stop");
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

if (matrix.dataset.query) {
  const close = stream(`/crosscheck/matrix?${matrix.dataset.query}`, (part) => {
    show(part);
    progress.textContent = `${part.games} games …`;
  }, (wrong, done) => {
    stop.disabled = true;
    if (wrong) { progress.textContent = `Ended: ${wrong}`; return; }
    const count = done.broken.length;
    const all = done.games < done.of ? ` of ${done.of}, for time is up` : "";
    progress.textContent = `${done.games} games${all}: ${count ? `${count} laws are broken` : "all laws are kept"}.`;
    document.getElementById("broken").replaceChildren(...done.broken.map(broken));
    matrix.dataset.ready = "";
  });
  stop.disabled = false;
  stop.addEventListener("click", () => { close(); stop.disabled = true; progress.textContent += " stopped."; });
}
