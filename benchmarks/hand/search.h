/*  Minimax and alpha-beta, as in lecture 19, for a game that has defined:

        struct position          a position
        struct cursor            how far its moves have been told; zero at the start
        value                    a type that holds static values
        bool next_move(const struct position *p, struct cursor *c, struct position *next)
                                 the next move's position, in order; false where there is none
        bool max_to_move(const struct position *p)
        value static_value(const struct position *p)
        void initial(struct position *p)

    Values are from MAX's point of view. A node is a call on a position, a leaf one that is
    evaluated. The cuts are strict: a value on a bound is exact.

    The parent process asks for minimax or alphabeta with the depth, the number of times
    that the search is repeated, and static values between which all others lie; the answer
    is the value, the nodes and the leaves of one search.
*/

static int64_t nodes, leaves;

static value search_minimax(const struct position *p, int64_t depth)
{
    struct cursor cursor = {0};
    struct position next;
    value best = 0;
    bool max = max_to_move(p), first = true;

    nodes++;
    while (depth > 0 && next_move(p, &cursor, &next)) {
        value v = search_minimax(&next, depth - 1);
        if (first || (max ? v > best : v < best))
            best = v;
        first = false;
    }
    if (first) {
        leaves++;
        return static_value(p);
    }
    return best;
}

static value search_alphabeta(const struct position *p, int64_t depth, value alpha, value beta)
{
    struct cursor cursor = {0};
    struct position next;
    value best = 0;
    bool max = max_to_move(p), first = true;

    nodes++;
    while (depth > 0 && next_move(p, &cursor, &next)) {
        value v = search_alphabeta(&next, depth - 1, alpha, beta);
        if (max ? v > beta : v < alpha)
            return v;
        if (first || (max ? v > best : v < best))
            best = v;
        if (max && v > alpha)
            alpha = v;
        if (!max && v < beta)
            beta = v;
        first = false;
    }
    if (first) {
        leaves++;
        return static_value(p);
    }
    return best;
}

static void answer(struct pd_call *call, value v, int64_t times)
{
    double told = (double) v;
    pd_write(call, &told, sizeof told);
    pd_write_ints(call, nodes / times, leaves / times);
}

PD_ENTRY(minimax)
{
    int64_t depth = pd_argument(call, 0), times = pd_argument(call, 1), i;
    struct position p;
    value v = 0;

    nodes = leaves = 0;
    for (i = 0; i < times; i++) {
        initial(&p);
        v = search_minimax(&p, depth);
    }
    answer(call, v, times);
}

PD_ENTRY(alphabeta)
{
    int64_t depth = pd_argument(call, 0), times = pd_argument(call, 1), bound = pd_argument(call, 2), i;
    struct position p;
    value v = 0;

    nodes = leaves = 0;
    for (i = 0; i < times; i++) {
        initial(&p);
        v = search_alphabeta(&p, depth, -bound, bound);
    }
    answer(call, v, times);
}
