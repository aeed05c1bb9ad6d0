/*  The refinements negamax_ply and alphabeta_tt on a compiled game, as pydecl/search has them: see there for what
    they promise. Values are those of the player to move.
*/

COLD static void broken_value(Given position, Value val) {
    error_start = out_size;
    put_name("value_beyond_win");
    put_Position(THE(position));
    put_Value(val);
    put_I(win - max_ply);
    trap(CONTRACT, "value_beyond_win");
}

SOME void check_ply(Given position, I ply) {
    if (LIKELY(ply < max_ply)) return;
    error_start = out_size;
    put_name("ply_beyond_max");
    put_Position(THE(position));
    put_I(max_ply);
    trap(CONTRACT, "ply_beyond_max");
}

/*  What a leaf is worth to the player to move there. */
static Value score(Given position, bool max, I ply) {
    Value val;
    if (is_won(position)) {
        leaves++;
        val = value_of(win - ply);
    } else if (is_lost(position)) {
        leaves++;
        val = value_of(ply - win);
    } else {
        val = leaf_value(position);
        if (!value_less(val, value_of(win - max_ply)) || !value_less(value_of(max_ply - win), val))
            broken_value(position, val);
    }
    return max ? val : value_neg(val);
}

static Value negamax(Given position, I depth, bool max, I ply, Value alpha, Value beta, Position *best) {
    Mark mark = here();
    check_ply(position, ply);
    Positions next = moves(position, depth, max);
    if (!next.n) {
        alpha = score(position, max, ply);
    } else {
        int32_t chosen = 0;
        for (int32_t i = 0; i < next.n; i++) {
            Value val = value_neg(negamax(GIVE(next.p[i]), one_less(depth), !max, ply + 1, value_neg(beta), value_neg(alpha), 0));
            if (value_less(alpha, val)) {
                alpha = val;
                chosen = i;
            }
            if (!value_less(alpha, beta)) break;
        }
        choose(best, GIVE(next.p[chosen]));
    }
    done(mark, best);
    return alpha;
}

enum { NO_BOUND, EXACT, LOWER, UPPER };

static uint32_t bound(Value val, Value alpha, Value beta) {
    if (!value_less(alpha, beta)) return NO_BOUND;
    if (!value_less(alpha, val)) return UPPER;
    return value_less(val, beta) ? EXACT : LOWER;
}

static bool serves(uint32_t kind, Value val, Value alpha, Value beta) {
    if (kind == LOWER) return !value_less(val, beta);
    if (kind == UPPER) return !value_less(alpha, val);
    return kind == EXACT;
}

/*  What a score for a win or a loss would be, seen from so many plies further down. */
static Value adjusted(Value val, I plies) {
    if (value_less(value_of(win - max_ply), val)) return value_plus(val, plies);
    if (value_less(val, value_of(max_ply - win))) return value_plus(val, -plies);
    return val;
}

static void store(Given position, I depth, bool max, I ply, Value val, uint32_t kind) {
    Entry *entry = table_entry(&tables[0], position, 2 * depth + max, true);
    entry->val = adjusted(val, ply);
    entry->note = kind;
}

static Value alphabeta_tt(Given position, I depth, bool max, I ply, Value alpha, Value beta, Position *best) {
    Mark mark = here();
    Entry *known = table_entry(&tables[0], position, 2 * depth + max, false);
    if (known) {
        Value val = adjusted(known->val, -ply);
        if (serves(known->note, val, alpha, beta)) {
            nodes++;
            hits++;
            return val;
        }
    }
    check_ply(position, ply);
    Positions next = moves(position, depth, max);
    Value val, low = alpha;
    int32_t chosen = 0;
    if (!next.n) {
        val = score(position, max, ply);
        store(position, depth, max, ply, val, EXACT);
    } else {
        val = value_neg(alphabeta_tt(GIVE(next.p[0]), one_less(depth), !max, ply + 1, value_neg(beta), value_neg(alpha), 0));
        for (int32_t i = 1; i < next.n && value_less(val, beta); i++) {
            if (value_less(low, val)) low = val;
            Value val1 = alphabeta_tt(GIVE(next.p[i]), one_less(depth), !max, ply + 1, value_neg(beta), value_neg(low), 0);
            val1 = value_neg(val1);
            if (value_less(val, val1)) {
                val = val1;
                chosen = i;
            }
        }
        store(position, depth, max, ply, val, bound(val, alpha, beta));
        choose(best, GIVE(next.p[chosen]));
    }
    done(mark, best);
    return val;
}
