// The picture of the tree in a frame: as much of it as fits there in a size that can be read, with the current node in
// sight. Nodes glide from where they were, unless less motion is asked for.

import { button, element, pictured } from "./elements.js";
import { minimap } from "./minimap.js";
import { COLOURS, PLAYERS } from "./naming.js";
import { FOLDS } from "./picture.js";
import { placed, sample, treeSvg } from "./tree_svg.js";

/** The scales that one may choose, and those between which one is chosen by itself. */
const [SMALLEST, LARGEST] = [0.1, 3];
const [READABLE, LARGE] = [0.75, 1.25];
const STEP = 1.25;
const GLIDE = { duration: 180, easing: "ease-out" };
const BUTTONS = [["smaller", "−", "Smaller", "-"], ["larger", "+", "Larger", "+"], ["whole", "Whole", "Whole picture", "0"]];

export class TreeView {
  /** `goTo` is told the event of a node that was chosen; `boardOf(visit)` is a promise of its board, if it has one. */
  constructor(title, goTo, boardOf) {
    Object.assign(this, { goTo, boardOf, pointed: null, state: null, picture: null, chosen: null, scale: 1, places: new Map() });
    this.buttons = new Map(BUTTONS.map(([way, sign, label, key]) =>
      [way, button(sign, () => this.zoom(way), { "aria-label": label, title: `${label}: key ${key}` })]));
    this.buttons.get("whole").setAttribute("aria-pressed", "false");
    this.legend = element("p", { class: "note legend" });
    this.frame = element("div", { class: "frame", tabindex: 0, role: "group", "aria-label": `Picture: ${title}` });
    this.frame.addEventListener("keydown", (event) => this.pressed(event));
    this.size = [0, 0]; // of the frame: to ask for it at each step costs a layout
    new ResizeObserver(() => {
      this.measure();
      this.draw();
    }).observe(this.frame);
    this.peek = element("div", { class: "peek", hidden: "" });
    this.frame.addEventListener("pointerover", ({ target, pointerType }) => {
      if (pointerType === "mouse") this.point(target.closest?.("[data-visit]") ?? null);
    });
    this.frame.addEventListener("pointerleave", () => this.point(null));
    this.movable();
    this.root = element("section", { class: "drawn" }, this.frame, this.peek,
      element("div", { class: "below" }, this.legend, element("div", { class: "zooms" }, ...this.buttons.values())));
  }

  /** The whole search that is looked at: a long one has a map. */
  survey(track) {
    this.map?.root.remove();
    this.map = minimap(track, this.goTo);
    if (this.map) this.root.prepend(this.map.root);
  }

