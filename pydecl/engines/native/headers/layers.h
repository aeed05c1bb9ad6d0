/*  A game solved layer by layer: a layer is a number that no move lowers. So what follows a position is solved before
    it, or with it, and few layers are needed at a time. All calls are told all that they need: the next may be another
    process's. `solver.py` beside the engine says what is asked and answered.
*/

/*  What a call has to say of the positions that it was given, beside what it found: nothing; that a key takes more
    words than it may; or else the number of the first one with a move that lowers the layer.
*/
enum { FINE = -1, WIDER = -2 };
static I verdict;

/*  Keys in order, and in growing memory. */
typedef struct { I layer; W *p; size_t n, room; } Keys;

static struct { Keys *p; size_t n, room; } layers;

static void keys_clear(Keys *keys) {
    free(keys->p);
    memset(keys, 0, sizeof *keys);
}

static void layers_clear(void) {
    for (size_t i = 0; i < layers.n; i++) keys_clear(&layers.p[i]);
    free(layers.p);
    memset(&layers, 0, sizeof layers);
    verdict = FINE;
}

static void keys_pushed(Keys *keys, const W *key) {
    uint32_t words = positions.words;
    if (keys->n == keys->room) {
        keys->room += keys->room / 2 + 1024;
        keys->p = resized(keys->p, keys->room * words * sizeof *keys->p);
    }
    memcpy(keys->p + keys->n++ * words, key, words * sizeof *key);
}

static Keys *keys_of_layer(I layer) {
    for (size_t i = 0; i < layers.n; i++)
        if (layers.p[i].layer == layer) return &layers.p[i];
    if (layers.n == layers.room) {
        layers.room += layers.room + 8;
        layers.p = resized(layers.p, layers.room * sizeof *layers.p);
    }
    Keys *keys = &layers.p[layers.n++];
    memset(keys, 0, sizeof *keys);
    keys->layer = layer;
    return keys;
}

/*  Sorted by each byte in turn, the lowest first (an LSD radix sort), but for those that all keys share. */
static void words_sorted(W *keys, size_t count) {
    static size_t starts[8][257];
    memset(starts, 0, sizeof starts);
    for (size_t i = 0; i < count; i++)
        for (int byte = 0; byte < 8; byte++) starts[byte][(keys[i] >> 8 * byte & 255) + 1]++;
    W *spare = resized(0, count * sizeof *spare + 1), *from = keys, *to = spare;
    for (int byte = 0; byte < 8; byte++) {
        size_t *start = starts[byte];
        if (start[(keys[0] >> 8 * byte & 255) + 1] == count) continue;
        in_time();
        for (int digit = 0; digit < 256; digit++) start[digit + 1] += start[digit];
        for (size_t i = 0; i < count; i++) to[start[from[i] >> 8 * byte & 255]++] = from[i];
        W *other = from;
        from = to;
        to = other;
    }
    if (from != keys) memcpy(keys, from, count * sizeof *keys);
    free(spare);
}

static int key_order(const void *a, const void *b) {
    const W *x = a, *y = b;
    for (uint32_t i = 0; i < positions.words; i++)
        if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    return 0;
}

/*  In order, each once. */
static void keys_sorted(Keys *keys) {
    uint32_t words = positions.words;
    if (!keys->n) return;
    if (words == 1) words_sorted(keys->p, keys->n);
    else qsort(keys->p, keys->n, words * sizeof *keys->p, key_order);
    size_t kept = 1;
    for (size_t i = 1; i < keys->n; i++) {
        const W *key = keys->p + i * words;
        if (memcmp(key, keys->p + (kept - 1) * words, words * sizeof *key))
            memmove(keys->p + kept++ * words, key, words * sizeof *key);
    }
    keys->n = kept;
}

/*  So many bytes of the request as they are there, if numbers of 64 bits may lie there. */
static const void *lent(size_t size) {
    const void *there = in;
    if (size > (size_t)(in_end - in)) foreign();
    in += size;
    return there;
}

static const W *lent_keys(size_t count) {
    if (count > (size_t)(in_end - in) / (positions.words * sizeof(W))) foreign();
    return lent(count * positions.words * sizeof(W));
}

