"""What the names of predicates say, in the languages of the courses: a hint, and never more than that."""

from __future__ import annotations

import re
from collections.abc import Sequence


def listed(text: str) -> tuple[str, ...]:
    """The words of a text."""
    return tuple(text.split())


START = listed(
    "init initial start starting begin beginning first empty new create make setup board grid "
    "state inicial inicio inicializar tablero tabuleiro estado vazio plateau grille depart "
    "initialiser debut"
)
NO_START = listed(
    "test final end mid middle intermediate won win example sample demo debug double print "
    "display show almost teste fin over draw filled full rafle promocion"
)
EMPTY = listed("empty blank vazio vacio vide void clear")
WIN = listed(
    "win wins winner winning won victory victorious ganador gana ganado vencedor vence venceu "
    "gagne gagnant victoire vainqueur ganhou ganadora winr"
)
LINE = listed("over terminal finished check three four row line lines align aligned connected gameover")
OVER = listed(
    "over end ended finished terminal done final fin fini fim termino terminado terminou acabou full draw "
    "tie drawn empate gameover endgame stalemate stop complete filled"
)
ENDED = (*WIN, *listed("over ended finished terminal gameover endgame fim fini acabou terminado terminou"))
LEGAL = listed(
    "legal valid possible allowed available permitted valido valida validos validas posible posibles "
    "possivel possiveis legais legales valide legale autorise"
)
AHEAD = listed("can could will might threat threatens")
TRIAL = listed("test tests testing teste prueba debug demo example sample benchmark bench")
MOVE = listed(
    "move moves make play place put insert drop add mark set jogar mover jugar jugada coup jouer "
    "joue pose placer tachar jogada step next successor transition apply do act turn sow"
)
PLAYER = listed(
    "player players jogador joueur jugador mark marks piece pieces pawn color colour couleur cor symbol "
    "side turn token disc disk stone state ficha peca pion signe"
)
CHOOSER = listed(
    "ai ia bot computer best minimax minmax alphabeta choose random machine smart think negamax "
    "search human user ask input read test debug print display show draw evaluate eval value "
    "score heuristic maximize minimize alpha beta bounded goodenough recommend choice chooser "
    "afficher imprimir write"
)

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def words(name: str) -> Sequence[str]:
    """The words of a predicate's name.

    >>> words("isGameOver_now")
    ['is', 'game', 'over', 'now']
    """
    return [word.lower() for word in _WORD.findall(name)]


def says(name: str, hints: Sequence[str]) -> bool:
    """Whether one of the words of a name is among these, or the name begins or ends with a long one."""
    lower = name.lower()
    return any(word in hints for word in words(name)) or any(
        len(hint) > 3 and (lower.startswith(hint) or lower.endswith(hint)) for hint in hints
    )
