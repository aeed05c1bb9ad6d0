// The stepper: one search, or two beside each other, one event after the other.
//
// `mount(place, source)` shows it in an element. The states are computed here: `recorded` has its recordings at hand,
// `served` asks a server for them. Keys act only while the focus is inside.

import { Comparison } from "./comparison.js";
import { button, drawn, element } from "./elements.js";
import { Pane } from "./pane.js";
import { Track } from "./track.js";

const ZOOMS = { "+": "larger", "=": "larger", "-": "smaller", 0: "whole" };
const BUTTONS = [
  ["first", "Home", "First"], ["back", "b", "Back"], ["next", "n", "Next"], ["over", "o", "Over"], ["out", "u", "Out"],
  ["leaf", "l", "Next leaf"], ["cut", "c", "Next cut"], ["difference", "d", "Next difference"], ["last", "End", "Last"],
  ["run", "r", "Run"],
];
const KEYS = { ArrowRight: "next", ArrowLeft: "back", ...Object.fromEntries(BUTTONS.map(([name, key]) => [key, name])) };
const HELP = "Stepper: n or arrow right is the next event, b or arrow left the one before, o over, u out, l the next leaf,"
  + " c the next cut, d the next difference, g an event by its number, r run and pause; + and - make the picture"
  + " larger and smaller, 0 shows all of it";
const SECONDS_A_STEP = 0.7;

/** Milliseconds until a server is asked again for the places in the programs' texts. */
const PATIENCE = 400;

/** Milliseconds without a step until the address says where one is: no step waits for that. */
const REST = 150;

/** At how many places of the scrubber a cut can be marked. */
const TICKS = 1000;

/** The states of recordings, computed here; `recordings` are one or two of those that `shipped.py` makes. */
export function recorded({ recordings, naming = "textbook", ends = [] }) {
  const tracks = recordings.map((recording) => new Track(recording, naming));
  const comparison = tracks.length > 1 ? new Comparison(...tracks) : null;
  const [track] = tracks;
  return {
    tracks,
    board: (side, visit) => recordings[side].boards?.[tracks[side].visits[visit].number],
    overview: () => ({
      titles: recordings.map(({ title, program }) => `${program.name} on ${title}`),
      totals: tracks.map((one) => one.length),
      cuts: track.cuts(),
      differences: comparison?.differences ?? [],
      ends,
    }),
    state(at, other = null) {
      const seq = track.clamped(at);
      const right = other ?? comparison?.across(seq) ?? 1;
      return {
        panes: tracks.map((one, side) => one.state(side ? right : seq)),
        goes: {
          next: track.next(seq), back: track.back(seq), over: track.over(seq), out: track.out(seq),
          leaf: track.nextOf(seq, "leaf"), cut: track.nextOf(seq, "cut"),
          difference: comparison?.next(seq, right) ?? null,
        },
      };
    },
  };
}

/**
 * The states of recordings that `ask(what, fields)` gets from a server, which has a `Steps` of shipped.py: the
 * `recordings`, the `board` of a position when it is shown, for which no step waits, and, after all else, the `places` in
 * the programs' texts.
 */
export function served(ask) {
  let [recordings, source, before, latest] = [[], null, null, null];

  const asked = (what, fields = {}, isWanted = () => true) => { // one at a time: another worker would record the search anew
    const answer = Promise.resolve(before).then(() => (isWanted() ? ask(what, fields) : {}));
    before = answer.catch(() => {});
    return answer;
  };
  const board = async (side, node, isWanted) => {
    const { boards } = recordings[side];
    boards[node] ??= (await asked("board", { side, node }, isWanted).catch(() => ({}))).board; // without it one can step, too
    return boards[node];
  };
  return {
    get tracks() { return source.tracks; },
    async overview() {
      const told = await asked("recordings");
      ({ recordings } = told);
      source = recorded(told);
      return source.overview();
    },
    state(at, other) {
      const found = source.state(at, other);
      latest = found;
      for (const [side, pane] of found.panes.entries()) {
        if (pane.path.length) pane.board = board(side, pane.path.at(-1).node, () => latest === found);
      }
      return found;
    },
    board: (side, visit) => board(side, source.tracks[side].visits[visit].number),
    async findPlaces() {
      let places = null;
      while (!({ places } = await asked("places")).places) await new Promise((resolve) => setTimeout(resolve, PATIENCE));
      for (const [side, found] of places.entries()) recordings[side].places = found;
    },
  };
}

