// A position of a game: values as they are found, moves on the board, hints, the program's moves.

import { ask, stream } from "./asking.js";
import { clickable } from "./board.js";

const game = document.getElementById("game");
const base = `/g/${encodeURIComponent(game.dataset.game)}`;
const query = game.dataset.query;
const rows = [...document.querySelectorAll("#moves tbody tr")];
const progress = document.getElementById("progress");

function values() {
  const found = new Map();
  let count = 0;
  const began = performance.now();
  progress.textContent = "Searching …";
  stream(`${base}/values?${query}`, (part) => {
    const row = rows[part.number - 1];
    const cell = row.querySelector(".worth");
    cell.textContent = part.value;
    if (part.why) cell.title = part.why;
    count += 1;
    if (part.best !== undefined) found.set(row, part.best);
    progress.textContent = `Values are MAX’s: ${count} of ${rows.length} moves.`;
  }, (wrong) => {
    const seconds = ((performance.now() - began) / 1000).toFixed(2);
    progress.textContent = wrong ? `No values: ${wrong}` : `Values are MAX’s; found in ${seconds} s. ★ is best for the mover.`;
    if (!wrong && found.size) {
      const best = (game.dataset.mover === "min" ? Math.min : Math.max)(...found.values());
      if (game.dataset.mover !== "chance" && new Set(found.values()).size > 1) for (const [row, value] of found) row.classList.toggle("best", value === best);
    }
    game.dataset.ready = "";
  });
}

async function hint(event) {
  const button = event.target;
  button.disabled = true;
  try {
    const found = await ask(`${base}/hint?${query}`);
    for (const row of rows) row.classList.toggle("hinted", row === rows[found.number - 1]);
    const link = rows[found.number - 1].querySelector("a");
    progress.textContent = `Hint: ${link.textContent} (${found.why}).`;
    link.focus();
  } catch (error) {
    progress.textContent = `No hint: ${error.message}`;
  }
  button.disabled = false;
}

async function board() {
  const places = await ask(`${base}/places?${query}`).catch(() => null);
  if (!places || "reply" in game.dataset) return;
  clickable(document.getElementById("picture"), places, (index) => rows[index].querySelector("a").click());
}

const isReturn = performance.getEntriesByType("navigation")[0]?.type === "back_forward";
if ("reply" in game.dataset) {
  if (!isReturn) location.replace(document.getElementById("reply").href);
} else if (rows.length) {
  document.getElementById("hint").addEventListener("click", hint);
  board();
  values();
}
