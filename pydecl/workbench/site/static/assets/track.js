// A recording, indexed: the state of the search at any event, at once, forwards and backwards. Numbers
// stay texts.
//
// A recording is what pydecl/workbench/stepping/shipped.py tells: {title, program, most, positions, names, boards, places, wins},
// with the primitive `lines`, or with `rows`, the events of a program of the file's own.

import { after } from "./bisect.js";
import { Stream } from "./events.js";
import { isNumeric, mirrored, named, seen, winText } from "./naming.js";
import { asNumber, equal, less } from "./numbers.js";
import { picture } from "./picture.js";
import { taught } from "./teaching.js";

const FIELDS = [
  ...["event", "ply", "node", "mover", "depth", "alpha", "beta", "value"],
  ...["bound", "old", "by", "reach", "skipped", "tie"],
];

export class Track {
  constructor(recording, naming = "textbook") {
    this.recording = recording;
    this.naming = naming;
    this.events = [];
    this.lines = []; // of each event the primitive line, from 0
    this.visits = [];
    this.roots = [];
    this.kinds = new Map(); // of an event, the numbers of all of this kind
    this.successors = new Map(); // of an event that enters, by its number
    this.position = (number) => recording.positions[number] ?? "?";
    this.name = (number, above) => recording.names?.[`${above ?? ""} ${number}`] ?? this.position(number);
    this.called = ({ number, parent }) => this.name(number, this.visits[parent]?.number);
    if (recording.rows) this.readRows(recording.rows);
    else this.readLines(recording.lines);
    this.focus = new Int32Array(this.events.length);
    this.index();
    [this.low, this.high] = this.scale();
  }

  get length() {
    return this.events.length;
  }

  /** The number of the successor that the program answers, if the visit is of the last search's root. */
  choice(visit) {
    return visit === this.visits[this.roots.at(-1)] ? (this.recording.best ?? null) : null;
  }

  // Reading

  readRows(rows) {
    for (const [at, row] of rows.entries()) {
      const event = { seq: at + 1 };
      for (const [place, field] of FIELDS.entries()) event[field] = row[place];
      this.events.push(event);
      if (row[FIELDS.length]) this.successors.set(event.seq, row[FIELDS.length]);
    }
  }

  readLines(lines) {
    const stream = new Stream(this.recording.program, this.recording.most);
    this.events = stream.events;
    let node = -1; // the last event that enters
    let entered = -1; // the last line that does
    for (const [number, line] of lines.entries()) {
      const before = this.events.length;
      stream.told(line.split(" "));
      for (let at = before; at < this.events.length; at += 1) {
        const isEntered = this.events[at].event === "enter";
        if (isEntered) node = at;
        this.lines.push(isEntered ? entered : number); // a node's event comes when the line after its own is known
      }
      if (line[0] === "e") entered = number;
      if (line[0] === "s" && this.events[node]) this.successors.set(node + 1, line.slice(2).split(" ").map(Number));
    }
    stream.pending();
    if (this.lines.length < this.events.length) this.lines.push(entered);
  }

  index() {
    const path = [];
    for (const event of this.events) {
      const { seq, event: kind, ply, node } = event;
      if (kind === "enter") this.enter(event, path, this.successors.get(seq) ?? []);
      else if (kind === "again") this.goBack(event, path);
      else if (node !== null) this.note(this.visits[path[ply]], kind, seq);
      this.focus[seq - 1] = node !== null && path.length ? path[ply] : -1;
    }
    this.successors = null;
  }

  enter({ node, ply, mover, seq }, path, successors) {
    path.length = ply;
    const parent = ply ? path[ply - 1] : -1;
    const visit = { number: node, parent, ply, mover, enter: seq, leave: null, cut: null, leaf: null, again: null };
    this.visits.push({ ...visit, windows: [], children: [], successors });
    const number = this.visits.length - 1;
    (ply ? this.visits[parent].children : this.roots).push(number);
    path.push(number);
  }

  /** A node that was left is entered once more: a new visit, which goes on where the last one ended. */
  goBack(event, path) {
    path.length = event.ply;
    const siblings = event.ply ? this.visits[path[event.ply - 1]].children : this.roots;
    const before = this.visits[siblings.findLast((one) => this.visits[one].number === event.node)];
    before.again = event.seq;
    this.enter(event, path, before.successors);
    this.visits[this.visits.length - 1].children = [...before.children];
  }

  note(visit, kind, seq) {
    if (kind === "window") visit.windows.push(seq);
    else if (kind === "cut") visit.cut = seq;
    else if (kind === "value" || kind === "fail") visit.leave = seq;
    else if (kind === "leaf" || kind === "hit") visit.leaf = seq;
  }

