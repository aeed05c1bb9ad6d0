/*  expectiminimax on a compiled game, as pydecl/programs/expectiminimax.py has it. What is before this text has
    each_chance, which calls a function with each probability and what follows, until it gives true.
*/

typedef struct { Odds odds; Position next; } Chance;
typedef struct { Chance *p; int32_t n; } Chances;

static bool gather_chance(void *context, Odds odds, Given next) {
    (void)context;
    if (odds.den <= 0 || odds.num <= 0) unsupported("a probability that is none");
    *(Chance *)up_push(sizeof(Chance)) = (Chance){odds, THE(next)};
    hp_floor = hp;
    return false;
}

SOME double probability(Odds odds) { return (double)odds.num / (double)odds.den; }

/*  What can follow by chance, in order. */
static Chances chances(Given position) {
    char *floor = hp_floor;
    bool outer = collecting;
    Chance *found = (Chance *)up_align();
    collecting = true;
    each_chance(position, gather_chance, 0);
    collecting = outer;
    hp_floor = floor;
    return (Chances){found, (int32_t)((Chance *)up - found)};
}

static void check_chances(Given position, Chances found) {
    Q total = q_ratio(0, 1);
    if (is_max(position)) broken("chance_and_player", position, "max");
    if (is_min(position)) broken("chance_and_player", position, "min");
    for (int32_t i = 0; i < found.n; i++) total = q_plus(total, q_ratio(found.p[i].odds.num, found.p[i].odds.den));
    if (total.num != 1 || total.den != 1) unsupported("probabilities that do not add up to 1");
}

static Q expectiminimax(Given position, I depth, Position *best);

static Q expectation(Given position, I depth, Chances found) {
    Q total = q_ratio(0, 1);
    for (int32_t i = 0; i < found.n; i++) {
        Q odds = q_ratio(found.p[i].odds.num, found.p[i].odds.den);
        total = q_plus(total, q_times(odds, expectiminimax(GIVE(found.p[i].next), depth, 0)));
        if (!total.exact && !isfinite(total.d)) broken("no_expectation", position, 0);
    }
    return total;
}

static Q expectiminimax(Given position, I depth, Position *best) {
    Mark mark = here();
    check_stack();
    enter(position);
    Chances outcomes = chances(position);
    Positions next = {0, 0};
    bool max = false;
    Q val;
    if (outcomes.n) {
        check_chances(position, outcomes);
    } else {
        max = mover_below(position, best, true);
        next = successors(position);
    }
    if (depth <= 0 || outcomes.n + next.n == 0) {
        if (outcomes.n + next.n) horizon = true;
        val = q_of(leaf_value(position));
    } else if (outcomes.n) {
        val = expectation(position, one_less(depth), outcomes);
    } else {
        int32_t chosen = 0;
        for (int32_t i = 0; i < next.n; i++) {
            Q val1 = expectiminimax(GIVE(next.p[i]), one_less(depth), 0);
            if (i && (max ? q_less(val1, val) : q_less(val, val1))) continue; /* of equal ones the last */
            val = val1;
            chosen = i;
        }
        choose(best, GIVE(next.p[chosen]));
    }
    done(mark, best);
    return val;
}
