// Moves by clicking on the board: each move has the places that it changes.

import { drawn } from "/assets/elements.js";

/**
 * Make a picture clickable. `places` has its width, height, unit, and for each move its places; `choose(index)`
 * makes a move. A click keeps the moves that change the place; one that is left is made.
 */
export function clickable(picture, places, choose) {
  const marks = drawn("svg", { viewBox: `0 0 ${places.width} ${places.height}`, "aria-hidden": "true" });
  picture.append(marks);
  picture.classList.add("live");
  let clicked = [];

  const near = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]);
  const fitting = () => places.moves
    .map((spots, index) => ({ spots, index }))
    .filter(({ spots }) => clicked.every((place) => spots.some((spot) => near(spot, place) < 0.01)));

  function placeAt(event) {
    const box = picture.getBoundingClientRect();
    const at = [
      ((event.clientX - box.left) / box.width) * places.width,
      ((event.clientY - box.top) / box.height) * places.height,
    ];
    const spots = places.moves.flat();
    const nearest = spots.reduce((best, spot) => (best && near(best, at) <= near(spot, at) ? best : spot), null);
    return nearest && near(nearest, at) <= places.unit * 0.75 ? nearest : null;
  }

  function show() {
    const circles = clicked.map(([x, y]) => drawn("circle", { cx: x, cy: y, r: places.unit * 0.46, class: "mark" }));
    marks.replaceChildren(...circles);
  }

  picture.addEventListener("click", (event) => {
    const place = placeAt(event);
    if (!place) { clicked = []; show(); return; }
    clicked.push(place);
    let left = fitting();
    if (!left.length) { clicked = [place]; left = fitting(); }
    const exact = left.filter(({ spots }) => spots.length === clicked.length);
    if (left.length === 1) choose(left[0].index);
    else if (exact.length === 1 && clicked.length > 1) choose(exact[0].index);
    show();
  });
}
