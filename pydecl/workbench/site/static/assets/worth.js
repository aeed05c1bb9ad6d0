// What the moves of a position are worth, as it is found: in the list beside the board.

import { element } from "./elements.js";
import { bestOf } from "./evaluation.js";

/**
 * A list of moves whose values come one by one; `changed(values, value)` hears of each, by the indices of the moves, and of
 * what the position is worth once all moves were searched alike.
 */
export class Worth {
  constructor(rows, mover, progress, best, changed) {
    Object.assign(this, { rows, mover, progress, best, changed });
    this.found = new Map();
    this.began = performance.now();
    this.told = {};
    this.nodes = 0;
    this.say("Searching …");
  }

  say(text) { this.progress.textContent = text; }

  /** A part of the answer. */
  heard(part) {
    if (part.number !== undefined) this.valued(part);
    else if (part.line) this.variation(part.line);
    else {
      Object.assign(this.told, part);
      if (part.settled) this.settled();
    }
    this.mark();
    if (!this.told.settled && this.found.size) this.say(`${this.how()}: ${this.depth()} …`);
  }

  valued(part) {
    const { number, depth, nodes } = part;
    const row = this.rows[number - 1];
    const cell = row.querySelector(".worth");
    this.nodes += nodes || 0;
    if (part.value === undefined) {
      const why = part.unfit || part.late;
      cell.title = why;
      if (!this.found.has(number - 1)) cell.textContent = part.unfit ? "no value" : "not in time";
      return;
    }
    let link = cell.querySelector("a"); // which may have the focus
    if (!link) {
      link = element("a", { href: row.dataset.why });
      cell.replaceChildren(link);
      cell.title = "";
    }
    link.textContent = part.value;
    link.title = `${part.final ? "certain" : depth ? `to depth ${depth}` : "so far"}; why? A search from there, step by step`;
    cell.classList.toggle("certain", Boolean(part.final));
    this.found.set(number - 1, { said: part.value, label: part.label, best: part.best, depth, final: part.final });
  }

  /** The best of the moves are marked when all were searched alike. */
  mark() {
    const sign = this.mover === "min" ? -1 : 1;
    const values = [...this.found.values()];
    const value = values.length === this.rows.length ? bestOf(values, this.mover) : null;
    const best = value && new Set(values.map((one) => one.best)).size > 1 ? value.best : undefined;
    this.rows.forEach((row, index) => row.classList.toggle("best", best !== undefined && this.found.get(index)?.best === best));
    this.changed(new Map([...this.found].map(([index, one]) => [index, {
      label: one.label, rank: sign * (one.best ?? 0), isBest: this.rows[index].classList.contains("best"),
    }])), value);
  }

  how() {
    const { program, title } = this.told;
    return program ? `${program} in ${title}` : "Values";
  }

  depth() {
    const depths = [...this.found.values()].filter((one) => !one.final).map((one) => one.depth).filter(Boolean);
    if (!depths.length) return this.found.size ? "certain" : "";
    const least = Math.min(...depths);
    const most = Math.max(...depths);
    return least === most ? `depth ${least}` : `depth ${least} to ${most}`;
  }

  settled() {
    const { positions, late } = this.told;
    const seconds = ((performance.now() - this.began) / 1000).toFixed(2);
    const what = positions ? `${positions.toLocaleString("en")} positions` : [this.depth(), `${this.nodes.toLocaleString("en")} nodes`].filter(Boolean).join(", ");
    const isEnd = [...this.found.values()].some(({ label }) => /^[▲▼=]/.test(label ?? ""));
    const signs = isEnd ? " On the board, ▲3 says that MAX wins in 3, ▼3 that MIN does, and = that it is a draw." : "";
    const estimates = [...this.found.values()].some(({ final }) => !final) ? " A number is an estimate: the greater, the better for MAX." : "";
    this.say(`${this.how()}: ${what}, ${seconds} s${late ? "; time is up" : ""}. Values are MAX’s; ★ is best for the mover.${estimates}${signs}`);
  }

  variation(line) {
    this.best.hidden = !line.length;
    this.best.replaceChildren(element("strong", {}, "Best play: "), line.map((one) => one.move).join(", "));
  }

  ended(wrong) {
    if (wrong) this.say(`No values: ${wrong}`);
  }
}
