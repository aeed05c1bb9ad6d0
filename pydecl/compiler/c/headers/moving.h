/*  Procedures that only move the items of lists of lists (moving.py says which).

    What such a procedure makes of lists of known lengths is found out once: it is called with the numbers of the
    items in their place. From then on each item is copied from where it comes from, as long as the lengths are
    the same. Lists that overlap, as the stretches of a lane do, overlap again. Lengths are learnt when they come
    a second time in a row, so that little is lost where they change from call to call.
*/

enum { MOST_LISTS = 64, MOST_ITEMS = 256, MOST_MADE = 1024, MOST_PLACES = 2048, MOST_LESSONS = 64, WIDEST = 32,
       SET_WORDS = MOST_ITEMS / 64, LIST_WORDS = MOST_MADE / 64 };

typedef struct {
    int32_t lists, lengths[MOST_LISTS];      /* the input of the last time; no lists where it was too large */
    bool known, unfit;                       /* what becomes of it; or that it is not to be held here */
    int32_t lessons, made, places;
    int32_t at[MOST_MADE], size[MOST_MADE];  /* the lists made, among the places */
    uint8_t from[MOST_PLACES];               /* the number of the item that is there */
    int32_t items, words, list_words;        /* words: of a set of items, and of a set of the lists made */
    uint64_t set[SET_WORDS][MOST_MADE];      /* the items of each list made */
    uint64_t through[LIST_WORDS][MOST_ITEMS], all[LIST_WORDS]; /* the lists that an item is in, and all lists */
    int32_t order[MOST_MADE], begin[MOST_ITEMS + 1]; /* the lists by their least item; where those of each begin */
    const uint8_t *start, *end;              /* the lists that overlap with the last one, while they are learnt */
    int32_t start_at;
} Moves;

/*  One more list made, of items that begin with their numbers. */
static void moves_hold(Moves *m, const uint8_t *p, int32_t n, size_t size) {
    if (m->made == MOST_MADE) m->unfit = true;
    if (m->unfit) return;
    if (n && !(m->start && m->start <= p && p <= m->end)) {
        m->start = m->end = p;
        m->start_at = m->places;
    }
    m->at[m->made] = n ? m->start_at + (int32_t)((size_t)(p - m->start) / size) : 0;
    m->size[m->made++] = n;
    for (; n && m->end < p + (size_t)n * size; m->end += size) {
        if (m->places == MOST_PLACES) { m->unfit = true; return; }
        m->from[m->places++] = *m->end;
    }
}

/*  The least item of a list made, m->items where it has none. */
static int32_t moves_least(const Moves *m, int32_t list) {
    int32_t least = m->items;
    for (int32_t j = 0; j < m->size[list]; j++)
        if (m->from[m->at[list] + j] < least) least = m->from[m->at[list] + j];
    return least;
}

/*  The lists made as sets of items, and the items as sets of these lists. */
static void moves_sets(Moves *m, int32_t items) {
    m->items = items;
    m->words = (items + 63) / 64;
    m->list_words = (m->made + 63) / 64;
    memset(m->set, 0, sizeof m->set);
    memset(m->through, 0, sizeof m->through);
    memset(m->all, 0, sizeof m->all);
    for (int32_t i = 0; i < m->made; i++) {
        m->all[i / 64] |= (uint64_t)1 << i % 64;
        for (int32_t j = 0; j < m->size[i]; j++) {
            int32_t item = m->from[m->at[i] + j];
            m->set[item / 64][i] |= (uint64_t)1 << item % 64;
            m->through[i / 64][item] |= (uint64_t)1 << i % 64;
        }
    }
    memset(m->begin, 0, sizeof m->begin);
    for (int32_t i = 0; i < m->made; i++) m->begin[moves_least(m, i)]++;
    for (int32_t item = 0, k = 0; item <= items; item++) m->begin[item] = k += m->begin[item];
    for (int32_t i = m->made; i-- > 0;) m->order[--m->begin[moves_least(m, i)]] = i;
}

