"""How Sphinx makes the manual: `sphinx-build -W -b html docs OUT`; it needs no network."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from pydecl import __version__  # noqa: E402  found by the line above

project = "pydecl"
author = "the pydecl authors"
copyright = "the pydecl authors"  # noqa: A001  Sphinx calls it so
release = __version__
html_title = f"pydecl {__version__.partition('.dev')[0]}"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_copybutton", "reference"]
source_suffix = {".md": "markdown"}
root_doc = "index"
exclude_patterns = ["vendoring", "reference"]

myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence", "deflist"]
myst_links_external_new_tab = False
highlight_language = "none"

default_role = "code"  # docstrings have single backticks around what is code
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 80

copybutton_prompt_text = r"\$ |>>> |\.\.\. "
copybutton_prompt_is_regexp = True
copybutton_only_copy_prompt_lines = True
copybutton_line_continuation_character = "\\"

html_theme = "furo"
html_static_path = ["static"]
html_css_files = ["manual.css"]
html_show_sourcelink = False
html_theme_options = {"navigation_with_keys": True}
