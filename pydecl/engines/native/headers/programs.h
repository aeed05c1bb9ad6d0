/*  The programs in C by their numbers, which are those of IN_C in search_programs.py; what all are told and tell.
    Where ONLY is defined there is that program alone.
*/

enum { PERFT, EXPECTIMINIMAX, OUTCOME, WIN, IN_PROLOG };

static I plies;
static bool told, max_at_root;

/*  The last iteration that was finished: its depth, or -1, and what it found, of which the position is packed. */
static I reached;
static bool reached_moved;
static Value reached_value;
static const uint8_t *reached_position;
static Store reached_best;

/*  Nothing is left of the search before. */
static void start(void) {
    nodes = leaves = hits = recorded = solutions_told = 0;
    horizon = moved = told = false;
    reached = -1;
    facts_clear();
    graph_clear();
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
    noting = get_int();
    table_size = get_int();
}

/*  After the value, the best successor if there is one. */
static void tell_best(bool with, Position best) {
    solutions_told = 1;
    if (!with) return;
    put_Position(best);
    solutions_told = 2;
}

static void tell(Value val, bool with, Position best) {
    told = true;
    put_Value(val);
    tell_best(with, best);
}

static void tell_of_chance(Given root) {
    Position best;
    put_Q(expectiminimax(root, plies, &best));
    tell_best(moved, best);
}

static void tell_whether(bool won) {
    put_name(won ? "true" : "false");
    solutions_told = 1;
}

static void tell_of_proof(bool solved, const I *with, const Position *best) {
    tell_whether(solved);
    if (solved) tell_best(*with, *best);
}

/*  A program that is compiled from its text, by its number. */
static void run_text(I program, Given root, Value alpha, Value beta);

#ifdef ONLY
#define CHOSEN(program) ONLY
#else
#define CHOSEN(program) (program)
#endif

static void run(I program, Given root, Value alpha, Value beta) {
    if (program != CHOSEN(program)) trap(NO_ENTRY, "");
    switch (CHOSEN(program)) {
    case PERFT: perft(root, plies); return;
    case EXPECTIMINIMAX: tell_of_chance(root); return;
    case OUTCOME: outcome(root, plies); return;
    case WIN: win_outcome(root, plies); return;
    default:
        max_at_root = is_max(root);
        run_text(program, root, alpha, beta);
    }
}

/*  An iteration is finished: what it has found is the answer if the time is over now. `max` says whether MAX is to
    move in the best successor; it is the root itself if there is none.
*/
static void note_finished(I depth, I max, const void *best, N val) {
    packed_size = 0;
    pack_Position(*(const Position *)best);
    store_clear(&reached_best);
    reached_position = store_bytes(&reached_best, packed, packed_size);
    reached = depth;
    reached_value = value_told(val);
    reached_moved = max != max_at_root;
}

/*  A search that was stopped tells of the last iteration that was finished. */
static void tell_of_iteration(void) {
    Position best;
    horizon = true;
    if (told) return;
    hp = hp_top;
    memset(&best, 0, sizeof best);
    if (reached_moved) {
        unpacking = reached_position;
        best = unpack_Position();
    }
    tell(reached_value, reached_moved, best);
}

/*  The counters and the answer. */
static void finish(int status) {
    bool stopped = status == TIME || status == MEMORY || status == STACK;
    if (stopped && reached >= 0) tell_of_iteration();
    tries_clear();
    known_clear();
    store_clear(&reached_best);
    moves_clear();
    if (noting) note_met();
    else positions_clear();
    noting = false;
    pd_write_ints(the_call, nodes, leaves, hits, horizon, reached, recorded);
    answer(status, solutions_told);
}
