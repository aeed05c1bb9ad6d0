/*  The textbook's alphabeta, as pydecl/search/alphabeta.py. What sees other moves is this text with other
    names for `alphabeta` and `moves`.
*/

static Value alphabeta(Given position, I depth, bool max, Value alpha, Value beta, Position *best) {
    Mark mark = here();
    Positions next = moves(position, depth, max);
    Value val;
    if (!next.n) {
        val = leaf_value(position);
    } else {
        int32_t chosen = 0;
        for (int32_t i = 0; i < next.n; i++) {
            Value val1 = alphabeta(GIVE(next.p[i]), depth - 1, !max, alpha, beta, 0);
            if (!i || !(max ? value_less(val1, val) : value_less(val, val1))) {
                val = val1;
                chosen = i;
            }
            if (max) {
                if (value_less(beta, val1)) break;
                if (value_less(alpha, val1)) alpha = val1;
            } else {
                if (value_less(val1, alpha)) break;
                if (value_less(val1, beta)) beta = val1;
            }
        }
        choose(best, GIVE(next.p[chosen]));
    }
    done(mark, best);
    return val;
}
