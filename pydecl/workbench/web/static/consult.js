// An editor for rules: checked as one types, searched, stepped through, drawn, cross-checked, played, and shared.

import { Editor } from "/assets/editor.js";
import { button, byId, described, element, image } from "/assets/elements.js";
import { keep, kept } from "/assets/unsaved.js";
import { ask } from "./asking.js";
import { clickable } from "./board.js";
import { packed, unpacked } from "/assets/sharing.js";

const PAUSE = 150; // milliseconds without a key before the text is checked

const place = byId("editor");
const state = byId("state");
const findings = byId("findings");
const options = byId("options");
const answer = byId("answer");
const playing = byId("playing");
const checked = byId("checked");
const stop = byId("stop");
const shared = byId("shared");

/** The programs that a text may bring. */
const PROGRAMS = ["alphabeta/5", "minimax/3", "won/1", "bestmove/2", "best_move/2"];
const OWN = /^(won|minimax|alphabeta|bestmove|best_move)(?=\()/gm;

const editor = new Editor(place, typed);

let timer = 0;
let checking = null;
let asking = null;
let shownNow = ""; // the findings that are shown, as JSON
const opened = new Set(); // the codes that are explained
let carried = ""; // what the address carries of the text, if it was opened or shared so

// What is found

function typed() {
  offerOwn();
  delete place.dataset.checked;
  checking?.abort(); // what comes now would be about another text
  clearTimeout(timer);
  timer = setTimeout(check, PAUSE);
}

/** The text's own programs can be chosen, too. */
function offerOwn() {
  const { program } = options.elements;
  const chosen = program.value;
  for (const old of program.querySelectorAll("[data-own]")) old.remove();
  for (const name of new Set(editor.text.match(OWN))) {
    const value = `file:${name}`;
    program.append(element("option", { value, "data-own": "" }, `your own ${name}`));
    if (value === chosen) program.value = value;
  }
  const own = ownProgram();
  byId("check").disabled = !own;
  byId("check-note").textContent = own
    ? `Your own ${own.slice(5)} is held to what the textbook's promises, on your game and on 300 random trees.`
    : `To have a program of your own checked, write it below the rules: ${PROGRAMS.join(", ")}.`;
}

/** The text's own program that is chosen, or else the one that is asked for most. */
function ownProgram() {
  const { program } = options.elements;
  if (program.value.startsWith("file:")) return program.value;
  const there = [...program.querySelectorAll("[data-own]")].map(({ value }) => value);
  return there.includes("file:alphabeta") ? "file:alphabeta" : there[0];
}

async function check() {
  checking = new AbortController();
  const { signal } = checking;
  const { text } = editor;
  const tell = async (what, when) => {
    const found = await ask(`/consult/${what}`, { text }, signal);
    signal.throwIfAborted(); // an answer may come just as another text is typed
    told(found, when);
  };
  try {
    if (!text.trim()) throw new Error("There is no text yet.");
    await tell("survey", "The text:");
    place.dataset.checked = "text";
    await tell("check", "");
  } catch (error) {
    if (signal.aborted) return;
    told({ findings: [], refused: null }, "");
    state.textContent = error.message;
  }
  place.dataset.checked = "yes";
}

function told(found, when) {
  const count = found.findings.length;
  const said = found.refused ? "" : count ? `${count} finding${count > 1 ? "s" : ""}.` : "no findings.";
  state.textContent = `${when} ${said}${when ? " The rules are being tried …" : ""}`.trim().replace(/^./, (one) => one.toUpperCase());
  editor.mark(found.findings);
  const now = JSON.stringify(found);
  if (now === shownNow) return; // whoever reads them, or has the focus there, is not disturbed
  shownNow = now;
  const shown = found.findings.map(explained);
  if (found.refused) shown.push(element("div", { class: "finding error" }, element("pre", { tabindex: 0 }, found.refused)));
  findings.replaceChildren(...shown);
}

function explained({ line, column, severity, code, message, excerpt, why, remedy }) {
  const to = button(`${line}:${column}`, () => editor.goTo(line, column), { title: "go there" });
  const more = element("details", {},
    element("summary", {}, "Why, and what to do"), element("p", {}, why), element("p", {}, remedy));
  more.open = opened.has(code);
  more.addEventListener("toggle", () => opened[more.open ? "add" : "delete"](code));
  return element("div", { class: severity === "error" ? "finding error" : "finding" },
    element("p", {}, to, ` ${severity} ${code}: ${message}`),
    ...(excerpt ? [element("pre", { tabindex: 0 }, excerpt)] : []), more);
}

// Questions

const fields = () => ({ text: editor.text, ...Object.fromEntries(new FormData(options)) });

async function asked(what, more = {}) {
  asking?.abort();
  asking = new AbortController();
  stop.disabled = false;
  checked.replaceChildren();
  answer.replaceChildren(element("p", {}, "Searching …"));
  try {
    return await ask(`/consult/${what}`, { ...fields(), ...more }, asking.signal);
  } catch (error) {
    const said = asking.signal.aborted ? "Stopped." : isFound(error.message) ? "The rules are refused: see what is found." : error.message;
    answer.replaceChildren(element("pre", { class: "complaint", role: "alert", tabindex: 0 }, said));
    return null;
  } finally {
    stop.disabled = true;
  }
}

/** Whether a message says only what stands among the findings. */
const isFound = (message) => {
  const { findings: all = [], refused } = JSON.parse(shownNow || "{}");
  const errors = all.filter((one) => one.severity === "error");
  return message === refused || (errors.length > 0 && errors.every((one) => message.includes(one.message)));
};

const shows = {
  result: (found) => element("dl", {}, ...described(Object.entries(found))),
  tree(found) {
    const picture = element("img", { src: image(found.svg), alt: `${found.title}, ${found.nodes} nodes` });
    return element("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": found.title }, picture);
  },
  crosscheck(found) {
    const list = found.divergences.map((one) => element("pre", { tabindex: 0 }, JSON.stringify(one, null, 2)));
    return element("div", {}, element("p", {}, found.said), ...list);
  },
};

