/*  What every compiled program rests on: traps, memory, text, terms written and read.

    A trap ends the call with a status and goes back to the entry by longjmp. Memory is an arena that grows
    downwards, so that a list is extended in place at its front; a second one, growing upwards, holds what
    collections gather. Atoms are numbers: those of the program are sorted as Prolog sorts them, those made
    at run time come after.
*/

/*  Structs are copied by words. GCC would write them by words and read them by pairs of words where they are
    passed on at once, and a processor waits for what it has just written to be read in other pieces.
*/
#if defined(__GNUC__) && !defined(__clang__) && !defined(__TINYC__) && defined(__x86_64__)
#pragma GCC target("tune=core2")
#endif

#include "prelude.h"

#if PD_GNU
#define COLD __attribute__((noreturn, cold, noinline))
#define HOT static inline __attribute__((always_inline, unused))
#else
#define COLD
#define HOT static inline
#endif
#define SOME PD_INLINE
#define LIKELY(x) PD_LIKELY(x)
#define INT32_MAX 0x7fffffff
#define INT64_C(n) ((int64_t)n)

double sqrt(double), floor(double), ceil(double), trunc(double), round(double), pow(double, double);
double sin(double), cos(double), tan(double), atan(double), atan2(double, double);
double asin(double), acos(double), sinh(double), cosh(double), tanh(double);
double asinh(double), acosh(double), atanh(double);
double exp(double), log(double), fabs(double);
size_t strlen(const char *);
#define INFINITY (1e308 * 10)
#define isnan(x) ((x) != (x))
#define isfinite(x) ((x) - (x) == 0)

typedef int64_t I;
typedef double D;
typedef uint32_t O; /* an atom that may be made at run time */
typedef uint64_t W; /* a word that holds a small value */
typedef uint8_t E;  /* a type without values */

/*  How many items a list has, at most INT32_MAX. A compiler that does not optimise returns it from memory as a
    whole word, for which a processor would wait where a part of one has just been written.
*/
#ifdef __TINYC__
typedef int64_t Length;
#else
typedef int32_t Length;
#endif

enum { TAG_INT = 1, TAG_FLOAT, TAG_ATOM, TAG_STRING, TAG_LIST, TAG_STRUCT };

/*  What is remembered of a function's results. */
enum { NOT_ASKED, FOUND, NOT_FOUND };

/*  Traps */

enum {
    OK, OVERFLOWN, MEMORY, STACK, TIME, UNSUPPORTED, ERROR, THROWN, FOREIGN, CONTRACT, FAILED, NO_ENTRY
};

static uint64_t escape[64];
static struct pd_call *the_call;
static I calls; /* how many there were */
static const char *reason;

/*  Where an error, or what is thrown, is caught: the innermost of catch/3. */
static struct handler {
    uint64_t escape[64];
    struct handler *outer;
    int status;
    char *arena, *floor, *collected; /* what there was of the memory when the goals were entered */
    bool collecting;
} *handlers;

COLD static void trap(int status, const char *why) {
    reason = why;
    if (handlers && (status == ERROR || status == THROWN)) {
        struct handler *one = handlers;
        handlers = one->outer;
        one->status = status;
        pd_longjmp(one->escape, 1);
    }
    pd_longjmp(escape, status);
}

/*  Memory */

static char *hp, *hp_limit, *hp_top, *hp_floor, *up, *up_limit, *up_base, *up_low, *stack_limit;
static bool collecting; /* whether a collection is under way: its items must lie one behind the other */

/*  Gives back what was made since the mark, but nothing that a collection has gathered. */
HOT void release(char *mark) { hp = mark < hp_floor ? mark : hp_floor; }

HOT char *alloc(size_t size, size_t align) {
    if (!LIKELY((size_t)(hp - hp_limit) > size + align)) trap(MEMORY, "arena");
    return hp = (char *)((uintptr_t)(hp - size) & ~(uintptr_t)(align - 1));
}

HOT char *up_push(size_t size) {
    char *at = up;
    if (!LIKELY((size_t)(up_limit - up) > size)) trap(MEMORY, "collection");
    up += size;
    return at;
}

HOT char *up_align(void) { return up = (char *)(((uintptr_t)up + 15) & ~(uintptr_t)15); }

