/*  The order in which a search looks at the successors, as pydecl/programs/order.py has it: by their values to the
    depth of the search or their static ones, which are not counted, or at random.
*/

/*  What is backed up of a node, in a trie of its own (tries.h), which ends with the search. */
static I backed_up_trie, backed_up_epoch;

static size_t backed_up_key(Given position, I number) {
    if (backed_up_epoch != tries_epoch) {
        backed_up_trie = trie_new();
        backed_up_epoch = tries_epoch;
    }
    packed_size = 0;
    pack_I(number);
    pack_Position(THE(position));
    return packed_size;
}

/*  V(P) of a node, remembered in the table; or its static value, which is worked out again sooner than it is found. */
static Value backed_up(Given position, I depth, bool max) {
    if (noting) note_asked(position, order != STATIC && depth > 0 ? NEXTS : VALUE);
    if (order == STATIC) return evaluated(position);
    Mark mark = here();
    if (depth > NO_LIMIT / 2) depth = NO_LIMIT;
    Value val;
    backed_up_key(position, 2 * depth + max);
    if (trie_lookup(backed_up_trie)) {
        unpack_bytes(&val, sizeof val);
        return val;
    }
    check_stack();
    in_time();
    Positions next = depth > 0 ? successors(position) : (Positions){0, 0};
    if (!next.n) {
        if (noting) note_asked(position, VALUE);
        val = evaluated(position);
    } else {
        for (int32_t i = 0; i < next.n; i++) {
            Value val1 = backed_up(GIVE(next.p[i]), one_less(depth), !max);
            if (!i || better(max, val1, val)) val = val1;
        }
    }
    size_t key = backed_up_key(position, 2 * depth + max);
    pack_bytes(&val, sizeof val);
    trie_update(backed_up_trie, key);
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
