// Rules, consulted and searched by SWI-Prolog in this browser.

import { button, byId } from "./elements.js";
import { EndedError, Engines } from "./engine.js";
import { json, keepForLater, text } from "./files.js";
import { consulted, GameError } from "./game.js";
import { begin } from "./rules.js";
import { packed } from "./sharing.js";

const LONGEST_LINE = 600;
const NEW = { name: "a new game", shown: "new.pl", file: "game.pl" };

const engines = new Engines();
const site = await json("site.json");
const programs = new Map(site.programs.map((program) => [program.name, program]));
const starts = [NEW, ...site.games].map((start) => ({
  ...start,
  isFixed: !start.shown.endsWith(".pl"), // a picture of a tree or a graph
  text: async () => (await text(`prolog/${start.shown}`)).replace(start === NEW ? "NAME" : /^$/, "pile"),
}));

let consulting = null; // the rules that were consulted last, with their engine, and a promise of {game, usual}

/** The game that rules tell, consulted once. */
function consult({ text: typed, start }) {
  const isSame = consulting?.text === typed && consulting.start === start && !consulting.engine?.isOver;
  if (!isSame) {
    consulting?.engine?.end();
    consulting = { text: typed, start, engine: null };
    consulting.found = load(consulting);
  }
  return consulting.found;
}

async function load(mine) {
  mine.engine = await engines.fresh();
  if (mine !== consulting) {
    mine.engine.end();
    throw new EndedError("stopped");
  }
  const { file, beside, options, facts, isFixed } = mine.start;
  const game = await consulted(mine.engine, site, { file, text: isFixed ? undefined : mine.text, beside, options, facts });
  return { game, usual: (await game.usualDepth()) || "all" };
}

/** A place of the rules as a finding: with its line, and a caret below. */
function finding({ line, column, text: message, isError, severity }, rules) {
  const written = rules.start.isFixed ? "" : rules.text.split("\n")[line - 1] ?? "";
  const before = written.slice(0, Math.max(0, column - 1)).replace(/[^\t]/g, " ");
  const excerpt = line && written && written.length <= LONGEST_LINE ? (column ? `${written}\n${before}^` : written) : "";
  return { line, column, severity: isError ? "error" : severity, message, excerpt };
}

function said(error) {
  if (error instanceof EndedError) {
    return new Error({ time: "Stopped: time is up.", stopped: "Stopped." }[error.why] ?? `SWI-Prolog stopped unexpectedly: ${error.why}`);
  }
  if (!(error instanceof GameError)) return new Error(`This page has failed: ${error.message}`);
  const places = error.places.map(({ line, text: what }) => (line ? `line ${line}: ${what}` : what));
  return Object.assign(new Error(places.join("\n") || error.message), { field: error.field });
}

async function check(rules, signal, tell) {
  try {
    const { game, usual } = await consult(rules);
    const { depth, program } = byId("options").elements;
    depth.placeholder = usual;
    for (const choice of program.querySelectorAll("option")) {
      const lacking = game.lacks(programs.get(choice.value));
      choice.textContent = lacking ? `${choice.value} (needs ${lacking})` : choice.value;
    }
    const warnings = game.warnings.filter(({ severity }) => severity === "warning");
    tell({ findings: warnings.map((one) => finding(one, rules)), refused: null });
  } catch (error) {
    if (!(error instanceof GameError)) throw said(error);
    const findings = error.places.map((one) => finding(one, rules));
    tell({ findings, refused: findings.length ? null : error.message });
  }
}

/** Stops what the rules do; an engine that is still being made is not waited for. */
function stop() {
  if (consulting?.engine) consulting.engine.end();
  else consulting = null;
}

async function search(rules, fields, signal) {
  signal.addEventListener("abort", stop, { once: true });
  try {
    const { game } = await consult(rules);
    const program = programs.get(fields.program);
    const given = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value.trim()]));
    const question = await game.question(program, given);
    return await answered(game, program, question, await game.search(program, question));
  } catch (error) {
    throw said(error);
  }
}

const STOPPED = { time: "Stopped: time is up.", memory: "Stopped: the memory is used up." };
const BOUNDS = { exact: "", lower: " or more", upper: " or less" };

function valueOf({ status, value, bound, horizon }) {
  if (status !== "complete") return STOPPED[status];
  if (value === "true") return "won";
  if (value === "false") return "not won";
  if (value === "unknown") return "unknown: the depth limit was reached";
  const outcome = /^outcome\((\w+),(\w+)\)$/.exec(value);
  if (outcome) return /^\d/.test(outcome[2]) ? `${outcome[1]} in ${outcome[2]} ${outcome[2] === "1" ? "ply" : "plies"}` : outcome[1];
  return value + BOUNDS[bound] + (horizon ? " (an estimate at the horizon)" : "");
}

const counted = (digits) => BigInt(digits).toLocaleString("en");

async function answered(game, program, { position, depth }, answer) {
  const { best, nodes, leaves, hits } = answer;
  const [name] = (best && (await game.named(position)).findLast(([, next]) => next === best)) ?? [];
  const to = best && (await game.written(best));
  const table = hits === "0" ? "" : `, from the table ${counted(hits)}`;
  return {
    picture: await game.picture(position),
    printed: game.printed,
    pairs: [
      ["position", await game.written(position)],
      ["search", `${program.name}, ${depth === null ? "no depth limit" : `depth ${depth}`}`],
      ["value", valueOf(answer)],
      ["best", name && name !== to ? `${name}, to ${to}` : to],
      ["nodes", `${counted(nodes)}, leaves ${counted(leaves)}${table}`],
      ["seconds", answer.seconds.toFixed(3)],
    ],
  };
}

/** The page on which a search is stepped through; rules that were typed stand behind #. */
async function step({ text: typed, start }, { program, position, depth, alpha, beta }) {
  const asked = { program, position, depth, ...(programs.get(program).window ? { alpha, beta } : {}) };
  if (start.isFixed) asked.game = start.name;
  const full = new URLSearchParams(Object.entries(asked).filter(([, value]) => value));
  return `../step/?${full}${start.isFixed ? "" : `#${await packed(typed)}`}`;
}

/** The program's text, if somebody looks at it. */
async function described(program) {
  byId("step").disabled = !program.traced;
  const source = byId("source");
  if (source.open) source.lastElementChild.textContent = await text(`prolog/${program.file}`);
}

byId("source").addEventListener("toggle", () => described(programs.get(byId("options").elements.program.value)));

const page = await begin({
  name: "try", starts, programs: site.programs, without: ["engines"], described, check, search, step,
  note: ({ isFixed }) => (isFixed ? "It was translated to Prolog when this site was made, and cannot be changed here."
    : "They are checked as you type. Ctrl+Space completes a word, Ctrl+Enter searches, Escape stops. Tab indents; to leave the editor,"
      + " press Escape and then Tab."),
});
byId("stop").before(button("Play", async () => {
  const { text: typed, start } = page.rules;
  location.assign(`../play/${start.isFixed ? `?game=${start.name}` : `#${await packed(typed)}`}`);
}), " ");
keepForLater();
