// The picture of a search tree, which is wider than a page.

/** The place of the root's name: a parser of SVG would find the picture's own style, which the page does not allow. */
const ROOT = /<g[ >].*?<text x="([\d.]+)"/s;

/** Scroll so that the root is in sight, in the middle: it is the first node of the picture. */
export async function rootInSight(scroll, svg) {
  await scroll.querySelector("img").decode().catch(() => {}); // until then it has no size
  const [, x] = svg.match(ROOT) ?? [];
  if (x) scroll.scrollLeft = x - scroll.clientWidth / 2;
}