/*  The verdict, and the keys of each layer. */
static void tell_layers(int status) {
    if (status != OK) layers_clear();
    pd_write_ints(the_call, nodes, verdict, layers.n);
    for (size_t i = 0; i < layers.n; i++) {
        Keys *keys = &layers.p[i];
        pd_write_ints(the_call, keys->layer, keys->n);
        pd_write(the_call, keys->p, keys->n * positions.words * sizeof(W));
        keys_clear(keys);
    }
}

static bool note_in_layer(void *context, Given position) {
    (void)context;
    if (!(++graph.told & 255)) in_time();
    if (KEY_ATOMS && made_count) unsupported("atoms that the rules make in positions that are kept");
    if (!key_written(position)) verdict = WIDER;
    else keys_pushed(keys_of_layer(layer_of(position)), key_words);
    return verdict == WIDER;
}

/*  The keys of the roots. */
static void layer_roots(struct pd_call *call) {
    prepare(call);
    I named = get_int();
    read_coding();
    verdict = FINE;
    each_root_told(named, note_in_layer, 0);
    for (size_t i = 0; i < layers.n; i++) keys_sorted(&layers.p[i]);
}

static struct { I layer; bool lowered; } above;

static bool note_above(void *context, Given position) {
    if (note_in_layer(context, position)) return true;
    return above.lowered = layer_of(position) < above.layer;
}

/*  The keys of what follows some positions of a layer. */
static void layer_expanded(struct pd_call *call) {
    prepare(call);
    size_t count = (size_t)get_int();
    above.layer = get_int();
    read_coding();
    const W *keys = lent_keys(count);
    verdict = FINE;
    char *mark = hp;
    for (size_t i = 0; i < count && verdict == FINE; i++, hp = mark) {
        Position there = unkeyed_position(keys + i * positions.words);
        Given position = GIVE(there);
        count_node();
        if (each_chance(position, any_chance, 0)) unsupported("chance in a game to be solved");
        above.lowered = false;
        each_successor(position, note_above, 0);
        if (above.lowered) verdict = (I)i;
    }
    for (size_t i = 0; i < layers.n; i++) keys_sorted(&layers.p[i]);
}

static void keys_without(Keys *keys, const W *others, size_t count) {
    uint32_t words = positions.words;
    size_t kept = 0;
    for (size_t i = 0, at = 0; i < keys->n; i++) {
        const W *key = keys->p + i * words;
        while (at < count && key_order(others + at * words, key) < 0) at++;
        if (at < count && !key_order(others + at * words, key)) continue;
        memmove(keys->p + kept++ * words, key, words * sizeof *key);
    }
    keys->n = kept;
}

/*  Keys of many places, in order, each once, without those that others have, which are in order. */
static void layer_merged(struct pd_call *call) {
    prepare(call);
    size_t count = (size_t)get_int(), others = (size_t)get_int();
    read_coding();
    verdict = FINE;
    Keys *keys = keys_of_layer(0);
    const W *given = lent_keys(count);
    size_t size = count * positions.words * sizeof *given;
    keys->p = resized(0, size + 1);
    memcpy(keys->p, given, size);
    keys->n = keys->room = count;
    keys_sorted(keys);
    if (others) keys_without(keys, lent_keys(others), others);
}

/*  What is known of a position from those of its successors that were met: how many these are, the least plies of
    those that whoever moves wants and the most of those that they do not (1 more than they are: 0 is none), and
    whether one is drawn.
*/
typedef struct { uint32_t met, wanted, unwanted, drawn; } Fold;

/*  A position whose successors are looked up. */
typedef struct { Fold *fold, own; uint32_t successors; uint8_t wants; } Unsolved;

enum { UNSOLVED = 64 };
static Unsolved unsolved[UNSOLVED];

static void fold_successor(void *context, uint8_t outcome, uint32_t plies) {
    Unsolved *one = context;
    Fold *now = one->fold;
    uint32_t after = plies + 1;
    now->met++;
    if (outcome == UNDECIDED) now->drawn = 1;
    else if (outcome == one->wants) now->wanted = now->wanted && now->wanted < after ? now->wanted : after;
    else if (now->unwanted < after) now->unwanted = after;
}

