// A game that is played: the server knows the rules, finds values, and keeps records.

import { byId } from "/assets/elements.js";
import { placesTold } from "/assets/changes.js";
import { addressed, playHere } from "/assets/playing.js";
import { ask, stream } from "./asking.js";

const place = byId("game");
const { game } = place.dataset;
const title = document.title;
const pos = new URLSearchParams(location.search).get("pos") ?? "";
const asked = (what, line, tried) => `${location.pathname}/${what}?${addressed(line, tried)}`;
const why = (line) => `/step?${new URLSearchParams({ game, depth: 3, pos, line: line.join(".") })}`;

let first = JSON.parse(place.dataset.told); // of the address that the page was opened at

playHere(place, {
  name: `${game} ${pos}`,
  more: byId("more"),
  async situation(line, tried) {
    delete place.dataset.ready;
    const found = first ?? await ask(asked("situation", line, tried)).catch(() => location.reload());
    first = null;
    return found && { ...found, why: why(line), moves: found.moves.map((one) => ({ ...one, why: why([...line, one.number]) })) };
  },
  async places(line) {
    const told = await ask(asked("boards", line));
    return told && placesTold(told);
  },
  reply: (line) => ask(asked("reply", line)),
  values: (line, tell, done) => stream(asked("values", line), tell, (wrong) => {
    done(wrong);
    place.dataset.ready = "";
  }),
  shown(line, lines, found) {
    document.title = title.replace(" ·", `: ${found.ended || found.caption} ·`);
    byId("download").href = asked("record", line);
    const there = addressed(line, lines);
    for (const one of document.querySelectorAll("#more [type=hidden]")) one.value = there.get(one.name) ?? "";
  },
});

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
    location.assign((await ask(`${location.pathname}/load${location.search}`, { record: byId("record").value })).address);
  } catch (error) {
    refused.textContent = error.message;
    refused.hidden = false;
  }
});
