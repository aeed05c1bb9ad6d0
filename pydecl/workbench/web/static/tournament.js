// The table of a tournament, as its games end.

import { byId, element } from "/assets/elements.js";
import { fill } from "./asking.js";

const table = byId("standings");
const games = byId("games");

function show(part) {
  const heads = part.columns.map((name) => element("th", { scope: "col" }, name || "rank"));
  table.tHead.replaceChildren(element("tr", {}, ...heads));
  table.tBodies[0].replaceChildren(...part.rows.map((row) => element("tr", {}, ...row.map((cell, index) =>
    index === 1 ? element("th", { scope: "row" }, cell) : element("td", {}, cell)))));
  table.hidden = false;
  byId("notes").replaceChildren(...part.notes.map((note) => element("p", { class: "note" }, note)));
  for (const game of part.games) {
    games.append(element("details", {},
      element("summary", {}, `${game.number}. ${game.max} – ${game.min}: ${game.said}, ${game.plies} plies`),
      element("pre", { tabindex: 0 }, game.record)));
  }
  byId("games-head").hidden = !games.children.length;
}

let title = "";
fill(table, "/tournament/standings", (part) => {
  show(part);
  ({ title } = part);
  return `${title} …`;
}, (done) => {
  const timed = done.timed ? " Moves were limited by time: another run may end otherwise." : "";
  return done.reason ? `${title}. Ended: ${done.reason}` : `${title}: all are played.${timed}`;
});
