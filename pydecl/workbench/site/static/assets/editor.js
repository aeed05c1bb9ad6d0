// The editor of the pages: Prolog in colours, with findings at their places and words that complete themselves.

import { byId } from "./elements.js";
import { completions } from "./interface.js";
import { prologLanguage } from "./prolog_language.js";
import {
  Compartment,
  EditorState,
  EditorView,
  HighlightStyle,
  autocompletion,
  bracketMatching,
  completionKeymap,
  defaultKeymap,
  drawSelection,
  forEachDiagnostic,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSelectionMatches,
  highlightSpecialChars,
  history,
  historyKeymap,
  indentOnInput,
  indentUnit,
  indentWithTab,
  keymap,
  lineNumbers,
  lintGutter,
  nextDiagnostic,
  previousDiagnostic,
  searchKeymap,
  setDiagnostics,
  setDiagnosticsEffect,
  syntaxHighlighting,
  tags,
} from "./vendor/codemirror.js";

const COLOURS = HighlightStyle.define([
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
  { tag: tags.definition(tags.function(tags.variableName)), color: "var(--accent)", fontWeight: "700" },
  { tag: [tags.definitionOperator, tags.punctuation, tags.controlKeyword], fontWeight: "700" },
  { tag: [tags.meta, tags.operatorKeyword], color: "var(--accent)" },
  { tag: tags.variableName, color: "var(--code-variable)" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: tags.number, color: "var(--code-number)" },
]);

/** What is found in a text is found in no other: a change takes it away in the same step. */
const forgetting = EditorState.transactionExtender.of((change) =>
  change.docChanged ? { effects: setDiagnosticsEffect.of([]) } : null,
);

/** Where the meaning of a word stands: beside the list of words, or, if there is no room, on its far side. */
function positionInfo(view, list, option, info, space) {
  const width = info.right - info.left;
  const style = `top: ${option.top - list.top}px`;
  if (space.right - list.right >= width) return { style, class: "cm-completionInfo-right" };
  if (list.left - space.left >= width) return { style, class: "cm-completionInfo-left" };
  const isAbove = list.top < view.coordsAtPos(view.state.selection.main.head).top;
  return { style: `${isAbove ? "bottom" : "top"}: ${list.bottom - list.top}px; left: ${Math.min(0, space.right - list.left - width)}px` };
}

/** How long the cursor takes to blink, in milliseconds; it does not where motion is unwanted. */
const BLINK = 1200;
const IS_STILL = matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The page's own key: nothing happens in the text. */
const LEFT_TO_THE_PAGE = [{ key: "Mod-Enter", run: () => true }];

const KEYS = [
  ...LEFT_TO_THE_PAGE,
  { key: "F8", run: nextDiagnostic, preventDefault: true },
  { key: "Shift-F8", run: previousDiagnostic, preventDefault: true },
  ...completionKeymap,
  ...defaultKeymap,
  ...historyKeymap,
  ...searchKeymap,
  indentWithTab,
];

const SEVERITIES = { error: "error", warning: "warning", note: "info" };

/** What a finding says in one line, with its remedy in the next. */
const sentence = ({ severity, code, message, remedy }) =>
  `${severity}${code ? ` ${code}` : ""}: ${message}${remedy ? `\n${remedy}` : ""}`;

/** Text that is typed over other text. Chromium would give it the other's look by a style, which the pages forbid. */
const typedOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { selection, readOnly } = view.state;
    if (event.inputType !== "insertText" || event.isComposing || selection.main.empty || readOnly) return false;
    view.dispatch(view.state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
    return true;
  },
});

export class Editor {
  #view;
  #readOnly = new Compartment();
  #extensions;
  #here = byId("here");

