/*  Terms as short strings of bytes, equal exactly where the terms are. */

static uint8_t *packed;
static size_t packed_size, packed_room;
static const uint8_t *unpacking;

static void pack_grow(size_t size) {
    if (packed_size + size > MOST_TOLD) too_large();
    size_t room = (packed_size + size) * 2 + 256;
    packed = resized(packed, room);
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
/*  Of a few in the arena a whole word is copied, and what lies behind them is overwritten: no branch depends on how many
    they are, which a processor would have to guess.
*/
SOME void pack_all_A(const A *p, int32_t n) {
    size_t size = (size_t)n * sizeof *p;
    if (size <= 8 && (size_t)(hp_top - (const char *)p) - 8 < (size_t)(hp_top - hp_limit)) {
        memcpy(pack_more(8), p, 8);
        packed_size -= 8 - size;
    } else {
        pack_bytes(p, size);
    }
}
SOME void unpack_all_A(A *p, int32_t n) { unpack_bytes(p, (size_t)n * sizeof *p); }
#define WHOLE(T) \
    SOME void pack_##T(T a) { pack_bytes(&a, sizeof a); } \
    SOME T unpack_##T(void) { T a; unpack_bytes(&a, sizeof a); return a; }
WHOLE(A) WHOLE(O) WHOLE(D)
SOME void pack_E(E a) { (void)a; }
SOME E unpack_E(void) { return 0; }
SOME void pack_N(N a) { pack_tag(a.tag); if (a.tag == TAG_INT) pack_I(a.u.i); else pack_D(a.u.d); }
SOME N unpack_N(void) { return unpack_tag() == TAG_INT ? n_I(unpack_I()) : n_D(unpack_D()); }
