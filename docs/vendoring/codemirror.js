// What the editor (assets/editor.js) uses of CodeMirror 6: the rest is not bundled.

export { Compartment, EditorState } from "@codemirror/state";
export {
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
export { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
export {
  HighlightStyle,
  LanguageSupport,
  StreamLanguage,
  bracketMatching,
  ensureSyntaxTree,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
export {
  forEachDiagnostic,
  lintGutter,
  nextDiagnostic,
  previousDiagnostic,
  setDiagnostics,
  setDiagnosticsEffect,
} from "@codemirror/lint";
export { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
export { autocompletion, completionKeymap, ifNotIn } from "@codemirror/autocomplete";
export { tags } from "@lezer/highlight";
