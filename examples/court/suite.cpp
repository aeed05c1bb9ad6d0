// Tests a game on a suite: `pydecl suite tictactoe -o tictactoe.jsonl`, then `./suite < tictactoe.jsonl`.
#include <algorithm>
#include <iostream>
#include <regex>
#include <set>
#include <string>
#include <vector>

using Names = std::vector<std::string>;

std::string field(const std::string& text, const std::string& name) {  // what stands behind "name":
  std::smatch found;
  std::regex_search(text, found, std::regex("\"" + name + "\": (\\[[^\\]]*\\]|[^,}]*)"));
  return found[1];
}

Names names(const std::string& list) {
  static const std::regex name("\"([^\"]*)\"");
  Names found;
  for (std::sregex_iterator at(list.begin(), list.end(), name), end; at != end; ++at) found.push_back((*at)[1]);
  return found;
}

struct TicTacToe {  // the program that is tested; moves have the names that the rules give them
  std::string board = ".........";
  int mover() const { return 1 - std::count(board.begin(), board.end(), '.') % 2; }
  void play(const std::string& move) { board[std::stoi(move) - 1] = "xo"[mover()]; }
  std::set<std::string> moves() const {
    std::set<std::string> found;
    for (int at = 0; at < 9; at++) if (board[at] == '.') found.insert(std::to_string(at + 1));
    return found;
  }
  std::string result() const {
    static const int lines[][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    for (auto [a, b, c] : lines)
      if (board[a] != '.' && board[a] == board[b] && board[b] == board[c]) return board[a] == 'x' ? "1" : "-1";
    return board.find('.') == std::string::npos ? "0" : "null";
  }
};

int main() {
  int number = 0;
  for (std::string text; std::getline(std::cin, text); number++) {
    TicTacToe game;
    for (auto& move : names(field(text, "line"))) game.play(move);
    const auto expected = names(field(text, "moves"));
    const bool isOver = game.result() != "null", isRight = game.result() == field(text, "result") &&
        (isOver || (std::to_string(game.mover()) == field(text, "mover") &&
                    game.moves() == std::set<std::string>(expected.begin(), expected.end())));
    if (!isRight) { std::cout << "line " << number + 1 << " is wrong: " << text << "\n"; return 1; }
  }
  std::cout << number << " positions are right\n";
}
