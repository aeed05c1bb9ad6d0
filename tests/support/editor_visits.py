"""What a visitor does in the editor of a page: writes a text over another, reads it, sees what is marked."""

from __future__ import annotations

from typing import Any

EDITOR = "#rules:not([aria-readonly])"

READ = """async (editor) => {
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    const { EditorView } = await import(loaded.find((name) => name.endsWith("/vendor/codemirror.js")));
    return EditorView.findFromDOM(editor).state.doc.toString();
}"""


def write(page: Any, text: str) -> None:
    """Write a text in place of the one that is there, all at once."""
    page.focus(EDITOR)
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    page.keyboard.insert_text(text)


def written(page: Any) -> str:
    """The whole text, of which the page shows a part."""
    return str(page.locator("#rules").evaluate(READ))
