// Rules, checked and run by the server; drawn, cross-checked, and played, too.

import { button, byId, element, image, option } from "/assets/elements.js";
import { placesTold } from "/assets/changes.js";
import { play } from "/assets/playing.js";
import { begin } from "/assets/rules.js";
import { packed } from "/assets/sharing.js";
import { ask } from "./asking.js";

/** The programs that a text may bring. */
const PROGRAMS = ["alphabeta/5", "minimax/3", "won/1", "bestmove/2", "best_move/2"];
const OWN = /^(won|minimax|alphabeta|bestmove|best_move)(?=\()/gm;

const { example, programs, engines } = JSON.parse(byId("workbench").dataset.told);
const { program, engine, depth } = byId("options").elements;
engine.append(...engines.map((name) => option(name)));
engine.value = "native";
depth.value = "4";

const asked = (what, more = {}) => page.asked((signal) => ask(`/consult/${what}`, { ...page.fields, text: page.rules.text, ...more }, signal));

/** The text's own programs can be chosen, and checked. */
function offerOwn({ editor }) {
  const chosen = program.value;
  for (const old of program.querySelectorAll("[data-own]")) old.remove();
  for (const name of new Set(editor.text.match(OWN))) {
    program.append(element("option", { value: `file:${name}`, "data-own": "" }, `your own ${name}`));
  }
  program.value = chosen;
  if (!program.value) program.value = "alphabeta";
  tellOwn();
}

function tellOwn() {
  const own = ownProgram();
  checkButton.disabled = !own;
  checkNote.textContent = own
    ? `Your own ${own.slice(5)} is held to what the textbook's promises, on your game and on 300 random trees.`
    : `To have a program of your own checked, write it below the rules: ${PROGRAMS.join(", ")}.`;
}

/** The text's own program that is chosen, or else the one that is asked for most. */
function ownProgram() {
  if (program.value.startsWith("file:")) return program.value;
  const there = [...program.querySelectorAll("[data-own]")].map(({ value }) => value);
  return there.includes("file:alphabeta") ? "file:alphabeta" : there[0];
}

const show = (...shown) => byId("answer").replaceChildren(...shown);

/** The place of the root's name: a parser of SVG would find the picture's own style, which the page does not allow. */
const ROOT = /<g[ >].*?<text x="([\d.]+)"/s;

async function draw() {
  const found = await asked("tree");
  if (!found) return;
  const picture = element("img", { src: image(found.svg), alt: `${found.title}, ${found.nodes} nodes` });
  const scroll = element("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": found.title }, picture);
  show(scroll);
  await picture.decode().catch(() => {}); // until then it has no size
  const [, x] = found.svg.match(ROOT) ?? [];
  if (x) scroll.scrollLeft = x - scroll.clientWidth / 2;
}

async function crosscheck() {
  const found = await asked("crosscheck");
  if (found) show(element("p", {}, found.said), ...found.divergences.map((one) => element("pre", { tabindex: 0 }, JSON.stringify(one, null, 2))));
}

/** What the text's own program gets wrong, and the smallest search that shows it, to be stepped through. */
async function checkProgram() {
  const found = await asked("program", { program: ownProgram() });
  if (!found) return;
  show(element("p", {}, found.said), ...found.findings.map(({ severity, law, size, position, tree, expected, found: given }) =>
    element("div", { class: severity === "note" ? "finding" : "finding error" },
      element("p", {}, `The ${law}${position ? ` at ${position}` : tree ? ` on a tree of ${size} positions` : ""}: expected ${expected}, found ${given}.`),
      ...(tree ? [element("pre", { tabindex: 0 }, tree.trim())] : []))));
  if (!found.steps) return;
  const steps = element("div");
  byId("checked").replaceChildren(element("h2", {}, "Where it goes wrong, beside the right program"), element("p", {}, found.why), steps);
  const { mount, recorded } = await import("/assets/stepper.js");
  const source = recorded(found.steps);
  const { totals: [last], differences: [first] } = source.overview();
  mount(steps, source, { at: first?.left ?? last, right: first?.right ?? null, isWhole: true });
  byId("checked").scrollIntoView({ block: "nearest" });
}

/** The rules are the server's; what cannot be answered is said on the page. */
const host = {
  situation: (line, tried) => asked("situation", { line: line.join("."), tried: tried.map((one) => one.join(".")).join("_") }),
  reply: (line) => asked("reply", { line: line.join(".") }),
  places: async (line) => placesTold(await ask("/consult/boards", { ...page.fields, text: page.rules.text, line: line.join(".") })),
  moved: () => show(),
};

const checkButton = button("Check my program", checkProgram);
const checkNote = element("p", { class: "note" });
byId("stop").before(button("Draw", draw), " ", button("Play", () => play(byId("playing"), host)), " ");
byId("actions").after(element("p", { class: "row" }, checkButton, " ", button("Cross-check the engines", crosscheck)), checkNote);

const page = await begin({
  name: "consult",
  starts: [{ name: "the example", text: () => example }],
  programs,
  without: ["games", "more", "source"],
  typed: offerOwn,
  described: tellOwn,
  note: () => "They are checked as you type, and run confined, for a limited time. Ctrl+Space completes a word, F8 goes to the next"
    + " finding, Ctrl+Enter searches. Tab indents; to leave the editor, press Escape and then Tab.",
  async check({ text }, signal, tell) {
    tell(await ask("/consult/survey", { text }, signal), "The text:");
    tell(await ask("/consult/check", { text }, signal));
  },
  search: async ({ text }, fields, signal) => ({ pairs: Object.entries(await ask("/consult/result", { ...fields, text }, signal)) }),
  step: async ({ text }, fields) => `/step?rules=typed&${new URLSearchParams(fields)}#${await packed(text)}`,
});
