/*  Tic-tac-toe, as prolog/games/tictactoe.pl: cells filled in the order of their numbers. */

#include "prelude.h"

enum { EMPTY, X, O };

struct position {
    char mover;
    char cells[9];
};

struct cursor {
    int cell;       /* that is looked at next */
};

typedef int value;

static const char LINES[8][3] = {
    {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}
};

static bool has_won(const struct position *p, int player)
{
    int i;
    for (i = 0; i < 8; i++) {
        const char *line = LINES[i];
        if (p->cells[(int) line[0]] == player && p->cells[(int) line[1]] == player
                && p->cells[(int) line[2]] == player)
            return true;
    }
    return false;
}

static void initial(struct position *p)
{
    memset(p, 0, sizeof *p);
    p->mover = X;
}

static bool max_to_move(const struct position *p)
{
    return p->mover == X;
}

/*  Only who has just moved can have won. */

static bool next_move(const struct position *p, struct cursor *c, struct position *next)
{
    if (c->cell == 0 && has_won(p, X + O - p->mover))
        c->cell = 9;
    while (c->cell < 9) {
        int cell = c->cell++;
        if (p->cells[cell] == EMPTY) {
            *next = *p;
            next->cells[cell] = p->mover;
            next->mover = X + O - p->mover;
            return true;
        }
    }
    return false;
}

static value static_value(const struct position *p)
{
    return has_won(p, X) ? 1 : has_won(p, O) ? -1 : 0;
}

#include "search.h"
