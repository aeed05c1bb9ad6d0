// A search, event by event: the recordings come from the server, and the event stands in the address.
//
// Rules that somebody typed stand in the part of the address that no server sees, and are sent with each question.

import { atRest, mountServed } from "/assets/stepper.js";
import { ask } from "./asking.js";
import { unpacked } from "/assets/sharing.js";

const place = document.getElementById("stepping");
const search = new URLSearchParams(location.search);
const [at, right] = [Number(search.get("at")) || 1, Number(search.get("right")) || null];
for (const name of ["at", "right"]) search.delete(name);
const { hash } = location;
const typed = "typed" in place.dataset ? await unpacked(hash.slice(1)).catch(() => "") : null;

const full = (fields) => new URLSearchParams([...search, ...Object.entries(fields)]);

function asked(what, fields) {
  if (typed === null) return ask(`/step/${what}?${full(fields)}`);
  return ask(`/step/${what}`, { ...Object.fromEntries(full(fields)), text: typed });
}

const moved = atRest((seq, other) =>
  history.replaceState(null, "", `/step?${full(other === null ? { at: seq } : { at: seq, right: other })}${hash}`));
const form = document.querySelector(".choice form");
form.addEventListener("submit", () => { form.action = `/step${hash}`; });

try {
  await mountServed(place, asked, { at, right, moved });
} catch {
  document.querySelector(".choice").open = true;
}