/** What is done with the last of several steps. */
export function atRest(act) {
  let timer = 0;
  return (...said) => {
    clearTimeout(timer);
    timer = setTimeout(act, REST, ...said);
  };
}

/**
 * Mounts a stepper whose states a server gives, with the focus on it, and marks the places in the programs' texts
 * when they are known; then `data-marked` stands at the element.
 */
export async function mountServed(place, ask, options) {
  const source = served(ask);
  const stepper = mount(place, source, options);
  await stepper.begun;
  place.firstElementChild.focus({ preventScroll: true });
  await source.findPlaces();
  await stepper.again();
  place.dataset.marked = "";
}

/**
 * A stepper in an element, from event `at` on, the second search at its event `right`. `moved(at, right)` is told where
 * one is; `isWhole` says that the picture begins as a whole. Gives what ends it, `again`, which asks for the state once
 * more, and `exchange(source, at)`, which shows another search in the place of this one.
 */
export function mount(place, source, { at = 1, right = null, moved = () => {}, isWhole = false } = {}) {
  const stepper = new Stepper(source, at, right, moved, isWhole);
  place.replaceChildren(stepper.root);
  const again = () => stepper.inTurn(() => stepper.goTo(stepper.at, stepper.right));
  const exchange = (other, seq) => {
    stepper.pause();
    return stepper.inTurn(() => stepper.exchange(other, seq));
  };
  return { begun: stepper.begin(), again, exchange, end: () => stepper.pause() };
}

