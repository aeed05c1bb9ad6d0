// The page that consults and searches: what a person asks, and how an answer is shown.

import { Editor } from "./editor.js";
import { button, byId, described, element, option } from "./elements.js";
import { EndedError, Engines } from "./engine.js";
import { json, keepForLater, text } from "./files.js";
import { consulted, GameError } from "./game.js";
import { packed } from "./sharing.js";
import { keep, kept } from "./unsaved.js";

const LONGEST_LINE = 600;
const ASKED = ["position", "depth", "alpha", "beta", "seconds"];

const engines = new Engines();
const site = await json("site.json");
const editor = new Editor(byId("editor"), typed);

let engine = null; // that the game is in, or is being loaded into
let game = null;
let work = null; // what is being done; whoever begins something else ends it
let source = null; // the game of site.json, or NEW, that the editor began with
let chosen = null; // a promise that it is the one in the list

// Choices

const NEW = { name: "a new game", shown: "new.pl", file: "game.pl" };
const games = [NEW, ...site.games];

const grouped = (select, label, options) => select.append(element("optgroup", { label }, ...options));

byId("game").append(option("0", NEW.name));
for (const [label, ending] of [["Games", ".pl"], ["Trees", ".tree"], ["Graphs", ".graph"]]) {
  const found = [...games.entries()].filter(([at, { shown }]) => at && shown.endsWith(ending));
  grouped(byId("game"), label, found.map(([at, { name }]) => option(String(at), name)));
}
const programs = new Map(site.programs.map((program) => [program.name, program]));
const choices = (list) => list.map(({ name }) => option(name));
grouped(byId("program"), "Programs", choices(site.programs.filter(({ naive }) => !naive)));
grouped(byId("program"), "Faulty variants", choices(site.programs.filter(({ naive }) => naive)));
byId("program").value = "alphabeta";

function showProgram() {
  const program = programs.get(byId("program").value);
  byId("about").textContent = program.summary;
  byId("window").hidden = !program.window;
  byId("step").disabled = work !== null || !program.traced;
  if (byId("source").open) showSource();
}

async function showSource() {
  const name = byId("program").value;
  const said = await text(`prolog/${programs.get(name).file}`);
  if (name === byId("program").value) byId("source").lastElementChild.textContent = said;
}

function choose(at, typedBefore = null) {
  byId("game").value = String(at);
  byId("position").value = "";
  editor.fix(); // what is typed now would be lost
  forget();
  chosen = begun(games[at], typedBefore);
}

async function begun(from, typedBefore) {
  const written = await text(`prolog/${from.shown}`);
  if (from !== games[byId("game").value]) return; // another one has been chosen meanwhile
  source = from;
  editor.load(typedBefore ?? (source === NEW ? written.replace("NAME", "pile") : written), { isFixed: !isProlog() });
  byId("rules-note").textContent = isProlog()
    ? "Ctrl+Space completes a word, Ctrl+Enter consults and searches, Escape stops. Tab indents; to leave the editor, press Escape and then Tab."
    : "It was translated to Prolog when this site was made, and cannot be changed here.";
}

/** Whether the text is Prolog, and not a picture of a tree or a graph. */
const isProlog = () => source.shown.endsWith(".pl");

function typed() {
  stop(); // it is about another text
  forget();
}

/** What is shown is of another text now. */
function forget() {
  game = null;
  say("");
  byId("complaints").replaceChildren();
  byId("answer").hidden = true;
  for (const choice of byId("program").querySelectorAll("option")) choice.textContent = choice.value;
}

// One thing at a time

function say(what) {
  byId("status").textContent = what;
}

function busy(what) {
  for (const id of ["consult", "search", "step"]) byId(id).disabled = what !== null;
  byId("stop").disabled = what === null;
  showProgram();
}

/** Do something that can be stopped, and say how it went wrong, if it did. */
async function doing(what, task) {
  if (work !== null) return;
  work = { isStopped: false };
  busy(what);
  say(`${what} …`);
  byId("complaints").replaceChildren();
  try {
    await chosen;
    await task(work);
  } catch (error) {
    complain(error);
  } finally {
    work = null;
    busy(null);
  }
}

function stop() {
  if (work === null) return;
  work.isStopped = true;
  engine?.end();
}

function complain(error) {
  if (error instanceof EndedError) {
    game = null; // it was in the engine that has ended
    if (error.why === "stopped") say("Stopped.");
    else if (error.why === "time") say("Stopped: time is up.");
    else shown([complaint(`SWI-Prolog stopped unexpectedly: ${error.why}`)]);
    return;
  }
  say("");
  if (error.field) byId(error.field).focus();
  if (error instanceof GameError && error.places.length) tell(error.places);
  else if (error instanceof GameError) shown([complaint(error.message)]);
  else {
    shown([complaint(`This page has failed: ${error.message}`)]);
    throw error;
  }
}

function shown(complaints) {
  if (complaints.length) say("");
  byId("complaints").replaceChildren(...complaints);
}

/** What is wrong with the rules: below them, and at its places. */
function tell(places) {
  shown(places.map(placed));
  if (!isProlog()) return;
  editor.mark(places.map(({ line, column, text: message, isError, severity }) => ({
    line, column, message, severity: isError ? "error" : severity,
  })));
}

const complaint = (said, isError = true) =>
  element("div", { class: isError ? "complaint" : "complaint warning" }, element("p", {}, said));

