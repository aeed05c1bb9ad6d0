/*  Positions numbered from 0 as they are met, and kept as keys, all of them in as many words as the longest needs. */

static struct {
    W *keys;
    size_t count, room;
    size_t unusual;     /* how many of them are without codes of places */
    size_t look_at;     /* so many positions, and it may be time for other codes */
    uint32_t words;     /* of each */
    uint32_t coding;    /* how often keys have come to be written otherwise */
    W *slots;           /* where hashes say: the half of one, and below it the number, counted from 1; 0 is free */
    size_t slot_count;
} positions = { .look_at = 1024 };

static bool keys_coded;     /* places have codes */

/*  No more positions will be met. */
static void slots_clear(void) {
    free(positions.slots);
    positions.slots = 0;
    positions.slot_count = 0;
}

static void positions_clear(void) {
    free(positions.keys);
    slots_clear();
    memset(&positions, 0, sizeof positions);
    positions.look_at = 1024;
    key_code = unkey_code = 0;
    keys_coded = false;
}

/*  The same if keys come to have more words, which are zeros. */
SOME uint64_t hash_of_key(const W *words) {
    uint64_t hash = 7;
    uint32_t count = positions.words;
    while (count && !words[count - 1]) count--;
    for (uint32_t i = 0; i < count; i++) hash = mixed(hash, words[i]);
    return mixed(hash, 1) ^ hash >> 32;
}
SOME const W *key_of(size_t number) { return positions.keys + number * positions.words; }

SOME bool same_keys(const W *a, const W *b) {
    for (uint32_t i = 0; i < positions.words; i++)
        if (a[i] != b[i]) return false;
    return true;
}

/*  Where the search for a key begins. */
SOME size_t first_slot(const W *words) { return hash_of_key(words) & (positions.slot_count - 1); }

/*  Where a number is, or is to be, if this is its key: then half of its hash is put there. */
SOME W *slot_of(const W *words) {
    uint64_t hash = hash_of_key(words);
    for (size_t at = hash;; at++) {
        W *slot = positions.slots + (at & (positions.slot_count - 1));
        if (!(uint32_t)*slot) {
            *slot = hash >> 32 << 32;
            return slot;
        }
        if ((*slot ^ hash) >> 32 == 0 && same_keys(key_of((uint32_t)*slot - 1), words)) return slot;
    }
}

static void slots_filled(size_t count) {
    free(positions.slots);
    positions.slots = zeroed(count, sizeof *positions.slots);
    positions.slot_count = count;
    for (size_t number = 0; number < positions.count; number++) {
        uint64_t hash = hash_of_key(key_of(number));
        size_t at = hash & (count - 1);
        while (positions.slots[at]) at = (at + 1) & (count - 1);
        positions.slots[at] = hash >> 32 << 32 | (number + 1);
    }
}

/*  Room for so many keys of so many words, no fewer than before. */
static void keys_resized(size_t room, uint32_t words) {
    W *keys = positions.keys = resized(positions.keys, room * words * sizeof *keys);
    positions.room = room;
    if (words == positions.words) return;
    positions.coding++;
    for (size_t number = positions.count; number-- > 0;) { /* the last one first: they move up */
        W *to = keys + number * words;
        memmove(to, keys + number * positions.words, positions.words * sizeof *keys);
        memset(to + positions.words, 0, (words - positions.words) * sizeof *keys);
    }
    positions.words = words;
}

static void key_begin(bool by_places) {
    key_by_places = by_places;
    key_unusual = false;
    key_size = 0;
    key_count = 0;
    key_put(!by_places, 1);
}

/*  Writes the key of a position; whether it is no longer than those that are kept. */
static bool key_written(Given position) {
    key_begin(keys_coded);
    key_Position(THE(position));
    if (key_unusual) {
        key_begin(false);
        key_Position(THE(position));
    }
    uint32_t words = (key_size + 63) >> 6;
    for (uint32_t i = words; i < positions.words; i++) key_words[i] = 0;
    return words <= positions.words;
}

/*  Layers: none, or told by the rules, or else COUNTED + 2 * a feature, and 1 more if its count falls. */
enum { NO_LAYERS, TOLD_BY_RULES, COUNTED };
static I layering;

static void layered(I how) {
    I feature = how < COUNTED ? -1 : (how - COUNTED) / 2;
    layering = how;
    key_counting = how >= COUNTED;
    for (int i = 0; i < KEY_PLACES; i++) {
        I here = key_places[i]->symbols ? key_places[i]->symbols : 1;
        key_places[i]->counted = feature >= 0 && feature < here ? (uint32_t)feature + 1 : 0;
        feature -= here;
    }
}

