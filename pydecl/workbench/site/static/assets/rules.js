// The page of one's own rules: an editor in which they are checked as one types, what is found, what programs answer,
// and a link that carries the text.
//
// `begin(host)` brings it to life. What runs the rules is the host's, a server or SWI-Prolog in this browser:
// `name` keeps the text in this tab; `starts` are the texts that one may begin with, {name, text, file}, and `note` says
// of one what can be done; `programs` are {name, summary, naive}; `without` are the ids of what the host cannot do.
// `check(rules, signal, tell)` tells what is found, {findings, refused}; `search(rules, fields, signal)` gives the answer,
// {pairs, picture, printed}; `step(rules, fields)` is the address of the stepper. `rules` are {text, start}.

import { Editor } from "./editor.js";
import { button, byId, described, element, option } from "./elements.js";
import { packed, unpacked } from "./sharing.js";
import { keep, kept } from "./unsaved.js";

const PAUSE = 150; // milliseconds without a key before the text is checked

const [place, answer, stop] = ["editor", "answer", "stop"].map(byId);

export async function begin(host) {
  for (const id of host.without) byId(id).remove();
  const page = new Page(host);
  addEventListener("pagehide", () => page.keep());
  addEventListener("hashchange", () => page.open());
  if (!(await page.open())) page.restore();
  return page;
}

