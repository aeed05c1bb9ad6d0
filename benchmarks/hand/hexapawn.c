/*  Hexapawn, as prolog/games/hexapawn.pl: files from the left, and on a file ranks from
    White's side; a pawn takes to the left, goes ahead, takes to the right. */

#include "prelude.h"

#ifndef WIDTH
#define WIDTH 3
#endif
#ifndef HEIGHT
#define HEIGHT 3
#endif

enum { EMPTY, W, B };

struct position {
    char mover;
    char cells[HEIGHT][WIDTH];      /* ranks from White's side */
};

struct cursor {
    int tried;      /* three targets for each cell, the cells file by file */
};

typedef int value;

static void initial(struct position *p)
{
    memset(p, EMPTY, sizeof *p);
    memset(p->cells[0], W, WIDTH);
    memset(p->cells[HEIGHT - 1], B, WIDTH);
    p->mover = W;
}

static bool max_to_move(const struct position *p)
{
    return p->mover == W;
}

static bool arrived(const struct position *p, int player)
{
    const char *last = p->cells[player == W ? HEIGHT - 1 : 0];
    int file;
    for (file = 0; file < WIDTH; file++)
        if (last[file] == player)
            return true;
    return false;
}

static bool next_move(const struct position *p, struct cursor *c, struct position *next)
{
    int opponent = W + B - p->mover;
    if (c->tried == 0 && (arrived(p, W) || arrived(p, B)))
        return false;
    while (c->tried < 3 * WIDTH * HEIGHT) {
        int cell = c->tried / 3, aside = c->tried % 3 - 1;
        int file0 = cell / HEIGHT, rank0 = cell % HEIGHT;
        int file = file0 + aside, rank = rank0 + (p->mover == W ? 1 : -1);
        c->tried++;
        if (p->cells[rank0][file0] != p->mover) {
            c->tried = 3 * (cell + 1);
            continue;
        }
        if (file < 0 || file >= WIDTH || rank < 0 || rank >= HEIGHT)
            continue;
        if (p->cells[rank][file] == (aside ? opponent : EMPTY)) {
            *next = *p;
            next->cells[rank0][file0] = EMPTY;
            next->cells[rank][file] = p->mover;
            next->mover = opponent;
            return true;
        }
    }
    return false;
}

static value static_value(const struct position *p)
{
    struct cursor cursor = {0};
    struct position next;
    int rank, file, lead = 0;

    if (arrived(p, W))
        return 100;
    if (arrived(p, B))
        return -100;
    if (!next_move(p, &cursor, &next))
        return p->mover == W ? -100 : 100;
    for (rank = 0; rank < HEIGHT; rank++)
        for (file = 0; file < WIDTH; file++)
            lead += (p->cells[rank][file] == W) - (p->cells[rank][file] == B);
    return lead;
}

#include "search.h"
