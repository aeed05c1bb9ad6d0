/*  Othello, as prolog/games/othello.pl: squares in reading order, the value is the lead in
    discs. WIDTH and HEIGHT are flags. */

#include "prelude.h"

#ifndef WIDTH
#define WIDTH 8
#define HEIGHT 8
#endif

enum { EMPTY, B, W };

struct position {
    char mover;
    char cells[HEIGHT * WIDTH];
};

struct cursor {
    int square;
    bool moved;
};

typedef int value;

static const signed char STEPS[8][2] = {
    {-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}
};

static void initial(struct position *p)
{
    char *middle = p->cells + (HEIGHT / 2 - 1) * WIDTH + WIDTH / 2 - 1;
    memset(p, EMPTY, sizeof *p);
    p->mover = B;
    middle[0] = middle[WIDTH + 1] = W;
    middle[1] = middle[WIDTH] = B;
}

static bool max_to_move(const struct position *p)
{
    return p->mover == B;
}

/*  How many discs a disc of player on an empty square turns over, and which. */

static int turned(const char *cells, int player, int square, char *discs)
{
    int direction, count = 0;
    for (direction = 0; direction < 8; direction++) {
        int down = STEPS[direction][0], right = STEPS[direction][1], length = 0;
        int row = square / WIDTH + down, column = square % WIDTH + right;
        while (row >= 0 && row < HEIGHT && column >= 0 && column < WIDTH
                && cells[row * WIDTH + column] == B + W - player) {
            discs[count + length++] = row * WIDTH + column;
            row += down;
            column += right;
        }
        if (row >= 0 && row < HEIGHT && column >= 0 && column < WIDTH && cells[row * WIDTH + column] == player)
            count += length;
    }
    return count;
}

static bool can_place(const struct position *p, int player)
{
    char discs[HEIGHT * WIDTH];
    int square;
    for (square = 0; square < HEIGHT * WIDTH; square++)
        if (p->cells[square] == EMPTY && turned(p->cells, player, square, discs))
            return true;
    return false;
}

/*  Who cannot place a disc passes, where the other can. */

static bool next_move(const struct position *p, struct cursor *c, struct position *next)
{
    char discs[HEIGHT * WIDTH];
    while (c->square < HEIGHT * WIDTH) {
        int square = c->square++, count, i;
        if (p->cells[square] != EMPTY)
            continue;
        count = turned(p->cells, p->mover, square, discs);
        if (count == 0)
            continue;
        *next = *p;
        next->mover = B + W - p->mover;
        next->cells[square] = p->mover;
        for (i = 0; i < count; i++)
            next->cells[(int) discs[i]] = p->mover;
        c->moved = true;
        return true;
    }
    if (c->moved || !can_place(p, B + W - p->mover))
        return false;
    c->moved = true;
    *next = *p;
    next->mover = B + W - p->mover;
    return true;
}

static value static_value(const struct position *p)
{
    int square, lead = 0;
    for (square = 0; square < HEIGHT * WIDTH; square++)
        lead += (p->cells[square] == B) - (p->cells[square] == W);
    return lead;
}

#include "search.h"
