/*  Value iteration on a compiled game of chance, as pydecl/programs/value_iteration.py has it, with the same doubles. */

enum { MOST_SWEEPS = 100000, DEFLATING = 8 };

static struct {
    double *lowers, *uppers;
    Numbers order, ends;    /* the positions, component by component; where each component ends */
    Numbers part;           /* the component of each, counted from 1 */
    Numbers endless;        /* those of one component where play can stay for ever */
    Numbers entered, lowest, at, stack, path;   /* while components are looked for */
    Numbers chains;         /* by component: how many with cycles lie one after the other from there */
    uint8_t *left;          /* 1 for those that may be among them */
    double *worth;          /* what their best way out is worth; for all others INFINITY */
    I sweeps;               /* of the component that took most of them */
    uint32_t watched;
} values;

static void values_clear(void) {
    free(values.lowers);
    free(values.uppers);
    free(values.left);
    free(values.worth);
    Numbers *all[] = {&values.order, &values.ends, &values.part, &values.endless, &values.entered, &values.lowest,
                      &values.at, &values.stack, &values.path, &values.chains};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) numbers_clear(all[i]);
    memset(&values, 0, sizeof values);
}

#define EACH_NEXT(i, k) for (size_t k = graph.first.p[i]; k < graph.first.p[(i) + 1]; k++)

static void watch_time(void) { if (!(++values.watched & 1023)) in_time(); }

/*  The strongly connected components, each after those that it leads to. */
static void find_components(void) {
    size_t count = positions.count;
    uint32_t met = 0, parts = 0;
    Numbers *all[] = {&values.entered, &values.lowest, &values.at, &values.stack, &values.path, &values.part};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) zeros(all[i], count);
    uint32_t *entered = values.entered.p, *lowest = values.lowest.p, *at = values.at.p;
    uint32_t *stack = values.stack.p, *path = values.path.p;
    size_t stacked = 0, deep = 0;
    for (size_t root = 0; root < count; root++) {
        if (!entered[root]) path[deep++] = (uint32_t)root;
        while (deep) {
            uint32_t i = path[deep - 1];
            if (!entered[i]) {
                entered[i] = lowest[i] = ++met;
                at[i] = graph.first.p[i];
                stack[stacked++] = i;
            }
            if (at[i] < graph.first.p[i + 1]) {
                uint32_t after = graph.nexts.p[at[i]++];
                if (!entered[after]) path[deep++] = after;
                else if (!values.part.p[after] && entered[after] < lowest[i]) lowest[i] = entered[after];
                continue;
            }
            if (--deep && lowest[i] < lowest[path[deep - 1]]) lowest[path[deep - 1]] = lowest[i];
            if (lowest[i] < entered[i]) continue;
            parts++;
            uint32_t member;
            do {
                member = stack[--stacked];
                values.part.p[member] = parts;
                push(&values.order, member);
            } while (member != i);
            push(&values.ends, (uint32_t)values.order.n);
        }
        watch_time();
    }
    for (size_t i = 0; i < sizeof all / sizeof *all - 1; i++) numbers_clear(all[i]); /* all but the components */
}

static bool cyclic(size_t from, size_t to) {
    uint32_t i = values.order.p[from];
    EACH_NEXT(i, k) if (graph.nexts.p[k] == i) return true;
    return to - from > 1;
}

/*  How many components with cycles lie one after the other at the most: the gap of each adds to that of the next. */
static uint32_t longest_chain(void) {
    uint32_t longest = 0;
    zeros(&values.chains, values.ends.n + 1);
    uint32_t *chains = values.chains.p;
    for (size_t n = 0, from = 0; n < values.ends.n; from = values.ends.p[n++]) {
        uint32_t below = 0;
        for (size_t m = from; m < values.ends.p[n]; m++)
            EACH_NEXT(values.order.p[m], k) {
                uint32_t chain = chains[values.part.p[graph.nexts.p[k]]];
                if (chain > below) below = chain;
            }
        chains[n + 1] = below + cyclic(from, values.ends.p[n]);
        if (chains[n + 1] > longest) longest = chains[n + 1];
    }
    numbers_clear(&values.chains);
    return longest;
}

/*  What a position is worth by what follows. */
static double value_after(uint32_t i, const double *worth) {
    uint8_t mover = graph.movers[i];
    double total = 0, whole = 0, best = mover == MAX_MOVES ? -INFINITY : INFINITY;
    EACH_NEXT(i, k) {
        double value = worth[graph.nexts.p[k]];
        if (mover == CHANCE_MOVES) {
            total += graph.odds[k] * value;
            whole += graph.odds[k];
        } else if (mover == MAX_MOVES ? value > best : value < best) {
            best = value;
        }
    }
    return mover == CHANCE_MOVES ? total / whole : best;
}

/*  The positions of a component from which both players together can stay in it for ever, whatever chance does. */
static void find_endless(size_t from, size_t to) {
    for (size_t m = from; m < to; m++) values.left[values.order.p[m]] = 1;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t m = from; m < to; m++) {
            uint32_t i = values.order.p[m];
            bool some = false, all = true;
            EACH_NEXT(i, k) {
                if (values.left[graph.nexts.p[k]]) some = true;
                else all = false;
            }
            watch_time();
            if (!values.left[i] || (graph.movers[i] == CHANCE_MOVES ? all : some)) continue;
            values.left[i] = 0;
            changed = true;
        }
    }
    values.endless.n = 0;
    for (size_t m = from; m < to; m++) {
        if (values.left[values.order.p[m]]) push(&values.endless, values.order.p[m]);
        values.left[values.order.p[m]] = 0;
    }
}

