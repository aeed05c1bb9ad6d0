// Tests a game on a suite: `pydecl suite tictactoe -o tictactoe.jsonl`, then `node suite.js tictactoe.jsonl`.
const LINES = ["012", "345", "678", "036", "147", "258", "048", "246"];

// The program that is tested; moves have the names that the rules give them.
class TicTacToe {
  board = ".........";
  mover() { return 1 - (this.board.split(".").length - 1) % 2; }
  moves() { return [...this.board].flatMap((square, at) => (square === "." ? [`${at + 1}`] : [])); }
  play(move) { this.board = this.board.slice(0, move - 1) + "xo"[this.mover()] + this.board.slice(+move); }
  result() {
    const threes = LINES.map((line) => [...line].map((at) => this.board[at]).join(""));
    return threes.includes("xxx") ? 1 : threes.includes("ooo") ? -1 : this.board.includes(".") ? null : 0;
  }
}

const lines = require("fs").readFileSync(process.argv[2], "utf8").trim().split("\n");
for (const [number, text] of lines.entries()) {
  const entry = JSON.parse(text), game = new TicTacToe();
  entry.line.forEach((move) => game.play(move));
  const result = game.result();
  const found = result === null ? [game.mover(), game.moves().sort(), null] : [null, [], result];
  if (JSON.stringify(found) !== JSON.stringify([entry.mover, entry.moves.sort(), entry.result])) {
    console.log(`line ${number + 1}, after ${entry.line}: found ${JSON.stringify(found)}, expected ${text}`);
    process.exit(1);
  }
}
console.log(`${lines.length} positions are right`);
