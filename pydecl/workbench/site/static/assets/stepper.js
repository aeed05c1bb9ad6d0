// The stepper: one search, or two beside each other, one event after the other.
//
// `mount(place, source)` shows it in an element. Where the states come from is the source's: `recorded` computes
// them here, from recordings; a page of `pydecl web` asks its server. Keys act only while the focus is inside.

import { Comparison } from "./comparison.js";
import { drawn, element, image } from "./elements.js";
import { Track } from "./track.js";

const SHAPES = { max: "▲", min: "▼", chance: "◆" };
const STATUS = { current: "▶", path: "│", valued: " ", cut: "✂", skipped: "-", unvisited: "·", more: "…" };
const STATUS_WORDS = { current: "here", cut: "cut off", skipped: "skipped", unvisited: "not visited yet" };
const KEYS = {
  n: "next", ArrowRight: "next", b: "back", ArrowLeft: "back", o: "over", u: "out", l: "leaf", c: "cut",
  d: "difference", Home: "first", End: "last", r: "run",
};
const BUTTONS = [
  ["first", "Home", "First"], ["back", "b", "Back"], ["next", "n", "Next"], ["over", "o", "Over"], ["out", "u", "Out"],
  ["leaf", "l", "Next leaf"], ["cut", "c", "Next cut"], ["difference", "d", "Next difference"], ["last", "End", "Last"],
  ["run", "r", "Run"],
];
const HELP = "Stepper: n or arrow right is the next event, b or arrow left the one before, o over, u out, l the next leaf,"
  + " c the next cut, d the next difference, g an event by its number, r run and pause";
const SECONDS_A_STEP = 0.7;