async function show(what) {
  const found = await asked(what);
  if (!found) return;
  answer.replaceChildren(shows[what](found));
  if (found.svg) rootInSight(answer.firstChild, found.svg);
}

/** What the text's own program gets wrong, and the smallest search that shows it, to be stepped through. */
async function checkProgram() {
  const found = await asked("program", { program: ownProgram() });
  if (!found) return;
  const wrong = found.findings.map(({ severity, law, size, position, tree, expected, found: given }) =>
    element("div", { class: severity === "note" ? "finding" : "finding error" },
      element("p", {}, `The ${law}${position ? ` at ${position}` : tree ? ` on a tree of ${size} positions` : ""}: expected ${expected}, found ${given}.`),
      ...(tree ? [element("pre", { tabindex: 0 }, tree.trim())] : [])));
  answer.replaceChildren(element("p", {}, found.said), ...wrong);
  if (!found.steps) return;
  const steps = element("div");
  checked.replaceChildren(element("h2", {}, "Where it goes wrong, beside the right program"), element("p", {}, found.why), steps);
  const { mount, recorded } = await import("/assets/stepper.js");
  const source = recorded(found.steps);
  const { totals: [last], differences: [first] } = source.overview();
  mount(steps, source, { at: first?.left ?? last, right: first?.right ?? null, isWhole: true });
  checked.scrollIntoView({ block: "nearest" });
}

byId("check").addEventListener("click", checkProgram);
options.elements.program.addEventListener("change", offerOwn);

options.addEventListener("submit", (event) => {
  event.preventDefault();
  show("result");
});

for (const button of options.querySelectorAll("[data-ask]")) button.addEventListener("click", () => show(button.dataset.ask));

stop.addEventListener("click", () => asking?.abort());

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  options.requestSubmit();
});

byId("step").addEventListener("click", async () => {
  const search = new URLSearchParams(new FormData(options));
  location.assign(`/step?rules=typed&${search}#${await packed(editor.text)}`);
});

/** The place of the root's name: a parser of SVG would find the picture's own style, which the page does not allow. */
const ROOT = /<g[ >].*?<text x="([\d.]+)"/s;

/** Scroll so that the root is in sight, in the middle: it is the first node of the picture. */
async function rootInSight(scroll, svg) {
  await scroll.querySelector("img").decode().catch(() => {}); // until then it has no size
  const [, x] = svg.match(ROOT) ?? [];
  if (x) scroll.scrollLeft = x - scroll.clientWidth / 2;
}

// Play

async function play(line) {
  const found = await asked("situation", { line: line.join(".") });
  if (!found) return;
  answer.replaceChildren();
  const picture = element("div", { id: "picture" }, element("img", { src: image(found.svg), alt: found.text }));
  const go = (number) => play([...line, number]);
  const moves = found.moves.map((move) => button(move.said, () => go(move.number)));
  const undo = button("Undo", () => play(line.slice(0, -1)));
  undo.disabled = !line.length;
  const reply = button("Let the program move", async () => {
    const best = await asked("reply", { line: line.join(".") });
    if (best) go(best.number);
  });
  reply.disabled = !moves.length;
  playing.replaceChildren(
    element("h2", {}, "Play"), picture,
    element("p", { role: "status" }, found.ended || found.caption),
    element("p", { class: "row" }, ...moves), element("p", { class: "row" }, undo, reply),
    element("ol", { class: "record" }, ...found.turns.map((turn) => element("li", {}, `${turn.mover} ${turn.move}`))));
  const places = await ask("/consult/places", { ...fields(), line: line.join(".") }).catch(() => null);
  if (places) clickable(picture, places, (index) => go(found.moves[index].number));
}

byId("play").addEventListener("click", () => play([]));

// The text: the one that an address carries, or that was here before, or the example

byId("share").addEventListener("click", async () => {
  carried = await packed(editor.text);
  history.replaceState(null, "", `#${carried}`);
  const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
  shared.textContent = copied ? "The link is copied; it stands in the address, too." : "The link stands in the address.";
});

byId("example").addEventListener("click", () => {
  carried = "";
  history.replaceState(null, "", location.pathname);
  load(place.dataset.example);
  editor.focus();
});

function load(text) {
  editor.load(text);
  typed();
}

/** Show the text that the address carries, if it does. */
async function open() {
  const words = location.hash.slice(1);
  if (!words || byId(words)) return false;
  const before = kept("consult");
  try {
    const text = await unpacked(words);
    load(before?.carried === words ? before.text : text);
    carried = words;
    return true;
  } catch {
    shared.textContent = "The link is incomplete: it carries no rules.";
    return false;
  }
}

addEventListener("pagehide", () => keep("consult", { carried, text: editor.text }));
addEventListener("hashchange", open);
if (!(await open())) load(kept("consult")?.text ?? place.dataset.example);