/*  Which of at most 64 bytes are x; there is room for 64. */
#if PD_GNU && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
SOME uint64_t places_of_byte(uint8_t x, const uint8_t *p, int32_t n) {
    const uint64_t low = 0x7f7f7f7f7f7f7f7fu;
    uint64_t all = x * (uint64_t)0x0101010101010101u, found = 0;
    for (int32_t i = 0; i < n; i += 8) {
        uint64_t other = word_at(p + i) ^ all;
        uint64_t zero = ~(((other & low) + low) | other | low) >> 7; /* the lowest bit of each byte that is x */
        found |= zero * 0x0102040810204080u >> 56 << i;
    }
    return n < 64 ? found & (((uint64_t)1 << n) - 1) : found;
}
#else
SOME uint64_t places_of_byte(uint8_t x, const uint8_t *p, int32_t n) {
    uint64_t found = 0;
    for (int32_t i = 0; i < n; i++) found |= (uint64_t)(p[i] == x) << i;
    return found;
}
#endif

#define MOVED(NAME, WHOLE, L, M, T) \
    static Moves NAME##_moves; \
    SOME void NAME##_items(L in, T *items) { \
        for (int32_t i = 0; i < in.n; i++) { \
            COPY(T, items, in.p[i].p, in.p[i].n); \
            items += in.p[i].n; \
        } \
    } \
    static void NAME##_other(L in) { \
        Moves *m = &NAME##_moves; \
        I items = 0; \
        m->known = m->unfit = false; \
        m->lists = -1; \
        for (int32_t i = 0; i < in.n; i++) { \
            items += in.p[i].n; \
            if (i == MOST_LISTS || items > MOST_ITEMS) return; \
            m->lengths[i] = in.p[i].n; \
        } \
        m->lists = in.n; \
    } \
    static bool NAME##_learnt(L in) { \
        Moves *m = &NAME##_moves; \
        char *mark = hp; \
        uint8_t number = 0; \
        int32_t total = 0; \
        L numbers, made; \
        if (m->unfit || m->lessons == MOST_LESSONS) return false; \
        m->lessons++; \
        m->unfit = true; /* where it is not come to an end */ \
        numbers = room_##L(in.n); \
        for (int32_t i = 0; i < in.n; i++) { \
            T *p = (T *)alloc(sizeof(T) * (size_t)in.p[i].n, ALIGN_OF(T)); \
            memset(p, 0, sizeof(T) * (size_t)in.p[i].n); \
            for (int32_t j = 0; j < in.p[i].n; j++) *(uint8_t *)(p + j) = number++; \
            numbers.p[i] = (M){p, in.p[i].n}; \
            total += in.p[i].n; \
        } \
        if (WHOLE(numbers, &made)) { \
            m->unfit = false; \
            m->made = m->places = 0; \
            m->start = m->end = 0; \
            for (int32_t i = 0; i < made.n; i++) \
                moves_hold(m, (const uint8_t *)made.p[i].p, made.p[i].n, sizeof(T)); \
            if (!m->unfit) moves_sets(m, total); \
        } \
        release(mark); \
        return m->known = !m->unfit; \
    } \
    /* Whether the input is that of the last time, but for its items, and what becomes of these is known. */ \
    SOME bool NAME##_told(L in) { \
        const Moves *m = &NAME##_moves; \
        bool same = in.n == m->lists; \
        if (sizeof(T) > WIDEST) return false; \
        for (int32_t i = 0; same && i < in.n; i++) same = in.p[i].n == m->lengths[i]; \
        if (!same) { NAME##_other(in); return false; } \
        return m->known || NAME##_learnt(in); \
    } \
    static bool NAME(L in, L *out) { \
        const Moves *m = &NAME##_moves; \
        T items[sizeof(T) <= WIDEST ? MOST_ITEMS : 1]; \
        if (!NAME##_told(in)) return WHOLE(in, out); \
        NAME##_items(in, items); \
        T *to = (T *)alloc(sizeof(T) * (size_t)m->places, ALIGN_OF(T)); \
        for (int32_t i = 0; i < m->places; i++) to[i] = items[m->from[i]]; \
        L r = room_##L(m->made); \
        for (int32_t i = 0; i < m->made; i++) { r.p[i].p = to + m->at[i]; r.p[i].n = m->size[i]; } \
        *out = r; \
        return true; \
    }
