// The tree around the current node as it is drawn: which nodes are shown, and what stands at each.
//
// Nodes come after their parents. A node has a `parent` (a place in the list, null for the root), a `status` (current,
// path, valued, cut, skipped, unvisited, more), the number of its `visit`, null if it stands for several, `position`, the
// `name` that it is called, `mover`, its `value`, what it means if that is a `win`, with an `origin` (static, table, backed up, so far) and a `sign` (=, >=, <=: a bound only, of a
// node that was cut or is still searched), `alpha` and `beta` as they were passed, `best` if its parent's value comes
// from it, `entered`, the event of its entry, `cells` of a board that is drawn below it, `count`, how many nodes were entered below it or it stands for, with
// their `names` if they are few, and of a cut the `reason`: `bound`, `value`, `by` (a place) and `reach`.

import { after } from "./bisect.js";
import { isNumeric, named, seen } from "./naming.js";
import { equal } from "./numbers.js";

/** How many nodes are drawn, at about the most: the path and what belongs to it is always there. */
const ROOM = 60;

/** How many children of a node are drawn that were visited. */
const ABREAST = 8;

/** How many plies of the path are drawn: the root, and the last ones. */
const LONG = 12;

/** At how many plies above the current node its siblings are drawn; further up they are counted. */
const NEAR = 4;

/** From everything to the least: how many levels are drawn below nodes beside the path, and how many siblings on it. */
export const FOLDS = [
  { levels: Infinity, abreast: ABREAST }, { levels: 2, abreast: ABREAST }, { levels: 1, abreast: ABREAST },
  { levels: 0, abreast: ABREAST }, { levels: 0, abreast: 6 }, { levels: 0, abreast: 4 }, { levels: 0, abreast: 2 },
  { levels: 0, abreast: 1 },
];

/** How many successors that were not entered are named: more are counted. */
const NAMED = 4;

const ORIGINS = { leaf: "static", hit: "table" };
/** What stands for nodes that are not drawn. */
const BLANK = {
  status: "more", visit: null, position: null, name: null, mover: null, value: null, win: null, origin: null, sign: null, alpha: null,
  beta: null, best: false, entered: null, count: 0, names: [], reason: null,
};

/**
 * The nodes after event `seq`, each after its parent; `path` are the visits from the root to the current one. What a fold
 * leaves out is counted.
 */
export function picture(track, path, seq, fold = FOLDS[0]) {
  return path.length ? new Picture(track, path, seq, fold).nodes() : [];
}

class Picture {
  constructor(track, path, seq, { levels, abreast }) {
    Object.assign(this, { track, path, seq, levels, abreast, drawn: [], room: ROOM });
    this.onPath = new Set(path);
    this.places = new Map(); // of visits, also of those that are left out of a long path
    this.branches = new Map();
    this.openPath();
    this.openOthers();
  }

  // Which nodes

  openPath() {
    const last = this.path.length - 1;
    for (const [at, visit] of this.path.entries()) {
      if (at > 0 && at <= last - LONG) continue;
      this.open(visit, this.below(visit, this.path[at + 1], last - at <= NEAR ? this.abreast : 1));
    }
  }

  /** Level by level what is below the nodes that were left, those nearest to the current one first. */
  openOthers() {
    const waiting = [...this.path].reverse().flatMap((visit) => [...(this.branches.get(visit)?.shown ?? [])].reverse())
      .filter((child) => !this.onPath.has(child)).map((child) => [child, 1]);
    for (const [visit, level] of waiting) {
      if (level > this.levels) break;
      const branches = this.below(visit, undefined, ABREAST);
      if (branches.room === 0 || branches.room > this.room) continue;
      this.open(visit, branches);
      waiting.push(...branches.shown.map((child) => [child, level + 1]));
    }
  }

  open(visit, branches) {
    this.branches.set(visit, branches);
    this.room -= branches.room;
  }

  below(number, following, most) {
    const visit = this.track.visits[number];
    const slots = this.track.slots(visit, this.seq);
    const visited = visit.children.filter((child) => this.isThere(this.track.visits[child]));
    const best = this.best(visit, visited);
    const here = Math.max(0, visited.indexOf(following ?? best));
    const first = Math.max(0, Math.min(here - (most >> 1), visited.length - most));
    const isCut = visit.cut !== null && visit.cut <= this.seq;
    const rest = isCut
      ? this.track.events[visit.cut - 1].skipped
      : slots.filter(([, child]) => child === null).map(([position]) => position);
    const shown = visited.slice(first, first + most);
    const others = visited.length - first - shown.length;
    const room = shown.length + (first > 0) + (others > 0) + (rest.length > 0);
    return { shown, before: first, after: others, rest, best, room };
  }

  /** Whether it has begun, and is not gone on with by another visit. */
  isThere({ enter, again }) {
    return enter <= this.seq && (again === null || again > this.seq);
  }

