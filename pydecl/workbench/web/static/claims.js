// The verdicts on a lecture's claims, as they come.

import { byId, element } from "/assets/elements.js";
import { stream } from "./asking.js";

const SIGNS = { true: "✓ true", false: "✗ false", underspecified: "? underspecified" };

const judged = byId("judged");
const progress = byId("progress");

if (judged) {
  const all = judged.querySelectorAll(".claim").length;
  let count = 0;
  stream(`/claims/verdicts?lecture=${encodeURIComponent(judged.dataset.lecture)}`, (part) => {
    count += 1;
    progress.textContent = `${count} of ${all} …`;
    const claim = byId(part.id);
    const verdict = claim.querySelector(".verdict");
    verdict.textContent = SIGNS[part.verdict] ?? "not decided in time";
    verdict.dataset.verdict = part.verdict ?? "";
    claim.querySelector(".witness").replaceChildren(
      part.witness ?? "", element("br"), element("code", {}, part.command));
  }, (wrong) => { progress.textContent = wrong ? `Ended: ${wrong}` : `${count} of ${all} are judged.`; });
}
