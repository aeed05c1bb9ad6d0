/*  King and queen against king, as prolog/games/kqk.pl: the king's moves before the queen's,
    directions clockwise from straight up, nearer squares first. */

#include "prelude.h"

#define SIZE 8

struct square {
    signed char x, y;       /* from 1; a queen that has been taken is at 0, 0 */
};

struct position {
    bool white;
    struct square king, queen, black;
};

struct cursor {
    int direction;
    int distance;           /* of the queen's last move in this direction */
    bool queen;             /* whether it is the queen's turn */
};

typedef int value;

static const signed char STEPS[8][2] = {
    {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}
};

static void initial(struct position *p)
{
    p->white = true;
    p->king = (struct square) {4, 6};
    p->queen = (struct square) {1, 7};
    p->black = (struct square) {5, 8};
}

static bool max_to_move(const struct position *p)
{
    return p->white;
}

static int size_of(int number)
{
    return number < 0 ? -number : number;
}

static int sign_of(int number)
{
    return (number > 0) - (number < 0);
}

static bool same(struct square one, struct square other)
{
    return one.x == other.x && one.y == other.y;
}

static bool near(struct square one, struct square other)
{
    return size_of(one.x - other.x) <= 1 && size_of(one.y - other.y) <= 1;
}

static bool on_board(struct square s)
{
    return s.x >= 1 && s.x <= SIZE && s.y >= 1 && s.y <= SIZE;
}

static struct square stepped(struct square from, int direction, int distance)
{
    from.x += STEPS[direction][0] * distance;
    from.y += STEPS[direction][1] * distance;
    return from;
}

/*  Only the white king can be in the queen's way. */

static bool attacks(struct square queen, struct square target, struct square king)
{
    int right = target.x - queen.x, up = target.y - queen.y;
    int king_right = king.x - queen.x, king_up = king.y - queen.y;
    if (right && up && size_of(right) != size_of(up))
        return false;
    if (king_right && king_up && size_of(king_right) != size_of(king_up))
        return true;
    if (sign_of(king_right) != sign_of(right) || sign_of(king_up) != sign_of(up))
        return true;
    return size_of(king_right) + size_of(king_up) >= size_of(right) + size_of(up);
}

static bool next_of_white(const struct position *p, struct cursor *c, struct position *next)
{
    if (p->queen.x == 0)
        return false;
    *next = *p;
    next->white = false;
    while (!c->queen && c->direction < 8) {
        next->king = stepped(p->king, c->direction++, 1);
        if (on_board(next->king) && !same(next->king, p->queen) && !near(next->king, p->black))
            return true;
    }
    if (!c->queen) {
        c->queen = true;
        c->direction = 0;
    }
    next->king = p->king;
    for (; c->direction < 8; c->direction++, c->distance = 0) {
        next->queen = stepped(p->queen, c->direction, ++c->distance);
        if (on_board(next->queen) && !same(next->queen, p->king) && !same(next->queen, p->black))
            return true;
    }
    return false;
}

static bool next_of_black(const struct position *p, struct cursor *c, struct position *next)
{
    *next = *p;
    next->white = true;
    while (c->direction < 8) {
        struct square to = stepped(p->black, c->direction++, 1);
        if (!on_board(to) || near(to, p->king))
            continue;
        next->black = to;
        next->queen = p->queen;
        if (same(to, p->queen))
            next->queen = (struct square) {0, 0};
        else if (attacks(p->queen, to, p->king))
            continue;
        return true;
    }
    return false;
}

static bool next_move(const struct position *p, struct cursor *c, struct position *next)
{
    return p->white ? next_of_white(p, c, next) : next_of_black(p, c, next);
}

/*  Mate is 1, all else 0. */

static value static_value(const struct position *p)
{
    struct cursor cursor = {0};
    struct position next;
    return !p->white && attacks(p->queen, p->black, p->king) && !next_of_black(p, &cursor, &next);
}

#include "search.h"
