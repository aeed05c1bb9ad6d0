// A game in an engine, and what is asked of it: the requests of prolog/support/worker.pl.

import { text as fetched } from "./files.js";
import { equal, isNumber, less, plainNumber } from "./numbers.js";
import { atomText, indicator, readTerm, stringText } from "./terms.js";

/** How long loading and small questions may take, in seconds. */
const SOON = 20;

/** How long a search may be allowed to take, in seconds. */
const LONGEST_TIME = 3600;

/** A depth that no search reaches. */
const UNLIMITED = (1n << 59n).toString();

/** The game, or a search in it, cannot be had. `places` are {line, column, text, isError}, empty if it has none. */
export class GameError extends Error {
  constructor(message, places = []) {
    super(message);
    this.places = places;
  }
}

/**
 * Load rules into a fresh engine.
 *
 * `site` is what site.json holds; the rules are {file, text, beside, options, facts}: a path below prolog/, the text that
 * stands there in place of the site's, the paths of what it may include, the options and facts as Prolog texts. Throws
 * GameError, EndedError.
 */
export async function consulted(engine, site, { file, text, beside = [], options = "[]", facts }) {
  if (beside.length) await engine.has(beside);
  const game = new Game(engine, site);
  const path = `/pydecl/${file}`;
  const loaded = await game.term(`load(${atomText(path)},${stringText(text ?? await fetched(`prolog/${file}`))},${options})`);
  const [messages, defined, named] = loaded.args.map(({ items }) => items);
  const places = messages.map((message) => placed(message, path));
  const errors = places.filter((place) => place.isError);
  if (errors.length) throw new GameError("the rules cannot be loaded", errors);
  game.warnings = places;
  const convention = conventionOf(site, new Set([...defined, ...named].map(indicator)));
  const isPlain = convention === site.conventions[0].name && !named.map(indicator).includes("moves_again/0");
  if (!isPlain) await engine.has(site.adapters);
  const read = await game.term(`convention(${atomText(convention)},false,false)`);
  game.defined = new Set(read.items.map(indicator));
  game.convention = convention;
  if (facts) await game.term(`add(${facts})`);
  return game;
}

class Game {
  constructor(engine, site) {
    this.engine = engine;
    this.site = site;
    this.printed = "";
    this.positions = []; // by the numbers that SWI-Prolog gives them
    this.looked = new Map();
    this.moveTexts = new Map();
  }

  /** The answer to a request as a term. Throws GameError, EndedError. */
  async term(request, seconds = SOON) {
    return readTerm(await this.told(request, seconds));
  }

  async told(request, seconds = SOON, keep = null) {
    const { kind, text, events, printed } = await this.engine.ask(request, seconds);
    this.printed += printed && `${printed}\n`;
    keep?.(events);
    if (kind === "error") throw this.fault(readTerm(text));
    return text;
  }

  /** What is wrong, in the words of pydecl/errors; an exception has its place in the rules, if that is known. */
  fault({ name, args: [detail, more] }) {
    const { faults, asked } = this.site;
    if (name === "game") {
      const fault = detail.name ?? detail.value;
      if (!(fault in faults)) return new GameError(said(faults.exception, [detail.text]));
      return new GameError(said(faults[fault], [...(detail.args ?? []).map(shown), asked[fault]]));
    }
    if (name === "resource") return new GameError(`the rules used more than their memory: ${shown(detail)}`);
    if (name === "syntax") return new GameError(detail.value);
    const message = said(faults.exception, [plain(detail.value)]);
    const line = /^[^/]*?:(\d+)/.exec(more.value)?.[1];
    const places = line ? [{ isError: true, line: Number(line), column: 0, text: message }] : [];
    return new GameError(more.value ? `${message} (${more.value})` : message, places);
  }

  /** What a program needs and the rules lack, by name; empty if it can run. */
  lacks(program) {
    const lacking = [];
    const has = (name) => this.defined.has(name);
    if (!this.site.moves.some(has)) lacking.push("one of moves/2, move/2 and move/3");
    lacking.push(...["max_to_move/1", "min_to_move/1"].filter((name) => !has(name)));
    if (!has("staticval/2")) {
      if (program.values) lacking.push("staticval/2");
      else if (program.ends && !(has("terminalwon/1") && has("terminallost/1")))
        lacking.push("terminalwon/1 and terminallost/1, or staticval/2");
    }
    lacking.push(...program.needs.filter((name) => !has(name)));
    return lacking.join(", ");
  }

