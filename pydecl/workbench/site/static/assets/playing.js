// A game that is played in the page: the board, the moves and what they are worth, the record with its variations.

import { clickable } from "./board.js";
import { button, byId, element, image } from "./elements.js";
import { Evaluation, players } from "./evaluation.js";
import { PLAYERS } from "./naming.js";
import { Worth } from "./worth.js";

/** How many moves lines have together at the most, if there are several; milliseconds between two moves, if one looks on. */
const [MOST, PAUSE] = [600, 900];

/** How wide an SVG is here: at the most twice its width, and no higher than leaves room for the buttons below it. */
const SIZE = / width="([\d.]+)" height="([\d.]+)"/;
const widthOf = ([, width, height]) => width * Math.min(2, Math.max(320, innerHeight - 384) / height);

const written = (line) => line.join(".");
const begins = (whole, part) => part.every((number, at) => whole[at] === number);

/** Lines of which none is the beginning of another one, with one more; the oldest ones go if they are too many. */
function grown(lines, line) {
  if (lines.some((one) => begins(one, line))) return lines;
  const found = lines.map((one) => (begins(line, one) ? line : one));
  if (!found.includes(line)) found.push(line);
  while (found.length > 1 && found.flat().length > MOST) found.splice(found[0] === line ? 1 : 0, 1);
  return found;
}

/** What stands in the address, with another line, and the lines that were tried. */
export function addressed(line, lines = []) {
  const found = new URLSearchParams(location.search);
  const tried = lines.map(written).join("_");
  for (const [name, value] of Object.entries({ line: written(line), tried: tried === written(line) ? "" : tried })) {
    if (value) found.set(name, value);
    else found.delete(name);
  }
  return found;
}

/** Play a game whose lines stand in the address, beside who plays, which the page's list `who` says, too. */
export function playHere(place, host) {
  const who = byId("who");
  const lines = (name) => (new URLSearchParams(location.search).get(name) ?? "").split("_").filter(Boolean)
    .map((one) => one.split(".").map(Number));
  const go = (how) => {
    who.value = new URLSearchParams(location.search).get("as") ?? "both";
    if (!who.value) who.value = "both";
    return play(place, host, lines("line")[0], { tried: lines("tried"), how });
  };
  const write = (search, how) => how && history[`${how}State`](null, "", `?${search}${location.hash}`);
  Object.assign(host, {
    isOurs: (mover) => mover !== "chance" && ["both", mover].includes(who.value),
    isWatched: () => who.value === "none",
    moved(line, all, how, found) {
      write(addressed(line, all), how);
      host.shown?.(line, all, found);
    },
  });
  who.addEventListener("change", () => {
    const search = new URLSearchParams(location.search);
    search.set("as", who.value);
    write(search, "push");
    go("replace");
  });
  addEventListener("popstate", () => go(""));
  return go(performance.getEntriesByType("navigation")[0]?.type === "back_forward" ? "" : "replace");
}

/** The record: the lines with what is told of their turns, from a ply on up to which they are alike. */
function record(lines, [line, go], plies = 0, attributes = {}) {
  const items = [];
  for (let some = lines; (some = some.filter((one) => one.line.length > plies)).length;) {
    const [first, ...others] = Map.groupBy(some, (one) => one.line[plies]).values();
    const [{ line: [...whole], turns }] = first;
    const here = whole.slice(0, plies + 1);
    const turn = button("", () => go(here), written(here) === written(line) ? { "aria-current": "true" } : {});
    turn.append(element("span", { class: "ply" }, `${here.length} ${turns[plies].mover}`), ` ${turns[plies].move}`);
    items.push(element("li", {}, turn, ...others.map((one) => record(one, [line, go], plies, { "aria-label": "Instead of that" }))));
    some = first;
    plies += 1;
  }
  return element("ol", { class: "record", ...attributes }, ...items);
}