static bool note_sought(void *context, Given position) {
    Unsolved *one = context;
    one->successors++;
    if (!key_written(position)) return false;
    if (sought.n == SOUGHT) look_up(fold_successor);
    seek(one);
    return false;
}

/*  The solutions of some positions that follow from those of others, which are given; in several parts if they are
    many, and then what follows is known with the last. What is told: the number of the first position of which a
    successor is not known, or -1; how many are ends; and of all who is to move, their outcomes and plies. Before the
    last part, the folds. What is given stays where it is.
*/
static struct {
    size_t count;
    I missing, ends;
    bool last;
    Fold *folds;
    uint8_t *movers, *outcomes;
    uint32_t *plies;
} due;

static void due_clear(void) {
    free(due.folds);
    free(due.movers);
    free(due.outcomes);
    free(due.plies);
    memset(&due, 0, sizeof due);
    knowledge_clear();
    sought_clear();
}

static void due_end(size_t i, Given position) {
    due.outcomes[i] = outcome_of_end(position);
    due.ends++;
}

static void due_of(size_t i, const Unsolved *one) {
    const Fold *now = one->fold;
    if (now->met < one->successors && due.missing < 0) due.missing = (I)i;
    if (now->wanted) {
        due.outcomes[i] = one->wants;
        due.plies[i] = now->wanted;
    } else if (!now->drawn) {
        due.outcomes[i] = WON + LOST - one->wants;
        due.plies[i] = now->unwanted;
    }
}

static void layer_due(struct pd_call *call) {
    prepare(call);
    memset(&due, 0, sizeof due);
    due.count = (size_t)get_int();
    due.missing = FINE;
    size_t others = (size_t)get_int();
    bool folded = get_int();
    due.last = get_int();
    read_coding();
    key_counting = false; /* who asks knows the layers */
    const W *keys = lent_keys(due.count);
    if (due.count > (size_t)(in_end - call->request)) foreign();
    bool several = folded || !due.last;
    if (several) due.folds = zeroed(due.count, sizeof *due.folds);
    if (folded) get(due.folds, due.count * sizeof *due.folds);
    due.movers = zeroed(due.count, 1);
    if (due.last) due.outcomes = zeroed(due.count, 1);
    if (due.last) due.plies = zeroed(due.count, sizeof *due.plies);
    W *known_keys = (W *)lent_keys(others);
    uint32_t *known_plies = (uint32_t *)lent(others * sizeof *known_plies);
    knowledge_given(others, known_keys, known_plies, lent(others));
    char *mark = hp;
    for (size_t i = 0, first = 0; i < due.count; i++, hp = mark) {
        Unsolved *one = unsolved + i % UNSOLVED;
        Position there = unkeyed_position(keys + i * positions.words);
        Given position = GIVE(there);
        count_node();
        due.movers[i] = mover_below(position, false, true);
        *one = (Unsolved){.wants = due.movers[i] ? WON : LOST};
        one->fold = several ? due.folds + i : &one->own;
        each_successor(position, note_sought, one);
        if (due.last && !one->successors) due_end(i, position);
        if (i + 1 < due.count && (i + 1) % UNSOLVED) continue;
        look_up(fold_successor);
        for (; first <= i; first++) {
            one = unsolved + first % UNSOLVED;
            if (due.last && one->successors) due_of(first, one);
        }
    }
}

/*  Writes a result and frees it, so that memory holds it once: a null pointer, for the field that had it. */
static void *due_told(void *what, size_t size) {
    pd_write(the_call, what, size);
    free(what);
    return 0;
}

static void tell_due(int status) {
    size_t count = status == OK ? due.count : 0;
    knowledge_clear();
    pd_write_ints(the_call, nodes, due.missing, due.ends, count);
    if (due.last) {
        due.movers = due_told(due.movers, count);
        due.outcomes = due_told(due.outcomes, count);
        due.plies = due_told(due.plies, count * sizeof *due.plies);
    } else {
        due.folds = due_told(due.folds, count * sizeof *due.folds);
    }
    due_clear();
}

