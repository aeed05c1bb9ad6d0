/*  deepening on a compiled game, as pydecl/search/deepening.py has it: see there for what it promises. */

/*  The last iteration that was finished: its depth, or -1, and what it found. */
static I reached;
static Value reached_value;
static Position reached_best;

/*  The successors in place: those that the iteration before has valued first, the best of them first. By
    insertion, as the twin does. */
static void in_order(Positions next, bool max) {
    char *mark = hp;
    if (!tables[0].count || next.n < 2) return;
    Value *vals = (Value *)alloc(sizeof(Value) * (size_t)next.n, _Alignof(Value));
    Position *known = (Position *)alloc(sizeof(Position) * (size_t)next.n, _Alignof(Position));
    int32_t count = 0, others = 0;
    for (int32_t i = 0; i < next.n; i++) {
        Entry *entry = table_entry(&tables[0], GIVE(next.p[i]), 0, false);
        if (!entry) {
            next.p[others++] = next.p[i];
            continue;
        }
        int32_t at = count++;
        for (; at && better(max, entry->val, vals[at - 1]); at--) {
            vals[at] = vals[at - 1];
            known[at] = known[at - 1];
        }
        vals[at] = entry->val;
        known[at] = next.p[i];
    }
    memmove(next.p + count, next.p, sizeof(Position) * (size_t)others);
    memcpy(next.p, known, sizeof(Position) * (size_t)count);
    hp = mark;
}

/*  One iteration: tables[0] has the values of the one before, tables[1] receives its own. */
static Value iteration(Given position, I depth, bool max, Value alpha, Value beta, Position *best) {
    Mark mark = here();
    Positions next = moves(position, depth, max);
    Value val;
    if (!next.n) {
        val = leaf_value(position);
    } else {
        int32_t chosen = 0;
        in_order(next, max);
        val = iteration(GIVE(next.p[0]), depth - 1, !max, alpha, beta, 0);
        for (int32_t i = 1; i < next.n; i++) {
            if (max && value_less(alpha, val)) alpha = val;
            if (!max && value_less(val, beta)) beta = val;
            if (!value_less(alpha, beta)) break;
            Value val1 = iteration(GIVE(next.p[i]), depth - 1, !max, alpha, beta, 0);
            if (better(max, val1, val)) {
                val = val1;
                chosen = i;
            }
        }
        choose(best, GIVE(next.p[chosen]));
    }
    table_entry(&tables[1], position, 0, true)->val = val;
    done(mark, best);
    return val;
}

static void deepening(Given root, I most, bool max, Value alpha, Value beta) {
    for (I depth = most < 1 ? most : 1;; depth++) {
        Position best;
        horizon = false;
        Value val = iteration(root, depth, max, alpha, beta, &best);
        reached = depth;
        reached_value = val;
        if (moved) reached_best = best;
        if (!horizon || depth >= most) return;
        table_clear(&tables[0]);
        Table earlier = tables[0];
        tables[0] = tables[1];
        tables[1] = earlier;
    }
}
