// A search, event by event: the states come from the server, and the event stands in the address.

import { mount } from "/assets/stepper.js";
import { ask } from "./asking.js";

const place = document.getElementById("stepping");
const search = new URLSearchParams(location.search);
const at = Number(search.get("at")) || 1;
for (const name of ["at", "right"]) search.delete(name);

const PATIENCE = 400; // milliseconds until the places in the texts are asked for again

let marks = false; // whether they are asked for
let isWaiting = true; // whether they may still come

const source = {
  overview: () => ask(`/step/overview?${search}`),
  async state(seq, right) {
    isWaiting = false;
    const found = await ask(`/step/state?${query(seq, right)}${marks ? "&marks=" : ""}`);
    isWaiting = !found.marked;
    return found;
  },
};

function query(seq, right) {
  const full = new URLSearchParams(search);
  full.set("at", seq);
  if (right !== null) full.set("right", right);
  return full;
}

const stepper = mount(place, source, { at, moved: (seq, right) => history.replaceState(null, "", `/step?${query(seq, right)}`) });

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
