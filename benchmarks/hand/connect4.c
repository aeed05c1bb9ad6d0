/*  Connect-4, as prolog/games/connect4.pl with the evaluation `signed`: the board as an
    array, looked at line by line. WIDTH and HEIGHT are flags. */

#include "prelude.h"

#ifndef WIDTH
#define WIDTH 7
#endif
#ifndef HEIGHT
#define HEIGHT 6
#endif

enum { EMPTY, X, O };

struct position {
    char mover;
    char filled[WIDTH];
    char cells[WIDTH][HEIGHT];
};

struct cursor {
    int column;
};

typedef double value;

static void initial(struct position *p)
{
    memset(p, 0, sizeof *p);
    p->mover = X;
}

static bool max_to_move(const struct position *p)
{
    return p->mover == X;
}

static const signed char STEPS[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};

/*  Whether four cells from a place on, in a direction, are on the board. */

static bool on_board(int column, int row, const signed char *step)
{
    int last_column = column + 3 * step[0], last_row = row + 3 * step[1];
    return last_column < WIDTH && last_row >= 0 && last_row < HEIGHT;
}

static bool has_run(const struct position *p, int player)
{
    int column, row, direction;
    for (column = 0; column < WIDTH; column++)
        for (row = 0; row < p->filled[column]; row++) {
            if (p->cells[column][row] != player)
                continue;
            for (direction = 0; direction < 4; direction++) {
                const signed char *step = STEPS[direction];
                int length = 1;
                if (!on_board(column, row, step))
                    continue;
                while (length < 4 && p->cells[column + length * step[0]][row + length * step[1]] == player)
                    length++;
                if (length == 4)
                    return true;
            }
        }
    return false;
}

/*  Only who has just moved can have won. */

static bool next_move(const struct position *p, struct cursor *c, struct position *next)
{
    if (c->column == 0 && has_run(p, X + O - p->mover))
        c->column = WIDTH;
    while (c->column < WIDTH) {
        int column = c->column++;
        if (p->filled[column] < HEIGHT) {
            *next = *p;
            next->cells[column][(int) next->filled[column]++] = p->mover;
            next->mover = X + O - p->mover;
            return true;
        }
    }
    return false;
}

static bool full(const struct position *p)
{
    int column;
    for (column = 0; column < WIDTH; column++)
        if (p->filled[column] < HEIGHT)
            return false;
    return true;
}

/*  The lines that x alone has discs in, less those of o, as a part of all and one more. */

static double estimate(const struct position *p)
{
    int column, row, direction, i, lead = 0, lines = 0;
    for (column = 0; column < WIDTH; column++)
        for (row = 0; row < HEIGHT; row++)
            for (direction = 0; direction < 4; direction++) {
                const signed char *step = STEPS[direction];
                int seen = 0;
                if (!on_board(column, row, step))
                    continue;
                for (i = 0; i < 4; i++)
                    seen |= p->cells[column + i * step[0]][row + i * step[1]];
                lead += (seen == X) - (seen == O);
                lines++;
            }
    return lead / (lines + 1.0);
}

static value static_value(const struct position *p)
{
    return has_run(p, X) ? 1 : has_run(p, O) ? -1 : full(p) ? 0 : estimate(p);
}

#include "search.h"