class Stepper {
  constructor(source, at, right, moved, isWhole) {
    Object.assign(this, { source, at, right, moved, isWhole, overview: null, now: null, timer: 0, waiting: [], turn: null });
    this.caption = element("p", { class: "caption", "aria-live": "polite" }, "Recording …");
    this.problem = element("p", { class: "problem", role: "alert" });
    this.number = element("input", { class: "number", inputmode: "numeric", size: 6 });
    this.total = element("span");
    this.scrubber = element("input", { class: "scrubber", type: "range", min: 1, max: 1, value: 1, "aria-label": "Event" });
    this.ticks = drawn("svg", { class: "ticks", "aria-hidden": "true", preserveAspectRatio: "none" });
    this.facts = element("p", { class: "note facts" });
    this.panes = [];
    this.place = element("div", { class: "panes" });
    this.buttons = new Map(BUTTONS.map(([name, key, label]) =>
      [name, button(label, () => this.go(name), { title: `key ${key}`, "data-go": name })]));
    this.root = element("div", { class: "stepper", tabindex: 0, role: "group", "aria-label": HELP },
      this.caption,
      element("div", { class: "row keys" }, ...this.buttons.values(), element("label", {}, "Event ", this.number, " ", this.total)),
      element("div", { class: "track" }, this.ticks, this.scrubber), this.facts, this.problem, this.place);
    this.root.addEventListener("keydown", (event) => this.pressed(event));
    this.number.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      const seq = Number.parseInt(this.number.value, 10) || this.at;
      this.inTurn(() => this.goTo(seq));
      this.root.focus();
    });
    this.scrubber.addEventListener("input", () => {
      this.waiting.length = 0; // only the last place counts
      const seq = Number(this.scrubber.value);
      this.inTurn(() => this.goTo(seq));
    });
  }

  async begin() {
    try {
      await this.exchange(this.source, this.at, this.right);
    } catch (error) {
      this.caption.textContent = "";
      this.problem.textContent = error.message;
      throw error;
    }
  }

  /** Show the search of a source; the panes stay if it is by the same program on the same game. */
  async exchange(source, at, right = null) {
    const before = String(this.overview?.titles);
    this.source = source;
    this.overview = await source.overview();
    const { titles, totals } = this.overview;
    this.scrubber.max = totals[0];
    if (String(titles) !== before) {
      this.panes = titles.map((title, side) => new Pane(title, (seq) => this.chosen(side, seq),
        (visit) => this.source.board(side, visit), titles.length === 1));
      if (this.isWhole) for (const pane of this.panes) pane.zoom("whole");
      this.place.replaceChildren(...this.panes.map(({ root }) => root));
    }
    for (const [side, pane] of this.panes.entries()) pane.tree.survey(source.tracks[side]);
    await this.goTo(at, right);
    this.tell();
  }

  /** What is true of the whole search. */
  tell() {
    const { titles, totals, cuts, differences, ends } = this.overview;
    const said = [cuts.length ? counted(cuts.length, "cut") : "no cuts, for no bound was met"];
    if (titles.length > 1) said.push(counted(differences.length, "difference"));
    for (const end of ends) if (end) said.push(end);
    const after = this.now?.panes[0].truncated_after;
    if (after) said.push(`truncated after ${after}: the search went on`);
    this.facts.textContent = `${said.join("; ")}.`;
    this.total.textContent = `of ${totals[0]}`;
    const places = new Set(cuts.map((seq) => Math.round(((seq - 0.5) / totals[0]) * TICKS)));
    this.ticks.classList.toggle("dense", places.size > TICKS / 8);
    this.buttons.get("difference").hidden = titles.length === 1;
    this.ticks.setAttribute("viewBox", `0 0 ${TICKS} 10`);
    this.ticks.replaceChildren(drawn("path", { d: [...places].map((at) => `M ${at} 0 V 10`).join(" ") }));
    this.root.dataset.ready = "";
  }

  pressed(event) {
    if (!this.now || event.target === this.number || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target === this.scrubber && (event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End")) return;
    if (event.key === "g") {
      this.number.focus();
      this.number.select();
      event.preventDefault();
      return;
    }
    const zoom = ZOOMS[event.key];
    if (zoom) for (const pane of this.panes) pane.zoom(zoom);
    const name = KEYS[event.key];
    if (zoom) event.preventDefault();
    if (!name) return;
    event.preventDefault();
    if (!event.repeat || !this.waiting.length) this.go(name);
  }

  go(name) {
    if (name === "run") {
      if (this.timer) this.pause();
      else this.run();
      return;
    }
    this.pause();
    this.inTurn(() => {
      if (name === "first") return this.goTo(1);
      return name === "last" ? this.goTo(this.overview.totals[0]) : this.follow(name);
    });
  }

  /** One thing after the other: a key counts from where the one before it has led. */
  inTurn(act) {
    this.waiting.push(act);
    this.turn ??= this.work();
    return this.turn;
  }

  async work() {
    try {
      while (this.waiting.length) await this.waiting.shift()();
    } finally {
      this.turn = null;
    }
  }

  follow(name) {
    const target = this.now.goes[name];
    if (target === null) return null;
    return name === "difference" ? this.goTo(target.left, target.right) : this.goTo(target);
  }

  /** An event of one of the panes was chosen. */
  chosen(side, seq) {
    this.pause();
    this.inTurn(() => (side ? this.goTo(this.at, seq) : this.goTo(seq)));
    this.root.focus({ preventScroll: true });
  }

  async goTo(seq, right = null) {
    this.at = Math.max(1, Math.min(seq, this.overview.totals[0]));
    this.right = right;
    try {
      this.now = await this.source.state(this.at, right);
      this.problem.textContent = "";
    } catch (error) {
      this.problem.textContent = error.message;
      return;
    }
    this.moved(this.at, right);
    this.show();
  }

  run() {
    this.timer = setInterval(() => {
      if (this.at >= this.overview.totals[0] || !this.root.isConnected) this.pause();
      else if (!this.waiting.length) this.inTurn(() => this.follow("next"));
    }, SECONDS_A_STEP * 1000);
    this.told("Pause", true);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.told("Run", false);
  }

  told(label, isPressed) {
    this.buttons.get("run").textContent = label;
    this.buttons.get("run").setAttribute("aria-pressed", String(isPressed));
  }

  show() {
    const { panes, goes } = this.now;
    const [state] = panes;
    this.caption.textContent = state.caption;
    this.number.value = state.seq;
    this.scrubber.value = state.seq;
    this.scrubber.setAttribute("aria-valuetext", state.caption);
    this.root.dataset.at = state.seq;
    for (const [side, one] of panes.entries()) this.panes[side].show(one);
    for (const [name, one] of this.buttons) one.disabled = name in goes && goes[name] === null;
    this.buttons.get("back").disabled = state.seq === 1;
    this.buttons.get("next").disabled = state.seq === this.overview.totals[0];
  }
}

export const counted = (number, one, more = `${one}s`) => `${number.toLocaleString("en")} ${number === 1 ? one : more}`;
