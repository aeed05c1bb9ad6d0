/*  The order in which a search looks at the successors, as pydecl/search/order.py has it: by their values to the
    depth of the search, which are not counted, or at random.
*/

/*  V(P) of a node, remembered in tables[2]. */
static Value backed_up(Given position, I depth, bool max) {
    Mark mark = here();
    if (depth > NO_LIMIT / 2) depth = NO_LIMIT;
    Entry *known = table_entry(&tables[2], position, 2 * depth + max, false);
    if (known) return known->val;
    check_stack();
    in_time();
    Positions next = depth > 0 ? successors(position) : (Positions){0, 0};
    Value val;
    if (!next.n) {
        val = evaluated(position);
    } else {
        for (int32_t i = 0; i < next.n; i++) {
            Value val1 = backed_up(GIVE(next.p[i]), one_less(depth), !max);
            if (!i || better(max, val1, val)) val = val1;
        }
    }
    table_entry(&tables[2], position, 2 * depth + max, true)->val = val;
    back(mark);
    return val;
}

/*  Puts successors in order, by insertion, as the twin does. */
static void by_value(Positions next, Value *vals, bool max) {
    for (int32_t i = 1; i < next.n; i++) {
        Value val = vals[i];
        Position position = next.p[i];
        int32_t at = i;
        for (; at && better(max, val, vals[at - 1]); at--) {
            vals[at] = vals[at - 1];
            next.p[at] = next.p[at - 1];
        }
        vals[at] = val;
        next.p[at] = position;
    }
}

/*  The successors of a node of so many plies where MAX, or MIN, chooses. */
static void put_in_order(Positions next, I depth, bool max) {
    char *mark = hp;
    Value *vals = (Value *)alloc(sizeof(Value) * (size_t)next.n, _Alignof(Value));
    for (int32_t i = 0; i < next.n; i++) {
        if (order == RANDOM) {
            draws = (draws * 1664525 + 1013904223) & 0xFFFFFFFF; /* Numerical Recipes */
            vals[i] = value_of((I)(draws >> 16));
        } else {
            vals[i] = backed_up(GIVE(next.p[i]), one_less(depth), !max);
        }
    }
    by_value(next, vals, order == RANDOM ? false : order == BEST ? max : !max);
    hp = mark;
}
