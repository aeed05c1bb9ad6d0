/*  Questions to lists that are moved together and not made (viewing.py says which).

    Each list is a set of places of the input, and so is what an atom occurs at: 64 places to a word. Where the
    shape of the input is not known, or its items are too many, the lists are made after all, by `_whole`.
*/

#define MOST_SUM ((I)1 << 62)

/*  The places of an item, among m->items. */
#define PLACES(set, x, T, EQUAL) do { \
        for (int32_t w_ = 0; w_ < m->words; w_++) { \
            int32_t n_ = m->items - 64 * w_ < 64 ? m->items - 64 * w_ : 64; \
            if (sizeof(T) == 1) { \
                (set)[w_] = places_of_byte(*(const uint8_t *)&(T){x}, (const uint8_t *)(items + 64 * w_), n_); \
            } else { \
                (set)[w_] = 0; \
                for (int32_t i_ = 0; i_ < n_; i_++) \
                    (set)[w_] |= (uint64_t)EQUAL(items[64 * w_ + i_], (x)) << i_; \
            } \
        } \
    } while (0)

/*  Whether a set has a place of the i-th list made; MEETS_ONE where sets are of one word. */
#define MEETS_ONE(asked) ((m->set[0][i] & (asked)[0]) != 0)
#define MEETS(asked) meets(m, i, asked)

SOME bool meets(const Moves *m, int32_t i, const uint64_t *set) {
    uint64_t found = 0;
    for (int32_t w = 0; w < m->words; w++) found |= m->set[w][i] & set[w];
    return found != 0;
}

#define VIEWED_MADE(NAME, MOVER, L, T) \
    SOME bool NAME(L in) { \
        T items[MOST_ITEMS]; \
        char *mark = hp; \
        if (MOVER##_sets(in, items)) return true; \
        bool found = NAME##_whole(in); \
        release(mark); \
        return found; \
    }
#define VIEWED_LENGTH(NAME, MOVER, L, T) \
    SOME bool NAME(L in, I *out0) { \
        T items[MOST_ITEMS]; \
        char *mark = hp; \
        if (MOVER##_sets(in, items)) { *out0 = MOVER##_moves.made; return true; } \
        bool found = NAME##_whole(in, out0); \
        release(mark); \
        return found; \
    }
/*  A list of one item, so many times, is there where it occurs at all places of a list as long. */
#define VIEWED_HAS(NAME, MOVER, L, M, T, EQUAL) \
    SOME bool NAME(M a, L in) { \
        T items[MOST_ITEMS]; \
        char *mark = hp; \
        const Moves *m = &MOVER##_moves; \
        bool same = a.n > 0; \
        for (int32_t i = 1; same && i < a.n; i++) same = EQUAL(a.p[0], a.p[i]); \
        if (same && MOVER##_sets(in, items)) { \
            uint64_t other[SET_WORDS]; \
            PLACES(other, a.p[0], T, EQUAL); \
            for (int32_t w = 0; w < m->words; w++) other[w] = ~other[w]; \
            if (m->width >= 0 && m->width != a.n) return false; \
            if (m->words == 1 && m->width >= 0) { \
                for (int32_t i = 0; i < m->made; i++) if (!MEETS_ONE(other)) return true; \
                return false; \
            } \
            for (int32_t i = 0; i < m->made; i++) \
                if (!MEETS(other) && m->size[i] == a.n) return true; \
            return false; \
        } \
        bool found = NAME##_whole(a, in); \
        release(mark); \
        return found; \
    }
