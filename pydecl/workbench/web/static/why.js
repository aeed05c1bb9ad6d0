// The essay: SWI-Prolog on the server searches the tree.

import { begin } from "/assets/essay.js";
import { ask } from "./asking.js";

const written = ({ name, mover, value, children }) =>
  children ? `${name} ${mover} (${children.map(written).join(" ")})` : `${name} ${value}`;

async function record(root, program) {
  const search = { tree: written(root), program };
  return { ...(await ask(`/why/search?${new URLSearchParams(search)}`)), search };
}

async function places({ search }) {
  return (await ask(`/why/search?${new URLSearchParams({ ...search, places: "yes" })}`)).places;
}

begin(document.getElementById("why"), { record, places });
