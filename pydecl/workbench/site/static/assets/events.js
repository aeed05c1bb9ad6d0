// The events of a search, made from what SWI-Prolog tells: the twin of pydecl/tracing/deriving.py.
//
// The lines are those of prolog/support/tracing.pl. An event has the fields of docs/trace.md: null if they mean
// nothing. Numbers stay texts, true and false are booleans, and all is from MAX's point of view.

import { equal, less, negated, plainNumber } from "./numbers.js";

/** The positions of a recording, as canonical texts by their numbers (null if one cannot be told), and its lines. */
export function recording(text) {
  const lines = text.split("\n").slice(0, -1);
  const positions = lines.filter((line) => line.startsWith("p")).map((line) => line.slice(2) || null);
  return { positions, lines: lines.filter((line) => !line.startsWith("p")) };
}

const WINDOWS = {
  max: (_, window) => window,
  mover: (mover, [alpha, beta]) => (mover === "min" ? [negated(beta), negated(alpha)] : [alpha, beta]),
  white: (_, [beta, alpha]) => [alpha, beta],
};

/** The fields that mean nothing for most kinds of event. */
const BLANK = { depth: null, value: null, bound: null, old: null, by: null, reach: null, skipped: null, tie: null };

/** The path from the root to the node that was entered last, and the events made of each line. */
export class Stream {
  constructor(program, most) {
    this.most = most;
    this.side = program.side;
    this.maxOnly = program.maxOnly; // one call looks at a position of MAX and at the replies
    this.path = [];
    this.events = [];
    this.entered = null; // but perhaps its mover is still to be told
  }

  told([kind, ...rest]) {
    if (kind === "m") {
      this.entered.mover = rest[0];
      return;
    }
    this.pending();
    if (kind === "e") this.enter(rest);
    else if (kind === "s") this.top.successors = rest.map(Number);
    else if (kind === "l") this.event("leaf", { value: valueOf(rest[0]) });
    else if (kind === "h") this.event("hit");
    else if (kind === "v") this.leave(valueOf(rest[0]));
    else if (kind === "i") this.event("iteration", { depth: rest[0] });
    else this.event("truncated", { value: String(this.most) });
  }

  get top() {
    return this.path[this.path.length - 1];
  }

  /** The event of a node that is entered, once its mover is known. */
  pending() {
    const node = this.entered;
    if (node === null) return;
    this.entered = null;
    let tie = false;
    if (this.path.length) {
      tie = this.top.tie;
      this.top.tie = false; // it is said once
      this.top.entered.push(node.number);
    }
    this.path.push(node);
    this.event("enter", { depth: node.depth === "inf" ? null : node.depth, tie });
  }

  enter([number, depth, turn, ...bounds]) {
    const mover = turn === "any" ? null : turn;
    const node = { number: Number(number), mover, depth, window: null, setters: [null, null] };
    Object.assign(node, { tie: false, successors: [], entered: [] });
    if (bounds.length) {
      node.window = WINDOWS[this.side](mover, bounds.map(plainNumber));
      node.setters = this.setters(node.window);
    }
    this.entered = node;
  }

  /** A child's bounds are its parent's, and come from where these came from. */
  setters(window) {
    if (!this.path.length) return [null, null];
    const parent = this.top;
    if (parent.window === null) return [this.path.length - 1, this.path.length - 1];
    return window.map((own, at) => (equal(own, parent.window[at]) ? parent.setters[at] : this.path.length - 1));
  }

  leave(value) {
    if (this.maxOnly && this.top.mover === "min") this.closed(true); // no reply refuted MAX's move
    const node = this.top;
    if (node.window && node.entered.length < node.successors.length) this.cut(node);
    const own = this.side === "mover" && node.mover === "min" && typeof value === "string" ? negated(value) : value;
    this.closed(own);
    if (!this.path.length) return;
    if (this.maxOnly && own === false) this.closed(false); // this reply refutes MAX's move
    else if (this.top.window) this.narrowed(this.top, node.number, own);
  }

  closed(value) {
    this.event("value", { value });
    this.path.pop();
  }

  narrowed(node, by, value) {
    const [alpha, beta] = node.window;
    const ply = this.path.length - 1;
    if (node.mover === "max" && less(alpha, value)) {
      node.window = [value, beta];
      node.setters = [ply, node.setters[1]];
      this.event("window", { value, bound: "alpha", old: alpha, by });
    } else if (node.mover === "min" && less(value, beta)) {
      node.window = [alpha, value];
      node.setters = [node.setters[0], ply];
      this.event("window", { value, bound: "beta", old: beta, by });
    } else {
      return;
    }
    node.tie = equal(...node.window);
  }

  cut(node) {
    const side = node.mover === "max" ? 1 : 0;
    const setter = node.setters[side];
    this.event("cut", {
      value: node.window[side],
      bound: side ? "beta" : "alpha",
      by: setter === null ? null : this.path[setter].number,
      reach: setter === null ? null : setter === this.path.length - 2 ? "shallow" : "deep",
      skipped: without(node.successors, node.entered),
    });
  }

  event(kind, fields = {}) {
    const node = kind === "truncated" ? undefined : this.top;
    const windowed = node?.window && ["enter", "window", "cut"].includes(kind);
    const [alpha, beta] = windowed ? node.window : [null, null];
    this.events.push({
      seq: this.events.length + 1,
      event: kind,
      ...BLANK,
      ply: Math.max(0, this.path.length - 1),
      node: node?.number ?? null,
      mover: node?.mover ?? null,
      alpha,
      beta,
      ...fields,
    });
  }
}

/** The successors, each as often as it was not entered; the later of equal ones were skipped. */
function without(successors, entered) {
  const left = new Map();
  for (const number of successors) left.set(number, (left.get(number) ?? 0) + 1);
  for (const number of entered) left.set(number, (left.get(number) ?? 0) - 1);
  const skipped = [];
  for (const number of [...successors].reverse()) {
    if (left.get(number) > 0) {
      left.set(number, left.get(number) - 1);
      skipped.push(number);
    }
  }
  return skipped.reverse();
}

function valueOf(word) {
  return word === "true" ? true : word === "false" ? false : plainNumber(word);
}
