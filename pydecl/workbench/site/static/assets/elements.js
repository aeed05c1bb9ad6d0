// Elements of a page.

function filled(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** An element with attributes and children; texts are texts. */
export const element = (name, attributes = {}, ...children) => filled(document.createElement(name), attributes, children);

/** The same in a picture. */
export const drawn = (name, attributes = {}, ...children) =>
  filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);

export const byId = (id) => document.getElementById(id);

/** A button that does something. */
export function button(said, act, attributes = {}) {
  const made = element("button", { type: "button", ...attributes }, said);
  made.addEventListener("click", act);
  return made;
}

/** One of the choices of a list. */
export const option = (value, said = value) => element("option", { value }, said);

/** Names and values, for a list of them. */
export const described = (pairs) =>
  pairs.flatMap(([name, value]) => [element("dt", {}, name), element("dd", name === "value" ? { class: "value" } : {}, value)]);

/** The board of a position: a picture, or lines of text. */
export const pictured = (board, alt) => (board.startsWith("<") ? element("img", { src: image(board), alt }) : element("pre", {}, board));

/** The address of an SVG as an image: what it says of style stays its own. */
export const image = (svg) => "data:image/svg+xml," + encodeURIComponent(svg);