/** The states of recordings, computed here; `recordings` are one or two of those that `shipped.py` makes. */
export function recorded({ recordings, naming = "textbook" }) {
  const tracks = recordings.map((recording) => new Track(recording, naming));
  const comparison = tracks.length > 1 ? new Comparison(...tracks) : null;
  const [track] = tracks;
  return {
    overview: () => ({
      titles: recordings.map(({ title, program }) => `${program.name} on ${title}`),
      totals: tracks.map((one) => one.length),
      cuts: track.cuts(),
      differences: comparison?.differences ?? [],
      ends: [],
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
 * A stepper in an element, from event `at` on. `moved(at, right)` is told where one is. Gives what ends it, and
 * `again`, which asks for the state once more.
 */
export function mount(place, source, { at = 1, moved = () => {} } = {}) {
  const stepper = new Stepper(source, at, moved);
  place.replaceChildren(stepper.root);
  return { begun: stepper.begin(), again: () => stepper.goTo(stepper.at, stepper.right), end: () => stepper.pause() };
}

class Stepper {
  constructor(source, at, moved) {
    Object.assign(this, { source, at, moved, right: null, overview: null, now: null, timer: 0, asked: 0 });
    this.caption = element("p", { class: "caption", "aria-live": "polite" }, "Recording …");
    this.problem = element("p", { class: "problem", role: "alert" });
    this.number = element("input", { class: "number", inputmode: "numeric", size: 6 });
    this.total = element("span");
    this.scrubber = element("input", { class: "scrubber", type: "range", min: 1, max: 1, value: 1, "aria-label": "Event" });
    this.ticks = drawn("svg", { class: "ticks", "aria-hidden": "true", preserveAspectRatio: "none" });
    this.facts = element("p", { class: "note facts" });
    this.panes = element("div", { class: "panes" });
    this.buttons = new Map(BUTTONS.map(([name, key, label]) => {
      const button = element("button", { type: "button", title: `key ${key}` }, label);
      button.addEventListener("click", () => this.go(name));
      return [name, button];
    }));
    this.root = element("div", { class: "stepper", tabindex: 0, role: "group", "aria-label": HELP },
      this.caption,
      element("div", { class: "row keys" }, ...this.buttons.values(), element("label", {}, "Event ", this.number), this.total),
      element("div", { class: "track" }, this.ticks, this.scrubber), this.facts, this.problem, this.panes);
    this.root.addEventListener("keydown", (event) => this.pressed(event));
    this.number.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      this.goTo(Number.parseInt(this.number.value, 10) || this.at);
      this.root.focus();
    });
    this.scrubber.addEventListener("input", () => this.goTo(Number(this.scrubber.value)));
  }

  async begin() {
    try {
      this.overview = await this.source.overview();
    } catch (error) {
      this.caption.textContent = "";
      this.problem.textContent = error.message;
      throw error;
    }
    this.scrubber.max = this.overview.totals[0];
    await this.goTo(this.at);
    this.tell();
  }

  /** What is true of the whole search. */
  tell() {
    const { titles, totals, cuts, differences, ends } = this.overview;
    const said = [`${cuts.length} cuts`];
    if (titles.length > 1) said.push(`${differences.length} differences`);
    for (const end of ends) if (end) said.push(end);
    const after = this.now?.panes[0].truncated_after;
    if (after) said.push(`truncated after ${after}: the search went on`);
    this.facts.textContent = `${said.join("; ")}.`;
    this.total.textContent = `of ${totals[0]}`;
    this.ticks.setAttribute("viewBox", `0 0 ${totals[0]} 10`);
    this.ticks.replaceChildren(drawn("path", { d: cuts.map((seq) => `M ${seq - 0.5} 0 V 10`).join(" ") }));
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
    const name = KEYS[event.key];
    if (!name) return;
    event.preventDefault();
    this.go(name);
  }

  go(name) {
    if (name === "run") {
      if (this.timer) this.pause();
      else this.run();
      return;
    }
    this.pause();
    if (name === "first") this.goTo(1);
    else if (name === "last") this.goTo(this.overview.totals[0]);
    else this.follow(name);
  }

  follow(name) {
    const target = this.now.goes[name];
    if (target === null) return;
    if (name === "difference") this.goTo(target.left, target.right);
    else this.goTo(target);
  }

  async goTo(seq, right = null) {
    this.at = Math.max(1, Math.min(seq, this.overview.totals[0]));
    this.right = right;
    const asked = (this.asked += 1);
    try {
      const found = await this.source.state(this.at, right);
      if (asked !== this.asked) return; // somebody has gone on
      this.now = found;
      this.problem.textContent = "";
    } catch (error) {
      if (asked === this.asked) this.problem.textContent = error.message;
      return;
    }
    this.moved(this.at, right);
    this.show();
  }

  run() {
    this.timer = setInterval(() => {
      if (this.at >= this.overview.totals[0] || !this.root.isConnected) this.pause();
      else this.follow("next");
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
    this.scrubber.setAttribute("aria-valuetext", state.line);
    this.panes.replaceChildren(...panes.map((one, side) => pane(one, this.overview.titles[side], (seq) => this.goTo(seq))));
    for (const [name, button] of this.buttons) button.disabled = name in goes && goes[name] === null;
    this.buttons.get("back").disabled = state.seq === 1;
    this.buttons.get("next").disabled = state.seq === this.overview.totals[0];
  }
}

// What is shown of a state

const written = (value) => {
  if (value === null || value === undefined) return "–";
  return String(value).replace("-inf", "−∞").replace("inf", "∞").replace(/^-/, "−");
};

function pane(state, title, goTo) {
  const parts = [element("h2", {}, title), element("p", { class: "line" }, state.line)];
  if (state.board?.startsWith("<")) {
    parts.push(section("Board", element("img", { src: image(state.board), alt: state.position ?? "" }), "picture"));
  } else if (state.board && state.board !== state.position) parts.push(section("Position", rows("Position", state.board), "position"));
  parts.push(section("Window", windowBar(state), "window"));
  parts.push(section("Tree", rows("The tree around the node", ...treeRows(state)), "tree"));
  parts.push(section("Calls", element("ol", { class: "stack" }, ...stackRows(state, goTo)), "calls"));
  for (const [name, label] of [["prolog", "Prolog"], ["python", "Python"]]) {
    const source = state.source[name];
    if (source) parts.push(section(`${label}: ${source.file.split("/").pop()}, ${source.mark.within}`, rows(label, ...sourceRows(source)), "source"));
  }
  return element("article", { class: "pane" }, ...parts);
}

function section(title, content, name) {
  return element("section", { class: name }, element("h3", {}, title), content);
}

const rows = (name, ...content) =>
  element("div", { class: "rows", tabindex: 0, role: "group", "aria-label": name }, ...content);

function windowBar({ window }) {
  if (window.alpha.value === null) return element("p", { class: "note" }, "This program has no window.");
  const [low, high] = [window.alpha.place * 200, window.beta.place * 200];
  const bar = drawn("svg", {
    viewBox: "-4 0 208 24", class: "bar", role: "img",
    "aria-label": `alpha ${written(window.alpha.value)}, beta ${written(window.beta.value)}`,
  },
    drawn("line", { x1: 0, x2: 200, y1: 12, y2: 12, class: "scale" }),
    drawn("rect", { x: Math.min(low, high), width: Math.max(1, Math.abs(high - low)), y: 7, height: 10, class: high < low ? "empty" : "open" }),
    drawn("path", { d: `M ${low + 4} 3 H ${low} V 21 H ${low + 4}`, class: "bound" }),
    drawn("path", { d: `M ${high - 4} 3 H ${high} V 21 H ${high - 4}`, class: "bound" }));
  if (window.value.place !== null) bar.append(drawn("circle", { cx: window.value.place * 200, cy: 12, r: 4, class: "value" }));
  const value = window.value.value === null ? "" : `, value ${written(window.value.value)}`;
  return element("div", {}, element("p", {}, `alpha ${written(window.alpha.value)}, beta ${written(window.beta.value)}${value}`), bar);
}

function treeRows(state) {
  return state.tree.map((row) => {
    const shape = SHAPES[row.mover] ?? " ";
    const value = row.value === null ? "" : ` = ${written(row.value)}`;
    const words = STATUS_WORDS[row.status];
    const line = element("div", { class: `node ${row.status}` },
      element("span", { "aria-hidden": "true" }, `${"  ".repeat(row.ply)}${STATUS[row.status]} ${shape} `),
      `${row.position}${value}`);
    if (words) line.append(element("span", { class: "sr" }, `, ${words}`));
    return line;
  });
}

function stackRows(state, goTo) {
  return state.path.map((call) => {
    const window = call.alpha === null ? "" : ` (${written(call.alpha)}, ${written(call.beta)})`;
    const go = element("button", { type: "button", title: "to the event of its entry" }, `${SHAPES[call.mover] ?? ""} ${call.position}${window}`);
    go.addEventListener("click", () => goTo(call.entered));
    return element("li", {}, go);
  });
}

function sourceRows(source) {
  const tried = new Set(source.tried.map((one) => one.from[0]));
  return source.lines.map((text, index) => {
    const line = source.first + index;
    const [from, to] = [source.mark.from, source.mark.to];
    const isMarked = from[0] <= line && line <= to[0];
    const sign = isMarked ? "▶" : tried.has(line) ? "·" : " ";
    const row = element("div", {}, element("span", { class: "sign" }, `${sign} `));
    if (isMarked && from[0] === to[0]) {
      const [before, marked, after] = [[0, from[1]], [from[1], to[1]], [to[1]]].map((part) => [...text].slice(...part).join(""));
      row.append(before, element("mark", {}, marked), after);
    } else row.append(text);
    return row;
  });
}