/** What is wrong at a place, with a button that goes there, the line, and a caret below. */
function placed({ line, column, text: said, isError, severity }) {
  const box = complaint(isError ? said : `${severity}: ${said}`, isError);
  if (!line) return box;
  const to = column ? `${line}:${column}` : `${line}`;
  box.firstChild.prepend(button(to, () => editor.goTo(line, column), { title: "go there" }), " ");
  const written = editor.text.split("\n")[line - 1] ?? "";
  if (isProlog() && written && written.length <= LONGEST_LINE) {
    const before = written.slice(0, Math.max(0, column - 1)).replace(/[^\t]/g, " ");
    box.append(element("pre", {}, column ? `${written}\n${before}^` : written));
  }
  return box;
}

// Consulting

async function consult(task) {
  engine?.end();
  game = null;
  engine = await engines.fresh();
  if (task.isStopped) throw new EndedError("stopped");
  const rules = {
    file: `/pydecl/${source.file}`,
    text: isProlog() ? editor.text : await text(`prolog/${source.file}`),
    beside: source.beside,
    options: source.options,
    facts: source.facts,
  };
  const found = await consulted(engine, site, rules);
  tell(found.warnings.filter(({ severity }) => severity === "warning"));
  found.first = (await found.starts())[0] ?? null;
  byId("depth").placeholder = (await found.usualDepth()) || "all";
  for (const choice of byId("program").querySelectorAll("option")) {
    const lacking = found.lacks(programs.get(choice.value));
    choice.textContent = lacking ? `${choice.value} (needs ${lacking})` : choice.value;
  }
  game = found;
}

async function consultAlone(task) {
  await consult(task);
  const picture = game.first && (await game.picture(game.first));
  show({ picture, printed: game.printed, fields: [["starts at", game.first && (await game.written(game.first))]] });
  say("Consulted.");
}

// Searching

async function search(task) {
  const program = programs.get(byId("program").value);
  show({ fields: [] });
  byId("answer").hidden = true;
  if (game === null) await consult(task);
  const asked = game; // what is typed meanwhile ends it
  say(`${program.name} is searching …`);
  const question = await asked.question(program, given());
  const answer = await asked.search(program, question);
  await showAnswer(asked, program, question, answer);
  say(answer.status === "complete" ? `Done: value ${valueOf(answer)}.` : STOPPED[answer.status]);
}

const given = () => Object.fromEntries(ASKED.map((id) => [id, byId(id).value.trim()]));

const STOPPED = { time: "Stopped: time is up.", memory: "Stopped: the memory is used up." };
const BOUNDS = { exact: "", lower: " or more", upper: " or less" };

function valueOf({ status, value, bound, horizon }) {
  if (status !== "complete") return null;
  if (value === "true") return "won";
  if (value === "false") return "not won";
  if (value === "unknown") return "unknown: the depth limit was reached";
  const outcome = /^outcome\((\w+),(\w+)\)$/.exec(value);
  if (outcome) return /^\d/.test(outcome[2]) ? `${outcome[1]} in ${outcome[2]} ${plies(outcome[2])}` : outcome[1];
  return value + BOUNDS[bound] + (horizon ? " (an estimate at the horizon)" : "");
}

const plies = (count) => (count === "1" ? "ply" : "plies");
const counted = (digits) => BigInt(digits).toLocaleString("en");

async function showAnswer(game, program, { position, depth }, answer) {
  const { best, nodes, leaves, hits } = answer;
  const move = best && (await game.moves(position)).findLast(({ next }) => next === best)?.move;
  const to = best && (await game.written(best));
  const name = move && (await game.written(move));
  const table = hits === "0" ? "" : `, from the table ${counted(hits)}`;
  show({
    picture: await game.picture(position),
    printed: game.printed,
    fields: [
      ["position", await game.written(position)],
      ["search", `${program.name}, ${depth === null ? "no depth limit" : `depth ${depth}`}`],
      ["value", valueOf(answer)],
      ["best", name && name !== to ? `${name} to ${to}` : to],
      ["nodes", `${counted(nodes)}, leaves ${counted(leaves)}${table}`],
      ["seconds", answer.seconds.toFixed(3)],
    ],
  });
}

function show({ picture, fields, printed = "" }) {
  byId("answer").hidden = false;
  byId("board").textContent = (picture ?? "").replace(/\n+$/, "");
  byId("fields").replaceChildren(...described(fields.filter(([, said]) => said)));
  byId("printed").hidden = !printed;
  byId("printed").lastElementChild.textContent = printed;
}

/** Go to the page on which this search is stepped through; rules that were typed stand behind #. */
async function step() {
  const program = programs.get(byId("program").value);
  const { position, depth, alpha, beta } = given();
  const asked = { program: program.name, position, depth, ...(program.window ? { alpha, beta } : {}) };
  if (!isProlog()) asked.game = source.name;
  const full = new URLSearchParams(Object.entries(asked).filter(([, value]) => value));
  location.assign(`../step/?${full}${isProlog() ? `#${await packed(editor.text)}` : ""}`);
}

// What a person does

byId("game").addEventListener("change", () => {
  stop();
  choose(Number(byId("game").value));
});
byId("program").addEventListener("change", showProgram);
byId("source").addEventListener("toggle", showProgram);
byId("consult").addEventListener("click", () => doing("Consulting", consultAlone));
byId("step").addEventListener("click", step);
byId("stop").addEventListener("click", stop);
byId("question").addEventListener("submit", (event) => {
  event.preventDefault();
  doing("Searching", search);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") stop();
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    doing("Searching", search);
  }
});

addEventListener("pagehide", () => {
  if (source) keep("try", { game: source.name, text: isProlog() ? editor.text : null });
});

const before = kept("try");
const at = games.findIndex(({ name }) => name === before?.game);
if (at < 0) choose(0);
else choose(at, before.text);
busy(null);
engines.parts.then(() => work ?? say("Loaded."), complain).finally(keepForLater);
