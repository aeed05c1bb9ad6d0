/*  Lists are slices: a pointer to the first element and how many there are. Each macro makes one function for
    one type of list; what a program does not use is not made. Elements are never changed.
*/

#define ALIGN_OF(T) (_Alignof(T))

/*  Items of one byte are copied and compared by words: two that overlap where there are less than 16. A
    compiler that does not optimise calls what the process has for it.
*/

#if PD_GNU

SOME uint64_t word_at(const uint8_t *p) { uint64_t w; memcpy(&w, p, 8); return w; }
SOME uint32_t half_at(const uint8_t *p) { uint32_t w; memcpy(&w, p, 4); return w; }

SOME void copy_bytes(uint8_t *to, const uint8_t *from, int32_t n) {
    if (n > 16) {
        memcpy(to, from, (size_t)n);
    } else if (n >= 8) {
        uint64_t first = word_at(from), last = word_at(from + n - 8);
        memcpy(to, &first, 8);
        memcpy(to + n - 8, &last, 8);
    } else if (n >= 4) {
        uint32_t first = half_at(from), last = half_at(from + n - 4);
        memcpy(to, &first, 4);
        memcpy(to + n - 4, &last, 4);
    } else {
        for (int32_t i = 0; i < n; i++) to[i] = from[i];
    }
}

SOME bool same_bytes(const uint8_t *a, const uint8_t *b, I n) {
    if (n > 16) return !memcmp(a, b, (size_t)n);
    if (n >= 8) return !((word_at(a) ^ word_at(b)) | (word_at(a + n - 8) ^ word_at(b + n - 8)));
    if (n >= 4) return !((half_at(a) ^ half_at(b)) | (half_at(a + n - 4) ^ half_at(b + n - 4)));
    for (I i = 0; i < n; i++) if (a[i] != b[i]) return false;
    return true;
}

/*  Whether one of the bytes of a word is 0. */
#define ZERO_WITHIN(w) (((w) - 0x0101010101010101u) & ~(w) & 0x8080808080808080u)

#endif

SOME bool has_byte(uint8_t x, const uint8_t *p, int32_t n) {
#if PD_GNU
    uint64_t all = x * (uint64_t)0x0101010101010101u;
    if (n >= 8) {
        for (int32_t i = 0; i < n - 8; i += 8) if (ZERO_WITHIN(word_at(p + i) ^ all)) return true;
        return ZERO_WITHIN(word_at(p + n - 8) ^ all) != 0;
    }
    if (n >= 4) return ZERO_WITHIN((half_at(p) | (uint64_t)half_at(p + n - 4) << 32) ^ all) != 0;
#endif
    for (int32_t i = 0; i < n; i++) if (p[i] == x) return true;
    return false;
}

#if PD_GNU
#define COPY(T, to, from, n) do { \
        if (sizeof(T) == 1) copy_bytes((uint8_t *)(to), (const uint8_t *)(from), n); \
        else for (int32_t at_ = 0; at_ < (n); at_++) (to)[at_] = (from)[at_]; \
    } while (0)

#else

SOME bool same_bytes(const uint8_t *a, const uint8_t *b, I n) { return !memcmp(a, b, (size_t)n); }
#define COPY(T, to, from, n) memmove(to, from, sizeof(T) * (size_t)(n))

#endif

/*  So few items are copied one by one: GCC would call memcpy for a loop, but for what NO_CALL stands in. */
enum { FEW = 12 };
#if PD_GNU
#define NO_CALL() __asm__("")
#else
#define NO_CALL() (void)0
#endif

#define LIST_none(L, T) static const L none_##L = {0, 0};

#define LIST_cons(L, T) \
    HOT L cons_##L(T head, L tail) { \
        T *to; \
        if ((char *)tail.p == hp && tail.n) { \
            to = (T *)alloc(sizeof(T), ALIGN_OF(T)); \
        } else { \
            to = (T *)alloc(sizeof(T) * ((size_t)tail.n + 1), ALIGN_OF(T)); \
            COPY(T, to + 1, tail.p, tail.n); \
        } \
        to[0] = head; \
        tail.p = to; \
        tail.n++; \
        return tail; \
    }
#define LIST_room(L, T) \
    SOME L room_##L(I n) { \
        if (n > INT32_MAX) trap(MEMORY, "a list"); \
        L r; \
        r.p = (T *)alloc(sizeof(T) * (size_t)n, ALIGN_OF(T)); \
        r.n = (int32_t)n; \
        return r; \
    }
