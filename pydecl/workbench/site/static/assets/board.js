// A picture of a position that is played on: moves by clicking, and what they are worth, on the board.

import { drawn } from "./elements.js";

const LEAST = 7; // pixels that a value on the board must be high

/**
 * Make a picture live. `places` has its width, height, unit, the last move's places, and those of each move.
 * `choose(index)` makes a move; a click keeps the moves that change the place, and the one that is left is made, or
 * the one whose value stands there.
 * If several are, `unsure(indices)` is told of them; of none when the choice begins again.
 *
 * Gives what shows values on the board (`label` and whether it is best, by index) and what marks a move.
 */
export function clickable(picture, places, choose, unsure = () => {}) {
  const marks = drawn("svg", { viewBox: `0 0 ${places.width} ${places.height}`, "aria-hidden": "true" });
  const layers = ["last", "chosen", "values"].map((name) => drawn("g", { class: name }));
  const [last, chosen, shown] = layers;
  marks.append(...layers);
  picture.append(marks);
  picture.classList.add("live");
  const { unit } = places;
  let clicked = [];
  let values = new Map();

  /** Each move changes one place, in a column of its own: then the whole column is the move, as where discs fall. */
  const columns = new Set(places.moves.map((move) => move.places[0]?.[0]));
  const isByColumn = columns.size === places.moves.length && places.moves.every((move) => move.places.length === 1);

  const near = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]) < 0.01;
  const fitting = () => places.moves
    .map((move, index) => ({ spots: move.places, index }))
    .filter(({ spots }) => clicked.every((place) => spots.some((spot) => near(spot, place))));

  function placeAt(event) {
    const box = picture.getBoundingClientRect();
    const at = [
      ((event.clientX - box.left) / box.width) * places.width,
      ((event.clientY - box.top) / box.height) * places.height,
    ];
    const away = (spot) => Math.hypot(spot[0] - at[0], isByColumn ? 0 : spot[1] - at[1]);
    const nearest = places.moves.flatMap((move) => move.places)
      .reduce((best, spot) => (best && away(best) <= away(spot) ? best : spot), null);
    return nearest && away(nearest) <= unit * (isByColumn ? 0.5 : 0.75) ? nearest : null;
  }

  const circle = ([x, y], name) => drawn("circle", { cx: x, cy: y, r: unit * 0.45, class: name });

  const width = (text) => Math.max(unit * 0.42, text.length * unit * 0.15 + unit * 0.14);

  function label([x, y], { label: text, isBest }, scale) {
    const wide = width(text) * scale;
    const high = unit * 0.3 * scale;
    const left = Math.min(Math.max(x - wide / 2, 1), places.width - wide - 1);
    const isTaken = places.taken.some((one) => near(one, [x, y]));
    const top = Math.min(Math.max(y + (isTaken ? unit * 0.18 : -high / 2), 1), places.height - high - 1);
    return drawn("g", { class: isBest ? "value best" : "value", "stroke-width": scale },
      drawn("rect", { x: left, y: top, width: wide, height: high, rx: high / 2 }),
      drawn("text", { x: left + wide / 2, y: top + high * 0.74, "font-size": unit * 0.25 * scale }, text));
  }

  /** How much smaller labels are for none to hide another one. */
  function fitted(labels) {
    let scale = 1;
    labels.forEach(({ target: [x, y], value }, index) => {
      for (const { target: [otherX, otherY], value: other } of labels.slice(index + 1)) {
        const across = (2 * Math.abs(x - otherX)) / (width(value.label) + width(other.label));
        const down = Math.abs(y - otherY) / (unit * 0.3);
        scale = Math.min(scale, Math.max(across, down) * 0.97);
      }
    });
    return Math.max(scale, 0.4);
  }

  /** Where the values of moves stand: where something appears, or what tells more moves apart. */
  const ways = [["reached", "left"], ["left", "reached"]]
    .map((names) => (move) => names.map((name) => move[name][0]).find(Boolean));
  const [onto, from] = ways.map((way) => new Set(places.moves.map((move) => String(way(move)))).size);
  const targetOf = ways[onto >= from ? 0 : 1];

  /** The values of the moves that are left: of several at one place the best one. */
  function show() {
    chosen.replaceChildren(...clicked.map((place) => circle(place, "mark")));
    const targets = new Map();
    for (const { index } of fitting()) {
      const target = targetOf(places.moves[index]);
      const value = values.get(index);
      if (!target || !value || !value.label) continue;
      const key = target.map((one) => one.toFixed(1)).join();
      const other = targets.get(key);
      if (!other || value.rank > other.value.rank) targets.set(key, { target, value });
    }
    const labels = [...targets.values()];
    const scale = fitted(labels);
    const pixels = (unit * 0.25 * scale * picture.clientWidth) / places.width;
    const legible = pixels < LEAST ? [] : labels;
    shown.replaceChildren(...legible.map(({ target, value }) => label(target, value, scale)));
  }

  picture.addEventListener("click", (event) => {
    const place = placeAt(event);
    const isSecond = place && clicked.some((one) => near(one, place));
    clicked = place && !isSecond ? [...clicked, place] : [];
    let left = fitting();
    if (!left.length) { clicked = [place]; left = fitting(); }
    const exact = left.filter(({ spots }) => spots.length === clicked.length);
    const aimed = clicked.length === 1 ? left.filter(({ index }) => near(targetOf(places.moves[index]) || [], place)) : [];
    if (clicked.length && left.length === 1) return choose(left[0].index);
    if (aimed.length === 1) return choose(aimed[0].index);
    if (clicked.length > 1 && exact.length === 1) return choose(exact[0].index);
    unsure(clicked.length ? left.map(({ index }) => index) : []);
    return show();
  });

  if (places.last) {
    const { reached, left, places: all } = places.last;
    last.append(...(reached.length ? [...reached, ...left] : all).map((place) => circle(place, "mark")));
  }

  return {
    /** Values by the indices of moves: a label, a rank (the greater, the better for the mover), and whether it is best. */
    values(told) { values = told; show(); },
    /** Mark the places of a move. */
    hint(index) { clicked = []; show(); chosen.append(...places.moves[index].places.map((place) => circle(place, "mark hinted"))); },
  };
}
