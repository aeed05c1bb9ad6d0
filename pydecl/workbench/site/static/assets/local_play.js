// What playing.js asks, answered by SWI-Prolog in this browser: one engine knows the rules, another one searches.

import { boardSvg } from "./boards.js";
import { partsOf, places } from "./changes.js";
import { asNumber, brief } from "./numbers.js";

/** The programs that are tried, the first with wins and losses by their plies; of trees, whose leaves have values. */
const PROGRAMS = ["alphabeta_tt", "alphabeta", "expectiminimax"];
const FOR_TREES = PROGRAMS.slice(1);

/** A win is beyond what games value their positions at, and nobody searches so many plies. */
const MORE = { win: 1_000_000, max_ply: 1_000 };

/** Seconds for all values of a position, for one search, and until a program that plays takes what it has found. */
const [ALL, ONE, PATIENCE] = [10, 3, 1.5];
const DEEPEST = 12;

const ENDS = { won: "MAX has won", lost: "MIN has won", none: "a draw" };

/**
 * `game` and `searcher` are the same rules in two engines; `why(position)` is where a search from there is stepped through;
 * `facts` are those of a tree.
 */
export class LocalPlay {
  constructor(game, searcher, { name, facts, why }) {
    Object.assign(this, { name, game, searcher, stepped: why, isTree: Boolean(facts), known: new Map(), before: Promise.resolve() });
    const chance = facts ? facts.includes("chance") : game.defined.has("chance/3");
    const usual = facts ? FOR_TREES : PROGRAMS;
    this.program = searcher.site.programs.filter(({ name }) => usual.includes(name) && (!chance || name === "expectiminimax"))
      .sort((one, other) => usual.indexOf(one.name) - usual.indexOf(other.name)).find((one) => !searcher.lacks(one));
  }

  /** The position that a line of moves leads to, and the turns. */
  async at(line) {
    const key = line.join(".");
    if (!this.known.has(key)) this.known.set(key, await this.walk(line));
    return this.known.get(key);
  }

  async walk(line) {
    if (!line.length) return { position: (await this.game.starts())[0], turns: [] };
    const { position, turns } = await this.at(line.slice(0, -1));
    const { mover } = await this.game.look(position);
    const [move, next] = (await this.game.named(position))[line.at(-1) - 1];
    return { position: next, turns: [...turns, { mover, move }] };
  }

  async situation(line, tried) {
    const { position, turns } = await this.at(line);
    const lines = [];
    for (const one of tried) lines.push((await this.at(one)).turns);
    const { mover } = await this.game.look(position);
    const moves = await this.game.named(position);
    const parts = await this.parts(position);
    const written = await this.game.written(position);
    return {
      svg: parts && boardSvg(parts), text: (await this.game.picture(position)) ?? written, position: written, turns, lines,
      mover: moves.length ? mover : null, why: this.stepped(position),
      caption: mover === "chance" ? "chance moves" : `${mover.toUpperCase()} to move`,
      ended: moves.length ? null : await this.ended(position),
      moves: moves.map(([said, next], at) => ({ number: at + 1, said, why: this.stepped(next) })),
    };
  }

  async ended(position) {
    const outcome = await this.game.term(`outcome(${position})`);
    if (outcome.value !== "none" || !this.game.defined.has("staticval/2")) return ENDS[outcome.value] ?? "the game is over";
    const value = (await this.game.term(`static_value(${position})`)).text;
    return `${ENDS[asNumber(value) > 0 ? "won" : asNumber(value) < 0 ? "lost" : "none"]} (value ${value})`;
  }

  async parts(position) {
    const told = await this.game.parts(position);
    return told && partsOf(told);
  }

  async places(line) {
    const { position } = await this.at(line);
    const here = await this.parts(position);
    if (!here) return null;
    const afters = [];
    for (const { next } of (await this.game.look(position)).moves) afters.push(await this.parts(next));
    return places(here, afters, line.length ? await this.parts((await this.at(line.slice(0, -1))).position) : null);
  }

  // Values