  /**
   * An editor in an element; `changed()` is called when somebody has changed the text. The page has what names and
   * describes it, and an element that says what was found where the cursor is.
   */
  constructor(parent, changed) {
    const attributes = { id: "rules", "aria-labelledby": "rules-title", "aria-describedby": "rules-note" };
    this.#extensions = [
      lineNumbers(),
      lintGutter(),
      highlightSpecialChars(),
      history(),
      drawSelection({ cursorBlinkRate: IS_STILL ? 0 : BLINK }),
      indentUnit.of("    "),
      indentOnInput(),
      bracketMatching(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      highlightSelectionMatches(),
      autocompletion({ icons: false, positionInfo }),
      prologLanguage(...completions),
      syntaxHighlighting(COLOURS),
      forgetting,
      typedOver,
      keymap.of(KEYS),
      EditorView.contentAttributes.of({ ...attributes, tabindex: "0", spellcheck: "false", autocapitalize: "off" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !update.transactions.some((one) => one.isUserEvent("load"))) changed();
        if (update.docChanged || update.selectionSet) this.#tell();
      }),
    ];
    this.#view = new EditorView({ parent, state: this.#state("", false) });
  }

  #state(text, isFixed) {
    return EditorState.create({
      doc: text,
      extensions: [...this.#extensions, this.#readOnly.of(EditorState.readOnly.of(isFixed))],
    });
  }

  get text() {
    return this.#view.state.doc.toString();
  }

  get isFixed() {
    return this.#view.state.readOnly;
  }

  /** Show another text. To undo that brings the last one back, unless one of the two cannot be changed. */
  load(text, { isFixed = false } = {}) {
    if (isFixed || this.isFixed) this.#view.setState(this.#state(text, isFixed));
    else {
      const changes = { from: 0, to: this.#view.state.doc.length, insert: text };
      this.#view.dispatch({ changes, selection: { anchor: 0 }, userEvent: "load" });
    }
    this.#view.scrollDOM.scrollTo(0, 0);
    this.#tell();
  }

  /** Let nobody change the text until another one is loaded. */
  fix() {
    this.#view.dispatch({ effects: this.#readOnly.reconfigure(EditorState.readOnly.of(true)) });
  }

  /** Show what was found in the text: `{line, column, length, severity, code, message, remedy}`. */
  mark(findings) {
    const marks = findings.filter(({ line }) => line).map((one) => ({
      ...this.#range(one),
      severity: SEVERITIES[one.severity],
      message: sentence(one),
    }));
    this.#view.dispatch(setDiagnostics(this.#view.state, marks));
    this.#tell();
  }

  goTo(line, column) {
    const { from } = this.#range({ line, column });
    const effects = EditorView.scrollIntoView(from, { y: "center" });
    this.#view.dispatch({ selection: { anchor: from }, effects });
    this.#view.focus();
  }

  focus() {
    this.#view.focus();
  }

  /** The offsets of a place: columns count characters, which may be two units of a text here. */
  #range({ line, column, length = 0 }) {
    const { doc } = this.#view.state;
    const { from, to, text } = doc.line(Math.min(Math.max(line, 1), doc.lines));
    if (!column) return { from: from + text.search(/\S|$/), to };
    const start = from + units(text, column - 1);
    const behind = units(doc.sliceString(start, Math.min(doc.length, start + 2 * length)), length);
    const token = /^(?:[\p{L}\p{N}_]+|\S)/u.exec(text.slice(start - from));
    return { from: start, to: length > 1 ? start + behind : start + (token?.[0].length ?? 0) };
  }

  #tell() {
    const { from: at } = this.#view.state.selection.main;
    const said = [];
    forEachDiagnostic(this.#view.state, ({ message }, from, to) => {
      if (from <= at && at <= to) said.push(message.replace("\n", " "));
    });
    const now = said.join(" ");
    if (this.#here.textContent !== now) this.#here.textContent = now; // what is said again is heard again
  }
}

/** How many units the first characters of a text are. */
function units(text, characters) {
  let count = 0;
  for (const one of text) {
    if (characters-- <= 0) break;
    count += one.length;
  }
  return count;
}
