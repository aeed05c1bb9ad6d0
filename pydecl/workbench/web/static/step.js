// A search, event by event: the states come from the server, and the event stands in the address.
//
// Rules that somebody typed stand in the part of the address that no server sees, and are sent with each question.

import { mount } from "/assets/stepper.js";
import { ask } from "./asking.js";
import { unpacked } from "/assets/sharing.js";

const place = document.getElementById("stepping");
const search = new URLSearchParams(location.search);
const [at, right] = [Number(search.get("at")) || 1, Number(search.get("right")) || null];
for (const name of ["at", "right"]) search.delete(name);
const { hash } = location;
const typed = "typed" in place.dataset ? await unpacked(hash.slice(1)).catch(() => "") : null;

const PATIENCE = 400; // milliseconds until the places in the texts are asked for again

let marks = false; // whether they are asked for
let isWaiting = true; // whether they may still come

const source = {
  overview: () => asked("overview", search),
  async state(seq, right) {
    isWaiting = false;
    const full = query(seq, right);
    if (marks) full.set("marks", "");
    const found = await asked("state", full);
    isWaiting = !found.marked;
    return found;
  },
};

function asked(what, given) {
  if (typed === null) return ask(`/step/${what}?${given}`);
  return ask(`/step/${what}`, { ...Object.fromEntries(given), text: typed });
}

function query(seq, right) {
  const full = new URLSearchParams(search);
  full.set("at", seq);
  if (right !== null) full.set("right", right);
  return full;
}

const moved = (seq, right) => history.replaceState(null, "", `/step?${query(seq, right)}${hash}`);
const form = document.querySelector(".choice form");
form.addEventListener("submit", () => { form.action = `/step${hash}`; });
const stepper = mount(place, source, { at, right, moved });

try {
  await stepper.begun;
  place.firstElementChild.focus();
  marks = true; // the places in the texts take longer: they come when they are there
  await stepper.again();
  while (isWaiting) {
    await new Promise((resolve) => setTimeout(resolve, PATIENCE));
    await stepper.again();
  }
  place.dataset.marked = "";
} catch {
  document.querySelector(".choice").open = true;
}