/**
 * Play in an element from the end of a line of moves on, beside others that were `tried`. `how` the line gets into the
 * history the host is told: with "push", "replace" or, if one returns to it, "": then the program waits.
 *
 * The host knows the rules: `situation(line, tried)` gives {svg, text, position, caption, ended, mover, why, moves: [{number,
 * said, why}], turns: [{mover, move}], lines: the turns of those tried}, or nothing; `places(line)` is what `clickable` takes;
 * `reply(line)` the program's {number, why}; `values(line, tell, done)`, if it has some, tells what Worth hears, and gives what
 * ends that; `isOurs(mover)` says whose moves are a person's, `isWatched()` whether nobody's are; `moved(line, lines, how,
 * found)` is told of each position; `more` is an element below the record; `name` is the game's.
 */
export async function play(place, host, line = [], { tried = [], how = "push" } = {}) {
  place.leave?.();
  const ending = new AbortController();
  const { signal } = ending;
  place.leave = () => ending.abort();
  const found = await host.situation(line, tried);
  if (!found || signal.aborted) return;
  const lines = grown(tried, line);
  host.moved?.(line, lines, how, found);
  const go = (to, options = {}) => play(place, host, to, { tried: lines, ...options });
  const move = (index) => go([...line, found.moves[index].number]);
  const whole = lines.find((one) => begins(one, line));
  const known = new Map([...tried.map((one, at) => [written(one), found.lines?.[at]]), [written(line), found.turns]]);
  const played = lines.map((one) => ({ line: one, turns: known.get(written(one)) }));
  const isOurs = host.isOurs?.(found.mover) ?? true;
  const own = found.turns.findLastIndex(({ mover }) => host.isOurs?.(mover) ?? true);

  const picture = element("div", { id: "picture" },
    found.svg ? element("img", { src: image(found.svg), alt: found.text, width: widthOf(SIZE.exec(found.svg)) }) : element("pre", { tabindex: 0 }, found.text));
  const rows = found.moves.map(({ said, why }, at) =>
    element("li", why ? { "data-why": why } : {}, button(said, () => move(at)), element("span", { class: "worth" })));
  const [progress, best] = [element("p", { class: "note", id: "progress", role: "status" }), element("p", { id: "best", hidden: "" })];
  const turn = element("p", { id: "turn", role: "status", tabindex: -1 }, found.ended || found.caption);
  const act = (id, said, isFor, does, attributes = {}) => button(said, does, { id, ...attributes, ...(isFor ? {} : { disabled: "" }) });
  const undo = act("undo", "Undo", line.length, () => go(line.slice(0, own < 0 ? -1 : own)), { title: "Take the last move back (←)" });
  const forward = act("forward", "Forward", whole.length > line.length, () => go(whole.slice(0, line.length + 1)), { title: "Go on as before (→)" });
  const pause = act("pause", "Pause", true, () => { pause.hidden = true; progress.textContent = "Paused."; }, { hidden: "" });
  const others = [
    act("hint", "Hint", rows.length && isOurs, hint), undo, forward,
    act("reply", found.mover === "chance" ? "Let chance decide" : "Let the program move", rows.length, () => answer("push")), pause,
    act("restart", "Start again", line.length, () => go([])),
  ];
  const [who, value, choices] = [
    element("div", { id: "players" }), element("div", { class: "evaluation", id: "evaluation" }),
    element("div", { id: "choices", class: "row", role: "group", "aria-label": "Moves that fit", hidden: "" })];
  const focused = place.contains(document.activeElement) ? document.activeElement.id : null;
  place.replaceChildren(
    element("section", {}, element("h2", { class: "sr" }, "The board"), who, picture, turn, choices, element("p", { class: "row" }, ...others), value,
      element("details", {}, element("summary", {}, "The position as text"),
        element("pre", { tabindex: 0 }, [...new Set([found.text, found.position])].join("\n\n")))),
    element("section", {},
      element("h2", {}, found.mover ? `Moves of ${PLAYERS[found.mover]}` : "Moves"), progress,
      ...(rows.length ? [element("ul", { id: "moves" }, ...rows)] : [element("p", {}, `The game is over: ${found.ended}.`)]), best,
      ...(found.why && rows.length ? [element("p", { class: "note" }, element("a", { href: found.why }, "A search from here, step by step"))] : []),
      element("h2", {}, "The record"),
      whole.length ? record(played, [line, go]) : element("p", { class: "note" }, "Nothing is played yet."), host.more ?? ""));
  if (focused !== null) {
    const there = focused && byId(focused);
    (there && !there.disabled && !there.hidden ? there : turn).focus({ preventScroll: true });
  }
  addEventListener("keydown", (event) => {
    const there = { ArrowLeft: undo, ArrowRight: forward }[event.key];
    if (!there || there.disabled || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target !== document.body && (!place.contains(event.target) || event.target.closest("input, select, textarea, pre"))) return;
    event.preventDefault();
    there.click();
  }, { signal });

  const movers = played[lines.indexOf(whole)].turns.map(({ mover }) => mover);
  const board = host.places(line).catch(() => null).then((places) => {
    if (signal.aborted) return null;
    who.replaceChildren(players(found.ended ? null : found.mover, movers.slice(0, line.length), places?.colours, host.isOurs));
    if (!places) return null;
    if (rows.length && places.colours[0]) turn.append(` (${places.colours[0]})`);
    const unsure = (indices) => {
      choices.hidden = !indices.length;
      choices.replaceChildren(...indices.map((at) =>
        button(`${found.moves[at].said} ${rows[at].querySelector(".worth").textContent}`.trim(), () => move(at))));
    };
    return clickable(picture, { ...places, ended: found.ended, moves: isOurs ? places.moves : [] }, move, unsure);
  });

  async function hint({ target }) {
    target.disabled = true;
    try {
      const { number, why } = await host.reply(line);
      if (signal.aborted) return;
      const at = found.moves.findIndex((one) => one.number === number);
      rows.forEach((row, index) => row.classList.toggle("hinted", index === at));
      progress.textContent = `Hint: ${found.moves[at].said}${why ? ` (${why})` : ""}.`;
      rows[at].querySelector("button").focus({ preventScroll: true });
      (await board)?.hint(at);
    } catch (error) {
      progress.textContent = `No hint: ${error.message}`;
    }
    target.disabled = false;
  }

  /** The program's move, or what chance does. */
  async function answer(into) {
    const made = await host.reply(line).catch((error) => { progress.textContent = `No move: ${error.message}`; });
    if (made && !signal.aborted) await go([...line, made.number], { how: into });
  }

  if (host.values) {
    const evaluation = new Evaluation(value, {
      game: host.name, line, whole, ended: found.ended, movers,
      goTo: (plies) => go(whole.slice(0, plies)),
      values: (plies, tell, done) => host.values(whole.slice(0, plies), tell, done),
    });
    if (rows.length && isOurs) {
      const worth = new Worth(rows, found.mover, progress, best, (values, one) => {
        evaluation.tell(one);
        board.then((there) => there?.values(values));
      });
      const end = host.values(line, (part) => { if (!signal.aborted) worth.heard(part); }, (wrong) => { if (!signal.aborted) worth.ended(wrong); });
      signal.addEventListener("abort", end);
    }
  }
  if (isOurs || !rows.length) return;
  progress.textContent = found.mover === "chance" ? "Chance decides." : "The program is to move.";
  if (!how) return;
  const isWatched = host.isWatched?.();
  pause.hidden = !isWatched;
  if (isWatched) {
    await new Promise((done) => { setTimeout(done, PAUSE); });
    if (pause.hidden || signal.aborted) return;
  }
  await answer(isWatched ? "push" : "replace");
}
