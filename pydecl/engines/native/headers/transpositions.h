/*  A transposition table: what is known of positions. Each has a row of bits, its key and then what is known; terms.h
    writes both, with keys.h. No key begins another one, so rows that begin with the same key are the same position's.

    There are as many rows as the setting `table` says, or as many as it takes if that is 0. When all are taken, the
    ply that has the most, of several the last, gives up its oldest.
*/

typedef struct { uint32_t hash, next, later; } RowLink;     /* the next row of the same slot, and of the same ply */
typedef struct { uint32_t oldest, newest, count; } OfPly;   /* rows are numbered from 1 */

static struct {
    W *rows;
    RowLink *links;
    uint32_t words;                     /* of each row */
    size_t count, room, most;
    uint32_t *slots;                    /* a row where hashes say */
    size_t slot_count;
    OfPly *plies;
    size_t ply_count;
} known;

enum { MOST_KNOWN = 0x7FFFFFFF };
static uint32_t known_key;              /* how many bits the key has that is written */
static uint32_t known_hash;

static void known_clear(void) {
    free(known.rows);
    free(known.links);
    free(known.slots);
    free(known.plies);
    memset(&known, 0, sizeof known);
}

SOME I table_new(void) {
    known_clear();
    known.most = table_size && table_size < MOST_KNOWN ? (size_t)table_size : MOST_KNOWN;
    return 0;
}

/*  An integer; no depth limit, the one large number that is met often, is short. */
SOME void bits_I(I a) {
    W coded = (W)a << 1 ^ (a < 0 ? ~(W)0 : 0), none = (W)NO_LIMIT << 1;
    key_natural(coded == none ? 0 : coded < none ? coded + 1 : coded, 3);
}
SOME I unbits_I(void) {
    W coded = unkey_natural(3), none = (W)NO_LIMIT << 1;
    coded = coded == 0 ? none : coded <= none ? coded - 1 : coded;
    return (I)(coded >> 1 ^ (coded & 1 ? ~(W)0 : 0));
}
SOME void bits_N(N a) {
    key_put(a.tag == TAG_INT, 1);
    if (a.tag == TAG_INT) bits_I(a.u.i); else key_D(a.u.d);
}
SOME N unbits_N(void) { return key_take(1) ? n_I(unbits_I()) : n_D(unkey_D()); }
SOME void bits_A(A a) { key_put(a, key_width(names_count - 1)); }
SOME A unbits_A(void) { return (A)key_take(key_width(names_count - 1)); }
#define bits_D key_D
#define unbits_D unkey_D
#define bits_E key_E
#define unbits_E unkey_E
#define bits_O key_O
#define unbits_O unkey_O

SOME void known_begin(void) { key_size = 0; }

/*  The key is written. */
SOME void known_keyed(void) {
    uint64_t hash = key_size;
    for (uint32_t i = 0; i < (key_size + 63) >> 6; i++) hash = mixed(hash, key_words[i]);
    known_hash = (uint32_t)(mixed(hash, 1) >> 32 ^ hash);
    known_key = key_size;
}

SOME W *known_row(size_t row) { return known.rows + (row - 1) * known.words; }

SOME bool has_known_key(size_t row) {
    if (known.links[row - 1].hash != known_hash) return false;
    const W *words = known_row(row);
    uint32_t whole = known_key >> 6, rest = known_key & 63;
    if (known_key > 64 * known.words || memcmp(words, key_words, whole * sizeof *words)) return false;
    return !rest || !((words[whole] ^ key_words[whole]) >> (64 - rest));
}

/*  The row of the key, or 0. */
SOME uint32_t known_there(void) {
    if (!known.slot_count) return 0;
    uint32_t row = known.slots[known_hash & (known.slot_count - 1)];
    while (row && !has_known_key(row)) row = known.links[row - 1].next;
    return row;
}

/*  Whether anything is known of the position whose key is written: then it is what is read next. */
SOME bool table_lookup(void) {
    uint32_t row = known_there();
    if (!row) return false;
    unkeying = known_row(row);
    unkeyed = known_key;
    return true;
}

SOME void known_linked(uint32_t row) {
    uint32_t *slot = &known.slots[known.links[row - 1].hash & (known.slot_count - 1)];
    known.links[row - 1].next = *slot;
    *slot = row;
}

/*  Twice the room. */
static void known_grow(void) {
    size_t room = known.room ? 2 * known.room : 1024;
    if (room > known.most) room = known.most;
    W *rows = realloc(known.rows, room * known.words * sizeof *rows);
    if (!rows) trap(MEMORY, "table");
    known.rows = rows;
    RowLink *links = realloc(known.links, room * sizeof *links);
    if (!links) trap(MEMORY, "table");
    known.links = links;
    known.room = room;
    size_t slots = 1024;
    while (slots < room) slots *= 2;
    if (slots == known.slot_count) return;
    free(known.slots);
    known.slot_count = 0;
    known.slots = calloc(slots, sizeof *known.slots);
    if (!known.slots) trap(MEMORY, "table");
    known.slot_count = slots;
    for (uint32_t row = 1; row <= known.count; row++) known_linked(row);
}

/*  Rows of so many words, more than before. */
static void known_widen(uint32_t words) {
    W *rows = realloc(known.rows, known.room * words * sizeof *rows);
    if (known.room && !rows) trap(MEMORY, "table");
    known.rows = rows;
    for (size_t row = known.count; row-- > 0;) /* the last one first: they move up */
        memmove(rows + row * words, rows + row * known.words, known.words * sizeof *rows);
    known.words = words;
}

static OfPly *known_ply(I ply) {
    if ((size_t)ply >= known.ply_count) {
        size_t count = (size_t)ply + 64;
        OfPly *plies = realloc(known.plies, count * sizeof *plies);
        if (!plies) trap(MEMORY, "table");
        memset(plies + known.ply_count, 0, (count - known.ply_count) * sizeof *plies);
        known.plies = plies;
        known.ply_count = count;
    }
    return &known.plies[ply];
}

/*  The row that is given up. */
static uint32_t known_given_up(void) {
    OfPly *fullest = known.plies;
    for (OfPly *one = known.plies; one < known.plies + known.ply_count; one++)
        if (one->count >= fullest->count) fullest = one;
    uint32_t row = fullest->oldest;
    fullest->oldest = known.links[row - 1].later;
    fullest->count--;
    uint32_t *at = &known.slots[known.links[row - 1].hash & (known.slot_count - 1)];
    while (*at != row) at = &known.links[*at - 1].next;
    *at = known.links[row - 1].next;
    return row;
}

/*  What is written is the key and what is known of its position, which is met so many plies from the root. */
static void table_keep(I ply) {
    uint32_t words = (key_size + 63) >> 6, row;
    if (words > known.words) known_widen(words);
    row = known_there();
    if (!row) {
        OfPly *there = known_ply(ply);
        if (known.count == known.most) {
            row = known_given_up();
        } else {
            if (known.count == known.room) known_grow();
            row = (uint32_t)++known.count;
        }
        known.links[row - 1] = (RowLink){known_hash, 0, 0};
        known_linked(row);
        if (there->count++) known.links[there->newest - 1].later = row;
        else there->oldest = row;
        there->newest = row;
    }
    memcpy(known_row(row), key_words, words * sizeof *key_words);
}
