// An editor for rules: checked as one types, searched, drawn, cross-checked, played, and shared as a link.

import { element, image } from "/assets/elements.js";
import { mount } from "/assets/stepper.js";
import { ask } from "./asking.js";
import { clickable } from "./board.js";
import { colour } from "./prolog.js";

const PAUSE = 150; // milliseconds without a key before the text is checked

const rules = document.getElementById("rules");
const coloured = document.getElementById("coloured");
const state = document.getElementById("state");
const findings = document.getElementById("findings");
const options = document.getElementById("options");
const answer = document.getElementById("answer");
const playing = document.getElementById("playing");
const stop = document.getElementById("stop");
const shared = document.getElementById("shared");

const OWN = /^(won|minimax|alphabeta|bestmove|best_move|betterof|goodenough|newbounds)(?=\()/gm; // programs that a text may bring

let wrongLines = new Set();
let timer = 0;
let checking = null;
let asking = null;

// The text

function show() {
  colour(coloured, rules.value, wrongLines);
  scrolled();
}

function scrolled() {
  coloured.scrollTop = rules.scrollTop;
  coloured.scrollLeft = rules.scrollLeft;
}

function typed() {
  show();
  offerOwn();
  clearTimeout(timer);
  timer = setTimeout(check, PAUSE);
}

/** The text's own programs can be chosen, too. */
function offerOwn() {
  const { program } = options.elements;
  const chosen = program.value;
  for (const old of program.querySelectorAll("[data-own]")) old.remove();
  for (const name of new Set(rules.value.match(OWN))) {
    const value = `file:${name}`;
    program.append(element("option", { value, "data-own": "" }, `your own ${name}`));
    if (value === chosen) program.value = value;
  }
}

function goTo(line, column) {
  const lines = rules.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0) + Math.max(0, column - 1);
  rules.focus();
  rules.setSelectionRange(start, start);
  rules.scrollTop = (rules.scrollHeight / lines.length) * Math.max(0, line - 5);
}

// What is found

async function check() {
  checking?.abort();
  checking = new AbortController();
  const { signal } = checking;
  rules.dataset.checked = "";
  try {
    told(await ask("/consult/survey", { text: rules.value }, signal), "The text:");
    show();
    rules.dataset.checked = "text";
    told(await ask("/consult/check", { text: rules.value }, signal), "");
  } catch (error) {
    if (signal.aborted) return;
    wrongLines = new Set();
    findings.replaceChildren();
    state.textContent = error.message;
  }
  show();
  rules.dataset.checked = "yes";
}

function told(found, when) {
  wrongLines = new Set(found.findings.map((one) => one.line));
  const count = found.findings.length;
  const said = found.refused ? "" : count ? `${count} finding${count > 1 ? "s" : ""}.` : "no findings.";
  state.textContent = `${when} ${said}${when ? " The rules are being tried …" : ""}`.trim().replace(/^./, (one) => one.toUpperCase());
  const shown = found.findings.map((one) => {
    const place = element("button", { type: "button" }, `${one.line}:${one.column}`);
    place.addEventListener("click", () => goTo(one.line, one.column));
    return element("div", { class: `finding ${one.severity}` },
      element("p", {}, place, ` ${one.severity} ${one.code}: ${one.message}`),
      element("pre", { tabindex: 0 }, one.excerpt),
      element("details", {}, element("summary", {}, "Why, and what to do"), element("p", {}, one.why), element("p", {}, one.remedy)));
  });
  if (found.refused) shown.push(element("div", { class: "finding error" }, element("pre", { tabindex: 0 }, found.refused)));
  findings.replaceChildren(...shown);
}

// Questions

const fields = () => ({ text: rules.value, ...Object.fromEntries(new FormData(options)) });

async function asked(what, more = {}) {
  asking?.abort();
  asking = new AbortController();
  stop.disabled = false;
  answer.replaceChildren(element("p", {}, "Searching …"));
  try {
    return await ask(`/consult/${what}`, { ...fields(), ...more }, asking.signal);
  } catch (error) {
    const said = asking.signal.aborted ? "Stopped." : error.message;
    answer.replaceChildren(element("pre", { class: "complaint", role: "alert" }, said));
    return null;
  } finally {
    stop.disabled = true;
  }
}