  /** The positions in which the game may start, as texts; none if the rules have no initial/1. */
  async starts() {
    if (!this.defined.has("initial/1")) return [];
    return (await this.term("initial")).items.map((item) => item.text);
  }

  /**
   * What `search` takes, of what a person has written: {position, depth, alpha, beta, seconds}, empty for what is usual.
   * Throws GameError, whose `field` is the one that is wrong.
   */
  async question(program, given) {
    const lacking = this.lacks(program);
    if (lacking) throw new GameError(`${program.name} cannot run: ${lacking} is not defined`);
    const checked = (field, usual, what, fits) => {
      const text = given[field];
      if (!text || fits(text)) return text || usual;
      throw Object.assign(new GameError(`${what}, not ${text}`), { field });
    };
    const isTime = (text) => Number(text) > 0 && Number(text) <= LONGEST_TIME;
    const seconds = Number(checked("seconds", "10", `seconds are a number up to ${LONGEST_TIME}`, isTime));
    const depth = checked("depth", "", "the depth is a number of plies, or all", (text) => /^(\d{1,9}|all)$/.test(text));
    const bound = (field, usual) => (program.window ? checked(field, usual, `${field} is a number, inf or -inf`, isNumber) : usual);
    const [alpha, beta] = [bound("alpha", "-inf"), bound("beta", "inf")];
    const position = given.position ? await this.read(given.position) : (await this.starts())[0];
    if (!position) throw new GameError("the rules have no initial/1: give a position");
    const usual = program.values ? await this.usualDepth() : "";
    return { position, depth: depth === "all" ? null : depth || usual || null, alpha, beta, seconds };
  }

  /** How many plies are searched if nobody says more, as text; "" for all. */
  async usualDepth() {
    if (!this.defined.has("default_depth/1")) return "";
    const [value] = (await this.term("values(default_depth)")).items;
    return value?.kind === "number" ? value.text : "";
  }

  /** A position that a person has written, as canonical text. */
  async read(text) {
    return (await this.term(`read(${stringText(text)})`)).text;
  }

  /** A term as a Prolog programmer writes it. */
  async written(text) {
    return (await this.term(`written(${text})`)).value;
  }

  /** What position_text//1 draws; null if the rules do not say. */
  async picture(position) {
    if (!this.defined.has("position_text/3")) return null;
    return (await this.term(`picture(${position})`)).items[0]?.value ?? null;
  }

  /**
   * What the rules say of a position, asked once: {mover, moves: [{move, next}]}, terms as texts; `move` is null for
   * games without names, and where chance moves.
   */
  async look(position) {
    if (!this.looked.has(position)) await this.lookAll([position]);
    return this.looked.get(position);
  }

  /** The same of many positions, at once. */
  async lookAll(positions) {
    const request = `expand([${positions.filter((one) => !this.looked.has(one)).join()}],1,0)`;
    for (const line of (await this.told(request)).split("\n").slice(0, -1)) {
      const [number, text, mover, , , , , nexts, ...moves] = line.split("\t");
      if (text) this.positions[number] = text;
      else {
        if (nexts.startsWith("!")) throw this.fault(readTerm(nexts.slice(1)));
        const named = moves.map((move) => (move.startsWith("name(") ? readTerm(move).args[0].text : null));
        const found = nexts.split(" ").filter(Boolean).map((next, at) => ({ move: named[at], next: this.positions[next] }));
        this.looked.set(this.positions[number], { mover, moves: found, odds: mover === "chance" ? moves : null });
      }
    }
  }

  /** A move as people write it: by move_text//1 of the rules, or the term without brackets, `take 2`. */
  async said(move) {
    if (!this.moveTexts.has(move)) this.moveTexts.set(move, await this.moveText(move));
    return this.moveTexts.get(move);
  }

  async moveText(move) {
    const [told] = this.defined.has("move_text/3") ? (await this.term(`move_text(${move})`)).items : [];
    if (told) return told.value;
    const term = readTerm(move);
    return term.kind === "number" ? `move ${move}` : bare(term, await this.written(move));
  }

  /** The successors of a position as [move as people write it, position]; the position stands for a move without a name. */
  async named(position) {
    const { moves } = await this.look(position);
    const found = [];
    for (const { move, next } of moves) found.push([move === null ? await this.written(next) : await this.said(move), next]);
    return found;
  }

