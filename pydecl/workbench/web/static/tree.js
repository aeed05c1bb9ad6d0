// The tree of the page: its root in sight.

import { rootInSight } from "./drawing.js";

const scroll = document.querySelector(".scroll");
const { src } = scroll.firstChild;
rootInSight(scroll, decodeURIComponent(src.slice(src.indexOf(",") + 1)));
