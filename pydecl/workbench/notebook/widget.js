// The stepper as a widget: what anywidget asks of a module. It lives in a shadow root, apart from the notebook's styles.

import { mount, recorded } from "../site/static/assets/stepper.js";

export function render({ model, el }) {
  const root = el.shadowRoot ?? el.attachShadow({ mode: "open" });
  const style = document.createElement("style");
  style.textContent = model.get("_style");
  const place = document.createElement("div");
  root.replaceChildren(style, place);
  const source = recorded({ recordings: model.get("recordings"), naming: model.get("naming") });
  let shown = null;
  let [at, stepper] = [0, null];

  const moved = (seq) => {
    at = seq;
    model.set("at", seq);
    model.save_changes();
  };
  const show = () => {
    if (model.get("at") === at) return; // it comes from here
    stepper?.end();
    stepper = mount(place, source, { at: model.get("at"), moved });
    shown = stepper.begun;
  };
  show();
  model.on("change:at", show);
  return async () => {
    model.off("change:at", show);
    await shown;
    stepper.end();
  };
}