/*  What the best way out is worth that a player can force, chance with him, to that player; -INFINITY where none is. */
static void find_ways_out(uint8_t leaver, const double *bounds) {
    double sign = leaver == MAX_MOVES ? 1 : -1;
    for (size_t m = 0; m < values.endless.n; m++) values.worth[values.endless.p[m]] = -INFINITY;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t m = 0; m < values.endless.n; m++) {
            uint32_t i = values.endless.p[m];
            bool least = graph.movers[i] != leaver && graph.movers[i] != CHANCE_MOVES;
            double found = least ? INFINITY : -INFINITY;
            EACH_NEXT(i, k) {
                uint32_t after = graph.nexts.p[k];
                double worth = values.worth[after];
                if (graph.movers[i] == leaver && sign * bounds[after] < worth) worth = sign * bounds[after];
                if (least ? worth < found : worth > found) found = worth;
            }
            watch_time();
            if (found <= values.worth[i]) continue;
            values.worth[i] = found;
            changed = true;
        }
    }
}

/*  Upper bounds come down for MAX, and lower ones go up for MIN, to 0 or the best way out; whether any has moved. */
static bool deflated(uint8_t leaver, double *bounds) {
    double sign = leaver == MAX_MOVES ? 1 : -1;
    bool changed = false;
    find_ways_out(leaver, bounds);
    for (size_t m = 0; m < values.endless.n; m++) {
        uint32_t i = values.endless.p[m];
        double best = values.worth[i] > 0 ? values.worth[i] : 0;
        values.worth[i] = INFINITY;
        if (!(best < sign * bounds[i])) continue;
        bounds[i] = best > 0 ? sign * best : 0; /* not -0.0 */
        changed = true;
    }
    return changed;
}

static double widest(size_t from, size_t to) {
    double gap = 0;
    for (size_t m = from; m < to; m++) {
        uint32_t i = values.order.p[m];
        if (values.uppers[i] - values.lowers[i] > gap) gap = values.uppers[i] - values.lowers[i];
    }
    return gap;
}

/*  Sweeps a component until its bounds are no farther apart than those of its exits, and `share`; how often. */
static I iterate(size_t from, size_t to, double share) {
    double gap = 0, least = 0, most = 0;
    uint32_t part = values.part.p[values.order.p[from]];
    for (size_t m = from; m < to; m++)
        EACH_NEXT(values.order.p[m], k) {
            uint32_t after = graph.nexts.p[k];
            if (values.part.p[after] == part) continue;
            double lower = values.lowers[after], upper = values.uppers[after];
            if (upper - lower > gap) gap = upper - lower;
            if (lower < least) least = lower;
            if (upper > most) most = upper;
        }
    gap += share;
    for (size_t m = from; m < to; m++) {
        values.lowers[values.order.p[m]] = least;
        values.uppers[values.order.p[m]] = most;
    }
    find_endless(from, to);
    I sweeps = 0;
    while (sweeps < MOST_SWEEPS && widest(from, to) > gap) {
        bool changed = false;
        for (size_t m = from; m < to; m++) {
            uint32_t i = values.order.p[m];
            double lower = value_after(i, values.lowers), upper = value_after(i, values.uppers);
            watch_time();
            if (lower > values.lowers[i]) { values.lowers[i] = lower; changed = true; }
            if (upper < values.uppers[i]) { values.uppers[i] = upper; changed = true; }
        }
        if (sweeps % DEFLATING == 0 || !changed) {
            changed |= deflated(MAX_MOVES, values.uppers);
            changed |= deflated(MIN_MOVES, values.lowers);
        }
        sweeps++;
        if (!changed) break; /* the rounding of numbers lets them come no closer */
    }
    return sweeps;
}

/*  The bounds of all that the roots lead to, no farther apart than `bound`, if they get there. */
static void find_values(double bound) {
    reach(NO_LIMIT, true);
    values.lowers = zeroed(positions.count, sizeof *values.lowers);
    values.uppers = zeroed(positions.count, sizeof *values.uppers);
    values.left = zeroed(positions.count, sizeof *values.left);
    values.worth = zeroed(positions.count, sizeof *values.worth);
    for (size_t i = 0; i < positions.count; i++) {
        values.worth[i] = INFINITY;
        if (graph.first.p[i] < graph.first.p[i + 1]) continue;
        watch_time();
        values.lowers[i] = values.uppers[i] = worth_of_end(i);
    }
    find_components();
    uint32_t chain = longest_chain();
    double share = bound / (chain ? chain : 1);
    for (size_t n = 0, from = 0; n < values.ends.n; from = values.ends.p[n++]) {
        I sweeps = 1;
        uint32_t i = values.order.p[from];
        watch_time();
        if (cyclic(from, values.ends.p[n])) {
            sweeps = iterate(from, values.ends.p[n], share);
        } else if (graph.first.p[i] < graph.first.p[i + 1]) {
            values.lowers[i] = value_after(i, values.lowers);
            values.uppers[i] = value_after(i, values.uppers);
        }
        if (sweeps > values.sweeps) values.sweeps = sweeps;
    }
}
