// The page of `pydecl step`: its server has the recordings.

import { mountServed } from "./stepper.js";

const place = document.getElementById("stepping");
const ask = async (what, fields) => (await fetch(`${what}?${new URLSearchParams(fields)}`)).json();
mountServed(place, ask, { at: Number(place.dataset.at) });
