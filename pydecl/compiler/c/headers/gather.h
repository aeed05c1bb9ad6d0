/*  Procedures that only move the items of lists of lists (permutation.py says which).

    What such a procedure makes of lists of known lengths is found out once: it is called with the numbers of the
    items in their place. From then on each item is copied from where it comes from, as long as the lengths are
    the same. Lists that overlap, as the stretches of a lane do, overlap again. Lengths are learnt when they come
    a second time in a row, so that little is lost where they change from call to call.
*/

enum { MOST_LISTS = 64, MOST_ITEMS = 256, MOST_MADE = 1024, MOST_PLACES = 2048, MOST_LESSONS = 64, WIDEST = 32 };

typedef struct {
    int32_t lists, lengths[MOST_LISTS];      /* the input of the last time; no lists where it was too large */
    bool known, unfit;                       /* what becomes of it; or that it is not to be held here */
    int32_t lessons, made, places;
    int32_t at[MOST_MADE], size[MOST_MADE];  /* the lists made, among the places */
    uint8_t from[MOST_PLACES];               /* the number of the item that is there */
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

#define GATHERED(NAME, WHOLE, L, M, T) \
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
        } \
        if (WHOLE(numbers, &made)) { \
            m->unfit = false; \
            m->made = m->places = 0; \
            m->start = m->end = 0; \
            for (int32_t i = 0; i < made.n; i++) \
                moves_hold(m, (const uint8_t *)made.p[i].p, made.p[i].n, sizeof(T)); \
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