  /** The least and the greatest finite number that a value or a bound ever has. */
  scale() {
    const numbers = new Set();
    for (const { event, alpha, beta, value } of this.events) {
      if (event !== "truncated") for (const one of [alpha, beta, value]) if (isNumeric(one)) numbers.add(one);
    }
    let [low, high] = [null, null];
    for (const one of numbers) {
      if (one === "inf" || one === "-inf") continue;
      if (low === null || less(one, low)) low = one;
      if (high === null || less(high, one)) high = one;
    }
    return low === null ? ["0", "0"] : [low, high];
  }

  // The state

  /**
   * What is known after event `seq`, or the nearest one. `caption` says what it means.
   * `path` is the stack of calls, from the root; `picture` are the nodes around the current one, `folded` gives
   * fewer of them. `source` has the clause that is
   * being tried, null if it is not known.
   * `truncated_after` says how many primitive events were kept, if the search went on after them.
   */
  state(seq) {
    seq = this.clamped(seq);
    const path = this.path(seq);
    const current = path.length ? this.visits[path[path.length - 1]].number : null;
    const { positions, boards } = this.recording;
    const position = current === null ? null : positions[current];
    return {
      seq,
      isCut: this.events[seq - 1].event === "cut",
      caption: taught(this.lesson(seq), this.naming),
      path: path.map((visit) => this.call(visit, seq)),
      picture: picture(this, path, seq),
      folded: (fold) => picture(this, path, seq, fold),
      window: this.window(path, seq),
      position,
      board: position === null ? null : (boards?.[current] ?? position),
      source: this.source(seq),
      truncated_after: this.truncatedAfter,
      naming: this.naming,
    };
  }

  get truncatedAfter() {
    return this.events[this.length - 1]?.event === "truncated" ? this.recording.most : null;
  }

  clamped(seq) {
    return Math.max(1, Math.min(seq, this.length));
  }

  /** The visits from the root to the node of an event; empty for an event about none. */
  path(seq) {
    const found = [];
    for (let at = this.focus[seq - 1]; at >= 0; at = this.visits[at].parent) found.push(at);
    return found.reverse();
  }

  /** What names the positions that an event is about: those on the path to its node, and its children; with its ply if
   * a name stands on the path elsewhere, too. */
  namer(seq) {
    const { event, by, skipped } = this.events[seq - 1];
    const path = this.path(seq).map((visit) => this.visits[visit].number);
    const children = event === "window" ? [by] : skipped ?? [];
    const called = path.map((number, at) => this.name(number, path[at - 1]));
    return (number) => {
      const found = children.includes(number) ? -1 : path.lastIndexOf(number);
      const at = found < 0 ? path.length : found;
      const name = this.name(number, path[at - 1]);
      return called.some((one, other) => one === name && other !== at) ? `${name} (ply ${at})` : name;
    };
  }

  /** A visit's alpha and beta after an event, MAX's and MIN's. */
  bounds(visit, seq) {
    const { windows, enter } = this.visits[visit];
    const known = after(windows, seq);
    const { alpha, beta } = this.events[(known ? windows[known - 1] : enter) - 1];
    return [alpha, beta];
  }

  call(visit, seq) {
    const { number, mover, enter } = this.visits[visit];
    const [alpha, beta] = seen(this.naming, mover, ...this.bounds(visit, seq));
    const value = this.value(visit, seq);
    return { position: this.called(this.visits[visit]), node: number, mover, alpha, beta, entered: enter, value };
  }

  /** What a node is known to be worth after an event; null if it is still searched. */
  value(visit, seq) {
    const { leave, leaf } = this.visits[visit];
    for (const at of [leave, leaf]) {
      if (at === null || at > seq) continue;
      const { value } = named(this.events[at - 1], this.naming);
      if (value !== null) return value;
    }
    return null;
  }

  /** Who wins after a visit that was left, in words; null if that is not known. */
  win(visit, seq) {
    const { leave, leaf } = this.visits[visit];
    const told = this.recording.wins?.[visit];
    return told && (leave ?? leaf) <= seq ? winText(told, this.naming) : null;
  }

  window(path, seq) {
    let [low, high] = [this.low, this.high];
    let [alpha, beta, value] = [null, null, null];
    if (path.length) {
      const current = path[path.length - 1];
      const { mover } = this.visits[current];
      [alpha, beta] = seen(this.naming, mover, ...this.bounds(current, seq));
      value = this.value(current, seq);
      if (this.naming === "negamax" && mover === "min") [low, high] = [mirrored(high), mirrored(low)];
    }
    const placed = (one) => ({ value: one, place: place(one, low, high) });
    return { low, high, alpha: placed(alpha), beta: placed(beta), value: placed(value) };
  }

