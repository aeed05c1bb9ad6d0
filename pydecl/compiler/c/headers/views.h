/*  Questions to lists that are moved together and not made (viewing.py says which).

    Each list is a set of items of the input, by their numbers, and so is where an atom is. Where the
    shape of the input is not known, or its items are too many, the lists are made after all, by `_whole`.
*/

#define MOST_SUM ((I)1 << 62)

/*  Where x is among the items. */
#define PLACES(set, x, T, EQUAL) do { \
        const T x_ = (x); \
        for (int32_t w_ = 0; w_ < m->words; w_++) { \
            int32_t n_ = m->items - 64 * w_ < 64 ? m->items - 64 * w_ : 64; \
            if (sizeof(T) == 1) { \
                (set)[w_] = places_of_byte(*(const uint8_t *)&x_, (const uint8_t *)(items + 64 * w_), n_); \
            } else { \
                (set)[w_] = 0; \
                for (int32_t i_ = 0; i_ < n_; i_++) \
                    (set)[w_] |= (uint64_t)EQUAL(items[64 * w_ + i_], x_) << i_; \
            } \
        } \
    } while (0)

/*  The v-th word of the set of lists that have an item of a set. */
SOME uint64_t lists_with(const Moves *m, int32_t v, const uint64_t *items) {
    uint64_t found = 0;
    for (int32_t w = 0; w < m->words; w++)
        for (uint64_t rest = items[w]; rest; rest &= rest - 1)
            found |= m->through[v][64 * w + pd_trailing_zeros(rest)];
    return found;
}

/*  Whether a list of this size has no item outside of a set, and one at least in it. */
SOME bool list_within(const Moves *m, const uint64_t *items, int32_t size) {
    for (int32_t w = 0; w < m->words; w++)
        for (uint64_t rest = items[w]; rest; rest &= rest - 1) {
            int32_t least = 64 * w + pd_trailing_zeros(rest);
            for (int32_t k = m->begin[least]; k < m->begin[least + 1]; k++) {
                int32_t i = m->order[k];
                uint64_t outside = 0;
                for (int32_t o = 0; o < m->words; o++) outside |= m->set[o][i] & ~items[o];
                if (!outside && m->size[i] == size) return true;
            }
        }
    return false;
}

#define VIEWED_MADE(NAME, MOVER, L) \
    SOME bool NAME(L in) { \
        char *mark = hp; \
        if (MOVER##_told(in)) return true; \
        bool found = NAME##_whole(in); \
        release(mark); \
        return found; \
    }
#define VIEWED_LENGTH(NAME, MOVER, L) \
    SOME bool NAME(L in, I *out0) { \
        char *mark = hp; \
        if (MOVER##_told(in)) { *out0 = MOVER##_moves.made; return true; } \
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
        if (same && MOVER##_told(in)) { \
            uint64_t places[SET_WORDS]; \
            MOVER##_items(in, items); \
            PLACES(places, a.p[0], T, EQUAL); \
            return list_within(m, places, a.n); \
        } \
        bool found = NAME##_whole(a, in); \
        release(mark); \
        return found; \
    }
