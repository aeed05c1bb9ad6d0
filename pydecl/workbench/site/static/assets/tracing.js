// A search that is recorded, for the stepper.

import { recording } from "./events.js";
import { text } from "./files.js";
import { places, replayed } from "./marks.js";

/** How many primitive events are kept. */
export const MOST_EVENTS = 100000;

/** Of so many positions at the most the boards are drawn, and the moves are told; the longest name of a move. */
const [MOST_BOARDS, MOST_NAMED, LONGEST] = [300, 5000, 22];

/**
 * Run a program on a game and record it: `question` is as `game.search` takes it. Gives the `answer`, and what was
 * `recorded`; what was kept when the search was ended is that of the error that is thrown.
 */
export async function traced(game, program, question) {
  const kept = [];
  try {
    const answer = await game.search(program, question, MOST_EVENTS, (events) => kept.push(events));
    return { answer, recorded: { program, ...recording(kept.join("")) } };
  } catch (error) {
    throw Object.assign(error, { recorded: { program, ...recording(error.events ?? kept.join("")) } });
  }
}

/**
 * How positions are written, by their numbers: with operators, if the rules, whose text it is, have them and are still
 * there.
 */
export async function named(game, { positions }, rules) {
  const names = [...positions];
  const hasOperators = /\bop\(/.test(rules);
  for (const [at, canonical] of positions.entries()) {
    if (canonical && !game.engine.isOver && (hasOperators || /[^\w\s(),[\]'"]\(/.test(canonical))) {
      names[at] = await game.written(canonical);
    }
  }
  return names;
}

/** What nodes are called, by their parent's number and their own: the move that leads there; the root by its game, or its own name. */
export async function moveNames(game, { positions }, title) {
  const found = game.defined.has("move/3") && /[([]/.test(positions[0]) ? { " 0": title } : {};
  if (positions.length > MOST_NAMED || game.engine.isOver) return found;
  const numbers = new Map(positions.map((canonical, at) => [canonical, at]));
  await game.lookAll(positions.filter(Boolean)).catch(() => {}); // a program of the file's own may ask about what is none
  for (const [above, canonical] of positions.entries()) {
    const { moves = [] } = game.looked.get(canonical) ?? {};
    const said = [];
    for (const { move } of moves) said.push(move === null ? "" : await game.said(move));
    if (new Set(said).size < said.length || said.some((one) => !one || one.length > LONGEST)) continue;
    for (const [at, { next }] of moves.entries()) if (numbers.has(next)) found[`${above} ${numbers.get(next)}`] = said[at];
  }
  return found;
}

/** The boards of the positions, by their numbers, if there are few; none where the rules draw none. */
export async function boards(game, { positions }) {
  const found = {};
  if (positions.length > MOST_BOARDS) return found;
  const [{ boardSvg }, { partsOf }] = await Promise.all([import("./boards.js"), import("./changes.js")]);
  for (const [at, canonical] of positions.entries()) {
    if (!canonical || game.engine.isOver) continue;
    const board = await game.parts(canonical).then((told) => told && boardSvg(partsOf(told))).catch(() => null);
    found[at] = board ?? await game.picture(canonical);
  }
  return found;
}

/** A recording as the stepper takes it; `title` says where it ran. */
export const steps = ({ program, lines }, title, positions, boards = {}, names = {}) =>
  ({ title, program, most: MOST_EVENTS, lines, positions, boards, names });

/**
 * The places of a recording's events in the text of its program, as the stepper takes them: a replay in a worker of its
 * own. `question` is what was searched; null if the replay does not come to its end.
 */
export async function replayedPlaces(engines, site, { program, lines, question }, track, seconds) {
  const texts = await Promise.all(site.marking.map(async (path) => [path, await text(`prolog/${path}`)]));
  const files = Object.fromEntries(texts);
  const told = await engines.replayed(files, replayed(site, program, question, lines), seconds).catch(() => null);
  return told && places(track, told, files);
}
