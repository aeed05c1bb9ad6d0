/*  The order in which a search looks at the successors, as pydecl/programs/order.py has it: by their values to the
    depth of the search or their static ones, which are not counted, or at random.
*/

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
    Entry *entries = zeroed(room, sizeof *entries);
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

static Table backed_up_values;

/*  V(P) of a node, remembered in the table; or its static value, which is worked out again sooner than it is found. */
static Value backed_up(Given position, I depth, bool max) {
    if (noting) note_asked(position, order != STATIC && depth > 0 ? NEXTS : VALUE);
    if (order == STATIC) return evaluated(position);
    Mark mark = here();
    if (depth > NO_LIMIT / 2) depth = NO_LIMIT;
    Entry *known = table_entry(&backed_up_values, position, 2 * depth + max, false);
    if (known) return known->val;
    check_stack();
    in_time();
    Positions next = depth > 0 ? successors(position) : (Positions){0, 0};
    Value val;
    if (!next.n) {
        if (noting) note_asked(position, VALUE);
        val = evaluated(position);
    } else {
        for (int32_t i = 0; i < next.n; i++) {
            Value val1 = backed_up(GIVE(next.p[i]), one_less(depth), !max);
            if (!i || better(max, val1, val)) val = val1;
        }
    }
    table_entry(&backed_up_values, position, 2 * depth + max, true)->val = val;
    back(mark);
    return val;
}

static void order_nodes(void *nodes, int32_t count, size_t size, size_t place, I depth, I max) {
    if (order == STATIC && depth <= 0) return;
    char *mark = hp, *at = nodes;
    Value *vals = (Value *)alloc(sizeof(Value) * (size_t)count, _Alignof(Value));
    char *held = alloc(size, 16);
    bool wants_most = order == RANDOM ? false : order == WORST ? max : !max;
    for (int32_t i = 0; i < count; i++) {
        if (order == RANDOM) {
            vals[i] = value_of((I)drawn());
        } else {
            vals[i] = backed_up(GIVE(*(Position *)(at + (size_t)i * size + place)), depth, max);
        }
    }
    for (int32_t i = 1; i < count; i++) { /* by insertion, as the twin does */
        Value val = vals[i];
        int32_t to = i;
        memcpy(held, at + (size_t)i * size, size);
        for (; to && better(wants_most, val, vals[to - 1]); to--) vals[to] = vals[to - 1];
        memmove(at + (size_t)(to + 1) * size, at + (size_t)to * size, (size_t)(i - to) * size);
        memcpy(at + (size_t)to * size, held, size);
        vals[to] = val;
    }
    hp = mark;
}
