/*  trie_new/1, trie_lookup/3 and trie_update/3 of SWI-Prolog, for ground terms: a table from packed terms to packed terms.
    A trie is its number. They end with the call.
*/

typedef struct { uint64_t hash; const uint8_t *key; size_t size; uint8_t *value; size_t room; } Pair;
typedef struct { Pair *pairs; size_t count, room; Store terms; } Trie;

static Trie *tries;
static I tries_count, tries_room;
static I tries_epoch = 1; /* a trie of an earlier one is no more */

static I trie_new(void) {
    tries = grown(tries, tries_count, &tries_room, sizeof *tries);
    memset(&tries[tries_count], 0, sizeof *tries);
    return tries_count++;
}

static void tries_clear(void) {
    for (I i = 0; i < tries_count; i++) {
        free(tries[i].pairs);
        store_clear(&tries[i].terms);
    }
    tries_count = 0;
    tries_epoch++;
}

static void trie_grow(Trie *trie) {
    size_t room = trie->room ? trie->room * 2 : 64;
    Pair *pairs = zeroed(room, sizeof *pairs);
    for (size_t i = 0; i < trie->room; i++) {
        if (!trie->pairs[i].key) continue;
        size_t at = trie->pairs[i].hash & (room - 1);
        while (pairs[at].key) at = (at + 1) & (room - 1);
        pairs[at] = trie->pairs[i];
    }
    free(trie->pairs);
    trie->pairs = pairs;
    trie->room = room;
}

/*  Where the key is, the first bytes that are packed, or is to be. */
static Pair *trie_pair(const Trie *trie, size_t size, uint64_t hash) {
    size_t at = hash & (trie->room - 1);
    for (;; at = (at + 1) & (trie->room - 1)) {
        Pair *pair = &trie->pairs[at];
        if (!pair->key || (pair->hash == hash && pair->size == size && !memcmp(pair->key, packed, size))) return pair;
    }
}

/*  Whether the key that is packed has a value: then it is what is unpacked next. */
static bool trie_lookup(I number) {
    const Trie *trie = &tries[number];
    if (!trie->room) return false;
    const Pair *pair = trie_pair(trie, packed_size, hash_bytes(packed, packed_size));
    unpacking = pair->value;
    return pair->key;
}

/*  The key, so many of the bytes that are packed, has the value that follows it. */
static void trie_update(I number, size_t size) {
    Trie *trie = &tries[number];
    if (3 * (trie->count + 1) > 2 * trie->room) trie_grow(trie);
    uint64_t hash = hash_bytes(packed, size);
    Pair *pair = trie_pair(trie, size, hash);
    size_t value = packed_size - size;
    if (!pair->key) {
        pair->key = store_bytes(&trie->terms, packed, packed_size);
        pair->value = (uint8_t *)pair->key + size;
        pair->hash = hash;
        pair->size = size;
        pair->room = value;
        trie->count++;
    } else if (value <= pair->room) {
        memcpy(pair->value, packed + size, value);
    } else {
        pair->value = (uint8_t *)store_bytes(&trie->terms, packed + size, value);
        pair->room = value;
    }
}
