// A game to be played, whose values SWI-Prolog finds in this browser; the game and the moves stand in the address.

import { byId, element, option } from "./elements.js";
import { Engines } from "./engine.js";
import { json, keepForLater } from "./files.js";
import { consulted } from "./game.js";
import { LocalPlay } from "./local_play.js";
import { playHere } from "./playing.js";
import { carried } from "./sharing.js";

const place = byId("playing");
const engines = new Engines();
const site = await json("site.json");
const given = new URLSearchParams(location.search);
const own = await carried(given);
const name = own === null ? given.get("game") ?? "tictactoe" : "";
const hash = own === null ? "" : location.hash;
const [game, who] = [byId("game"), byId("who")];

for (const [label, isTree] of [["Games", false], ["Trees and graphs of lectures", true]]) {
  const some = site.games.filter(({ shown }) => shown.endsWith(".pl") !== isTree);
  game.append(element("optgroup", { label }, ...some.map((one) => option(one.name, one.title))));
}
if (own !== null) game.prepend(option("", "your rules"));
game.value = name;
game.addEventListener("change", () => location.assign(`?${new URLSearchParams({ game: game.value, as: who.value })}`));

try {
  const found = own === null ? site.games.find((one) => one.name === name) : { file: "game.pl", text: own, title: "Your rules", about: "" };
  if (!found) throw new Error(`There is no game ${name}.`);
  byId("title").textContent = found.title;
  byId("about").textContent = found.about;
  const opened = async () => consulted(await engines.fresh(), site, found);
  const host = new LocalPlay(await opened(), await opened(), {
    name: `play ${name}${hash}`,
    facts: found.facts,
    why: (position) => `../step/?${new URLSearchParams({ ...(own === null ? { game: name } : {}), position, depth: 3 })}${hash}`,
  });
  await playHere(place, host);
} catch (error) {
  place.replaceChildren(element("p", { class: "complaint", role: "alert" }, error.message));
}
place.dataset.ready = "";
keepForLater();
