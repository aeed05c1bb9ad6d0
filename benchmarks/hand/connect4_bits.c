/*  Connect-4, as prolog/games/connect4.pl with the evaluation `signed`: a word of bits for
    each player, a column in HEIGHT + 1 bits of which the highest stays 0. */

#include "prelude.h"

#ifndef WIDTH
#define WIDTH 7
#endif
#ifndef HEIGHT
#define HEIGHT 6
#endif

#define UP (HEIGHT + 1)     /* from a column to the next */

struct position {
    uint64_t discs[2];      /* of x and of o */
    int mover;              /* 0 is x */
};

struct cursor {
    int column;
};

typedef double value;

static void initial(struct position *p)
{
    memset(p, 0, sizeof *p);
}

static bool max_to_move(const struct position *p)
{
    return p->mover == 0;
}

static const int STEPS[4] = {1, UP, UP + 1, UP - 1};

static bool has_run(uint64_t discs)
{
    int direction;
    for (direction = 0; direction < 4; direction++) {
        int step = STEPS[direction];
        uint64_t pairs = discs & discs >> step;
        if (pairs & pairs >> 2 * step)
            return true;
    }
    return false;
}

static bool next_move(const struct position *p, struct cursor *c, struct position *next)
{
    uint64_t all = p->discs[0] | p->discs[1];
    if (c->column == 0 && has_run(p->discs[!p->mover]))
        c->column = WIDTH;
    while (c->column < WIDTH) {
        int bottom = UP * c->column++;
        if (!(all >> (bottom + HEIGHT - 1) & 1)) {
            uint64_t column = (((uint64_t) 1 << HEIGHT) - 1) << bottom;
            *next = *p;
            next->discs[p->mover] |= (all + ((uint64_t) 1 << bottom)) & column;
            next->mover = !p->mover;
            return true;
        }
    }
    return false;
}

/*  How many lines of four lie in the cells: a line starts where all its cells are there. */

static int lines_in(uint64_t cells)
{
    int direction, count = 0;
    for (direction = 0; direction < 4; direction++) {
        int step = STEPS[direction];
        uint64_t pairs = cells & cells >> step;
        count += pd_popcount(pairs & pairs >> 2 * step);
    }
    return count;
}

static uint64_t board(void)
{
    uint64_t cells = 0;
    int column;
    for (column = 0; column < WIDTH; column++)
        cells |= (((uint64_t) 1 << HEIGHT) - 1) << UP * column;
    return cells;
}

/*  Lines without an o, less those without an x: what neither has discs in counts in both. */

static value static_value(const struct position *p)
{
    uint64_t x = p->discs[0], o = p->discs[1], cells = board();
    if (has_run(x))
        return 1;
    if (has_run(o))
        return -1;
    if ((x | o) == cells)
        return 0;
    return (lines_in(cells & ~o) - lines_in(cells & ~x)) / (lines_in(cells) + 1.0);
}

#include "search.h"
