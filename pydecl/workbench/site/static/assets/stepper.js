// The stepper: one recording, or two side by side, one event after the other.
//
// `mount(place, {recordings, naming})` shows it in an element. Keys act only while the focus is in it.

import { valueText } from "./captions.js";
import { Comparison } from "./comparison.js";
import { Track } from "./track.js";

const KEYS = {
  n: "next", ArrowRight: "next", b: "back", ArrowLeft: "back", o: "over", u: "out", l: "leaf", c: "cut",
  d: "difference", r: "run", g: "go", Home: "first", End: "last",
};
const BUTTONS = [
  ...[["first", "First"], ["back", "Back (b)"], ["next", "Next (n)"], ["last", "Last"], ["over", "Over (o)"]],
  ...[["out", "Out (u)"], ["leaf", "Next leaf (l)"], ["cut", "Next cut (c)"]],
  ...[["difference", "Next difference (d)"], ["run", "Run (r)"]],
];
const STATUSES = { path: "being searched", valued: "", cut: "✂ cut", skipped: "skipped", unvisited: "not visited yet" };
const MOVERS = { max: "▲ MAX", min: "▼ MIN", chance: "◆ chance" };
const PAUSE = 600;

function made(tag, className, ...content) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...content);
  return element;
}

/** A stepper in an element; it gives what ends it. */
export function mount(place, { recordings, naming = "textbook" }) {
  const stepper = new Stepper(recordings, naming);
  place.replaceChildren(stepper.root);
  return () => stepper.pause();
}

class Stepper {
  constructor(recordings, naming) {
    this.tracks = recordings.map((recording) => new Track(recording, naming));
    this.comparison = this.tracks.length > 1 ? new Comparison(...this.tracks) : null;
    this.seq = 1;
    this.right = 1;
    this.timer = null;
    this.panes = this.tracks.map(() => made("section", "pane"));
    this.caption = made("p", "caption");
    this.caption.setAttribute("aria-live", "polite");
    this.buttons = new Map();
    this.root = made("div", "stepper", this.controls(), this.caption, made("div", "panes", ...this.panes));
    this.root.addEventListener("keydown", (event) => this.pressed(event));
    this.show();
  }

  controls() {
    const bar = made("div", "row");
    for (const [action, said] of BUTTONS) {
      if (action === "difference" && this.comparison === null) continue;
      const button = made("button", "", said);
      button.type = "button";
      button.addEventListener("click", () => this.act(action));
      this.buttons.set(action, button);
      bar.append(button);
    }
    this.number = made("input");
    Object.assign(this.number, { type: "number", min: 1, max: this.tracks[0].length });
    this.number.addEventListener("change", () => this.go(Number(this.number.value)));
    bar.append(made("label", "", "Event (g) ", this.number, ` of ${this.tracks[0].length.toLocaleString("en")}`));
    this.scrubber = made("input", "scrubber");
    Object.assign(this.scrubber, { type: "range", min: 1, max: this.tracks[0].length });
    this.scrubber.setAttribute("aria-label", "Event");
    this.scrubber.addEventListener("input", () => this.go(Number(this.scrubber.value)));
    return made("div", "", bar, this.scrubber, this.cuts());
  }

  /** The cuts below the scrubber: as many strips as can be told apart. */
  cuts() {
    const strip = made("canvas", "cuts");
    const cuts = this.tracks[0].cuts();
    Object.assign(strip, { width: 1000, height: 8 });
    strip.setAttribute("role", "img");
    strip.setAttribute("aria-label", `${cuts.length} cuts`);
    const pen = strip.getContext("2d");
    pen.fillStyle = "#888";
    for (const seq of cuts) pen.fillRect((998 * (seq - 1)) / Math.max(1, this.tracks[0].length - 1), 0, 2, 8);
    return strip;
  }

  pressed(event) {
    const isTyping = event.target.tagName === "INPUT";
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = KEYS[event.key];
    if (action === undefined || (isTyping && !/^[a-z]$/.test(event.key))) return;
    event.preventDefault();
    this.act(action);
  }

