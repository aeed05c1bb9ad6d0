// What the pictures of trees use of d3-hierarchy: its tidy tree.

export { hierarchy, tree } from "d3-hierarchy";
