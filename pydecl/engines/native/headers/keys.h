/*  Keys: positions as strings of bits, equal exactly where the positions are, in words of 64 bits; the highest bit of
    a word is the first. key_Position and unkey_Position, which terms.h makes, call what is here.

    The first bit is 0 where each value is one that its place has had when the codes were made: it is kept in as many
    bits as it takes to tell these apart. Else the whole position is kept by codes for any value.
*/

enum { KEY_WORDS = 256 };
static W key_words[KEY_WORDS + 1];
static uint32_t key_size; /* in bits */
static bool key_unusual; /* a value has no code of its place */
static const W *unkeying;
static uint32_t unkeyed; /* in bits */
static bool key_by_places, unkey_by_places, unkey_noting;

/*  While a key is written, symbols and numbers may be counted: one feature, a symbol at a place or the sum of the
    numbers there, or all of them.
*/
static bool key_counting;
static I key_count, *key_features;

SOME void key_put(W value, uint32_t width) {
    uint32_t at = key_size >> 6, room = 64 - (key_size & 63);
    if (!width) return;
    if (at >= KEY_WORDS) unsupported("a position of more than 16,384 bits");
    W kept = room == 64 ? 0 : key_words[at];
    if (width <= room) {
        key_words[at] = kept | value << (room - width);
    } else {
        key_words[at] = kept | value >> (width - room);
        key_words[at + 1] = value << (64 - (width - room));
    }
    key_size += width;
}
SOME W key_take(uint32_t width) {
    uint32_t at = unkeyed >> 6, shift = unkeyed & 63;
    if (!width) return 0;
    if (at >= KEY_WORDS) foreign();
    W value = unkeying[at] << shift;
    if (shift + width > 64) value |= unkeying[at + 1] >> (64 - shift);
    unkeyed += width;
    return value >> (64 - width);
}

SOME uint32_t key_width(W most) { return most ? 64 - (uint32_t)pd_leading_zeros(most) : 0; }

/*  An exponential Golomb code: rank + 1 bits for what is below 2^rank, and two more for each doubling after that. */
SOME void key_natural(W value, uint32_t rank) {
    W head = (value >> rank) + 1;
    uint32_t more = 63 - (uint32_t)pd_leading_zeros(head);
    key_put((((W)1 << more) - 1) << 1, more + 1);
    key_put(head ^ (W)1 << more, more);
    key_put(value & (((W)1 << rank) - 1), rank);
}
SOME W unkey_natural(uint32_t rank) {
    uint32_t more = 0;
    while (key_take(1))
        if (++more > 63) foreign();
    W head = (W)1 << more | key_take(more);
    return (head - 1) << rank | key_take(rank);
}

/*  A place of a position: a number, or one of so many symbols. `codes` are two, as keys are read by one and
    written by another while they are changed; the values with a code of their own are a range, or some symbols.
*/
enum { NO_RANK = -1 };
typedef struct { I low; W span; uint32_t width; } PlaceCode;
typedef struct {
    uint32_t symbols;       /* 0: a number */
    I low, high;            /* the numbers that were noted, none if high is lower */
    bool *noted;            /* the symbols that were */
    int32_t *ranks[2];      /* of the symbols among those with a code */
    uint32_t *ranked[2];
    PlaceCode codes[2];
    uint32_t feature;       /* the number of the first one here */
    uint32_t counted;       /* which of them is counted, from 1; 0 is none */
} Place;
static int key_code, unkey_code;

SOME void place_forget(Place *place) {
    place->low = INT64_MAX;
    place->high = INT64_MIN;
    for (uint32_t i = 0; i < place->symbols; i++) place->noted[i] = false;
}

/*  Gives codes to what has been noted. */
static void place_coded(Place *place, int which) {
    PlaceCode *code = &place->codes[which];
    uint32_t count = 0;
    for (uint32_t i = 0; i < place->symbols; i++) {
        place->ranks[which][i] = place->noted[i] ? (int32_t)count : NO_RANK;
        if (place->noted[i]) place->ranked[which][count++] = i;
    }
    if (place->symbols) code->span = count ? count - 1 : 0;
    else code->span = place->low <= place->high ? (W)place->high - (W)place->low : 0;
    code->low = place->symbols || place->low > place->high ? 0 : place->low;
    code->width = key_width(code->span);
}

SOME void key_counted(const Place *place, uint32_t symbol, I a) {
    if (key_features) key_features[place->feature + symbol] += a;
    else if (place->counted == symbol + 1) key_count += a;
}