  /** The mouse moves the picture and, with Ctrl and its wheel, makes it larger and smaller; so do two fingers. */
  movable() {
    let [moved, apart] = [0, 0];
    const between = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    this.frame.addEventListener("pointerdown", () => { moved = 0; });
    this.frame.addEventListener("pointermove", ({ pointerType, buttons, movementX, movementY }) => {
      if (pointerType !== "mouse" || !(buttons & 1)) return;
      moved += Math.abs(movementX) + Math.abs(movementY);
      this.frame.scrollBy(-movementX, -movementY);
    });
    this.frame.addEventListener("click", (event) => { if (moved > 4) event.stopPropagation(); }, true);
    this.frame.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? "larger" : "smaller");
    }, { passive: false });
    this.frame.addEventListener("touchstart", ({ touches }) => { if (touches.length === 2) apart = between(touches) / this.scale; });
    this.frame.addEventListener("touchmove", (event) => {
      if (event.touches.length !== 2) return;
      event.preventDefault();
      this.zoom(between(event.touches) / apart);
    }, { passive: false });
  }

  /** Larger, smaller, to a scale, or all that there is; once more all, and the size is one that can be read. */
  zoom(way) {
    if (way === "whole") this.chosen = this.chosen === "whole" ? null : "whole";
    else this.chosen = Math.max(SMALLEST, Math.min(LARGEST, { larger: this.scale * STEP, smaller: this.scale / STEP }[way] ?? way));
    this.buttons.get("whole").setAttribute("aria-pressed", String(this.chosen === "whole"));
    this.draw();
  }

  /** Shift and an arrow move the picture; an arrow alone is the stepper's. */
  pressed(event) {
    const [across, down] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [];
    if (!event.shiftKey || across === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.frame.scrollBy(across * 80, down * 80);
  }

  /** Show the board of a node that the mouse points at, below it. */
  async point(node) {
    if (node === this.pointed) return;
    this.pointed = node;
    this.peek.hidden = true;
    const board = node && await this.boardOf(Number(node.dataset.visit));
    if (!board || this.pointed !== node) return;
    this.peek.replaceChildren(pictured(board, ""));
    this.peek.hidden = false;
    const [there, here] = [node, this.root].map((one) => one.getBoundingClientRect());
    const across = there.left + there.width / 2 - here.left - this.peek.offsetWidth / 2;
    this.peek.style.left = `${Math.max(0, Math.min(across, here.width - this.peek.offsetWidth))}px`;
    this.peek.style.top = `${there.bottom + 4 - here.top}px`;
  }

  measure() {
    this.size = [this.frame.clientWidth, this.frame.clientHeight];
  }

  show(state) {
    const before = this.places;
    this.state = state;
    this.places = new Map();
    if (!this.size[0]) this.measure();
    this.draw();
    this.map?.show(state.seq);
    if (!this.picture) return;
    if (before.size && !matchMedia("(prefers-reduced-motion: reduce)").matches) this.glide(before);
    this.explain(state);
  }

  draw() {
    const { frame, state } = this;
    if (!state?.picture.length) {
      this.picture = null;
      frame.replaceChildren();
    } else if (this.size[0]) {
      this.picture = treeSvg(this.fitting(), { isCut: state.isCut, goTo: this.goTo });
      frame.replaceChildren(this.picture.svg);
      this.fit();
    }
  }

  /** The nodes in their places: the least fold that fits, or all. */
  fitting() {
    const { picture, folded } = this.state;
    if (this.chosen === "whole") return placed(picture);
    const room = this.size[0] / (this.chosen ?? READABLE);
    let found = null;
    for (const fold of FOLDS) {
      found = placed(folded(fold));
      if (found.wide <= room) break;
    }
    return found;
  }

  /** Give the picture its size, and bring the current node into sight. */
  fit() {
    const { picture, frame, chosen } = this;
    const [across, down] = this.size;
    const whole = Math.min(across / picture.wide, down / picture.high, LARGE);
    this.scale = chosen === "whole" ? whole : chosen ?? Math.max(whole, READABLE);
    const [wide, high] = [picture.wide * this.scale, picture.high * this.scale];
    picture.svg.setAttribute("width", wide);
    picture.svg.setAttribute("height", high);
    const current = picture.boxes.find(({ node }) => node.status === "current");
    const [left, top] = [
      scrolled(current.x * this.scale - across / 2, wide - across), scrolled(current.y * this.scale - down * 0.6, high - down),
    ];
    if (left > 0 || top > 0) queueMicrotask(() => frame.scrollTo(Math.max(left, 0), Math.max(top, 0))); // after all else: one layout
    this.places = new Map(picture.boxes.filter(({ node }) => node.visit !== null)
      .map(({ node, x, y }) => [node.visit, [x * this.scale - left, y * this.scale - top]]));
  }

  glide(before) {
    for (const { node, x, y, group } of this.picture.boxes) {
      const [now, then] = [this.places.get(node.visit), before.get(node.visit)];
      if (!now) continue;
      if (!then) {
        group.animate([{ opacity: 0 }, { opacity: 1 }], GLIDE);
        continue;
      }
      const [dx, dy] = [(then[0] - now[0]) / this.scale, (then[1] - now[1]) / this.scale];
      if (Math.abs(dx) < 1 && Math.abs(dy) < 1) continue;
      const [from, to] = [[x + dx, y + dy], [x, y]].map(([across, down]) => `translate(${across}px, ${down}px)`);
      group.animate([{ transform: from }, { transform: to }], GLIDE);
    }
    for (const layer of this.picture.svg.querySelectorAll(".edges, .sources")) {
      layer.animate([{ opacity: 0.2 }, { opacity: 1 }], GLIDE);
    }
  }

  /** What the shapes and the letters mean, of those that can be seen. */
  explain({ picture, naming }) {
    const movers = Object.keys(PLAYERS).filter((mover) => picture.some((node) => node.mover === mover));
    const told = `${movers.join()} ${naming}`;
    if (told === this.told) return;
    this.told = told;
    const words = naming === "lecture003" ? { ...PLAYERS, ...COLOURS } : PLAYERS;
    this.legend.replaceChildren(
      ...movers.map((mover) => element("span", { class: "mover" }, sample(mover), ` ${words[mover]}`)),
      "[the window that was passed] · bold: backed up, plain: static, slanted: so far · thick: the path · red bar: a cut,"
        + " dotted to its cause · click on a node: its event; point at it: its board");
  }
}

/** How far a picture is scrolled; one that is smaller than its frame stands in the middle. */
const scrolled = (wanted, rest) => (rest <= 0 ? rest / 2 : Math.max(0, Math.min(wanted, rest)));
