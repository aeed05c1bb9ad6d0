// Tic-tac-toe as a system for `pydecl crosscheck tictactoe --against "command:node tictactoe.js"`.
// It reads one list of JSON a line, a word and its arguments, and answers each with one object a line.
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const states = new Map();
let made = 0;

function keep(board) {
  states.set(++made, board);
  return { state: made };
}

const movesOf = (board) => [...board].flatMap((square, at) => (square === "." ? [at] : []));
const moverOf = (board) => (movesOf(board).length % 2 ? 0 : 1);

function resultOf(board) {
  for (const [a, b, c] of LINES) {
    if (board[a] !== "." && board[a] === board[b] && board[b] === board[c]) return board[a] === "x" ? 1 : -1;
  }
  return board.includes(".") ? null : 0;
}

const words = {
  new: () => ({ ...keep("........."), system: "tictactoe.js" }),
  look: (state) => {
    const board = states.get(state), result = resultOf(board);
    const moves = result === null ? movesOf(board).map((at) => `square ${at}`) : [];
    return { mover: moverOf(board), moves, result };
  },
  play: (state, move) => {
    const board = states.get(state), at = movesOf(board)[move];
    return keep(board.slice(0, at) + "xo"[moverOf(board)] + board.slice(at + 1));
  },
  clone: (state) => keep(states.get(state)),
  drop: (...dropped) => (dropped.forEach((state) => states.delete(state)), {}),
  show: (state) => ({ text: states.get(state).replace(/(...)/g, "$1\n") }),
};

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const [word, ...rest] = JSON.parse(line);
  console.log(JSON.stringify(word in words ? words[word](...rest) : { error: `no word ${word}` }));
});
