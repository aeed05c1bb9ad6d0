/*  All positions that the rules enumerate, or that are named, and all that they lead to: pydecl/programs/solving.py.
    `solving.py` beside the engine says what is asked and answered.
*/

static void read_roots(void) {
    I named = get_int();
    if (named < 0) each_root(note_root, 0);
    for (; named > 0; named--) {
        char *mark = hp;
        Position root = get_Position();
        note_root(0, GIVE(root));
        hp = mark;
    }
}

static void solve_roots(struct pd_call *call) {
    prepare(call);
    read_roots();
    solve(NO_LIMIT);
}

/*  The same of a game of chance; before the roots, the request has the bound. */
static void value_roots(struct pd_call *call) {
    double bound;
    prepare(call);
    get(&bound, sizeof bound);
    read_roots();
    find_values(bound);
}

static void tell_atoms(void) {
    for (uint32_t i = 0; i < made_count; i++) {
        pd_write_int(the_call, (int64_t)made[i].size);
        pd_write(the_call, made[i].text, made[i].size);
    }
}

/*  Which text wrote the keys; and the codes of the places, if they have some: the number that is their lowest, how many
    there are besides, and which symbols.
*/
static void tell_codes(void) {
    int64_t size = 8;
    for (int i = 0; keys_coded && i < KEY_PLACES; i++) size += 16 + key_places[i]->symbols;
    pd_write_int(the_call, size);
    pd_write_int(the_call, KEY_LAYOUT);
    for (int i = 0; keys_coded && i < KEY_PLACES; i++) {
        const Place *place = key_places[i];
        pd_write_int(the_call, place->codes[key_code].low);
        pd_write_int(the_call, (int64_t)place->codes[key_code].span);
        for (uint32_t k = 0; k < place->symbols; k++) {
            uint8_t there = place->ranks[key_code][k] != NO_RANK;
            pd_write(the_call, &there, 1);
        }
    }
}

static void read_codes(void) {
    I size = get_int();
    const uint8_t *end = in + size;
    if (size < 8 || size > in_end - in) foreign();
    keys_coded = size > 8;
    if (get_int() != KEY_LAYOUT) foreign();
    for (int i = 0; keys_coded && i < KEY_PLACES; i++) {
        Place *place = key_places[i];
        place->low = get_int();
        place->high = (I)((W)place->low + (W)get_int());
        for (uint32_t k = 0; k < place->symbols; k++) get(&place->noted[k], 1);
        place_coded(place, key_code);
    }
    if (in > end) foreign();
    in = end;
}

/*  What is found; what is not told is given back first. */
static void tell_solved(int status) {
    Numbers *others[] = {&graph.first, &graph.nexts, &graph.before, &graph.previous, &graph.left, &graph.queue};
    size_t count = status == OK ? positions.count : 0;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) numbers_clear(others[i]);
    pd_write_int(the_call, nodes);
    pd_write_int(the_call, leaves);
    pd_write_int(the_call, (int64_t)graph.roots);
    pd_write_int(the_call, (int64_t)count);
    pd_write_int(the_call, positions.words);
    pd_write_int(the_call, values.sweeps);
    pd_write_int(the_call, status == OK && KEY_ATOMS ? made_count : 0);
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

/*  How keys of the request are written: their words, atoms, and codes. */
static void read_coding(void) {
    I words = get_int();
    if (words < 1 || words > KEY_WORDS) foreign();
    positions.words = (uint32_t)words;
    I atoms = get_int();
    if (atoms < 0 || atoms > in_end - in) foreign();
    O *there = (O *)alloc((size_t)atoms * sizeof *there + 1, _Alignof(O));
    for (I i = 0; i < atoms; i++) {
        Text t;
        t.size = (size_t)get_int();
        if ((size_t)(in_end - in) < t.size) foreign();
        t.text = (const char *)in;
        in += t.size;
        there[i] = atom_of(t);
    }
    atoms_there = atoms ? there : 0;
    read_codes();
    layered(get_int());
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