/*  The layer of a position whose key was written just now. */
static I layer_of(Given position) {
    if (layering == TOLD_BY_RULES) return layer_told(position);
    if (layering < COUNTED) return 0;
    return (layering - COUNTED) & 1 ? -key_count : key_count;
}

/*  The position of a key, in the arena. */
static Position unkeyed_position(const W *words) {
    unkeying = words;
    unkeyed = 0;
    unkey_by_places = !key_take(1);
    return unkey_Position();
}

/*  A position that is kept, in the arena. */
static Position position_numbered(size_t number) { return unkeyed_position(key_of(number)); }

/*  Codes for the values that the positions have so far, if no key gets longer than the longest now. */
static void keys_recoded(void) {
    char *mark = hp;
    uint32_t words = 1;
    bool coded = keys_coded;
    for (int i = 0; i < KEY_PLACES; i++) place_forget(key_places[i]);
    unkey_noting = true;
    for (size_t number = 0; number < positions.count; number++, hp = mark) position_numbered(number);
    unkey_noting = false;
    key_code = !unkey_code;
    for (int i = 0; i < KEY_PLACES; i++) place_coded(key_places[i], key_code);
    keys_coded = true;
    for (size_t number = 0; number < positions.count; number++, hp = mark) {
        Position position = position_numbered(number);
        key_written(GIVE(position));
        if (key_size > 64 * words) words = (key_size + 63) >> 6;
    }
    if (words > positions.words) {
        key_code = unkey_code;
        keys_coded = coded;
        return;
    }
    for (size_t number = 0; number < positions.count; number++, hp = mark) {
        Position position = position_numbered(number);
        key_written(GIVE(position));
        memcpy(positions.keys + number * words, key_words, words * sizeof *key_words);
    }
    unkey_code = key_code;
    positions.coding++;
    positions.words = words;
    keys_resized(positions.room, words);
    positions.unusual = 0;
    slots_filled(positions.slot_count);
}

/*  Whether a key is without codes of places. */
SOME bool is_unusual(const W *words) { return *words >> 63; }

/*  The number of the position of a key, which gets one if it has none. */
static uint32_t number_of_key(const W *words) {
    W *slot = slot_of(words);
    if ((uint32_t)*slot) return (uint32_t)*slot - 1;
    if (positions.count + 1 >> 32) trap(MEMORY, "positions");
    if (positions.count == positions.room) keys_resized(positions.room + positions.room / 2 + 1024, positions.words);
    memcpy(positions.keys + positions.count * positions.words, words, positions.words * sizeof *words);
    *slot += ++positions.count;
    positions.unusual += is_unusual(words);
    if (3 * positions.count > 2 * positions.slot_count) slots_filled(2 * positions.slot_count);
    return (uint32_t)positions.count - 1;
}

/*  Other codes, if it is time for them; and from there on, all keys are written anew. */
static void codes_considered(void) {
    if (positions.count < positions.look_at) return;
    while (positions.count >= positions.look_at) positions.look_at *= 2;
    if (positions.unusual > positions.count / 16) keys_recoded();
}

/*  Writes the key of a position; those that are kept are made longer if it is, long ones by a quarter more than it
    takes: positions that tell of earlier ones grow from move to move.
*/
static void key_made(Given position) {
    if (key_written(position) && positions.words) return;
    uint32_t words = (key_size + 63) >> 6, roomy = words + words / 4;
    keys_resized(positions.room, !words ? 1 : roomy < KEY_WORDS ? roomy : KEY_WORDS);
    if (!positions.slot_count) slots_filled(1024);
    key_written(position);
}

/*  The number of a position, which gets one if it has none. */
static uint32_t position_number(Given position) {
    key_made(position);
    uint32_t number = number_of_key(key_words);
    codes_considered();
    return number;
}

/*  How keys are written: what one process tells another that reads them, or writes them. */

/*  Which text wrote the keys; and the codes of the places, if they have some: the number that is their lowest, how many
    there are besides, and which symbols.
*/
static void tell_codes(void) {
    int64_t size = 8;
    for (int i = 0; keys_coded && i < KEY_PLACES; i++) size += 16 + key_places[i]->symbols;
    pd_write_ints(the_call, size, KEY_LAYOUT);
    for (int i = 0; keys_coded && i < KEY_PLACES; i++) {
        const Place *place = key_places[i];
        pd_write_ints(the_call, place->codes[key_code].low, place->codes[key_code].span);
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