  act(action) {
    const [track] = this.tracks;
    const { seq } = this;
    if (action === "run") {
      if (this.timer === null) this.run();
      else this.pause();
      return;
    }
    this.pause();
    if (action === "go") this.number.select();
    else if (action === "first") this.go(1);
    else if (action === "last") this.go(track.length);
    else if (action === "leaf" || action === "cut") this.go(track.nextOf(seq, action), `There is no ${action} after this.`);
    else if (action === "difference") this.differ();
    else this.go(track[action](seq));
  }

  differ() {
    const found = this.comparison?.next(this.seq, this.right) ?? null;
    if (found === null) this.caption.textContent = "There is no difference after this.";
    else this.go(found.left, "", found);
  }

  run() {
    this.buttons.get("run").textContent = "Pause (r)";
    this.timer = setInterval(() => {
      if (this.seq >= this.tracks[0].length || !this.root.isConnected) this.pause();
      else this.go(this.seq + 1);
    }, PAUSE);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.buttons.get("run").textContent = "Run (r)";
  }

  go(seq, otherwise = "", difference = null) {
    if (seq === null || !Number.isFinite(seq)) {
      this.caption.textContent = otherwise;
      return;
    }
    this.seq = this.tracks[0].clamped(Math.round(seq));
    this.right = difference?.right ?? this.comparison?.across(this.seq) ?? 1;
    this.show(difference?.reason);
  }

  show(reason) {
    this.number.value = this.scrubber.value = this.seq;
    const states = this.tracks.map((track, at) => track.state(at ? this.right : this.seq));
    this.scrubber.setAttribute("aria-valuetext", states[0].line);
    this.caption.textContent = reason ? `Different (${reason}). ${states[0].caption}` : states[0].caption;
    for (const [at, state] of states.entries()) this.panes[at].replaceChildren(...pane(this.tracks[at], state));
  }
}

function* pane(track, state) {
  const { title, program } = track.recording;
  yield made("h3", "", `${title}, ${program.name}`);
  yield made("p", "line", `${state.seq}  ${state.line}`);
  if (state.truncated_after !== null) yield made("p", "note", `truncated after ${state.truncated_after}`);
  if (state.board !== null) yield block("Position", state.board);
  yield block("Tree", state.tree.map(row).join("\n"));
  const { alpha, beta, value } = state.window;
  if (alpha.value !== null) yield block("Window", `alpha ${alpha.value}, beta ${beta.value}\n${bar(state.window)}`);
  else if (value.value !== null) yield block("Value", valueText(value.value));
  yield block("Calls", state.path.map(call).join("\n"));
  for (const [name, source] of [["Prolog", state.source.prolog], ["Python", state.source.python]]) {
    if (source) yield block(name, source.lines.map((line, at) => marked(line, source.first + at, source)).join("\n"));
  }
}

function block(name, text) {
  const shown = made("pre", "", text);
  shown.tabIndex = 0;
  shown.setAttribute("role", "region");
  shown.setAttribute("aria-label", name);
  return made("div", "block", made("h4", "", name), shown);
}

function row({ ply, position, mover, status, value }) {
  const said = [MOVERS[mover], position, value === null ? "" : `= ${valueText(value)}`, STATUSES[status]];
  return `${status === "current" ? "▶" : " "} ${"  ".repeat(Math.min(ply, 30))}${said.filter(Boolean).join(" ")}`;
}

function call({ position, alpha, beta, value }) {
  const window = alpha === null ? "" : `  [${alpha}, ${beta}]`;
  return `${position}${window}${value === null ? "" : `  = ${valueText(value)}`}`;
}

function bar({ low, high, alpha, beta, value }) {
  const line = Array(25).fill("─");
  for (const [one, sign] of [[alpha, "["], [beta, "]"], [value, "●"]]) {
    if (one.place !== null) line[Math.round(24 * one.place)] = sign;
  }
  return `${low} ${line.join("")} ${high}`;
}

function marked(line, number, { mark, tried }) {
  if (mark.from[0] <= number && number <= mark.to[0]) return `▶ ${line}`;
  return `${tried.some(({ from, to }) => from[0] <= number && number <= to[0]) ? "·" : " "} ${line}`;
}
