// What the positions of a game are worth: a bar for the one at hand, a graph for the whole line, and who is who.

import { button, drawn, element } from "./elements.js";
import { SHAPES } from "./naming.js";
import { keep, kept } from "./unsaved.js";

/** The size of the graph, and how high the bar above it is, in the picture's units. */
const [WIDE, HIGH, BAR] = [320, 72, 16];

/** The greatest estimate of a move in the game stands so far from the middle; a win is at the edge. */
const FAR = 0.35;

const isSure = ({ label }) => /^[▲▼=]/.test(label ?? "");

/**
 * The best of the values of all moves, as `Worth` keeps them, if they were searched alike, with the size of the greatest
 * estimate among them, `most`; else null.
 */
export function bestOf(values, mover) {
  const depths = new Set(values.filter(({ final }) => !final).map(({ depth }) => depth));
  if (mover === "chance" || depths.size > 1 || values.some(({ best }) => best === undefined)) return null;
  const sign = mover === "min" ? -1 : 1;
  const best = values.reduce((found, one) => (found && sign * found.best >= sign * one.best ? found : one), null);
  return best && { ...best, most: Math.max(0, ...values.filter((one) => !isSure(one)).map((one) => Math.abs(one.best))) };
}

/** How the game ended, as a value of its last position. */
function endOf(ended) {
  const [who] = /^M(AX|IN)(?= has won)/.exec(ended) ?? [];
  return { said: who ? `${who} has won` : "a draw", label: { MAX: "▲", MIN: "▼" }[who] ?? "=", best: 0 };
}

export class Evaluation {
  /**
   * In an element. `game` is a name under which values are kept, `line` the moves that led here, `whole` those and what
   * came after them; `ended` says how the game did. `goTo(plies)` goes to another position of the line; `values(plies,
   * tell, done)`, as a host of playing.js has it, and `movers` find what the others are worth.
   */
  constructor(place, { game, line, whole = line, ended = null, goTo, values, movers = [] }) {
    Object.assign(this, { place, name: `values ${game}`, line, whole, goTo, values, movers });
    this.known = kept(this.name) ?? {};
    this.others = button("Value every turn", () => this.all());
    if (ended) this.tell(endOf(ended));
    else this.show();
  }

  /** The value of the position at hand, or of another: {said, label, best, most}. */
  tell(value, line = this.line) {
    if (!value) return;
    const { said, label, best, most = 0 } = value;
    this.known[line.join(".")] = { said, label, best, most };
    keep(this.name, this.known);
    this.show();
  }

  /** Where a value stands between MIN, at 0, and MAX, at 1. */
  height({ label, best }) {
    return { "▲": 1, "▼": 0, "=": 0.5 }[label?.[0]] ?? 0.5 + (FAR * best) / this.scale;
  }

  show() {
    const at = (plies) => this.known[this.whole.slice(0, plies).join(".")];
    const points = [...Array(this.whole.length + 1).keys()].map((plies) => ({ plies, value: at(plies) }));
    const found = points.filter(({ value }) => value);
    this.scale = Math.max(0, ...found.map(({ value }) => value.most)) || 1;
    const here = at(this.line.length);
    this.place.replaceChildren(
      element("p", { class: "note" }, here ? "Worth now: " : "What this position is worth is not known yet.", element("strong", {}, here?.said ?? "")),
      this.drawn(points, found, here));
    if (this.values && found.length < points.length && points.length > 1) this.place.append(this.others);
  }

  drawn(points, found, here) {
    const split = WIDE * (here ? this.height(here) : 0.5);
    const bar = [
      drawn("rect", { class: "max", width: split, height: BAR }), drawn("rect", { class: "min", x: split, width: WIDE - split, height: BAR }),
      drawn("path", { class: "middle", d: `M ${WIDE / 2} 0 V ${BAR}` }),
      drawn("text", { x: 4, y: BAR - 4 }, "▲ MAX"), drawn("text", { x: WIDE - 4, y: BAR - 4, "text-anchor": "end" }, "MIN ▼"),
    ];
    const said = [`Bar: ${here?.said ?? "not known"}`];
    if (points.length > 1) {
      const [top, last] = [BAR + 10, points.length - 1];
      const x = (plies) => 6 + (plies * (WIDE - 12)) / last;
      const y = (value) => top + (HIGH - 8) * (1 - this.height(value)) + 4;
      const way = points.map(({ plies, value }, at) => (value ? `${points[at - 1]?.value ? "L" : "M"} ${x(plies)} ${y(value)}` : "")).join(" ");
      bar.push(drawn("rect", { class: "max", y: top, width: WIDE, height: HIGH / 2 }),
        drawn("rect", { class: "min", y: top + HIGH / 2, width: WIDE, height: HIGH / 2 }),
        drawn("path", { class: "now", d: `M ${x(this.line.length)} ${top} v ${HIGH}` }), drawn("path", { class: "way", d: way }));
      for (const { plies, value } of found) bar.push(drawn("circle", { cx: x(plies), cy: y(value), r: 2.5 }));
      const step = (WIDE - 12) / last;
      for (const { plies, value } of points) {
        const hit = drawn("rect", { class: "hit", x: x(plies) - step / 2, y: top, width: step, height: HIGH },
          drawn("title", {}, `${plies ? `after turn ${plies}` : "at the start"}: ${value?.said ?? "not known"}`));
        hit.addEventListener("click", () => this.goTo(plies));
        bar.push(hit);
      }
      said.push(`Graph: ${found.map(({ plies, value }) => `${plies}: ${value.said}`).join("; ")}`);
    }
    const high = points.length > 1 ? BAR + 10 + HIGH : BAR;
    return drawn("svg", { viewBox: `0 0 ${WIDE} ${high}`, role: "img", "aria-label": said.join(". ") }, ...bar);
  }

  /** Find the values that are not known yet, one position after the other. */
  async all() {
    this.others.disabled = true;
    for (let plies = 0; plies < this.whole.length && this.place.isConnected; plies += 1) {
      const line = this.whole.slice(0, plies);
      if (this.known[line.join(".")]) continue;
      const parts = new Map();
      await new Promise((resolve) => {
        this.values(plies, (part) => { if (part.value !== undefined) parts.set(part.number, { ...part, said: part.value }); }, resolve);
      });
      this.tell(bestOf([...parts.values()], this.movers[plies]), line);
    }
    this.others.disabled = false;
  }
}

/**
 * Who is who: the players with their colours, by whom they are played, and whose turn it is. `turns` are the movers so far,
 * `mover` is null at the end, and the colours are that player's and the other one's.
 */
export function players(mover, turns, [own, other] = [], isOurs = () => true) {
  const [last] = turns.slice(-1);
  return element("ul", { class: "players" }, ...["max", "min"].map((one) => {
    const isOther = mover ? mover !== one : last === one;
    const colour = isOther ? other : own;
    const disc = colour ? [drawn("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, drawn("circle", { cx: 8, cy: 8, r: 7, fill: colour }))] : [];
    const said = [`${SHAPES[one]} ${one.toUpperCase()}`, ...(colour ? [colour] : []), isOurs(one) ? "you" : "the program"].join(", ");
    return element("li", mover === one ? { "aria-current": "true" } : {}, ...disc, said, ...(mover === one ? [" · to move"] : []));
  }));
}