#define LIST_drop(L, T) HOT L drop_##L(L a, int32_t n) { a.p += n; a.n -= n; return a; }
#define LIST_take(L, T) HOT L take_##L(L a, int32_t n) { a.n = n; return a; }
#define LIST_finish(L, T) /* k of the items for which there is room at p, and a tail; other room is given back */ \
    SOME L finish_##L(T *p, int32_t k, int32_t most, L tail) { \
        if (!tail.n) { tail.p = p; tail.n = k; return tail; } \
        if (!k) { \
            if ((char *)p == hp) hp = (char *)(p + most); \
            return tail; \
        } \
        if (p + most == tail.p) { \
            if (k < most) { \
                for (int32_t i = k; i-- > 0;) p[most - k + i] = p[i]; \
                if ((char *)p == hp) hp = (char *)(p + most - k); \
            } \
            return (L){p + most - k, k + tail.n}; \
        } \
        L r = {p, k + tail.n}; \
        if (r.n > most) { \
            r = room_##L((I)k + tail.n); \
            COPY(T, r.p, p, k); \
        } \
        COPY(T, r.p + k, tail.p, tail.n); \
        return r; \
    }
#define LIST_copy(L, T) \
    SOME L copy_##L(L a) { L r = room_##L(a.n); COPY(T, r.p, a.p, a.n); return r; }
#define LIST_append(L, T) \
    SOME L append_##L(L a, L b) { \
        if (!b.n) return a; \
        if (!a.n) return b; \
        return of_##L(a.p, a.n, b); \
    }
#define LIST_has(L, T) \
    SOME bool has_##L(T x, L a) { \
        for (int32_t i = 0; i < a.n; i++) if (equal_##T(x, a.p[i])) return true; \
        return false; \
    }
#define LIST_has_atoms(L, T) \
    SOME bool has_##L(T x, L a) { \
        if (sizeof(T) == 1) return has_byte((uint8_t)x, (const uint8_t *)a.p, a.n); \
        for (int32_t i = 0; i < a.n; i++) if (a.p[i] == x) return true; \
        return false; \
    }
#define LIST_set(L, T) /* x as the i-th */ \
    SOME L set_##L(L a, int32_t i, T x) { L r = copy_##L(a); r.p[i] = x; return r; }
#define LIST_filled(L, T) \
    SOME L filled_##L(I n, T x) { \
        if (n < 0) DOMAIN_ERROR("not_less_than_zero", put_I(n)); \
        L r = room_##L(n); \
        for (int32_t i = 0; i < r.n; i++) r.p[i] = x; \
        return r; \
    }
/*  What was pushed since base stays there, if nothing is collected around it and there is room left; or it is
    copied. What stays is given back with what a search took for a value.
*/
#define LIST_gathered(L, T) \
    SOME PD_NOINLINE L gathered_copy_##L(const char *base, I n) { \
        L r = room_##L(n); \
        if (n > FEW) memcpy(r.p, base, sizeof(T) * (size_t)n); \
        else for (I i = 0; i < n; i++) { r.p[i] = ((const T *)base)[i]; NO_CALL(); } \
        return r; \
    } \
    HOT L gathered_##L(char *base, char *start) { \
        I n = (up - base) / (I)sizeof(T); \
        if (!collecting && up < up_low) return (L){(T *)base, (int32_t)n}; \
        up = start; \
        return gathered_copy_##L(base, n); \
    }

/*  A stable merge sort in the order that COMPARE gives for two elements a and b. */
#define MERGE_SORT(NAME, L, T, COMPARE) \
    SOME L NAME(L list) { \
        L r = copy_##L(list); \
        if (r.n < 2) return r; \
        if (r.n <= 16) { \
            for (int32_t i = 1; i < r.n; i++) { \
                T b = r.p[i]; \
                int32_t j = i; \
                while (j > 0) { T a = r.p[j - 1]; if ((COMPARE) <= 0) break; r.p[j] = a; j--; } \
                r.p[j] = b; \
            } \
            return r; \
        } \
        L other = copy_##L(r); \
        T *from = r.p, *to = other.p; \
        for (int32_t width = 1; width < r.n; width = width > r.n / 2 ? r.n : width * 2) { \
            for (int32_t low = 0; low < r.n; low = low > r.n - 2 * (int64_t)width ? r.n : low + 2 * width) { \
                int32_t middle = low > r.n - width ? r.n : low + width; \
                int32_t high = middle > r.n - width ? r.n : middle + width; \
                int32_t i = low, j = middle, k = low; \
                while (i < middle && j < high) { \
                    T a = from[i], b = from[j]; \
                    if ((COMPARE) <= 0) { to[k++] = a; i++; } else { to[k++] = b; j++; } \
                } \
                while (i < middle) to[k++] = from[i++]; \
                while (j < high) to[k++] = from[j++]; \
            } \
            T *swap = from; from = to; to = swap; \
        } \
        return (L){from, r.n}; \
    }
#define LIST_of(L, T) /* n items before the tail */ \
    SOME L of_##L(const T *items, int32_t n, L tail) { \
        if ((I)n + tail.n > INT32_MAX) trap(MEMORY, "a list"); \
        bool before = tail.n && (char *)tail.p == hp; \
        T *to = (T *)alloc(sizeof(T) * ((size_t)n + (before ? 0 : (size_t)tail.n)), ALIGN_OF(T)); \
        COPY(T, to, items, n); \
        if (!before) COPY(T, to + n, tail.p, tail.n); \
        return (L){to, n + tail.n}; \
    }