  /** One search after the other: an engine does one thing at a time. */
  search(position, depth, seconds) {
    const asked = this.before.then(() => this.searcher.search(this.program, { position, depth, seconds, more: MORE }));
    this.before = asked.catch(() => {});
    return asked;
  }

  /** How deep is searched, ply by ply, as far as the rules say; a tree to its end, which is null. */
  async depths() {
    if (this.isTree) return [null];
    const usual = Number(await this.searcher.usualDepth()) || DEEPEST;
    return [...Array(Math.max(usual, 6)).keys()].map((at) => at + 1);
  }

  /** What each move is worth, deeper and deeper, as Worth hears it. Gives what ends it. */
  values(line, tell, done) {
    let isOver = false;
    this.valued(line, tell, () => isOver).then(() => done(""), (error) => done(error.message));
    return () => { isOver = true; };
  }

  async valued(line, tell, isOver) {
    if (!this.program) throw new Error("the rules have no staticval/2");
    const { moves } = await this.game.look((await this.at(line)).position);
    const until = performance.now() + ALL * 1000;
    tell({ program: this.program.name, title: "this browser" });
    const open = new Set(moves.keys());
    let isLate = false;
    for (const depth of await this.depths()) {
      for (const at of [...open]) {
        if (isOver()) return;
        const left = Math.min(ONE, (until - performance.now()) / 1000);
        isLate = left <= 0;
        if (isLate) break;
        const answer = await this.search(moves[at].next, depth === null ? null : depth - 1, left).catch(() => ({}));
        const worth = this.worth(answer);
        isLate = !worth;
        if (isLate) break;
        tell({ number: at + 1, depth, nodes: Number(answer.nodes), ...worth });
        if (worth.final) open.delete(at);
      }
      if (isLate || !open.size) break;
    }
    tell({ settled: true, late: isLate });
  }

  /** What an answer means about a position that is `plies` away; null for nothing. */
  worth({ status, value, horizon }, plies = 1) {
    if (status !== "complete") return null;
    const number = Math.max(-1e300, Math.min(1e300, value.endsWith("inf") ? Number(value.replace("inf", "Infinity")) : asNumber(value)));
    const byPly = this.program.name === PROGRAMS[0];
    const size = Math.abs(number);
    if (byPly && size > MORE.win - MORE.max_ply) {
      const away = MORE.win - size + plies;
      const [who, sign] = number > 0 ? ["MAX", "▲"] : ["MIN", "▼"];
      return { value: `${who} wins in ${away}`, label: `${sign}${away}`, best: number, final: true };
    }
    const plus = number > 0 ? "+" : "";
    const said = plus + brief(value);
    if (byPly && !horizon) return { value: number ? `draws, ${said}` : "draws", label: "=", best: number, final: true };
    const label = plus + (Number.isInteger(number) ? brief(value) : number.toFixed(2).replace(/0\./, "."));
    return { value: said, label, best: number, final: !horizon };
  }

  /** The move that the program makes: what it has found when it has searched for a while; chance draws. */
  async reply(line) {
    const { position } = await this.at(line);
    const { moves, odds } = await this.game.look(position);
    if (odds) return { number: drawn(odds) };
    let best = null;
    const began = performance.now();
    for (const depth of await this.depths()) {
      const answer = await this.search(position, depth, ONE).catch(() => ({}));
      best = answer.best ?? best;
      const seconds = (performance.now() - began) / 1000;
      if (answer.status !== "complete" || !answer.horizon || seconds > PATIENCE) break;
    }
    const number = moves.findLastIndex(({ next }) => next === best) + 1;
    return number ? { number } : { number: 1 + Math.floor(Math.random() * moves.length) };
  }
}

/** Which of the successors chance takes, by the probabilities. */
function drawn(odds) {
  let left = Math.random() * odds.reduce((sum, one) => sum + asNumber(one), 0);
  const at = odds.findIndex((one) => (left -= asNumber(one)) < 0);
  return (at < 0 ? odds.length - 1 : at) + 1;
}
