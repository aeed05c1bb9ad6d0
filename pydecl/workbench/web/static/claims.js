// The verdicts on a lecture's claims, as they come.

import { byId, element } from "/assets/elements.js";
import { fill } from "./asking.js";

const SIGNS = { true: "✓ true", false: "✗ false", underspecified: "? underspecified" };

const judged = byId("judged");

if (judged) {
  const all = judged.querySelectorAll(".claim").length;
  let count = 0;
  fill(judged, "/claims/verdicts", (part) => {
    count += 1;
    const claim = byId(part.id);
    const verdict = claim.querySelector(".verdict");
    verdict.textContent = SIGNS[part.verdict] ?? "not decided in time";
    verdict.dataset.verdict = part.verdict ?? "";
    claim.querySelector(".witness").replaceChildren(
      part.witness ?? "", element("br"), element("code", {}, part.command));
    return `${count} of ${all} …`;
  }, () => `${count} of ${all} are judged.`);
}
