/*  Tables from positions, packed, and a number to what is known of them. They live outside of the arena.

    A packed position is short, and two are equal exactly if their bytes are. What is before this text has
    pack_Position, and unpack_Position, which makes the position in the arena again.
*/

static uint8_t *packed;
static size_t packed_size, packed_room;
static const uint8_t *unpacking;

static void pack_grow(size_t size) {
    size_t room = (packed_size + size) * 2 + 256;
    uint8_t *more = realloc(packed, room);
    if (!more) trap(MEMORY, "table");
    packed = more;
    packed_room = room;
}
HOT uint8_t *pack_more(size_t size) {
    if (!LIKELY(packed_room - packed_size >= size)) pack_grow(size);
    uint8_t *at = packed + packed_size;
    packed_size += size;
    return at;
}
SOME void pack_bytes(const void *bytes, size_t size) { memcpy(pack_more(size), bytes, size); }
SOME void unpack_bytes(void *bytes, size_t size) {
    memcpy(bytes, unpacking, size);
    unpacking += size;
}

/*  Whole numbers: 7 bits a byte, the lowest first; the sign is the lowest bit of all. */
SOME void pack_I(I value) {
    uint64_t left = (uint64_t)value << 1 ^ (value < 0 ? ~(uint64_t)0 : 0);
    for (; left > 127; left >>= 7) *pack_more(1) = (uint8_t)(left | 128);
    *pack_more(1) = (uint8_t)left;
}
SOME I unpack_I(void) {
    uint64_t value = 0;
    for (int shift = 0;; shift += 7) {
        uint8_t byte = *unpacking++;
        value |= (uint64_t)(byte & 127) << shift;
        if (byte < 128) return (I)(value >> 1 ^ (value & 1 ? ~(uint64_t)0 : 0));
    }
}
SOME void pack_tag(uint8_t tag) { *pack_more(1) = tag; }
SOME uint8_t unpack_tag(void) { return *unpacking++; }
SOME void pack_A(A a) { pack_bytes(&a, sizeof a); }
SOME A unpack_A(void) { A a; unpack_bytes(&a, sizeof a); return a; }
SOME void pack_O(O a) { pack_bytes(&a, sizeof a); }
SOME O unpack_O(void) { O a; unpack_bytes(&a, sizeof a); return a; }
SOME void pack_D(D a) { pack_bytes(&a, sizeof a); }
SOME D unpack_D(void) { D a; unpack_bytes(&a, sizeof a); return a; }
SOME void pack_E(E a) { (void)a; }
SOME E unpack_E(void) { return 0; }
SOME void pack_N(N a) { pack_tag(a.tag); if (a.tag == TAG_INT) pack_I(a.u.i); else pack_D(a.u.d); }
SOME N unpack_N(void) { return unpack_tag() == TAG_INT ? n_I(unpack_I()) : n_D(unpack_D()); }

/*  Chunks of memory, given back all at once. */
typedef struct Chunk { struct Chunk *next; uint8_t bytes[]; } Chunk;
typedef struct { Chunk *chunks; uint8_t *at, *end; } Store;

static const uint8_t *store_bytes(Store *store, const uint8_t *bytes, size_t size) {
    if ((size_t)(store->end - store->at) < size) {
        size_t room = size > 1 << 20 ? size : 1 << 20;
        Chunk *chunk = malloc(sizeof *chunk + room);
        if (!chunk) trap(MEMORY, "table");
        chunk->next = store->chunks;
        store->chunks = chunk;
        store->at = chunk->bytes;
        store->end = store->at + room;
    }
    uint8_t *kept = store->at;
    memcpy(kept, bytes, size);
    store->at += size;
    return kept;
}

static void store_clear(Store *store) {
    while (store->chunks) {
        Chunk *chunk = store->chunks;
        store->chunks = chunk->next;
        free(chunk);
    }
    store->at = store->end = 0;
}

/*  What is known: a value, and a word on it. */
typedef struct { uint64_t hash; const uint8_t *key; uint32_t size; uint32_t note; Value val; } Entry;
typedef struct { Entry *entries; size_t count, room; Store keys; } Table;

static void table_clear(Table *table) {
    free(table->entries);
    store_clear(&table->keys);
    memset(table, 0, sizeof *table);
}

static void table_grow(Table *table) {
    size_t room = table->room ? table->room * 2 : 1024;
    Entry *entries = calloc(room, sizeof *entries);
    if (!entries) trap(MEMORY, "table");
    for (size_t i = 0; i < table->room; i++) {
        if (!table->entries[i].key) continue;
        size_t at = table->entries[i].hash & (room - 1);
        while (entries[at].key) at = (at + 1) & (room - 1);
        entries[at] = table->entries[i];
    }
    free(table->entries);
    table->entries = entries;
    table->room = room;
}

static uint64_t hash_packed(void) {
    uint64_t hash = packed_size, word;
    size_t at = 0;
    for (; at + 8 <= packed_size; at += 8) {
        memcpy(&word, packed + at, 8);
        hash = mixed(hash, word);
    }
    for (; at < packed_size; at++) hash = mixed(hash, packed[at]);
    return mixed(hash, 1) ^ hash >> 32;
}

/*  Whether the entry's key is what is packed. */
SOME bool has_key(const Entry *entry, uint64_t hash) {
    return entry->hash == hash && entry->size == packed_size && !memcmp(entry->key, packed, packed_size);
}

/*  The entry of a position with a number, or null; with `make` there is one afterwards, whose note is 0 at first. */
static Entry *table_entry(Table *table, Given position, I number, bool make) {
    packed_size = 0;
    pack_I(number);
    pack_Position(THE(position));
    if (make && 3 * (table->count + 1) > 2 * table->room) table_grow(table);
    if (!table->room) return 0;
    uint64_t hash = hash_packed();
    size_t at = hash & (table->room - 1);
    for (; table->entries[at].key; at = (at + 1) & (table->room - 1))
        if (has_key(&table->entries[at], hash)) return &table->entries[at];
    if (!make) return 0;
    Entry *entry = &table->entries[at];
    entry->key = store_bytes(&table->keys, packed, packed_size);
    entry->hash = hash;
    entry->size = (uint32_t)packed_size;
    table->count++;
    return entry;
}

/*  The position of an entry, in the arena. */
static Position position_of(const uint8_t *key) {
    unpacking = key;
    unpack_I();
    return unpack_Position();
}

/*  The tables of a search; the last is for the order of moves. */
static Table tables[3];

static void tables_clear(void) {
    for (int i = 0; i < 3; i++) table_clear(&tables[i]);
}
