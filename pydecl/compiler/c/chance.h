/*  expectiminimax on a compiled game, as pydecl/search/expectiminimax.py has it. What is before this text has
    each_chance, which calls a function with each probability and what follows, until it gives true.

    Means are exact: a whole number or a fraction, in lowest terms; a float where a value is one.
*/

typedef struct { bool exact; I num, den; D d; } Mean;
typedef struct { Odds odds; Position next; } Chance;
typedef struct { Chance *p; int32_t n; } Chances;

SOME Mean mean_ratio(I num, I den) {
    I common = i_gcd(num, den);
    return (Mean){true, num / common, den / common, 0};
}
SOME Mean mean_float(D d) { return (Mean){false, 0, 1, d}; }

SOME D mean_D(Mean a) {
    if (!a.exact) return a.d;
    if (a.den == 1) return (D)a.num;
    if (i_abs(a.num) >> 53 || a.den >> 53) unsupported("a fraction of large integers");
    return (D)a.num / (D)a.den;
}

SOME bool mean_less(Mean a, Mean b) {
    if (a.exact && b.exact) {
        I common = i_gcd(a.den, b.den);
        return i_mul(a.num, b.den / common) < i_mul(b.num, a.den / common);
    }
    if (a.exact != b.exact && i_abs(a.exact ? a.num : b.num) >> 53) unsupported("large values of two kinds");
    return mean_D(a) < mean_D(b);
}

SOME Mean mean_times(Mean a, Mean b) {
    if (!a.exact || !b.exact) return mean_float(mean_D(a) * mean_D(b));
    I one = i_gcd(a.num, b.den), other = i_gcd(b.num, a.den);
    return (Mean){true, i_mul(a.num / one, b.num / other), i_mul(a.den / other, b.den / one), 0};
}

SOME Mean mean_plus(Mean a, Mean b) {
    if (!a.exact || !b.exact) return mean_float(mean_D(a) + mean_D(b));
    I common = i_gcd(a.den, b.den);
    I num = i_add(i_mul(a.num, b.den / common), i_mul(b.num, a.den / common));
    return mean_ratio(num, i_mul(a.den / common, b.den));
}

/*  A fraction is tagged r. */
static void put_mean(Mean a) {
    if (!a.exact) { put_D(a.d); return; }
    if (a.den == 1) { put_I(a.num); return; }
    put_tag('r');
    put(&a.num, 8);
    put(&a.den, 8);
}

static bool gather_chance(void *context, Odds odds, Position next) {
    (void)context;
    if (odds.den <= 0 || odds.num <= 0) unsupported("a probability that is none");
    *(Chance *)up_push(sizeof(Chance)) = (Chance){odds, next};
    hp_floor = hp;
    return false;
}

/*  What can follow by chance, in order. */
static Chances chances(Position position) {
    char *start = up, *base = up_align(), *floor = hp_floor;
    each_chance(position, gather_chance, 0);
    size_t size = (size_t)(up - base);
    Chances found = {(Chance *)alloc(size, _Alignof(Chance)), (int32_t)(size / sizeof(Chance))};
    memcpy(found.p, base, size);
    up = start;
    hp_floor = floor;
    return found;
}

static void check_chances(Position position, Chances found) {
    Mean total = mean_ratio(0, 1);
    if (is_max(position)) broken("chance_and_player", position, "max");
    if (is_min(position)) broken("chance_and_player", position, "min");
    for (int32_t i = 0; i < found.n; i++) total = mean_plus(total, mean_ratio(found.p[i].odds.num, found.p[i].odds.den));
    if (total.num != 1 || total.den != 1) unsupported("probabilities that do not add up to 1");
}

static Mean expectiminimax(Position position, I depth, Position *best);

static Mean expectation(Position position, I depth, Chances found) {
    Mean total = mean_ratio(0, 1);
    for (int32_t i = 0; i < found.n; i++) {
        Mean odds = mean_ratio(found.p[i].odds.num, found.p[i].odds.den);
        total = mean_plus(total, mean_times(odds, expectiminimax(found.p[i].next, depth, 0)));
        if (!total.exact && !isfinite(total.d)) broken("no_expectation", position, 0);
    }
    return total;
}

static Mean static_mean(Position position) {
    N val = number_of(leaf_value(position));
    return val.tag == TAG_INT ? mean_ratio(val.u.i, 1) : mean_float(val.u.d);
}

static Mean expectiminimax(Position position, I depth, Position *best) {
    char *mark = hp;
    check_stack();
    count_node();
    Chances outcomes = chances(position);
    Positions next = {0, 0};
    bool max = false;
    Mean val;
    if (outcomes.n) {
        check_chances(position, outcomes);
    } else {
        max = mover(position);
        next = successors(position);
    }
    if (depth <= 0 || outcomes.n + next.n == 0) {
        if (outcomes.n + next.n) horizon = true;
        val = static_mean(position);
    } else if (outcomes.n) {
        val = expectation(position, one_less(depth), outcomes);
    } else {
        int32_t chosen = 0;
        for (int32_t i = 0; i < next.n; i++) {
            Mean val1 = expectiminimax(next.p[i], one_less(depth), 0);
            if (i && (max ? mean_less(val1, val) : mean_less(val, val1))) continue; /* of equal ones the last */
            val = val1;
            chosen = i;
        }
        choose(best, next.p[chosen]);
    }
    if (!best) hp = mark;
    return val;
}