const shows = {
  result(found) {
    const list = element("dl");
    for (const [name, value] of Object.entries(found)) list.append(element("dt", {}, name), element("dd", {}, value));
    return list;
  },
  tree(found) {
    const picture = element("img", { src: image(found.svg), alt: `${found.title}, ${found.nodes} nodes` });
    return element("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": found.title }, picture);
  },
  crosscheck(found) {
    const said = found.agree ? "The engines agree" : found.agree === null ? `Not finished: ${found.error}` : "The engines differ";
    const list = found.divergences.map((one) => element("pre", { tabindex: 0 }, JSON.stringify(one, null, 2)));
    return element("div", {}, element("p", {}, `${said}: ${found.comparisons} answers on ${found.positions} positions, by ${found.engines.join(", ")}.`), ...list);
  },
};

options.addEventListener("submit", async (event) => {
  event.preventDefault();
  const what = event.submitter?.value || "result";
  if (what === "step") {
    step();
    return;
  }
  const found = await asked(what);
  if (found) answer.replaceChildren(shows[what](found));
});

stop.addEventListener("click", () => asking?.abort());

// A search, step by step, with what is in the editor now

async function step() {
  asking?.abort();
  const given = fields();
  let marks = {};
  let stepping = null;
  const place = element("div", { id: "stepping" });
  answer.replaceChildren(place);
  const stepper = mount(place, {
    overview: () => ask("/consult/overview", given),
    state(at, right) {
      stepping?.abort();
      stepping = new AbortController();
      return ask("/consult/step", { ...given, ...marks, at, right }, stepping.signal);
    },
  });
  try {
    await stepper.begun;
    place.firstElementChild.focus();
    marks = { marks: "" }; // the places in the texts take longer: they come when they are there
    await stepper.again();
    place.dataset.marked = "";
  } catch (error) {
    answer.replaceChildren(element("pre", { class: "complaint", role: "alert" }, error.message));
  }
}

// Play

async function play(line) {
  const found = await asked("situation", { line: line.join(".") });
  if (!found) return;
  answer.replaceChildren();
  const picture = element("div", { id: "picture" }, element("img", { src: image(found.svg), alt: found.text }));
  const go = (number) => play([...line, number]);
  const moves = found.moves.map((move) => {
    const button = element("button", { type: "button" }, move.said);
    button.addEventListener("click", () => go(move.number));
    return button;
  });
  const undo = element("button", { type: "button" }, "Undo");
  undo.disabled = !line.length;
  undo.addEventListener("click", () => play(line.slice(0, -1)));
  const reply = element("button", { type: "button" }, "Let the program move");
  reply.disabled = !moves.length;
  reply.addEventListener("click", async () => {
    const best = await asked("reply", { line: line.join(".") });
    if (best) go(best.number);
  });
  playing.replaceChildren(
    element("h2", {}, "Play"), picture,
    element("p", { role: "status" }, found.ended || found.caption),
    element("p", { class: "row" }, ...moves), element("p", { class: "row" }, undo, reply),
    element("ol", { class: "record" }, ...found.turns.map((turn) => element("li", {}, `${turn.mover} ${turn.move}`))));
  const places = await ask("/consult/places", { ...fields(), line: line.join(".") }).catch(() => null);
  if (places) clickable(picture, places, (index) => go(found.moves[index].number));
}

document.getElementById("play").addEventListener("click", () => play([]));

// A link: the text in the part of the address that no server sees, compressed

async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpacked(words) {
  const bytes = Uint8Array.from(atob(words.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}

document.getElementById("share").addEventListener("click", async () => {
  history.replaceState(null, "", `#${await packed(rules.value)}`);
  const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
  shared.textContent = copied ? "The link is copied; it stands in the address, too." : "The link stands in the address.";
});

async function opened() {
  if (location.hash.length > 1) {
    rules.value = await unpacked(location.hash.slice(1)).catch(() => rules.value);
  }
  typed();
}

rules.addEventListener("input", typed);
rules.addEventListener("scroll", scrolled);
addEventListener("hashchange", opened);
opened();