#ifdef __TINYC__ /* which calls every function */
#define check_stack() do { if ((char *)PD_HERE <= stack_limit) trap(STACK, "recursion"); } while (0)
#else
SOME void check_stack(void) {
    if (!LIKELY((char *)PD_HERE > stack_limit)) trap(STACK, "recursion");
}
#endif

/*  Memory outside of the arena, of another size than before. */
static void *resized(void *old, size_t size) {
    void *there = realloc(old, size);
    if (!there) trap(MEMORY, "outside of the arena");
    return there;
}
/*  Room for one more item than there are. */
static void *grown(void *items, I count, I *room, size_t size) {
    if (count < *room) return items;
    I more = *room * 2 + 64;
    items = resized(items, (size_t)more * size);
    *room = more;
    return items;
}
/*  So many zeros, and one more. */
static void *zeroed(size_t count, size_t size) {
    void *there = calloc(count + 1, size);
    if (!there) trap(MEMORY, "outside of the arena");
    return there;
}

/*  Bytes that stay, in chunks that are given back all at once. */
typedef struct Chunk { struct Chunk *next; uint8_t bytes[]; } Chunk;
typedef struct { Chunk *chunks; uint8_t *at, *end; } Store;

static const uint8_t *store_bytes(Store *store, const void *bytes, size_t size) {
    if ((size_t)(store->end - store->at) < size) {
        size_t room = size > 1 << 16 ? size : 1 << 16;
        Chunk *chunk = resized(0, sizeof *chunk + room);
        chunk->next = store->chunks;
        store->chunks = chunk;
        store->at = chunk->bytes;
        store->end = store->at + room;
    }
    uint8_t *kept = store->at;
    memcpy(kept, bytes, size);
    store->at += size;
    return kept;
}

static void store_clear(Store *store) {
    while (store->chunks) {
        Chunk *chunk = store->chunks;
        store->chunks = chunk->next;
        free(chunk);
    }
    store->at = store->end = 0;
}

SOME uint64_t mixed(uint64_t h, uint64_t x) { h = (h ^ x) * 0x9E3779B97F4A7C15u; return h ^ (h >> 29); }

static uint64_t hash_bytes(const void *bytes, size_t size) {
    const uint8_t *from = bytes;
    uint64_t hash = size, word = 0;
    size_t at = 0;
    for (; at + 8 <= size; at += 8) {
        memcpy(&word, from + at, 8);
        hash = mixed(hash, word);
    }
    if (at && at < size) memcpy(&word, from + size - 8, 8); /* some bytes a second time */
    else for (word = 0; at < size; at++) word = word << 8 | from[at];
    hash = mixed(hash, word);
    return hash ^ hash >> 32;
}

/*  Output: terms as bytes. A tag, then: i 8 bytes; f 8 bytes; a, s length and UTF-8; l length and items;
    c length and UTF-8 of the name, arity, arguments. Lengths take 4 bytes. */

static uint8_t *out;
static size_t out_size, out_room, out_most, error_start;

/*  What an answer may take, in bytes, and a term as a key. Few cells in memory can stand for a term without end. */
enum { MOST_TOLD = 1 << 25 };
COLD static void too_large(void) {
    out_size = error_start = 0;
    trap(UNSUPPORTED, "a term of more than 32 MiB");
}

static void put(const void *bytes, size_t size) {
    if (out_size + size > out_room) {
        if (out_size + size > out_most) too_large();
        size_t room = (out_size + size) * 2 + 1024;
        out = resized(out, room);
        out_room = room;
    }
    memcpy(out + out_size, bytes, size);
    out_size += size;
}
SOME void put_tag(char tag) { put(&tag, 1); }
SOME void put_size(uint32_t size) { put(&size, 4); }
SOME void put_text(const char *text, size_t size) {
    put_size((uint32_t)size);
    put(text, size);
}
SOME void put_I(I value) { put_tag('i'); put(&value, 8); }
SOME void put_D(D value) { put_tag('f'); put(&value, 8); }
SOME void put_E(E value) { (void)value; }
SOME void put_name(const char *name) { put_tag('a'); put_text(name, strlen(name)); }
SOME void put_functor(const char *name, uint32_t arity) {
    put_tag('c');
    put_text(name, strlen(name));
    put_size(arity);
}

