// An exercise of the address, out of those that the site has, marked in the browser.

import { byId, element, option } from "./elements.js";
import { keepForLater } from "./files.js";
import { marked, rightEntries } from "./marking.js";
import { mount } from "./practice.js";

const place = byId("practice");
const read = async (name) => (await fetch(new URL(`practice/${name}.json`, import.meta.url))).json();

async function begin() {
  const { levels, seeds } = await read("levels");
  const given = new URLSearchParams(location.search);
  const level = given.get("level") ?? Object.keys(levels)[0];
  const seed = given.get("seed") || "1";
  const select = byId("level");
  select.append(...Object.entries(levels).map(([name, title]) => option(name, title)));
  if (Object.hasOwn(levels, level)) select.value = level;
  byId("seed").value = seed;
  byId("another").href = `?${new URLSearchParams({ level: select.value, seed: 1 + Math.floor(Math.random() * seeds) })}`;
  if (!Object.hasOwn(levels, level)) throw new Error(`There is no level ${level}: expected one of ${Object.keys(levels).join(", ")}.`);
  if (!/^\d{1,6}$/.test(seed) || Number(seed) < 1 || Number(seed) > seeds) {
    throw new Error(`Seed ${seed}: this site has the seeds from 1 to ${seeds}; pydecl practice makes any other.`);
  }
  const { exercises, keys } = await read(level);
  const [exercise, key] = [exercises, keys].map((all) => all[Number(seed) - 1]);
  byId("title").textContent = exercise.title;
  document.title = `${exercise.title} · pydecl`;
  const source = {
    exercise: () => exercise,
    solution: () => ({ entries: rightEntries(key) }),
    mark: (entries) => marked(exercise, key, entries),
  };
  await mount(place, source, { kept: `practice ${level} ${seed}` });
}

begin().catch((error) => place.replaceChildren(element("p", { class: "complaint", role: "alert" }, error.message)))
  .finally(() => { place.dataset.ready = ""; });
keepForLater();
