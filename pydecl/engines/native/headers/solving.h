/*  All positions that the rules enumerate, or that are named, and all that they lead to: pydecl/programs/solving.py.
    `solver.py` beside the engine says what is asked and answered.
*/

/*  The roots of a request, until `visit` gives true. */
static void each_root_told(I named, Visit visit, void *context) {
    if (named < 0) each_root(visit, context);
    for (bool enough = false; named > 0 && !enough; named--) {
        char *mark = hp;
        Position root = get_Position();
        enough = visit(context, GIVE(root));
        hp = mark;
    }
}

static void solve_roots(struct pd_call *call) {
    prepare(call);
    each_root_told(get_int(), note_root, 0);
    solve(NO_LIMIT);
}

/*  The same of a game of chance; before the roots, the request has the bound. */
static void value_roots(struct pd_call *call) {
    double bound;
    prepare(call);
    get(&bound, sizeof bound);
    each_root_told(get_int(), note_root, 0);
    find_values(bound);
}

static void tell_atoms(void) {
    for (uint32_t i = 0; i < made_count; i++) {
        pd_write_int(the_call, (int64_t)made[i].size);
        pd_write(the_call, made[i].text, made[i].size);
    }
}

/*  What is found; what is not told is given back first. */
static void tell_solved(int status) {
    Numbers *others[] = {&graph.first, &graph.nexts, &graph.before, &graph.previous, &graph.queue};
    size_t count = status == OK ? positions.count : 0;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) numbers_clear(others[i]);
    pd_write_ints(the_call, nodes, leaves, graph.roots, count,
                  positions.words, values.sweeps, status == OK && KEY_ATOMS ? made_count : 0);
    if (status == OK && KEY_ATOMS) tell_atoms();
    tell_codes();
    if (count) {
        pd_write(the_call, graph.movers, count);
        if (values.lowers) {
            pd_write(the_call, values.lowers, count * sizeof *values.lowers);
            pd_write(the_call, values.uppers, count * sizeof *values.uppers);
        } else {
            pd_write(the_call, graph.outcomes, count);
            pd_write(the_call, graph.plies.p, count * sizeof *graph.plies.p);
        }
        pd_write(the_call, positions.keys, count * positions.words * sizeof *positions.keys);
    }
    graph_clear();
    values_clear();
    answer(status, 0);
}

/*  Keys from the request as terms; or terms, of which there are so many below 0, as keys, each behind a word that says
    whether there is one of that size, and its layer.
*/
static void read_keys(struct pd_call *call) {
    prepare(call);
    I count = get_int();
    read_coding();
    size_t size = positions.words * sizeof *key_words;
    for (char *mark = hp; solutions_told < (count < 0 ? -count : count); solutions_told++, hp = mark) {
        if (count < 0) {
            Position position = get_Position();
            I fits = key_written(GIVE(position)), layer = fits ? layer_of(GIVE(position)) : 0;
            put(&fits, sizeof fits);
            put(&layer, sizeof layer);
            put(key_words, size);
        } else {
            get(key_words, size);
            put_Position(unkeyed_position(key_words));
        }
    }
}