/*  error(Formal, _): only Formal is written, of one or two arguments. */
static void put_error(const char *name, const char *argument, uint32_t arity) {
    error_start = out_size;
    put_functor(name, arity);
    put_name(argument);
}
COLD static void evaluation_error(const char *what) {
    put_error("evaluation_error", what, 1);
    trap(ERROR, what);
}
#define TYPE_ERROR(expected, write) (put_error("type_error", expected, 2), write, trap(ERROR, expected))
#define DOMAIN_ERROR(expected, write) (put_error("domain_error", expected, 2), write, trap(ERROR, expected))

/*  Input */

static const uint8_t *in, *in_end;

static void get(void *bytes, size_t size) {
    if ((size_t)(in_end - in) < size) trap(FOREIGN, "input too short");
    memcpy(bytes, in, size);
    in += size;
}
SOME char get_tag(void) { char tag; get(&tag, 1); return tag; }
SOME uint32_t get_size(void) { uint32_t size; get(&size, 4); return size; }
SOME I get_int(void) { I value; get(&value, 8); return value; }
SOME D get_float(void) {
    D value;
    get(&value, 8);
    if (isnan(value)) trap(FOREIGN, "not a number");
    return value;
}
static const char *get_text(size_t *size) {
    *size = get_size();
    if ((size_t)(in_end - in) < *size) trap(FOREIGN, "input too short");
    const char *text = (const char *)in;
    in += *size;
    return text;
}
COLD static void foreign(void) { trap(FOREIGN, "a term outside of the program's types"); }

/*  Text: atoms and strings */

typedef struct { const char *text; size_t size; } Text;

static const Text names[];
static const uint32_t names_count;
static Text *made;
static uint32_t made_count, made_room;
static uint32_t indexed_count, atom_index_size;
static uint64_t *atom_index;

/*  A string is an atom whose name begins with a byte that is no UTF-8. */
#define STRING_MARK 255
static const bool has_strings;
SOME bool is_string(Text t) { return t.size && (uint8_t)t.text[0] == STRING_MARK; }

SOME Text text_of(O atom) { return atom < names_count ? names[atom] : made[atom - names_count]; }

SOME int text_order(Text a, Text b) {
    int order = memcmp(a.text, b.text, a.size < b.size ? a.size : b.size);
    return order ? (order > 0) - (order < 0) : (a.size > b.size) - (a.size < b.size);
}

/*  Most bytes that differ do so at once: then this costs no call. */
SOME bool bytes_same(const char *a, const char *b, size_t size) {
    return !size || (*a == *b && (size == 1 || !memcmp(a + 1, b + 1, size - 1)));
}
SOME bool text_same(Text a, Text b) { return a.size == b.size && bytes_same(a.text, b.text, a.size); }

/*  The atom of the program with this text, or names_count. */
static uint32_t known_atom(Text t) {
    uint32_t low = 0, high = names_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        int order = text_order(names[middle], t);
        if (order == 0) return middle;
        if (order < 0) low = middle + 1; else high = middle;
    }
    return names_count;
}

/*  All made atoms, and those of the program that were sought: a slot holds the hash of a text, and above it
    the number of the atom, counted from 1. */
static void atom_index_grow(void) {
    uint64_t *before = atom_index;
    uint32_t size = atom_index_size;
    atom_index_size = size ? size * 2 : 1024;
    made_room = atom_index_size / 2;
    made = resized(made, made_room * sizeof *made);
    atom_index = zeroed(atom_index_size, sizeof *atom_index);
    for (uint32_t i = 0; i < size; i++)
        if (before[i]) {
            uint32_t at = (uint32_t)before[i] & (atom_index_size - 1);
            while (atom_index[at]) at = (at + 1) & (atom_index_size - 1);
            atom_index[at] = before[i];
        }
    free(before);
}

static uint64_t *atom_slot(Text t, uint32_t hash) {
    if (indexed_count == made_room) atom_index_grow();
    uint32_t at = hash & (atom_index_size - 1);
    for (; atom_index[at]; at = (at + 1) & (atom_index_size - 1))
        if ((uint32_t)atom_index[at] == hash && text_same(text_of((uint32_t)(atom_index[at] >> 32) - 1), t)) break;
    return &atom_index[at];
}

/*  The atom of this text, made if need be; its name is copied. */
static O atom_of(Text t) {
    static Store kept;
    uint32_t hash = (uint32_t)hash_bytes(t.text, t.size);
    uint64_t *slot = atom_slot(t, hash);
    if (*slot) return (uint32_t)(*slot >> 32) - 1;
    O atom = known_atom(t);
    if (atom == names_count) {
        atom += made_count;
        made[made_count++] = (Text){(const char *)store_bytes(&kept, t.text, t.size), t.size};
    }
    *slot = (uint64_t)(atom + 1) << 32 | hash;
    indexed_count++;
    return atom;
}