  /** The successors in their order, as [number, visit]: the last visit that each has had so far, or null. */
  slots(visit, seq) {
    const entered = visit.children.filter((child) => this.visits[child].enter <= seq);
    if (!visit.successors.length) return entered.map((child) => [this.visits[child].number, child]);
    const slots = visit.successors.map((number) => [number, null]);
    const free = new Map();
    for (const [at, number] of visit.successors.entries()) {
      if (free.has(number)) free.get(number).push(at);
      else free.set(number, [at]);
    }
    for (const child of entered) {
      const places = free.get(this.visits[child].number);
      if (!places) continue;
      slots[places[0]][1] = child;
      if (places.length > 1) places.shift();
    }
    return slots;
  }

  // The lesson, and the source

  lesson(seq) {
    const event = this.events[seq - 1];
    const path = this.path(seq);
    const lesson = { event, position: "", parent: null, by: null, skipped: [], isOwn: false, values: [] };
    if (!path.length) return { ...lesson, wasCut: false, setters: [null, null] };
    const visit = this.visits[path[path.length - 1]];
    const parent = this.visits[visit.parent];
    const own = visit.mover === "max" ? "alpha" : "beta";
    const name = this.namer(seq);
    return {
      event,
      position: name(visit.number),
      parent: parent ? { position: name(parent.number), mover: parent.mover } : null,
      by: event.by === null ? null : name(event.by),
      skipped: (event.skipped ?? []).map(name),
      isOwn: visit.windows.some((at) => at <= seq && this.events[at - 1].bound === own),
      wasCut: visit.cut !== null && visit.cut <= seq,
      setters: this.setters(path, seq, name),
      values: event.event === "value" ? this.values(visit) : [],
      win: event.event === "value" ? this.win(path[path.length - 1], seq) : null,
    };
  }

  /** The children of a node that was left, and what they are worth. */
  values({ number: above, children }) {
    const told = new Map();
    for (const one of children) {
      const { number, leave, leaf } = this.visits[one];
      const at = leave ?? leaf;
      const value = at === null ? null : this.events[at - 1].value;
      if (value !== null) told.set(number, value);
    }
    return [...told].map(([number, value]) => [this.name(number, above), value]);
  }

  /** The positions on the path at which alpha and beta got their values; null for what was given. */
  setters(path, seq, name) {
    const bounds = this.bounds(path[path.length - 1], seq);
    return ["alpha", "beta"].map((bound, side) => {
      for (let at = path.length - 1; at >= 0; at -= 1) {
        const { windows } = this.visits[path[at]];
        const last = windows.findLast((one) => one <= seq && this.events[one - 1].bound === bound);
        if (last === undefined) continue;
        const { value } = this.events[last - 1];
        return bounds[side] !== null && equal(value, bounds[side]) ? name(this.visits[path[at]].number) : null;
      }
      return null;
    });
  }

  source(seq) {
    const marks = this.recording.places;
    const [main, ...tried] = marks?.events[seq - 1] ?? [-1];
    if (main < 0) return null;
    const [text, mark] = marks.spots[main];
    return { ...marks.texts[text], mark, tried: tried.map((one) => marks.spots[one][1]) };
  }

  // Going about: each gives the number of an event, or null if there is none

  next(seq) {
    return this.clamped(seq + 1);
  }

  back(seq) {
    return this.clamped(seq - 1);
  }

  /** The value of the event's node; the next event if that was it, or if there is none. */
  over(seq) {
    const leave = this.visits[this.focus[seq - 1]]?.leave ?? 0;
    return leave > seq ? leave : this.next(seq);
  }

  /** The value of the parent; without one, of the node; the last event if there is neither. */
  out(seq) {
    const visit = this.visits[this.focus[seq - 1]];
    if (!visit) return this.next(seq);
    const leave = (this.visits[visit.parent] ?? visit).leave ?? 0;
    return leave > seq ? leave : this.length;
  }

  nextOf(seq, kind) {
    const found = this.ofKind(kind);
    return found[after(found, seq)] ?? null;
  }

  /** The numbers of the events of a kind. */
  ofKind(kind) {
    if (!this.kinds.has(kind)) {
      this.kinds.set(kind, this.events.filter(({ event }) => event === kind).map(({ seq }) => seq));
    }
    return this.kinds.get(kind);
  }

  cuts() {
    return this.ofKind("cut");
  }
}

/** Where a number stands on the scale, from 0 (low, -inf) to 1 (high, inf); null for no number. */
function place(value, low, high) {
  if (!isNumeric(value)) return null;
  if (value === "inf" || value === "-inf") return value === "inf" ? 1 : 0;
  if (equal(low, high)) return 0.5;
  const [at, from, to] = [value, low, high].map(asNumber);
  return Math.min(1, Math.max(0, (at - from) / (to - from)));
}
