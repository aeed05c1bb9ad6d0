/*  The other lectures' programs on a compiled game, as pydecl/search has them: white_black_minimax,
    white_black_alphabeta and ab_procedure. Black is MAX.
*/

static Value white_black_minimax(Given board, I depth, bool black, Position *best) {
    Mark mark = here();
    Positions next = moves(board, depth, black);
    Value score;
    if (!next.n) {
        score = leaf_value(board);
    } else {
        int32_t chosen = 0;
        for (int32_t i = 0; i < next.n; i++) {
            Value score1 = white_black_minimax(GIVE(next.p[i]), depth - 1, !black, 0);
            if (i && !better(black, score1, score)) continue; /* of equal ones the first */
            score = score1;
            chosen = i;
        }
        choose(best, GIVE(next.p[chosen]));
    }
    done(mark, best);
    return score;
}

/*  Alpha is the best that white has, beta the best that black has. */
static Value white_black_alphabeta(Given board, I depth, bool black, Value alpha, Value beta, Position *best) {
    Mark mark = here();
    Positions next = moves(board, depth, black);
    Value score;
    if (!next.n) {
        score = leaf_value(board);
    } else {
        int32_t chosen = 0;
        for (int32_t i = 0; i < next.n; i++) {
            Value attempt = white_black_alphabeta(GIVE(next.p[i]), depth - 1, !black, alpha, beta, 0);
            if (black ? value_less(beta, attempt) : value_less(attempt, alpha)) {
                *(black ? &beta : &alpha) = attempt;
                chosen = i;
            }
            if (!value_less(beta, alpha)) break;
        }
        choose(best, GIVE(next.p[chosen]));
        score = black ? beta : alpha;
    }
    done(mark, best);
    return score;
}

/*  The numbers are the lecture's steps. */
static Value ab_procedure(Given j, I depth, bool max, Value alpha, Value beta, Position *best) {
    Mark mark = here();
    Positions next = moves(j, depth, max);
    Value val;
    if (!next.n) {
        val = leaf_value(j); /* 1 */
    } else {
        int32_t chosen = 0;
        val = max ? beta : alpha; /* 3, 3' */
        for (int32_t i = 0; i < next.n; i++) {
            Value val1 = ab_procedure(GIVE(next.p[i]), depth - 1, !max, alpha, beta, 0);
            if (max ? value_less(alpha, val1) : value_less(val1, beta)) { /* 2, 2' */
                *(max ? &alpha : &beta) = val1;
                chosen = i;
            }
            if (!value_less(alpha, beta)) break;
            if (i == next.n - 1) val = max ? alpha : beta; /* 4, 4' */
        }
        choose(best, GIVE(next.p[chosen]));
    }
    done(mark, best);
    return val;
}
