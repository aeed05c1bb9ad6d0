// An exercise of the address, marked by the server, and kept for a class if there is one.

import { byId, element } from "/assets/elements.js";
import { mount } from "/assets/practice.js";
import { keep, kept } from "/assets/unsaved.js";
import { ask } from "./asking.js";

const place = byId("practice");
const { query, class: code } = place.dataset;
const name = byId("name");

if (name) {
  name.value = kept("practice name") ?? "";
  name.addEventListener("input", () => keep("practice name", name.value));
}

const source = {
  exercise: () => ask(`/practice/exercise?${query}`),
  solution: () => ask(`/practice/solution?${query}`),
  hint: (entries) => ask(`/practice/marks?${query}`, { entries }), // which no class keeps
  mark(entries) {
    if (!code) return source.hint(entries);
    if (!name.value.trim()) {
      name.focus();
      throw new Error("Type your name first: your marks are kept with it.");
    }
    return ask(`/practice/marks?${query}`, { entries, class: code, name: name.value });
  },
};

mount(place, source, { kept: `practice ${query}` }).then(() => { place.dataset.ready = ""; }, () => {});

byId("open")?.addEventListener("click", async (event) => {
  const opened = byId("opened");
  event.target.disabled = true;
  try {
    const found = await ask("/practice/classes", {});
    const sheet = `${location.origin}/practice?${query}&class=${found.code}`;
    const results = `${location.origin}/practice/classes/${found.code}?key=${found.key}`;
    opened.replaceChildren(
      element("p", {}, `Class ${found.code}. For your students: `, element("a", { href: sheet }, sheet)),
      element("p", {}, "For you alone: ", element("a", { href: results }, "the results"), " Keep this address: it is not shown again."),
      element("p", {}, element("code", {}, results)),
    );
  } catch (error) {
    opened.textContent = error.message;
  }
  event.target.disabled = false;
});
