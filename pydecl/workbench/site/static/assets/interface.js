// The predicates by which rules tell a game, as docs/rules.md has them; and the words of a text itself.

import { ensureSyntaxTree, ifNotIn } from "./vendor/codemirror.js";

const TOLD = [
  ["initial(Pos)", "A position in which the game starts; several solutions are several starts."],
  ["position(Pos)", "A position to solve, if the starts do not lead to all of them."],
  ["move(Pos, Move, Next)", "A legal move in Pos and the position it leads to, in order; none: the game is over."],
  ["move(Pos, Next)", "A position that a move leads to from Pos, in order; none: the game is over."],
  ["moves(Pos, Nexts)", "The list of all positions that moves lead to from Pos; fails if the game is over."],
  ["max_to_move(Pos)", "MAX is to move in Pos. Exactly one of this and min_to_move/1 holds of every position."],
  ["min_to_move(Pos)", "MIN is to move in Pos. Exactly one of this and max_to_move/1 holds of every position."],
  ["staticval(Pos, Val)", "How good Pos is for MAX, as one number; ends need it, and all positions at a depth limit."],
  ["terminalwon(Pos)", "The game is over in Pos, and MAX has won."],
  ["terminallost(Pos)", "The game is over in Pos, and MAX has lost."],
  ["turbulent(Pos)", "At the depth limit quiescence search does not evaluate Pos, but searches on."],
  ["plausible(Pos, Next)", "Forward pruning searches the successor Next; if none is plausible, all of them."],
  ["chance(Pos, Prob, Next)", "Chance moves in Pos, and goes to Next with this probability, such as 1r6."],
  ["layer(Pos, N)", "An integer that no move lowers: solve --to solves the game layer by layer."],
  ["canonical(Pos, Same)", "Same stands for Pos and all that are symmetric to it: --fold takes it for them."],
  ["moves_again", "This fact says that a player may move twice in a row."],
  ["move_text(Move)", "What a move is called in a tree that is drawn, as a DCG of character codes.", " -->"],
  ["position_text(Pos)", "How a position is shown, as a DCG of character codes.", " -->"],
  ["position_picture(Pos)", "The board that is drawn, as a DCG of its parts.", " -->"],
  ["default_depth(Depth)", "The depth in plies that a search takes by default, or unlimited."],
  ["default_plies(Plies)", "How many plies of positions a cross-check compares by default."],
];

const WORD = /[\p{L}_][\p{L}\p{M}\p{N}_]*/u;
const BOOST = 1;

/** How long the text may be read for its words, in milliseconds. */
const PATIENCE = 50;

const INTERFACE = TOLD.map(([written, info, arrow = ""]) => {
  const head = written + arrow;
  return { label: written.split("(")[0], displayLabel: head, apply: head, info, type: "function", boost: BOOST };
});

function begun(context) {
  const word = context.matchBefore(WORD);
  return word || context.explicit ? { from: word?.from ?? context.pos, validFor: WORD } : null;
}

function interfaces(context) {
  const word = begun(context);
  return word && { ...word, options: INTERFACE };
}

/** Atoms of the whole text, and the variables of the clause in which one types. */
function own(context) {
  const word = begun(context);
  const tree = word && ensureSyntaxTree(context.state, context.state.doc.length, PATIENCE);
  if (!tree) return null;
  const atoms = new Map();
  const variables = new Set();
  let isBehind = false;
  tree.iterate({
    enter({ name, from, to }) {
      if (name === "end" && from >= context.pos) isBehind = true;
      else if (name === "end") variables.clear();
      if (to === context.pos) return; // the word itself
      const said = context.state.sliceDoc(from, to);
      if (name === "variableName" && !isBehind) variables.add(said);
      if (name === "head") atoms.set(said, "function");
      if (name === "atom" && !atoms.has(said)) atoms.set(said, "text");
    },
  });
  for (const { label } of INTERFACE) atoms.delete(label);
  const options = [...atoms, ...[...variables].map((one) => [one, "variable"])];
  return { ...word, options: options.map(([label, type]) => ({ label, type })) };
}

const UNSAID = ["comment", "string", "quoted", "number"];

/** What completes a word, unless it stands in a comment or a quotation. */
export const completions = [ifNotIn(UNSAID, interfaces), ifNotIn(UNSAID, own)];
