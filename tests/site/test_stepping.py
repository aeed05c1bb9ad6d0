"""On /try, a trace is stepped through with the keyboard."""

from __future__ import annotations

from typing import Any

from site_visits import DONE


def test_a_trace_is_stepped_through_with_the_keyboard_alone(trying: Any) -> None:
    trying.select_option("#game", label="lecture19")
    trying.focus("#trace")
    trying.keyboard.press("Enter")
    trying.wait_for_selector("#stepping:not([hidden])")
    trying.wait_for_selector(DONE)
    trying.focus("#stepping > summary")
    trying.keyboard.press("Enter")
    trying.wait_for_selector(".stepper button:focus")
    assert trying.inner_text(".stepper .caption").startswith("MAX is to move at a")
    assert trying.text_content(".frame .node.current .name") == "a"
    trying.keyboard.press("c")
    assert trying.text_content(".frame .node.current .name") == "e"
    assert trying.locator(".tree .stub.cut text").all_text_contents() == ["l", "beta 4", "from b (shallow)"]
    cut = "MAX has 5 at e; MIN can hold MAX to 4 at b: the rest of e (l) cannot matter."
    assert trying.inner_text(".stepper .caption") == cut
    for key, seq in (("n", "20"), ("b", "19"), ("Home", "1"), ("End", "35"), ("n", "35")):
        trying.keyboard.press(key)
        last = trying.get_attribute(".stepper .scrubber", "max")
        assert trying.input_value(".stepper .scrubber") == (last if seq == "35" else seq)
    trying.focus("#depth")
    trying.keyboard.press("Home")  # elsewhere the keys are not the stepper's
    assert trying.input_value(".stepper .scrubber") != "1"
