/*  A table from positions, packed, and a number to what is known of them. It lives outside of the arena.

    A packed position is short, and two are equal exactly if their bytes are. What is before this text has
    pack_Position, and unpack_Position, which makes the position in the arena again, and packing.h.
*/

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
    uint64_t hash = hash_packed(packed_size);
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

/*  For the order of moves. */
static Table backed_up_values;
