// The essay 'Why was this branch cut?': a tree whose values and order one changes, and what the programs do on it.
//
// `begin(place, source)` brings the text in an element to life. `source` runs the programs: `record(root, program)` gives
// a recording as stepper.js takes it, `places(recording, track)` where its events stand in the program's text. Nothing
// is searched here.

import { button, byId, drawn, element } from "./elements.js";
import { counted, mount, recorded } from "./stepper.js";
import { miniature } from "./tree_svg.js";

/** The values that a leaf may have: from -MOST to MOST. */
const MOST = 9;

/** Milliseconds without a change before what takes longer is done: the places in the text, and the race. */
const IDLE = 300;

/** Pixels that a leaf is dragged for 1 more. */
const DRAG = 8;

/** Milliseconds a node in a race. */
const PACE = 150;

/** A page that is so narrow has its figure above the text. */
const NARROW = "(max-width: 62rem)";

const RACERS = ["minimax", "alphabeta", "scout", "mtdf"];
const FIRST = { tree: "boards", program: "alphabeta", swapped: "", values: {}, at: "cut" };

const nodesOf = (node) => [node, ...(node.children ?? []).flatMap(nodesOf)];
const leavesOf = (node) => nodesOf(node).filter(({ children }) => !children);

/** The essay, once its first figure is there; it searches on. */
export async function begin(place, source) {
  const { trees, first } = JSON.parse(place.dataset.told);
  const essay = new Essay(place, source, trees);
  const isFirst = essay.readAddress();
  essay.setControls();
  if (first && isFirst) await essay.show(first, null);
  place.dataset.alive = "";
  await essay.ask();
  place.dataset.ready = "";
  return essay;
}

class Essay {
  constructor(place, source, trees) {
    Object.assign(this, { place, source, trees, state: FIRST, stepper: null, shown: null, sliders: new Map() });
    Object.assign(this, { isStale: false, searching: null, settling: 0, races: 0 });
    for (const radio of place.querySelectorAll("[name=program]")) {
      radio.addEventListener("change", () => this.set({ program: radio.value }));
    }
    byId("tree").addEventListener("change", () => this.set({ ...FIRST, program: this.state.program, tree: byId("tree").value }));
    for (const one of place.querySelectorAll("[data-set]")) {
      one.addEventListener("click", () => {
        this.set({ ...FIRST, ...JSON.parse(one.dataset.set) });
        if (matchMedia(NARROW).matches) byId("figure").scrollIntoView();
      });
    }
    byId("race").addEventListener("click", () => this.tried(() => this.race(true)));
    byId("stepping").addEventListener("pointerdown", (event) => this.drag(event));
  }

  // The state, which stands in the address

  /** Take what the address says; whether that is what is shown first. */
  readAddress() {
    const given = new URLSearchParams(location.search);
    document.body.classList.toggle("only", given.has("only"));
    const state = { ...FIRST, values: {} };
    if (Object.hasOwn(this.trees, given.get("tree") ?? "")) state.tree = given.get("tree");
    const radio = [...this.place.querySelectorAll("[name=program]")].find(({ value }) => value === given.get("program"));
    if (radio) state.program = radio.value;
    state.swapped = (given.get("swapped") ?? "").replace(/[^a-z]/g, "");
    for (const [, name, value] of (given.get("values") ?? "").matchAll(/([a-z])(-?\d)/g)) state.values[name] = Number(value);
    this.state = state;
    return this.question() === "";
  }

  /** The state, as it stands behind the address; nothing for what is shown first. */
  question() {
    const { tree, program, swapped, values } = this.state;
    const told = { tree, program, swapped, values: Object.entries(values).map((one) => one.join("")).join("") };
    const changed = Object.entries(told).filter(([name, value]) => value !== (name === "values" ? "" : FIRST[name]));
    return new URLSearchParams(changed).toString();
  }

  address(isOnly) {
    const told = [this.question(), isOnly ? "only" : ""].filter(Boolean).join("&");
    return told ? `${location.pathname}?${told}` : location.pathname;
  }

  /** Change something, and search. */
  set(changes) {
    this.state = { ...this.state, ...changes };
    this.setControls();
    return this.ask();
  }

  /** The tree as it is now. */
  root() {
    const { tree, swapped, values } = this.state;
    const edited = (node) => {
      if (!node.children) return { ...node, value: values[node.name] ?? node.value };
      const children = node.children.map(edited);
      return { ...node, children: swapped.includes(node.name) ? children.reverse() : children };
    };
    return edited(this.trees[tree].root);
  }

