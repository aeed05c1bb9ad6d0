/*  All positions that the rules enumerate, or that are named, and all that they lead to: pydecl/programs/solving.py.
    `solving.py` beside the engine says what is asked and answered.
*/

static void solve_roots(struct pd_call *call) {
    prepare(call);
    I named = get_int();
    if (named < 0) each_root(note_root, 0);
    for (; named > 0; named--) {
        char *mark = hp;
        Position root = get_Position();
        note_root(0, GIVE(root));
        hp = mark;
    }
    solve(NO_LIMIT);
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
    keys_coded = get_int() > 8;
    if (get_int() != KEY_LAYOUT) foreign();
    for (int i = 0; keys_coded && i < KEY_PLACES; i++) {
        Place *place = key_places[i];
        place->low = get_int();
        place->high = (I)((W)place->low + (W)get_int());
        for (uint32_t k = 0; k < place->symbols; k++) get(&place->noted[k], 1);
        place_coded(place, key_code);
    }
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
    pd_write_int(the_call, status == OK && KEY_ATOMS ? made_count : 0);
    if (status == OK && KEY_ATOMS) tell_atoms();
    tell_codes();
    if (count) {
        pd_write(the_call, graph.movers, count);
        pd_write(the_call, graph.outcomes, count);
        pd_write(the_call, graph.plies.p, count * sizeof *graph.plies.p);
        pd_write(the_call, positions.keys, count * positions.words * sizeof *positions.keys);
    }
    graph_clear();
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
}

/*  Keys from the request as terms; or terms, of which there are so many below 0, as keys, each behind a word that says
    whether there is one of that size.
*/
static void read_keys(struct pd_call *call) {
    prepare(call);
    I count = get_int();
    read_coding();
    size_t size = positions.words * sizeof *key_words;
    for (char *mark = hp; solutions_told < (count < 0 ? -count : count); solutions_told++, hp = mark) {
        if (count < 0) {
            Position position = get_Position();
            I fits = key_written(GIVE(position));
            put(&fits, sizeof fits);
            put(key_words, size);
        } else {
            get(key_words, size);
            put_Position(unkeyed_position(key_words));
        }
    }
}

/*  Stored solutions, each held against those of the successors: retrograde analysis need not be believed. */

enum { NOT_STORED = -1 };

static I stored_number(void) {
    size_t low = 0, high = positions.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const W *key = key_of(middle);
        uint32_t i = 0;
        while (i < positions.words - 1 && key[i] == key_words[i]) i++;
        if (key[i] < key_words[i]) low = middle + 1;
        else high = middle;
    }
    bool there = low < positions.count && !memcmp(key_of(low), key_words, positions.words * sizeof *key_words);
    return there ? (I)low : NOT_STORED;
}

static struct { bool complete; size_t successors, by_outcome[3]; uint32_t least[3], most[3]; } after;

static bool note_stored(void *context, Given position) {
    (void)context;
    I number = key_written(position) ? stored_number() : NOT_STORED;
    if (number == NOT_STORED) {
        after.complete = false;
        return true;
    }
    uint8_t outcome = graph.outcomes[number];
    uint32_t ends_in = graph.plies.p[number];
    if (!after.by_outcome[outcome]++ || ends_in < after.least[outcome]) after.least[outcome] = ends_in;
    if (ends_in > after.most[outcome]) after.most[outcome] = ends_in;
    after.successors++;
    return false;
}

/*  The solution that a stored position must have; false if a successor is not stored. */
static bool solution_due(size_t number, uint8_t *outcome, uint32_t *ends_in) {
    Position there = position_numbered(number);
    Given position = GIVE(there);
    memset(&after, 0, sizeof after);
    after.complete = true;
    *outcome = UNDECIDED;
    *ends_in = 0;
    each_successor(position, note_stored, 0);
    if (!after.complete) return false;
    if (!after.successors) {
        *outcome = is_won(position) ? WON : is_lost(position) ? LOST : UNDECIDED;
        return true;
    }
    uint8_t wanted = mover_below(position, false) ? WON : LOST, unwanted = WON + LOST - wanted;
    if (after.by_outcome[wanted]) {
        *outcome = wanted;
        *ends_in = after.least[wanted] + 1;
    } else if (after.by_outcome[unwanted] == after.successors) {
        *outcome = unwanted;
        *ends_in = after.most[unwanted] + 1;
    }
    return true;
}

static bool root_is_missing(void *context, Given position) {
    (void)context;
    return !key_written(position) || stored_number() == NOT_STORED;
}

/*  The first stored position whose solution does not follow, and the one that does; or none, where one of position/1
    is not stored.
*/
static void verify_keys(struct pd_call *call) {
    prepare(call);
    positions.count = (size_t)get_int();
    bool enumerated = get_int();
    read_coding();
    size_t count = positions.count, words = positions.words;
    if (!count || count > (size_t)(in_end - in) / (words * sizeof(W) + 5)) foreign();
    positions.keys = malloc(count * words * sizeof(W));
    graph.outcomes = malloc(count);
    zeros(&graph.plies, count);
    if (!positions.keys || !graph.outcomes) trap(MEMORY, "positions");
    get(positions.keys, count * words * sizeof(W));
    get(graph.outcomes, count);
    get(graph.plies.p, count * sizeof *graph.plies.p);
    for (size_t i = 0; i < count; i++)
        if (graph.outcomes[i] > LOST) foreign();
    char *mark = hp;
    for (size_t i = 0; i < count; i++, hp = mark) {
        uint8_t outcome;
        uint32_t ends_in;
        if (!(i & 255)) in_time();
        bool complete = solution_due(i, &outcome, &ends_in);
        if (complete && outcome == graph.outcomes[i] && ends_in == graph.plies.p[i]) continue;
        I told[] = {(I)i, complete ? outcome : NOT_STORED, ends_in};
        put(told, sizeof told);
        return;
    }
    I none[] = {NOT_STORED, NOT_STORED, 0};
    if (enumerated && each_root(root_is_missing, 0)) put(none, sizeof none);
}