SOME bool atom_is_string(O atom) { return has_strings && is_string(text_of(atom)); }
SOME int order_O(O a, O b) { /* strings before atoms */
    if (a == b) return 0;
    bool first = atom_is_string(a), second = atom_is_string(b);
    return first == second ? text_order(text_of(a), text_of(b)) : second - first;
}
SOME void put_O(O atom) {
    Text t = text_of(atom);
    bool string = is_string(t);
    put_tag(string ? 's' : 'a');
    put_text(t.text + string, t.size - string);
}
#define equal_I(a, b) ((a) == (b))
#define equal_O(a, b) ((a) == (b))
#define equal_E(a, b) ((a) == (b))
SOME bool equal_D(D a, D b) { return memcmp(&a, &b, sizeof a) == 0; }
SOME int order_I(I a, I b) { return (a > b) - (a < b); }
SOME int order_D(D a, D b) { /* -0.0 before 0.0 */
    int64_t x, y;
    if (a != b) return a < b ? -1 : 1;
    memcpy(&x, &a, 8);
    memcpy(&y, &b, 8);
    return (x > y) - (x < y);
}
SOME int order_E(E a, E b) { return (a > b) - (a < b); }
SOME I get_I(void) { if (get_tag() != 'i') foreign(); return get_int(); }
SOME D get_D(void) { if (get_tag() != 'f') foreign(); return get_float(); }
SOME E get_E(void) { foreign(); return 0; }
SOME O read_O(void) { Text t; t.text = get_text(&t.size); return atom_of(t); }
SOME O read_string(void) {
    Text t;
    if (!has_strings) foreign();
    t.text = get_text(&t.size);
    char *to = alloc(t.size + 1, 1);
    *(uint8_t *)to = STRING_MARK;
    memcpy(to + 1, t.text, t.size);
    return atom_of((Text){to, t.size + 1});
}
SOME O get_O(void) {
    char tag = get_tag();
    if (tag == 's') return read_string();
    if (tag != 'a') foreign();
    return read_O();
}

/*  Time: the caller says when it is over. */
SOME void in_time(void) {
    if (the_call->stop) trap(TIME, "the time is over");
}

/*  Prepares a call: the arena is empty; what was printed last is gone. The request begins with the size of the
    arena in bytes. */
static void prepare(struct pd_call *call) {
    size_t arena = (size_t)pd_argument(call, 0);
    the_call = call;
    handlers = 0;
    calls++;
    if ((size_t)(hp_top - hp_limit) != arena) {
        free(hp_limit);
        free(up_base);
        hp_limit = malloc(arena);
        up_base = malloc(arena / 4);
        hp_top = hp_limit;
        if (!hp_limit || !up_base) trap(MEMORY, "arena");
        hp_top = hp_limit + arena;
        up_limit = up_base + arena / 4;
        up_low = up_base + (arena / 16 < INT32_MAX ? arena / 16 : INT32_MAX);
    }
    hp = hp_floor = hp_top;
    up = up_base;
    collecting = false;
    stack_limit = (char *)call->stack_limit;
    in = call->request + 8;
    in_end = call->request + call->request_size;
    out_size = error_start = 0;
    out_most = INT64_MAX;
    reason = "";
}

/*  The answer: status, how many solutions, where in the output an error begins, the reason, the output. */
static void answer(int status, int64_t solutions) {
    pd_write_int(the_call, status);
    pd_write_int(the_call, solutions);
    pd_write_int(the_call, (int64_t)(status == ERROR || status == THROWN || status == CONTRACT ? error_start : out_size));
    pd_write_int(the_call, (int64_t)strlen(reason));
    pd_write(the_call, reason, strlen(reason));
    pd_write(the_call, out, out_size);
}

/*  Whether a compound of this name follows in the input, after its tag: then that is read. */
static bool known_name(const char *name, size_t size) {
    const uint8_t *start = in;
    Text t;
    t.text = get_text(&t.size);
    if (t.size == size && !memcmp(t.text, name, size)) return true;
    in = start;
    return false;
}

/*  How many solutions of an entry there are so far, and how many are wanted. */
static int64_t solutions, wanted;