  /** The terms that position_picture//1 lists, or null. */
  async parts(position) {
    if (!this.defined.has("position_picture/3")) return null;
    return (await this.term(`picture_parts(${position})`)).items[0] ?? null;
  }

  /**
   * Run a program, one of site.json's. `question` is {position, depth, alpha, beta, seconds}; depth is null for all, and
   * `more` are settings in the place of the usual ones.
   *
   * The answer is {status, value, best, nodes, leaves, horizon, seconds, bound}, numbers and positions as texts. With
   * `most`, the search is traced, and `events` are its primitive lines, which `keep` is told even if it is ended.
   */
  async search(program, { position, depth, alpha = "-inf", beta = "inf", seconds, more = {} }, most = null, keep = null) {
    const given = program.settings.map(([name, value]) => `=(${name},${value})`).join(",");
    const { win, max_ply, extension } = { ...this.site.settings, ...more };
    const settings = `settings(game,0,${win},${max_ply},${extension},[${given}])`;
    const asked = `${program.name},${position},${depth ?? UNLIMITED},${alpha},${beta},${settings},${seconds}`;
    const request = most === null ? `search(${asked})` : `trace(${asked},${most})`;
    const answer = readTerm(await this.told(request, seconds, keep)).args;
    const [status, value, best, nodes, leaves, horizon, taken, hits, reached] = answer;
    return {
      status: status.value,
      value: plainNumber(value.text),
      best: best.kind === "compound" ? best.args[0].text : null,
      nodes: nodes.text,
      leaves: leaves.text,
      horizon: horizon.value === "true",
      seconds: Number(taken.text),
      hits: hits.text,
      reached: reached.text,
      bound: bound(program, value, alpha, beta),
    };
  }
}

/** How a value relates to V(P): "exact", "lower" or "upper"; see Answer.bound of pydecl/model/result.py. */
function bound(program, { kind, text }, alpha, beta) {
  if (kind !== "number" || !program.window) return "exact";
  const value = plainNumber(text);
  if (less(value, alpha)) return "upper";
  if (less(beta, value)) return "lower";
  if (program.kind !== "good enough") {
    if (alpha !== "-inf" && equal(value, alpha)) return "upper";
    if (beta !== "inf" && equal(value, beta)) return "lower";
  }
  return "exact";
}

function placed({ args }, file) {
  const [severity, code, where, line, column, text] = args;
  const own = where.value === "" || where.value === file;
  const said = plain(text.value).split(" Earlier definition at")[0];
  return {
    isError: severity.value === "error",
    severity: severity.value,
    code: code.value,
    line: own ? Number(line.text) : 0,
    column: own ? Number(column.text) : 0,
    text: own ? said : `${where.value.replace(/^.*\//, "")}:${line.text}: ${said}`,
  };
}

function conventionOf({ conventions }, defined) {
  const fitting = conventions.filter(
    ({ needs, never }) =>
      needs.every((choice) => choice.some((name) => defined.has(name))) && !never.some((name) => defined.has(name)),
  );
  const refined = new Set(fitting.flatMap(({ refines }) => refines));
  const found = fitting.filter(({ name }) => !refined.has(name));
  if (found.length === 1) return found[0].name;
  if (found.length) throw new GameError(`the rules can be read as ${found.map(({ name }) => name).join(" or ")}`);
  const [textbook] = conventions;
  const lacking = textbook.needs.filter((choice) => !choice.some((name) => defined.has(name)));
  const names = lacking.map((choice) => choice.join(" or "));
  throw new GameError(`no program can run on these rules: not defined: ${names.join(", ")}`);
}

function said(template, details) {
  return template.replace(/\{(\d)\}/g, (_, at) => details[at] ?? "");
}

/** A term without brackets where operators do not need them. */
function bare(term, written = term.text) {
  if (term.kind === "atom") return term.value;
  if (term.kind === "list") return term.items.map((one) => bare(one)).join(" ");
  const isPlain = term.kind === "compound" && written.startsWith(`${term.name}(`);
  return isPlain ? [term.name, ...term.args.map((one) => bare(one))].join(" ") : written;
}

function shown(term) {
  const [inner] = term.args ?? [];
  return term.name === "asked" && term.args.length === 1 ? inner.value : (term.value ?? term.text);
}

function plain(text) {
  return text.replace(/\b(?:rules|game|adapted|unfolded|folding|unpassed|passing|top):/g, "").replace(/\b_G?\d+\b/g, "_");
}
