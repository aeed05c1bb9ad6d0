// The picture of a search tree, which is wider than a page.

/** Scroll so that the root is in sight, in the middle: it is the first node of the picture. */
export async function rootInSight(scroll, svg) {
  await scroll.querySelector("img").decode().catch(() => {}); // until then it has no size
  const name = new DOMParser().parseFromString(svg, "image/svg+xml").querySelector("g > text");
  if (name) scroll.scrollLeft = name.getAttribute("x") - scroll.clientWidth / 2;
}