class Page {
  constructor(host) {
    Object.assign(this, { host, start: host.starts[0], timer: 0, checking: null, asking: null });
    this.carried = ""; // what the address carries of the text, if it was opened or shared so
    this.shown = {}; // what is found
    this.opened = new Set(); // the codes that are explained
    this.form = byId("options");
    this.editor = new Editor(place, () => {
      this.asking?.abort(); // it is about another text
      this.typed();
    });
    this.fill();
    byId("game")?.addEventListener("change", () => this.begin(host.starts[byId("game").selectedIndex]));
    this.form.elements.program.addEventListener("change", () => this.describe());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.search();
    });
    byId("step").addEventListener("click", async () => location.assign(await host.step(this.rules, this.fields)));
    stop.addEventListener("click", () => this.asking?.abort());
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.asking?.abort();
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      this.form.requestSubmit();
    });
    byId("share").addEventListener("click", () => this.share());
    byId("example").addEventListener("click", () => {
      this.begin(host.starts[0]);
      this.editor.focus();
    });
  }

  get rules() {
    return { text: this.editor.text, start: this.start };
  }

  get fields() {
    return Object.fromEntries(new FormData(this.form));
  }

  fill() {
    const { programs, starts } = this.host;
    const { program } = this.form.elements;
    byId("game")?.append(...starts.map(({ name }) => option(name)));
    for (const [label, naive] of [["Programs", false], ["Faulty variants", true]]) {
      const some = programs.filter((one) => Boolean(one.naive) === naive).map(({ name }) => option(name));
      if (some.length) program.append(element("optgroup", { label }, ...some));
    }
    program.value = "alphabeta";
    this.describe();
  }

  describe() {
    const chosen = this.host.programs.find(({ name }) => name === this.form.elements.program.value);
    byId("about").textContent = chosen ? `${chosen.name}: ${chosen.summary}` : "";
    this.host.described?.(chosen);
  }

  // What is found

  typed() {
    delete place.dataset.checked;
    this.host.typed?.(this);
    this.checking?.abort();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), PAUSE);
  }

  async check() {
    this.checking = new AbortController();
    const { signal } = this.checking;
    const tell = (found, when = "") => {
      signal.throwIfAborted(); // an answer may come just as another text is typed
      this.tell(found, when);
      if (when) place.dataset.checked = "text";
    };
    try {
      if (!this.editor.text.trim()) throw new Error("There is no text yet.");
      await this.host.check(this.rules, signal, tell);
    } catch (error) {
      if (signal.aborted) return;
      this.tell({ findings: [], refused: null }, "");
      byId("state").textContent = error.message;
    }
    place.dataset.checked = "yes";
  }

  tell(found, when) {
    const count = found.findings.length;
    const said = found.refused ? "" : count ? `${count} finding${count > 1 ? "s" : ""}.` : "no findings.";
    byId("state").textContent = `${when} ${said}${when ? " The rules are being tried …" : ""}`.trim().replace(/^./, (one) => one.toUpperCase());
    this.editor.mark(found.findings);
    if (JSON.stringify(found) === JSON.stringify(this.shown)) return; // whoever reads them is not disturbed
    this.shown = found;
    const shown = found.findings.map((one) => this.explained(one));
    if (found.refused) shown.push(element("div", { class: "finding error" }, element("pre", { tabindex: 0 }, found.refused)));
    byId("findings").replaceChildren(...shown);
  }

  explained({ line, column, severity, code, message, excerpt, why, remedy }) {
    const at = column ? `${line}:${column}` : line;
    const to = line ? [button(at, () => this.editor.goTo(line, column), { title: "go there" }), " "] : [];
    const more = element("details", {},
      element("summary", {}, "Why, and what to do"), element("p", {}, why), element("p", {}, remedy));
    more.open = this.opened.has(code);
    more.addEventListener("toggle", () => this.opened[more.open ? "add" : "delete"](code));
    return element("div", { class: severity === "error" ? "finding error" : "finding" },
      element("p", {}, ...to, `${severity}${code ? ` ${code}` : ""}: ${message}`),
      ...(excerpt ? [element("pre", { tabindex: 0 }, excerpt)] : []), ...(why ? [more] : []));
  }

  /** Whether a message says only what stands among the findings. */
  isFound(message) {
    const { findings = [], refused } = this.shown;
    const errors = findings.filter((one) => one.severity === "error");
    return message === refused || (errors.length > 0 && errors.every((one) => message.includes(one.message)));
  }

  // Questions

  /** What `task(signal)` answers, or null: then it is said why. */
  async asked(task) {
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    stop.disabled = false;
    byId("checked").replaceChildren();
    answer.replaceChildren(element("p", {}, "Searching …"));
    try {
      return await task(asking.signal);
    } catch (error) {
      const said = asking.signal.aborted ? "Stopped." : this.isFound(error.message) ? "The rules are refused: see what is found." : error.message;
      answer.replaceChildren(element("pre", { class: "complaint", role: "alert", tabindex: 0 }, said));
      if (error.field) this.form.elements[error.field]?.focus();
      return null;
    } finally {
      if (this.asking === asking) stop.disabled = true;
    }
  }

  async search() {
    const found = await this.asked(async (signal) => {
      await this.loading;
      return this.host.search(this.rules, this.fields, signal);
    });
    if (!found) return;
    const { pairs, picture, printed } = found;
    answer.replaceChildren(
      ...(picture ? [element("pre", { id: "board" }, picture.trimEnd())] : []),
      element("dl", { id: "fields" }, ...described(pairs.filter(([, said]) => said))),
      ...(printed ? [element("details", { id: "printed" }, element("summary", {}, "What the rules printed"), element("pre", {}, printed))] : []));
  }

  // The text: the one that an address carries, or that was here before, or the example

  /** Begin with one of the texts, or with what was made of it. */
  begin(start, before = null) {
    this.asking?.abort();
    this.carried = "";
    if (location.hash) history.replaceState(null, "", location.pathname);
    this.start = start;
    if (byId("game")) byId("game").selectedIndex = this.host.starts.indexOf(start);
    this.editor.fix(); // what is typed now would be lost
    this.loading = Promise.resolve(before ?? start.text()).then((text) => this.start === start && this.load(text));
  }

  load(text) {
    byId("rules-note").textContent = this.host.note(this.start);
    this.editor.load(text, { isFixed: Boolean(this.start.isFixed) });
    this.typed();
  }

  async share() {
    this.carried = await packed(this.editor.text);
    history.replaceState(null, "", `#${this.carried}`);
    const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
    byId("shared").textContent = copied ? "The link is copied; it stands in the address, too." : "The link stands in the address.";
  }

  /** Show the text that the address carries, if it does. */
  async open() {
    const words = location.hash.slice(1);
    if (!words || byId(words)) return false;
    const before = kept(this.host.name);
    try {
      const text = await unpacked(words);
      this.start = this.host.starts[0];
      this.load(before?.carried === words ? before.text : text);
      this.carried = words;
      return true;
    } catch {
      byId("shared").textContent = "The link is incomplete: it carries no rules.";
      return false;
    }
  }

  restore() {
    const before = kept(this.host.name);
    const start = this.host.starts.find(({ name }) => name === before?.game);
    this.begin(start ?? this.host.starts[0], start && !start.isFixed ? before.text : null);
  }

  keep() {
    keep(this.host.name, { carried: this.carried, text: this.editor.text, game: this.start.name });
  }
}
