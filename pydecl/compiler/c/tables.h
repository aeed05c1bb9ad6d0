/*  A table from positions, as the bytes that they are written as, to scores. It lives outside of the arena. */

typedef struct { uint64_t hash; uint8_t *key; uint32_t size; uint8_t kind; Value val; } Entry;
typedef struct { Entry *entries; size_t count, room; } Table;

static Table tables[2];

static void table_clear(Table *table) {
    for (size_t i = 0; i < table->room; i++) free(table->entries[i].key);
    free(table->entries);
    table->entries = 0;
    table->count = table->room = 0;
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

/*  The entry of a position with a number; with `make` there is one afterwards, else null where there is none. */
static Entry *table_entry(Table *table, Position position, I number, bool make) {
    size_t start = out_size;
    put_I(number);
    put_Position(position);
    const uint8_t *key = out + start;
    size_t size = out_size - start;
    out_size = start;
    if (make && 2 * (table->count + 1) > table->room) table_grow(table);
    if (!table->room) return 0;
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < size; i++) hash = (hash ^ key[i]) * 1099511628211u;
    hash ^= hash >> 32;
    for (size_t at = hash & (table->room - 1);; at = (at + 1) & (table->room - 1)) {
        Entry *entry = &table->entries[at];
        if (entry->key && entry->hash == hash && entry->size == size && !memcmp(entry->key, key, size)) return entry;
        if (entry->key) continue;
        if (!make) return 0;
        entry->key = malloc(size);
        if (!entry->key) trap(MEMORY, "table");
        memcpy(entry->key, key, size);
        entry->hash = hash;
        entry->size = (uint32_t)size;
        table->count++;
        return entry;
    }
}
