// Where two searches of the same position differ, event by event. They may be of two programs, or of one on two engines.
//
// An event of one belongs to the event of the other that is of the same kind, at the same node: the nodes are told by the
// way from the root, and by how often it was gone. If one of the programs has no window, windows are not compared.
// Positions are compared as they are written.

import { after } from "./bisect.js";

const FIELDS = ["mover", "alpha", "beta", "value", "bound", "old", "reach"];
const ONLY_HERE = "only here";
const ONLY_THERE = "only there";

export class Comparison {
  constructor(left, right) {
    this.tracks = [left, right];
    this.withWindows = this.tracks.every(({ events }) => events.some(({ alpha }) => alpha !== null));
    const ways = new Map();
    const [here, there] = this.tracks.map((track) => keys(track, ways));
    const found = new Map(there.map((key, at) => [key, at + 1]));
    this.partner = Int32Array.from(here, (key) => found.get(key) ?? 0);
    this.backwards = new Int32Array(right.length);
    for (const [at, partner] of this.partner.entries()) if (partner) this.backwards[partner - 1] = at + 1;
    this.differences = this.found();
    this.places = this.differences.map(({ left: place }) => place);
  }

  /** The event on the right that belongs to one on the left, or to the last one before it that has one. */
  across(seq) {
    for (let at = Math.min(seq, this.partner.length); at > 0; at -= 1) if (this.partner[at - 1]) return this.partner[at - 1];
    return 1;
  }

  /** The next difference after these two events; null if there is none. */
  next(left, right = this.across(left)) {
    for (let at = Math.max(0, after(this.places, left) - 1); at < this.differences.length; at += 1) {
      const one = this.differences[at];
      if (one.left > left || (one.left === left && one.right > right)) return one;
    }
    return null;
  }

  /** All in order; what one search did and what the other did instead are one difference. */
  found() {
    const [left, right] = this.tracks;
    const found = new Map();
    const instead = new Map(); // by the last event that both have
    const others = [];
    for (const [seq, before] of this.alone(left, this.partner)) {
      found.set(seq, { left: seq, right: before, reason: ONLY_HERE });
      instead.set(before, seq);
    }
    for (const [seq, before] of this.alone(right, this.backwards)) {
      const at = instead.get(this.partner[before - 1]);
      if (at === undefined) {
        others.push({ left: before, right: seq, reason: ONLY_THERE });
        continue;
      }
      const reason = `${left.events[at - 1].event} here, ${right.events[seq - 1].event} there`;
      found.set(at, { left: at, right: seq, reason });
    }
    for (const [at, partner] of this.partner.entries()) {
      if (!partner) continue;
      const names = unlike(left, left.events[at], right, right.events[partner - 1])
        .filter((name) => this.withWindows || (name !== "alpha" && name !== "beta"));
      if (names.length) found.set(at + 1, { left: at + 1, right: partner, reason: names.join(", ") });
    }
    return [...found.values(), ...others].sort((one, other) => one.left - other.left || one.right - other.right);
  }

  /** The first of each run of events that only one search has, and the other's last one before it. */
  *alone({ events }, partners) {
    let before = 1;
    let isNew = true;
    for (const [at, partner] of partners.entries()) {
      if (partner) [before, isNew] = [partner, true];
      else if (this.withWindows || events[at].event !== "window") {
        if (isNew) yield [at + 1, before];
        isNew = false;
      }
    }
  }
}

/** What each event belongs to: the way to its node, its kind, and which of this kind it is there. */
function keys(track, ways) {
  const visits = new Map();
  const times = new Map();
  const again = (key) => {
    const time = times.get(key) ?? 0;
    times.set(key, time + 1);
    return `${key} ${time}`;
  };
  return track.events.map(({ event, node }, at) => {
    const visit = track.focus[at];
    if (event === "enter" || event === "again") {
      const parent = track.visits[visit].parent;
      const step = again(`w ${visits.get(parent) ?? -1} ${track.position(node)}`);
      if (!ways.has(step)) ways.set(step, ways.size);
      visits.set(visit, ways.get(step));
    }
    return again(`${visits.get(visit) ?? -1} ${event}`);
  });
}

function unlike(left, one, right, other) {
  const names = FIELDS.filter((name) => one[name] !== other[name]);
  const written = (track, number) => (number === null ? null : track.position(number));
  if (written(left, one.by) !== written(right, other.by)) names.push("by");
  const skipped = (track, event) => JSON.stringify((event.skipped ?? []).map(track.position));
  if (skipped(left, one) !== skipped(right, other)) names.push("skipped");
  return names;
}