  /** The child that the program answers; else the one that narrowed the window last, or has the value. */
  best(visit, visited) {
    const { events, visits } = this.track;
    const choice = this.left(visit) === null ? null : this.track.choice(visit);
    const chosen = visited.findLast((one) => visits[one].number === choice);
    if (chosen !== undefined) return chosen;
    const known = after(visit.windows, this.seq);
    if (known) {
      const { seq, by } = events[visit.windows[known - 1] - 1];
      return visited.findLast((one) => visits[one].enter < seq && visits[one].number === by) ?? null;
    }
    const value = this.left(visit);
    if (value === null) return null;
    return visited.find((one) => isSame(this.left(visits[one]), value)) ?? null;
  }

  /** What a node gave back, as MAX sees it. */
  left({ leave }) {
    return leave !== null && leave <= this.seq ? this.track.events[leave - 1].value : null;
  }

  // What stands at each

  nodes() {
    this.add(this.path[0], null, false);
    return this.drawn;
  }

  add(number, parent, isBest) {
    const place = this.drawn.length;
    const branches = this.branches.get(number);
    this.places.set(number, place);
    this.drawn.push(this.node(number, parent, isBest));
    if (branches === undefined) return;
    if (branches.before) this.drawn.push({ ...BLANK, parent: place, count: branches.before });
    for (const child of branches.shown) {
      if (this.branches.has(child) || !this.onPath.has(child)) this.add(child, place, child === branches.best);
      else this.skipPath(place);
    }
    if (branches.after) this.drawn.push({ ...BLANK, parent: place, count: branches.after });
    if (branches.rest.length) this.drawn.push(this.stub(number, place, branches.rest));
  }

  /** In place of the plies of a long path that are not drawn, and then the next one that is. */
  skipPath(parent) {
    const next = this.path.length - LONG;
    const place = this.drawn.length;
    for (const visit of this.path.slice(1, next)) this.places.set(visit, place);
    this.drawn.push({ ...BLANK, parent, status: "path", count: next - 1 });
    this.add(this.path[next], place, false);
  }

  node(number, parent, isBest) {
    const visit = this.track.visits[number];
    const event = this.track.events[visit.enter - 1];
    const [alpha, beta] = seen(this.track.naming, visit.mover, event.alpha, event.beta);
    const onPath = number === this.path[this.path.length - 1] ? "current" : "path";
    return {
      ...BLANK,
      parent,
      status: this.onPath.has(number) ? onPath : "valued",
      visit: number,
      position: this.track.position(visit.number),
      name: this.track.called(visit),
      cells: this.track.recording.cells?.[visit.number],
      mover: visit.mover,
      ...this.worth(number),
      alpha,
      beta,
      best: isBest,
      entered: visit.enter,
      count: this.enteredBelow(number),
    };
  }

  /** The value, where it is from, and whether it is exact. */
  worth(number) {
    const { events, naming } = this.track;
    const visit = this.track.visits[number];
    const value = this.track.value(number, this.seq);
    if (value !== null) {
      const origin = ORIGINS[visit.leaf === null ? null : events[visit.leaf - 1].event] ?? "backed up";
      const wasCut = visit.cut !== null && visit.cut <= this.seq;
      return { value, origin, sign: wasCut ? this.sign(visit.mover) : "=", win: this.track.win(number, this.seq) };
    }
    const own = visit.mover === "max" ? "alpha" : "beta";
    const at = visit.windows.slice(0, after(visit.windows, this.seq))
      .findLast((one) => events[one - 1].bound === own && events[one - 1].by !== null);
    if (at === undefined) return {};
    return { value: named(events[at - 1], naming).value, origin: "so far", sign: this.sign(visit.mover) };
  }

  /** What is to be said of a bound: MAX has at least that much, MIN gives at most that much. */
  sign(mover) {
    if (mover !== "max" && mover !== "min") return null;
    return mover === "max" || this.track.naming === "negamax" ? ">=" : "<=";
  }

  /** How many nodes were entered below one, so far. */
  enteredBelow(number) {
    const { visits } = this.track;
    const last = Math.min(visits[number].leave ?? this.seq, this.seq);
    return after(visits, last, ({ enter }) => enter) - number - 1;
  }

  /** What stands for the successors that were not entered. */
  stub(number, parent, rest) {
    const status = notEntered(this.track.visits[number], this.seq);
    const visit = this.track.visits[number];
    const names = rest.length <= NAMED ? rest.map((one) => this.track.name(one, visit.number)) : [];
    const reason = status === "cut" ? this.reason(number) : null;
    return { ...BLANK, parent, status, count: rest.length, names, reason };
  }

  reason(number) {
    const { visits, events, naming } = this.track;
    const cut = events[visits[number].cut - 1];
    const { bound, value, reach } = named(cut, naming);
    let at = visits[number].parent;
    while (at >= 0 && visits[at].number !== cut.by) at = visits[at].parent;
    return { bound, value, by: this.places.get(at) ?? null, reach };
  }
}

const isSame = (one, other) => one === other || (isNumeric(one) && isNumeric(other) && equal(one, other));

/** What is to be said of the successors that a visit did not enter, after an event. */
function notEntered({ cut, leave }, seq) {
  if (cut !== null && cut <= seq) return "cut";
  return leave !== null && leave <= seq ? "skipped" : "unvisited";
}
