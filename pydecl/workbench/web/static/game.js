// A position of a game: values as they are found, moves on the board, hints, the program's moves, records.
// What leads to another position of the page is fetched and takes the place of what is shown.

import { byId, element } from "/assets/elements.js";
import { ask, stream } from "./asking.js";
import { clickable } from "/assets/board.js";
import { placesTold } from "/assets/changes.js";
import { Evaluation, players } from "/assets/evaluation.js";
import { Worth } from "/assets/worth.js";

const PAUSE = 900; // milliseconds between two moves, if one looks on

let going = null; // what fetches the next page
let stop = () => {}; // ends what this page asks

/** Show the page of an address in place of this one; `how` it gets into the history: pushed, in place of this one, or not. */
async function go(address, { how = "push", focus = "" } = {}) {
  going?.abort();
  going = new AbortController();
  const { signal } = going;
  try {
    const response = await fetch(address, { headers: { Accept: "text/html" }, signal });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (signal.aborted) return;
    stop();
    document.title = page.title;
    byId("main").replaceWith(page.getElementById("main"));
    if (how === "push") history.pushState(null, "", response.url);
    else if (how === "replace") history.replaceState(null, "", response.url);
    start({ isNew: how !== "" });
    if (focus) (document.getElementById(focus) || byId("turn"))?.focus({ preventScroll: true });
  } catch (error) {
    if (!signal.aborted) location.assign(address);
  }
}

/** What makes this page live; `isNew` says that it is not returned to: then the program moves at once. */
function start({ isNew }) {
  const game = byId("game");
  if (!game) return;
  const rows = [...document.querySelectorAll("#moves li")];
  const ending = new AbortController();
  let ends = () => {};
  stop = () => { ending.abort(); ends(); };
  records(game);
  const isReply = "reply" in game.dataset;
  const board = places(game, rows, ending.signal, isReply);
  const evaluation = evaluated(game);
  if (!rows.length) return;
  if (isReply) {
    if (isNew) reply(game, ending.signal);
    else if ("watched" in game.dataset) byId("pause").hidden = true;
    return;
  }
  const worth = new Worth(rows, game.dataset.mover, byId("progress"), byId("best"),
    (values, value) => {
      evaluation.tell(value);
      board.then((one) => one?.values(values));
    });
  ends = stream(game.dataset.values, (part) => worth.heard(part), (wrong) => {
    worth.ended(wrong);
    game.dataset.ready = "";
  });
  byId("hint").addEventListener("click", (event) => hint(event.target, game, rows, board, ending.signal));
}

/** The bar and the graph of the line that is played, whose other positions are those of the record. */
function evaluated(game) {
  const { line, whole, called, ended } = game.dataset;
  const numbers = (text) => text.split(".").filter(Boolean).map(Number);
  const turns = numbers(whole).map((_, at) => game.querySelector(`.record a[data-line="${numbers(whole).slice(0, at + 1).join(".")}"]`));
  const address = (plies) => (plies ? turns[plies - 1].href : game.dataset.start);
  return new Evaluation(byId("evaluation"), {
    game: called, line: numbers(line), whole: numbers(whole), ended, movers: turns.map((one) => one.dataset.mover),
    goTo: (plies) => go(address(plies)),
    values(plies, tell, done) {
      const there = new URL(address(plies), location.href);
      return stream(`${there.pathname}/values${there.search}`, tell, done);
    },
  });
}

/** The board, on which one plays unless it is the program's turn. */
async function places(game, rows, signal, isReply) {
  const { mover, who, ended } = game.dataset;
  const told = await ask(game.dataset.boards, null, signal).catch(() => null);
  if (signal.aborted) return null;
  const found = told && { ...placesTold(told), ended };
  const turns = [...game.querySelectorAll(".record a[aria-current]")].map((one) => one.dataset.mover);
  byId("players").replaceChildren(players(ended ? null : mover, turns, found?.colours, (one) => who === "both" || who === one));
  if (!found) return null;
  if (rows.length && found.colours[0]) byId("turn").append(` (${found.colours[0]})`);
  const link = (index) => rows[index].querySelector("a");
  const unsure = (indices) => {
    const choices = byId("choices");
    choices.hidden = !indices.length;
    choices.replaceChildren(...indices.map((index) => element("a", { class: "button", href: link(index).href, "data-go": "" },
      `${link(index).textContent} ${rows[index].querySelector(".worth").textContent}`.trim())));
  };
  if (isReply) found.moves = [];
  return clickable(byId("picture"), found, (index) => go(link(index).href), unsure);
}

async function hint(button, game, rows, board, signal) {
  button.disabled = true;
  const progress = byId("progress");
  try {
    const found = await ask(game.dataset.hint, null, signal);
    for (const row of rows) row.classList.toggle("hinted", row === rows[found.number - 1]);
    const link = rows[found.number - 1].querySelector("a");
    progress.textContent = `Hint: ${found.move} (${found.why}).`;
    link.focus({ preventScroll: true });
    (await board)?.hint(found.number - 1);
  } catch (error) {
    if (!signal.aborted) progress.textContent = `No hint: ${error.message}`;
  }
  button.disabled = false;
}

/** The program's move, or what chance does; if one looks on, one move after the other until one pauses. */
async function reply(game, signal) {
  const isWatched = "watched" in game.dataset;
  const pause = byId("pause");
  let isPaused = false;
  if (isWatched) {
    pause.hidden = false;
    pause.addEventListener("click", () => { isPaused = true; pause.hidden = true; byId("progress").textContent = "Paused."; });
    await new Promise((done) => { setTimeout(done, PAUSE); });
  }
  if (isPaused || signal.aborted) return;
  go(byId("reply").href, { how: isWatched ? "push" : "replace", focus: isWatched && document.activeElement === pause ? "pause" : "" });
}

// Records

function records(game) {
  const copied = byId("copied");
  byId("copy").addEventListener("click", async () => {
    const text = await fetch(byId("download").href).then((one) => one.text());
    const isDone = await navigator.clipboard?.writeText(text).then(() => true, () => false);
    if (!isDone) byId("record").value = text;
    copied.textContent = isDone ? "The record is copied." : "The record stands below: copy it from there.";
  });
  byId("file").addEventListener("change", async (event) => {
    const file = event.target.files[0];
    if (file) byId("record").value = await file.text();
  });
  byId("load").addEventListener("submit", async (event) => {
    event.preventDefault();
    const refused = byId("refused");
    refused.hidden = true;
    try {
      const found = await ask(game.dataset.load, { record: byId("record").value });
      go(found.address, { focus: "turn" });
    } catch (error) {
      refused.textContent = error.message;
      refused.hidden = false;
    }
  });
}

// Going from page to page

addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-go]");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const isByKey = event.detail === 0;
  go(link.href, { focus: isByKey ? link.id || "turn" : "" });
});

addEventListener("keydown", (event) => {
  const step = { ArrowLeft: "undo", ArrowRight: "forward" }[event.key];
  if (!step || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, pre")) return;
  const link = byId(step);
  if (link) { event.preventDefault(); go(link.href, { focus: step }); }
});

addEventListener("popstate", () => go(location.href, { how: "" }));
start({ isNew: performance.getEntriesByType("navigation")[0]?.type !== "back_forward" });
