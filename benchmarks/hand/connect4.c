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
    char cells[WIDTH * HEIGHT];    /* column by column, from the bottom */
};

struct cursor {
    int column;
};

typedef double value;

static bool max_to_move(const struct position *p)
{
    return p->mover == X;
}

/*  All stretches of four cells in a column, a row or a diagonal. */

static char lines[4 * WIDTH * HEIGHT][4];
static int line_count;

static void make_lines(void)
{
    static const signed char STEPS[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    int column, row, direction, i;
    line_count = 0;
    for (direction = 0; direction < 4; direction++)
        for (column = 0; column + 3 * STEPS[direction][0] < WIDTH; column++)
            for (row = 0; row < HEIGHT; row++) {
                int last = row + 3 * STEPS[direction][1];
                if (last < 0 || last >= HEIGHT)
                    continue;
                for (i = 0; i < 4; i++)
                    lines[line_count][i] =
                        (column + i * STEPS[direction][0]) * HEIGHT + row + i * STEPS[direction][1];
                line_count++;
            }
}

static bool has_run(const struct position *p, int player)
{
    int i;
    for (i = 0; i < line_count; i++) {
        const char *line = lines[i];
        if (p->cells[(int) line[0]] == player && p->cells[(int) line[1]] == player
                && p->cells[(int) line[2]] == player && p->cells[(int) line[3]] == player)
            return true;
    }
    return false;
}

static void initial(struct position *p)
{
    make_lines();
    memset(p, 0, sizeof *p);
    p->mover = X;
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
            next->cells[column * HEIGHT + next->filled[column]++] = p->mover;
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

/*  Where nobody has won: the lines that x alone has discs in, less those of o, as a part of
    all and one more. */

static value static_value(const struct position *p)
{
    bool x_won = false, o_won = false;
    int i, lead = 0;
    for (i = 0; i < line_count; i++) {
        const char *line = lines[i];
        char a = p->cells[(int) line[0]], b = p->cells[(int) line[1]];
        char c = p->cells[(int) line[2]], d = p->cells[(int) line[3]];
        char any = a | b | c | d, all = a & b & c & d;
        lead += (any == X) - (any == O);
        x_won |= all == X;
        o_won |= all == O;
    }
    return x_won ? 1 : o_won ? -1 : full(p) ? 0 : lead / (line_count + 1.0);
}

#include "search.h"