/*  What numbers of positions no move of a sample lowers, or raises, as `layering` has them, if at least half of the
    moves change them: the more of these, and the more evenly, the sooner they are told.
*/
enum { RISES = 1, FALLS = 2, FEATURES = 1 << 14, STEPS_OF_A_POSITION = 20 };

static struct {
    size_t count, moves, next, seen;
    I *here, *there, *most, *stays;
    uint8_t *changes;
} sample;

static I *features_of(Given position, I *found) {
    memset(found, 0, sample.count * sizeof *found);
    key_features = found;
    key_counting = true;
    key_begin(false);
    key_Position(THE(position));
    key_counting = false;
    key_features = 0;
    return found;
}

static bool note_sampled(void *context, Given position) {
    (void)context;
    features_of(position, sample.there);
    sample.moves++;
    for (size_t i = 0; i < sample.count; i++) {
        I change = sample.there[i] - sample.here[i];
        if (change) sample.changes[i] |= change > 0 ? RISES : FALLS;
        else sample.stays[i]++;
        if (change < 0) change = -change;
        if (change > sample.most[i]) sample.most[i] = change;
    }
    uint32_t number = position_number(position);
    if (drawn() % ++sample.seen == 0) sample.next = number;
    return false;
}

static bool note_some_root(void *context, Given position) {
    position_number(position);
    return positions.count >= *(size_t *)context;
}

static void sample_clear(void) {
    free(sample.here);
    free(sample.changes);
    memset(&sample, 0, sizeof sample);
}

/*  Codes for what random play meets, and what tells layers. */
static void layer_sampled(struct pd_call *call) {
    prepare(call);
    size_t most = (size_t)get_int();
    I named = get_int();
    size_t roots = named < 0 ? most / 8 + 1 : (size_t)-1; /* all that are named */
    draws = 1;
    for (int i = 0; i < KEY_PLACES; i++) {
        key_places[i]->feature = (uint32_t)sample.count;
        sample.count += key_places[i]->symbols ? key_places[i]->symbols : 1;
    }
    if (sample.count > FEATURES) sample.count = 0;
    sample.here = zeroed(4 * sample.count, sizeof(I));
    sample.there = sample.here + sample.count;
    sample.most = sample.there + sample.count;
    sample.stays = sample.most + sample.count;
    sample.changes = zeroed(sample.count, 1);
    each_root_told(named, note_some_root, &roots);
    roots = positions.count;
    char *mark = hp;
    size_t steps = 0;
    for (size_t start = 0; roots && positions.count < most && steps < STEPS_OF_A_POSITION * most; start++) {
        size_t at = start % roots;
        do {
            Position there = position_numbered(at);
            Given position = GIVE(there);
            if (!(++steps & 255)) in_time();
            if (each_chance(position, any_chance, 0)) unsupported("chance in a game to be solved");
            features_of(position, sample.here);
            sample.seen = 0;
            each_successor(position, note_sampled, 0);
            at = sample.next;
            hp = mark;
        } while (sample.seen && steps < STEPS_OF_A_POSITION * most);
    }
    if (roots) keys_recoded();
}

static bool tells_layers(size_t i) {
    return (sample.changes[i] == RISES || sample.changes[i] == FALLS) && 2 * (size_t)sample.stays[i] <= sample.moves;
}

static bool tells_better(size_t i, size_t than) {
    I more = sample.stays[than] - sample.stays[i];
    return more > 0 || (more == 0 && sample.most[i] < sample.most[than]);
}

/*  The words and codes of keys, and the layerings, the most even first. */
static void tell_sample(int status) {
    pd_write_int(the_call, positions.words);
    tell_codes();
    size_t told = 0;
    for (size_t i = 0; status == OK && i < sample.count; i++) told += tells_layers(i);
    pd_write_int(the_call, (int64_t)told);
    while (told--) {
        size_t best = sample.count;
        for (size_t i = 0; i < sample.count; i++)
            if (tells_layers(i) && (best == sample.count || tells_better(i, best))) best = i;
        pd_write_int(the_call, (int64_t)(COUNTED + 2 * best + (sample.changes[best] == FALLS)));
        sample.changes[best] = 0;
    }
    sample_clear();
}
