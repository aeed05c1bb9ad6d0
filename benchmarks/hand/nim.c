/*  Nim, as prolog/games/nim.pl: HEAPS, a flag, are the sizes of the heaps at the start. */

#include "prelude.h"

#ifndef HEAPS
#define HEAPS 1, 3, 5
#endif

static const int START[] = {HEAPS};

#define COUNT ((int) (sizeof START / sizeof START[0]))

struct position {
    bool max;
    int heaps[sizeof START / sizeof START[0]];
};

struct cursor {
    int heap;
    int taken;      /* from that heap, at the last move */
};

typedef int value;

static void initial(struct position *p)
{
    p->max = true;
    memcpy(p->heaps, START, sizeof START);
}

static bool max_to_move(const struct position *p)
{
    return p->max;
}

static bool next_move(const struct position *p, struct cursor *c, struct position *next)
{
    for (; c->heap < COUNT; c->heap++, c->taken = 0)
        if (c->taken < p->heaps[c->heap]) {
            *next = *p;
            next->heaps[c->heap] -= ++c->taken;
            next->max = !p->max;
            return true;
        }
    return false;
}

static value static_value(const struct position *p)
{
    int heap;
    for (heap = 0; heap < COUNT; heap++)
        if (p->heaps[heap])
            return 0;
    return p->max ? -1 : 1;
}

#include "search.h"