SOME void key_number(const Place *place, I a) {
    if (key_counting) key_counted(place, 0, a);
    if (key_by_places) {
        const PlaceCode *code = &place->codes[key_code];
        W value = (W)a - (W)code->low;
        if (value <= code->span) key_put(value, code->width);
        else key_unusual = true;
        return;
    }
    key_natural((W)a << 1 ^ (a < 0 ? ~(W)0 : 0), 3);
}
SOME I unkey_number(Place *place) {
    I a;
    if (unkey_by_places) {
        const PlaceCode *code = &place->codes[unkey_code];
        a = (I)(key_take(code->width) + (W)code->low);
    } else {
        W coded = unkey_natural(3);
        a = (I)(coded >> 1 ^ (coded & 1 ? ~(W)0 : 0));
    }
    if (unkey_noting) {
        if (a < place->low) place->low = a;
        if (a > place->high) place->high = a;
    }
    return a;
}
SOME int32_t unkey_length(Place *place) {
    I n = unkey_number(place);
    if (n < 0 || n > INT32_MAX) foreign();
    return (int32_t)n;
}
SOME void key_symbol(const Place *place, uint32_t symbol) {
    if (key_counting) key_counted(place, symbol, 1);
    if (key_by_places) {
        int32_t rank = place->ranks[key_code][symbol];
        if (rank == NO_RANK) key_unusual = true;
        else key_put((W)rank, place->codes[key_code].width);
        return;
    }
    key_put(symbol, key_width(place->symbols - 1));
}
SOME uint32_t unkey_symbol(Place *place) {
    const PlaceCode *code = &place->codes[unkey_code];
    uint32_t symbol = (uint32_t)key_take(unkey_by_places ? code->width : key_width(place->symbols - 1));
    if (unkey_by_places ? symbol > code->span : symbol >= place->symbols) foreign();
    if (unkey_by_places) symbol = place->ranked[unkey_code][symbol];
    if (unkey_noting) place->noted[symbol] = true;
    return symbol;
}

/*  Many atoms by the symbols that they are, or by the ranks of these, put together first; whether all have a rank. */
SOME bool key_several(const uint32_t *symbols, const int32_t *ranks, uint32_t width, const A *p, int32_t n) {
    uint32_t size = 0;
    int32_t all = 0;
    W bits = 0;
    for (int32_t i = 0; i < n; i++) {
        uint32_t symbol = symbols[p[i]];
        int32_t rank = ranks ? ranks[symbol] : (int32_t)symbol;
        if (size + width > 64) {
            key_put(bits, size);
            bits = 0;
            size = 0;
        }
        all |= rank;
        bits = bits << width | (W)rank;
        size += width;
    }
    key_put(bits, size);
    return all >= 0; /* there is no rank below 0 but NO_RANK */
}
SOME void key_symbols(const Place *place, const uint32_t *symbols, const A *p, int32_t n) {
    if (key_counting || !key_by_places) {
        for (int32_t i = 0; i < n; i++) key_symbol(place, symbols[p[i]]);
    } else if (!key_several(symbols, place->ranks[key_code], place->codes[key_code].width, p, n)) {
        key_unusual = true;
    }
}
SOME void unkey_symbols(Place *place, const A *atoms, A *p, int32_t n) {
    const PlaceCode *code = &place->codes[unkey_code];
    const uint32_t *ranked = place->ranked[unkey_code];
    uint32_t width = code->width;
    int32_t most = width ? (int32_t)(64 / width) : n;
    if (unkey_noting || !unkey_by_places) {
        for (int32_t i = 0; i < n; i++) p[i] = atoms[unkey_symbol(place)];
        return;
    }
    for (int32_t i = 0; i < n;) {
        int32_t left = n - i < most ? n - i : most;
        W bits = key_take((uint32_t)left * width);
        while (left-- > 0) {
            W rank = bits >> (uint32_t)left * width & (((W)1 << width) - 1);
            if (rank > code->span) foreign();
            p[i++] = atoms[ranked[rank]];
        }
    }
}

SOME void key_I(I a) { key_natural((W)a << 1 ^ (a < 0 ? ~(W)0 : 0), 3); }
SOME I unkey_I(void) { W a = unkey_natural(3); return (I)(a >> 1 ^ (a & 1 ? ~(W)0 : 0)); }
SOME void key_D(D a) { W bits; memcpy(&bits, &a, sizeof bits); key_put(bits, 64); }
SOME D unkey_D(void) { D a; W bits = key_take(64); memcpy(&a, &bits, sizeof a); return a; }
SOME void key_E(E a) { (void)a; }
SOME E unkey_E(void) { return 0; }
SOME void key_N(N a) {
    key_put(a.tag == TAG_INT, 1);
    if (a.tag == TAG_INT) key_I(a.u.i); else key_D(a.u.d);
}
SOME N unkey_N(void) { return key_take(1) ? n_I(unkey_I()) : n_D(unkey_D()); }

/*  Atoms that are made at run time have numbers of their own in each process: `atoms_there` has, by
    the numbers of the process that wrote the keys which are read, those of this one.
*/
static const O *atoms_there;
SOME void key_O(O a) { key_natural(a, 6); }
SOME O unkey_O(void) {
    O a = (O)unkey_natural(6);
    return atoms_there && a >= names_count ? atoms_there[a - names_count] : a;
}