  // The controls

  setControls() {
    const { tree, program, swapped } = this.state;
    const root = this.root();
    byId("tree").value = tree;
    for (const radio of this.place.querySelectorAll("[name=program]")) radio.checked = radio.value === program;
    const names = leavesOf(root).map(({ name }) => name);
    if ([tree, ...names].join() !== this.placed) {
      this.placed = [tree, ...names].join();
      this.sliders.clear();
      byId("leaves").replaceChildren(...leavesOf(root).map((leaf) => this.leaf(leaf)));
      const inner = nodesOf(root).filter(({ children }) => children).map(({ name }) => name).sort();
      const focused = document.activeElement?.dataset.swap;
      byId("swaps").replaceChildren(byId("swaps").firstElementChild, ...inner.map((name) => this.swap(name)));
      byId("swaps").querySelector(`[data-swap="${focused}"]`)?.focus();
    }
    for (const one of byId("swaps").querySelectorAll("button")) {
      one.setAttribute("aria-pressed", String(swapped.includes(one.dataset.swap)));
    }
    for (const { name, value } of leavesOf(root)) {
      const { slider, output } = this.sliders.get(name);
      slider.value = value;
      output.textContent = String(value).replace("-", "−");
    }
  }

  leaf({ name }) {
    const cells = this.trees[this.state.tree].boards[name];
    const slider = element("input", { type: "range", min: -MOST, max: MOST, "aria-label": `The value of ${name}` });
    const output = element("output");
    const note = element("span", { class: "note" });
    slider.addEventListener("input", () => this.value(name, Number(slider.value)));
    const board = cells ? [drawn("svg", { viewBox: "-18 -1 36 36", class: "tree", "aria-hidden": "true" }, ...miniature(cells))] : [];
    const item = element("li", {}, ...board, element("span", {}, element("b", {}, name), " ", output), slider, note);
    this.sliders.set(name, { slider, output, note, item });
    return item;
  }

  value(name, value) {
    const { values } = this.state;
    this.set({ values: { ...values, [name]: Math.max(-MOST, Math.min(MOST, value)) } });
  }

  swap(name) {
    return button(name, () => {
      const { swapped } = this.state;
      this.set({ swapped: swapped.includes(name) ? swapped.replace(name, "") : swapped + name });
    }, { "data-swap": name });
  }

