// The essay on the site: SWI-Prolog in this browser searches the tree.

import { Engines } from "./engine.js";
import { begin } from "./essay.js";
import { json, keepForLater } from "./files.js";
import { consulted } from "./game.js";
import { replayedPlaces, steps, traced } from "./tracing.js";

const SECONDS = 30;

const engines = new Engines();
const site = json("site.json");
const game = site.then(async (told) => consulted(await engines.fresh(), told, { file: "games/tree.pl" }));
let before = game; // an engine is asked one thing at a time

function facts({ name, mover, value, children }) {
  if (!children) return [`leaf(${name},${mover},${value})`];
  return [`inner(${name},${mover},[${children.map((child) => child.name)}])`, ...children.flatMap(facts)];
}

async function searched(root, name) {
  const { programs } = await site;
  const program = programs.find((one) => one.name === name);
  const rules = await game;
  await rules.term(`replace([root/1,inner/3,leaf/3],[root(${root.name}),${facts(root)}])`);
  const question = { position: root.name, depth: null, seconds: SECONDS };
  const { answer, recorded } = await traced(rules, program, question);
  return { ...steps(recorded, "", recorded.positions), best: recorded.positions.indexOf(answer.best), question };
}

/** The essay, for those who ask it what it shows. */
export const essay = await begin(document.getElementById("why"), {
  record(root, program) {
    const answer = before.then(() => searched(root, program));
    before = answer.catch(() => {});
    return answer;
  },
  places: async (recording, track) => replayedPlaces(engines, await site, recording, track, SECONDS),
});
keepForLater();
