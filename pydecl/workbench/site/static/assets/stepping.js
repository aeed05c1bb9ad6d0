// The page that steps through a search: the search and the event stand in the address, rules of one's own behind #.

import { byId, element, option } from "./elements.js";
import { EndedError, Engines } from "./engine.js";
import { json, keepForLater } from "./files.js";
import { consulted, GameError } from "./game.js";
import { carried } from "./sharing.js";
import { atRest, mount, recorded } from "./stepper.js";
import { boards, moveNames, named, replayedPlaces, steps, traced } from "./tracing.js";

const SECONDS = 30;
const FIELDS = ["game", "program", "beside", "depth", "alpha", "beta", "position", "naming"];
const FIRST = { game: "lecture19", program: "alphabeta", naming: "textbook" };
const OWN = "";

const place = byId("stepping");
const engines = new Engines();
const site = await json("site.json");
const given = new URLSearchParams(location.search);
const programs = new Map(site.programs.filter(({ traced: canBe }) => canBe).map((program) => [program.name, program]));
const own = await carried(given);

const asked = Object.fromEntries(FIELDS.map((name) => [name, given.get(name) ?? FIRST[name] ?? ""]));
if (own !== null) asked.game = OWN;

function fill() {
  byId("game").append(...(own === null ? [] : [option(OWN, "your rules")]), ...site.games.map(({ name }) => option(name)));
  byId("program").append(...[...programs.keys()].map((name) => option(name)));
  byId("beside").append(...[...programs.keys()].map((name) => option(name)));
  for (const name of FIELDS) byId(name).value = asked[name];
  const beside = asked.beside && `, beside ${asked.beside}`;
  byId("which").textContent = `The search: ${asked.program} on ${asked.game || "your rules"}${beside}`;
}

/** The rules that are asked for, as `consulted` takes them. */
function rules() {
  const found = own === null ? site.games.find(({ name }) => name === asked.game) : { file: "game.pl", text: own };
  if (!found) throw new GameError(`There is no game ${asked.game}.`);
  return found;
}

function programNamed(name) {
  const program = programs.get(name);
  if (!program) throw new GameError(`There is no program ${name} that can be traced.`);
  return program;
}

/** The recordings of the search, and of the one beside it; one that was ended counts as far as it came. */
async function recordings() {
  const found = [];
  for (const name of [asked.program, asked.beside]) {
    if (!name) continue;
    const program = programNamed(name);
    const game = await consulted(await engines.fresh(), site, rules());
    byId("status").textContent = `${name} is searching …`;
    const put = await game.question(program, { ...asked, seconds: String(SECONDS) });
    const { recorded: kept } = await traced(game, program, put).catch((error) => {
      if (!error.recorded?.lines.length) throw error;
      byId("status").textContent = said(error);
      return error;
    });
    if (!kept.lines.length) throw new GameError(`${name} entered no node: there is nothing to step through.`);
    const names = await named(game, kept, own ?? "");
    const title = asked.game || "your rules";
    const moves = await moveNames(game, kept, title);
    found.push({ ...steps(kept, title, names, await boards(game, kept), moves), question: put });
    game.engine.end();
  }
  return found;
}

function said(error) {
  if (error instanceof EndedError) {
    return error.why === "time" ? `Stopped after ${SECONDS} seconds: what came before is shown.` : `Stopped: ${error.why}.`;
  }
  if (error instanceof GameError) {
    return [error.message, ...error.places.map(({ line, text: what }) => (line ? `line ${line}: ${what}` : what))].join(" · ");
  }
  return `This page has failed: ${error.message}`;
}

function moved(seq, right) {
  const full = new URLSearchParams(Object.entries(asked).filter(([, value]) => value));
  full.set("at", seq);
  if (right !== null) full.set("right", right);
  history.replaceState(null, "", `?${full}${own === null ? "" : location.hash}`);
}

async function begin() {
  const found = await recordings();
  const source = recorded({ recordings: found, naming: asked.naming });
  const stepper = mount(place, source, { at: Number(given.get("at")) || 1, right: Number(given.get("right")) || null, moved: atRest(moved) });
  await stepper.begun;
  place.firstElementChild.focus({ preventScroll: true });
  if (byId("status").textContent.endsWith("…")) byId("status").textContent = "";
  place.dataset.ready = "";
  for (const [side, one] of found.entries()) one.places = await replayedPlaces(engines, site, one, source.tracks[side], SECONDS);
  await stepper.again();
  place.dataset.marked = "";
}

fill();
byId("question").addEventListener("submit", (event) => {
  event.preventDefault();
  const full = new URLSearchParams(FIELDS.map((name) => [name, byId(name).value.trim()]).filter(([, value]) => value));
  const hash = byId("game").value === OWN ? location.hash : "";
  location.assign(`${location.pathname}?${full}${hash}`);
  if (hash && `?${full}` === location.search) location.reload();
});
begin().catch((error) => {
  byId("status").textContent = "";
  place.replaceChildren(element("p", { class: "complaint", role: "alert" }, said(error)));
  byId("choice").open = true;
}).finally(() => {
  place.dataset.ready = "";
  keepForLater();
});