  /** A leaf in the picture, dragged up or down by the mouse; fingers have the sliders, for they scroll here. */
  drag(event) {
    const name = event.target.closest?.(".node[data-origin=static]")?.querySelector(".name").textContent;
    if (!name || event.pointerType !== "mouse" || !this.sliders.has(name)) return;
    const from = Number(this.sliders.get(name).slider.value);
    const move = ({ clientY }) => {
      const value = from + Math.round((event.clientY - clientY) / DRAG);
      if (value !== Number(this.sliders.get(name).slider.value)) this.value(name, value);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", () => removeEventListener("pointermove", move), { once: true });
    event.preventDefault();
  }

  // The search

  /** Search the tree as it is now. Of changes that come meanwhile only the last one counts. */
  ask() {
    clearTimeout(this.settling);
    this.isStale = true;
    this.searching ??= this.search().finally(() => { this.searching = null; });
    return this.searching;
  }

  async search() {
    while (this.isStale) {
      this.isStale = false;
      const root = this.root();
      const { program } = this.state;
      await this.tried(async () => {
        const found = await this.source.record(root, program);
        await this.show(found, program === "minimax" ? found : await this.source.record(root, "minimax"));
      });
    }
    this.settling = setTimeout(() => this.tried(() => this.settle()), IDLE);
  }

  /** Show a recording, and how it compares with minimax's, which has searched all. */
  async show(found, full) {
    const { boards } = this.trees[this.state.tree];
    const recording = { ...found, title: "the tree", cells: found.positions.map((name) => boards[name]) };
    const before = this.shown?.recording;
    if (before?.places && isSame(before, found)) recording.places = before.places;
    const source = recorded({ recordings: [recording] });
    const [track] = source.tracks;
    const cuts = track.cuts();
    const at = { cut: cuts.at(-1), first: cuts[0] }[this.state.at] ?? track.length;
    if (this.stepper) await this.stepper.exchange(source, at);
    else {
      this.stepper = mount(byId("stepping"), source, { at, isWhole: true });
      await this.stepper.begun;
    }
    const text = byId("stepping").querySelector("section.source");
    if (text) byId("clause").replaceChildren(text);
    this.tell(recording, track, full);
  }

  tell(recording, track, full) {
    const told = outcome(recording, track);
    this.shown = { recording, track, told };
    const all = leavesOf(this.root()).length;
    const cuts = told.cuts.length ? `, makes ${counted(told.cuts.length, "cut")},` : "";
    byId("sum").textContent =
      `${recording.program.name} looks at ${told.leaves} of ${counted(all, "leaf", "leaves")}${cuts} and plays ${told.best}: ${told.value}.`;
    const seen = new Set(track.visits.map(({ number }) => track.position(number)));
    for (const [name, { note, item }] of this.sliders) {
      item.classList.toggle("unseen", !seen.has(name));
      note.textContent = seen.has(name) ? "" : "✂ cut";
    }
    this.warn(full ? wrong(told, full) : "");
  }

  async tried(act) {
    try {
      await act();
    } catch (error) {
      this.warn(`The search has failed: ${error.message}`);
    }
  }

  warn(what) {
    byId("wrong").textContent = what;
    byId("wrong").hidden = !what;
  }

  /** Nothing has changed for a while: what takes longer. */
  async settle() {
    if (!this.shown) return; // the search has failed
    history.replaceState(null, "", this.address(document.body.classList.contains("only")));
    const line = byId("embed");
    if (line) line.value = `<iframe src="${location.origin}${this.address(true)}" title="${document.title}" width="100%" height="1000"></iframe>`;
    const { recording, track } = this.shown;
    recording.places ??= await this.source.places(recording, track);
    if (this.shown.recording === recording && !this.searching) {
      await this.stepper.again();
      this.place.dataset.marked = this.question();
    }
    if (!this.searching) await this.race(false);
  }

  // The race

  async race(isRun) {
    this.races += 1;
    const [number, root, rows] = [this.races, this.root(), []];
    for (const program of RACERS) {
      const recording = await this.source.record(root, program);
      rows.push({ program, ...outcome(recording, recorded({ recordings: [recording] }).tracks[0]) });
    }
    if (number !== this.races) return;
    const most = Math.max(...rows.map(({ nodes }) => nodes));
    const bars = rows.map(({ program }) => element("progress", { max: most, value: 0, "aria-label": `Nodes that ${program} has entered` }));
    byId("racers").replaceChildren(...rows.map(({ program, nodes, leaves, value, best }, at) =>
      element("tr", {}, element("th", { scope: "row" }, program), element("td", {}, bars[at]),
        ...[nodes, leaves, value, best].map((one) => element("td", {}, String(one))))));
    const isStill = !isRun || matchMedia("(prefers-reduced-motion: reduce)").matches;
    const start = performance.now();
    const run = (now) => {
      const done = isStill ? most : Math.floor((now - start) / PACE);
      for (const [at, { nodes }] of rows.entries()) bars[at].value = Math.min(done, nodes);
      if (done < most && number === this.races) requestAnimationFrame(run);
    };
    run(start);
  }
}

/** Whether two recordings are of the same search. */
const isSame = (one, other) => one.program.name === other.program.name && String(one.lines) === String(other.lines);

/** What came of a search, counted in its recording. */
function outcome({ best, positions }, track) {
  const last = track.roots.at(-1);
  return {
    value: track.value(last, track.length),
    best: positions[best],
    leaves: track.ofKind("leaf").length,
    nodes: track.visits.length,
    cuts: track.cuts().map((seq) => {
      const { node, alpha, beta, skipped } = track.events[seq - 1];
      return { at: track.position(node), alpha, beta, skipped: skipped.map(track.position) };
    }),
  };
}

/** What is wrong with an answer, by the recording of a search of all; nothing if it is right. */
function wrong({ best, value }, full) {
  const [track] = recorded({ recordings: [full] }).tracks;
  const right = outcome(full, track);
  const moves = track.visits[track.roots[0]].children;
  const worth = new Map(moves.map((one) => [track.position(track.visits[one].number), track.value(one, track.length)]));
  if (worth.get(best) === right.value && value === right.value) return "";
  return `That is wrong: ${best} is worth ${worth.get(best)}, as minimax finds, and ${right.best} is worth ${right.value}.`
    + " A bound that a cut gave back was taken for a value.";
}
