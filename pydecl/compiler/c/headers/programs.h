/*  The programs by their numbers, which are those of PROGRAMS in search.py; what they are told and tell. Where
    ONLY is defined there is that program alone.
*/

enum {
    PERFT, MINIMAX, ALPHABETA, WON_PROGRAM, NEGAMAX_PLY, ALPHABETA_TT, DEEPENING, EXPECTIMINIMAX, OUTCOME,
    WHITE_BLACK_MINIMAX, WHITE_BLACK_ALPHABETA, AB_PROCEDURE, QUIESCENCE, FORWARD_PRUNING, AND_OR, WIN
};

static I plies;
static bool max_at_root, told;

/*  Nothing is left of the search before. */
static void start(void) {
    nodes = leaves = hits = recorded = solutions_told = 0;
    horizon = moved = told = false;
    reached = -1;
}

/*  What the request says, after the program's number. */
static void read_settings(void) {
    plies = get_int();
    win = get_int();
    max_ply = get_int();
    extension = get_int();
    order = get_int();
    draws = (uint64_t)get_int();
    recording = get_int();
}

/*  The value, and the best successor if there is one. */
static void tell(Value val, bool with, Position best) {
    told = true;
    put_Value(val);
    solutions_told = 1;
    if (!with) return;
    put_Position(best);
    solutions_told = 2;
}

/*  A program for the player to move, from MAX's point of view. */
static Value for_max(Value (*program)(Given, I, bool, I, Value, Value, Position *), Given root, Value alpha,
                     Value beta, Position *best) {
    if (max_at_root) return program(root, plies, true, 0, alpha, beta, best);
    return value_neg(program(root, plies, false, 0, value_neg(beta), value_neg(alpha), best));
}

static void tell_of_chance(Given root) {
    Position best;
    put_Q(expectiminimax(root, plies, &best));
    solutions_told = 1;
    if (!moved) return;
    put_Position(best);
    solutions_told = 2;
}

/*  Whether MAX wins; unknown where the depth limit was met and MAX was not seen to win. */
static void tell_of_and_or(Given root) {
    Position best;
    bool solved = and_or(root, plies, &best);
    if (!solved && horizon) trap(FAILED, "horizon");
    put_name(solved ? "true" : "false");
    solutions_told = 1;
    if (!moved) return;
    put_Position(best);
    solutions_told = 2;
}

static void tell_whether(bool won) {
    put_name(won ? "true" : "false");
    solutions_told = 1;
}

/*  The programs that ask each position for its own mover, or ask for none. */
static bool asks_itself(I program) {
    return program == PERFT || program == EXPECTIMINIMAX || program == OUTCOME || program == AND_OR || program == WIN;
}

#ifdef ONLY
#define CHOSEN(program) ONLY
#else
#define CHOSEN(program) (program)
#endif

static void run(I program, Given root, Value alpha, Value beta) {
    Position best;
    Value val = value_zero;
    memset(&best, 0, sizeof best);
    if (program != CHOSEN(program)) trap(NO_ENTRY, "");
    max_at_root = !asks_itself(program) && mover(root);
    if (program == WON_PROGRAM && !max_at_root) broken("won_asked_of_min", root, 0);
    switch (CHOSEN(program)) {
    case PERFT: perft(root, plies); return;
    case EXPECTIMINIMAX: tell_of_chance(root); return;
    case OUTCOME: outcome(root, plies); return;
    case AND_OR: tell_of_and_or(root); return;
    case WIN: win_outcome(root, plies); return;
    case WON_PROGRAM: tell_whether(won(root, plies)); return;
    case MINIMAX: val = minimax(root, plies, max_at_root, &best); break;
    case ALPHABETA: val = alphabeta(root, plies, max_at_root, alpha, beta, &best); break;
    case NEGAMAX_PLY: val = for_max(negamax, root, alpha, beta, &best); break;
    case ALPHABETA_TT: val = for_max(alphabeta_tt, root, alpha, beta, &best); break;
    case DEEPENING:
        deepening(root, plies, max_at_root, infinite(-1), infinite(1));
        val = reached_value;
        best = reached_best;
        break;
    case WHITE_BLACK_MINIMAX: val = white_black_minimax(root, plies, max_at_root, &best); break;
    case WHITE_BLACK_ALPHABETA: /* its alpha is white's */
        val = white_black_alphabeta(root, plies, max_at_root, beta, alpha, &best);
        break;
    case AB_PROCEDURE: val = ab_procedure(root, plies, max_at_root, alpha, beta, &best); break;
    case QUIESCENCE: val = quiescence(root, plies, max_at_root, alpha, beta, &best); break;
    case FORWARD_PRUNING: val = forward_pruning(root, plies, max_at_root, alpha, beta, &best); break;
    default: trap(NO_ENTRY, "");
    }
    tell(val, moved, best);
}

/*  The counters and the answer. A search that was stopped tells of the last iteration that was finished. */
static void finish(int status) {
    bool stopped = status == TIME || status == MEMORY || status == STACK;
    if (stopped && reached >= 0 && !told) tell(reached_value, moved, reached_best);
    if (stopped && reached >= 0) horizon = true;
    tables_clear();
    graph_clear();
    pd_write_int(the_call, nodes);
    pd_write_int(the_call, leaves);
    pd_write_int(the_call, hits);
    pd_write_int(the_call, horizon);
    pd_write_int(the_call, reached);
    pd_write_int(the_call, recorded);
    answer(status, solutions_told);
}
