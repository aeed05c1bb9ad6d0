// A game that is played in the page: the board, the moves and what they are worth, the record.

import { clickable } from "./board.js";
import { button, element, image } from "./elements.js";
import { Evaluation, players } from "./evaluation.js";
import { Worth } from "./worth.js";

/**
 * Play in an element from the end of a line of moves on. The host knows the rules: `situation(line)` gives {svg, text,
 * caption, ended, mover, moves: [{number, said, why}], turns: [{mover, move}]}, or nothing; `places(line)` is what
 * `clickable` takes; `reply(line)` the program's {number}; `values(line, tell)`, if it has some, tells what Worth hears, and
 * gives what ends that; `isOurs(mover)` says whose moves are a person's, and `moved(line)` is told where one is; `name` is
 * the game's.
 */
export async function play(place, host, line = []) {
  place.leave?.();
  let isLeft = false;
  place.leave = () => { isLeft = true; };
  const found = await host.situation(line);
  if (!found || isLeft) return;
  host.moved?.(line);
  const go = (number) => play(place, host, [...line, number]);
  const isOurs = host.isOurs?.(found.mover) ?? true;
  const answer = async () => {
    const best = await host.reply(line);
    if (best && !isLeft) await go(best.number);
  };

  const picture = element("div", { id: "picture" },
    found.svg ? element("img", { src: image(found.svg), alt: found.text }) : element("pre", {}, found.text));
  const rows = found.moves.map(({ number, said, why }) =>
    element("li", why ? { "data-why": why } : {}, button(said, () => go(number)), element("span", { class: "worth" })));
  const [progress, best] = [element("p", { class: "note", role: "status" }), element("p", { id: "best", hidden: "" })];
  const others = [
    button("Undo", () => play(place, host, line.slice(0, isOurs && line.length > 1 && host.isOurs ? undone(found.turns, host) : -1))),
    button("Let the program move", answer), button("Start again", () => play(place, host)),
  ];
  [others[0].disabled, others[1].disabled, others[2].disabled] = [!line.length, !rows.length, !line.length];
  const [who, value] = [element("div"), element("div", { class: "evaluation" })];
  const choices = element("p", { class: "row", role: "group", "aria-label": "Moves that fit" });
  const unsure = (indices) => choices.replaceChildren(...indices.map((index) => button(found.moves[index].said, () => go(found.moves[index].number))));
  place.replaceChildren(
    element("section", {}, element("h2", { class: "sr" }, "The board"), who, picture,
      element("p", { id: "turn", role: "status" }, found.ended || found.caption), choices, value,
      element("p", { class: "row" }, ...others)),
    element("section", {}, element("h2", {}, "Moves"), progress, element("ul", { id: "moves" }, ...rows), best, element("h2", {}, "The record"),
      element("ol", { class: "record" }, ...found.turns.map((turn) => element("li", {}, `${turn.mover} ${turn.move}`)))));
  if (!isOurs && rows.length) answer();

  const movers = found.turns.map(({ mover }) => mover);
  const board = host.places(line).catch(() => null).then((places) => {
    if (isLeft) return null;
    who.replaceChildren(players(found.ended ? null : found.mover, movers, places?.colours, host.isOurs));
    const live = { ...places, ended: found.ended, moves: isOurs ? places?.moves : [] };
    return places && clickable(picture, live, (index) => go(found.moves[index].number), unsure);
  });
  if (!host.values) return;
  const evaluation = new Evaluation(value, {
    game: host.name, line, ended: found.ended, movers,
    goTo: (plies) => play(place, host, line.slice(0, plies)),
    values: (plies, tell, done) => host.values(line.slice(0, plies), tell, done),
  });
  if (!rows.length || !isOurs) return;
  const worth = new Worth(rows, found.mover, progress, best, (values, value) => {
    evaluation.tell(value);
    board.then((one) => one?.values(values));
  });
  const end = host.values(line, (part) => { if (!isLeft) worth.heard(part); }, (wrong) => { if (!isLeft) worth.ended(wrong); });
  place.leave = () => {
    isLeft = true;
    end();
  };
}

/** How many turns stay if a person's last turn is taken back, and the program's reply. */
const undone = (turns, host) => Math.max(0, turns.findLastIndex(({ mover }) => host.isOurs(mover)));
