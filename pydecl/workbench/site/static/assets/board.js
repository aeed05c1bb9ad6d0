// A picture of a position that is played on: moves by clicking and dragging, and what they are worth, on the board.

import { drawn } from "./elements.js";

const LEAST = 7; // pixels that a value on the board must be high
const SLACK = 0.15; // of a cell: so far a man is moved until it is dragged

/**
 * Make a picture live. `places` is what changes.js gives of its board, and how the game `ended`, if it did.
 * `choose(index)` makes a move; a click keeps the moves that change the place, and the one that is left is made, or
 * the one whose value stands there; a man that moves can be dragged, too.
 * If several are, `unsure(indices)` is told of them; of none when the choice begins again.
 *
 * Gives what shows values on the board (`label` and whether it is best, by index) and what marks a move.
 */
export function clickable(picture, places, choose, unsure = () => {}) {
  const marks = drawn("svg", { viewBox: `0 0 ${places.width} ${places.height}`, "aria-hidden": "true" });
  const layers = ["last", "chosen", "values", "held"].map((name) => drawn("g", { class: name }));
  const [last, chosen, shown, lifted] = layers;
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

  function pointed(event) {
    const box = picture.getBoundingClientRect();
    return [((event.clientX - box.left) / box.width) * places.width, ((event.clientY - box.top) / box.height) * places.height];
  }

  /** The nearest of some places to a point, if it is as near as that, in cells. */
  function nearest(spots, at, most, away = (spot) => Math.hypot(spot[0] - at[0], spot[1] - at[1])) {
    const found = spots.reduce((best, spot) => (best && away(best) <= away(spot) ? best : spot), null);
    return found && away(found) <= unit * most ? found : null;
  }

  function placeAt(event) {
    const at = pointed(event);
    const all = places.moves.flatMap((move) => move.places);
    return isByColumn ? nearest(all, at, 0.5, (spot) => Math.abs(spot[0] - at[0])) : nearest(all, at, 0.75);
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
    if (clicked.length) {
      const ends = new Map(fitting().flatMap(({ index }) => places.moves[index].reached).map((place) => [String(place), place]));
      for (const [cx, cy] of ends.values()) chosen.append(drawn("circle", { cx, cy, r: unit * 0.15, class: "target" }));
    }
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

  // Dragging

  const men = places.moves.filter(({ left, reached }) => left.length && reached.length).flatMap(({ left }) => left);
  let held = null; // the man on which the pointer went down: its place, where that was, and its picture once it is dragged
  picture.classList.toggle("men", men.length > 0);
  picture.addEventListener("dragstart", (event) => event.preventDefault()); // of the image
  picture.addEventListener("pointerdown", (event) => {
    const at = pointed(event);
    const place = event.button ? null : nearest(men, at, 0.5);
    held = place && { place, at, man: null };
  });
  picture.addEventListener("pointermove", (event) => {
    if (!held || !event.buttons) return;
    const at = pointed(event);
    const [dx, dy] = [0, 1].map((axis) => at[axis] - held.at[axis]);
    if (!held.man) {
      if (Math.hypot(dx, dy) < unit * SLACK) return;
      picture.setPointerCapture(event.pointerId);
      clicked = [held.place];
      show();
      lifted.replaceChildren(held.man = man(held.place));
    }
    held.man.setAttribute("transform", `translate(${dx} ${dy})`);
  });
  picture.addEventListener("pointerup", (event) => {
    if (!held?.man) return;
    lifted.replaceChildren();
    const end = nearest(fitting().flatMap(({ index }) => places.moves[index].reached), pointed(event), 0.6);
    clicked = end ? [held.place, end] : [];
    const left = fitting().filter(({ spots }) => spots.length === Math.min(...fitting().map((one) => one.spots.length)));
    if (end && left.length === 1) return choose(left[0].index);
    unsure(end ? left.map(({ index }) => index) : []);
    show();
  });
  picture.addEventListener("pointercancel", () => lifted.replaceChildren());

  /** The picture of what stands at a place. */
  function man([x, y]) {
    const box = { x: x - unit / 2, y: y - unit / 2, width: unit, height: unit };
    const whole = drawn("image", { href: picture.querySelector("img").src, width: places.width, height: places.height });
    const part = drawn("svg", { ...box, viewBox: Object.values(box).join(" ") }, whole);
    return drawn("g", {}, part);
  }

  picture.addEventListener("click", (event) => {
    if (held?.man) return; // it was dragged
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
  if (/^M(AX|IN) has won/.test(places.ended ?? "")) {
    last.append(...places.run.map(([[x1, y1], [x2, y2]]) => drawn("line", { x1, y1, x2, y2, class: "run" })));
  }

  return {
    /** Values by the indices of moves: a label, a rank (the greater, the better for the mover), and whether it is best. */
    values(told) { values = told; show(); },
    /** Mark the places of a move. */
    hint(index) { clicked = []; show(); chosen.append(...places.moves[index].places.map((place) => circle(place, "mark hinted"))); },
  };
}
