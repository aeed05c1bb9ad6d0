"""A static folder that any web server can serve: SWI-Prolog in the browser runs the programs.

In the room: what the folder holds and how it is written, the JavaScript of boards, trees and the stepper
(`static`), and a small server of one stepper for `pydecl step`.
Who may come in: `pydecl site` and `pydecl step`, the notebook, and the web server, whose pages are the same.
It must not know the server's processes; what a page computes, it computes in the browser.
"""
