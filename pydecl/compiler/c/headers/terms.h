/*  What is done with the whole of a value, whatever its type: compared, written and read. `layout.py` tells of each type:

        PARTS_T(PART, F, G)     the parts of a struct or union: PART(T, number, tag, kind, name, size, arity, members).
                                Kinds: integers I, floats D, atoms A, lists L, compounds of any number of arguments W,
                                those of so many S. A member is F(type, path, place), or G, if it is an atom or an
                                integer, which tables know by their places
        ITEM_T(F, G)            the item i of a list as such a member
        AT_T(x), NEW_T(x)       where the members of a value are; room for them
        SAME_T(a, b)            whether two values are one in memory
        TAG_T, TAGGED_T(x)      the tag of what is at x, and what is only for those that have one: a union
        WALK_T()                looks at the stack, if values can be nested as deep as one likes
*/

#define AT(x, T, a) WALK_##T(); const struct T##_ *x = AT_##T(a)
#define EACH(a) for (int32_t i = 0; i < (a).n; i++)

/*  Equality */

#define EQUAL(T, PATH, PLACE) && equal_##T(x->PATH, y->PATH)
#define EQUAL_PART(T, N, TAG, KIND, NAME, SIZE, ARITY, MEMBERS) case TAG: return true MEMBERS;
#define TYPE_equal(T) \
    SOME bool equal_##T(T a, T b) { \
        AT(x, T, a), *y = AT_##T(b); \
        if (SAME_##T(a, b)) return true; \
        TAGGED_##T(if (x->tag != y->tag) return false;) \
        switch (TAG_##T) { PARTS_##T(EQUAL_PART, EQUAL, EQUAL) } \
        return false; \
    }
#define LIST_equal(L, T) \
    SOME bool equal_##L(L a, L b) { \
        WALK_##L(); \
        if (a.n != b.n) return false; \
        if (a.p == b.p) return true; \
        EACH(a) if (!equal_##T(a.p[i], b.p[i])) return false; \
        return true; \
    }
#define LIST_equal_atoms(L, T) \
    SOME bool equal_##L(L a, L b) { \
        return a.n == b.n && same_bytes((const uint8_t *)a.p, (const uint8_t *)b.p, a.n * (I)sizeof(T)); \
    }

/*  Standard order: numbers, strings, the empty list, atoms, compounds by arity and name. */

enum {
    RANK_INTEGER = 1, RANK_FLOAT = 2, RANK_STRING = 4, RANK_EMPTY = 8, RANK_ATOM = 16, RANK_COMPOUND = 32, RANKS = 63,
    LISTS = 64, /* the empty list, and compounds that are lists */
    RANK_NUMBER = RANK_INTEGER | RANK_FLOAT, RANK_TEXT = RANK_STRING | RANK_ATOM
};
#define KIND_I(X) RANK_INTEGER
#define KIND_D(X) RANK_FLOAT
#define KIND_A(X) (atom_is_string((O)(X)) ? RANK_STRING : RANK_ATOM)
#define KIND_L(X) ((X).n ? LISTS | RANK_COMPOUND : LISTS | RANK_EMPTY)
#define KIND_W(X) RANK_COMPOUND
#define KIND_S(X) RANK_COMPOUND

/*  Type tests: the kinds of what they are true of. */
enum {
    IS_integer = RANK_INTEGER, IS_float = RANK_FLOAT, IS_number = RANK_NUMBER, IS_rational = RANK_INTEGER,
    IS_atom = RANK_ATOM, IS_string = RANK_STRING, IS_compound = RANK_COMPOUND, IS_is_list = LISTS,
    IS_atomic = RANK_NUMBER | RANK_TEXT | RANK_EMPTY, IS_callable = RANK_ATOM | RANK_COMPOUND
};
#define KIND_PART(T, N, TAG, KIND, NAME, SIZE, ARITY, MEMBERS) case TAG: return KIND_##KIND(MEMBERS);
#define TYPE_kind(T) \
    SOME int kind_##T(T a) { \
        const struct T##_ *x = AT_##T(a); \
        switch (TAG_##T) { PARTS_##T(KIND_PART, MEMBER, MEMBER) } \
        return 0; \
    }
#define LIST_kind(L, T) SOME int kind_##L(L a) { return KIND_L(a); }
#define WIDE_kind(L, T, NAME, SIZE) SOME int kind_##L(L a) { (void)a; return RANK_COMPOUND; }
#define kind_I KIND_I
#define kind_D KIND_D
#define kind_A KIND_A
#define kind_O KIND_A
#define kind_E(x) 0
SOME int kind_N(N a) { return a.tag == TAG_INT ? RANK_INTEGER : RANK_FLOAT; }

typedef struct { int kind; N number; I arity; Text name; } Rank;
#define RANK_I(NAME, SIZE, ARITY, X) {RANK_INTEGER, n_I(X), 0, {0, 0}}
#define RANK_D(NAME, SIZE, ARITY, X) {RANK_FLOAT, n_D(X), 0, {0, 0}}
#define RANK_A(NAME, SIZE, ARITY, X) {KIND_A(X), n_I(0), 0, text_of((O)(X))}
#define RANK_L(NAME, SIZE, ARITY, X) {KIND_L(X), n_I(0), 2, {"[|]", 3}}
#define RANK_W(NAME, SIZE, ARITY, X) {RANK_COMPOUND, n_I(0), (X).n, {NAME, SIZE}}
#define RANK_S(NAME, SIZE, ARITY, X) {RANK_COMPOUND, n_I(0), ARITY, {NAME, SIZE}}

SOME int order_ranks(Rank a, Rank b) {
    int first = a.kind & RANKS, second = b.kind & RANKS;
    if ((first | second) <= RANK_NUMBER) return order_N(a.number, b.number);
    if (first != second) return first < second ? -1 : 1;
    if (first != RANK_COMPOUND) return 0;
    return a.arity == b.arity ? text_order(a.name, b.name) : a.arity < b.arity ? -1 : 1;
}

#define MEMBER(T, PATH, PLACE) x->PATH
#define RANK_PART(T, N, TAG, KIND, NAME, SIZE, ARITY, MEMBERS) \
    case TAG: { Rank r = RANK_##KIND(NAME, SIZE, ARITY, MEMBERS); return r; }
#define TYPE_rank(T) \
    SOME Rank rank_##T(const struct T##_ *x) { \
        switch (TAG_##T) { PARTS_##T(RANK_PART, MEMBER, MEMBER) } \
        return (Rank){0, n_I(0), 0, {0, 0}}; \
    }
#define ORDER(T, PATH, PLACE) if ((sign = order_##T(x->PATH, y->PATH))) return sign;
#define ORDER_PART(T, N, TAG, KIND, NAME, SIZE, ARITY, MEMBERS) case TAG: MEMBERS break;
#define TYPE_order(T) \
    SOME int order_##T(T a, T b) { \
        int sign = 0; \
        AT(x, T, a), *y = AT_##T(b); \
        if (SAME_##T(a, b)) return 0; \
        TAGGED_##T(if (x->tag != y->tag) return order_ranks(rank_##T(x), rank_##T(y));) \
        switch (TAG_##T) { PARTS_##T(ORDER_PART, ORDER, ORDER) } \
        return sign; \
    }
#define LIST_order(L, T) \
    SOME int order_##L(L a, L b) { \
        WALK_##L(); \
        for (int32_t i = 0; i < a.n && i < b.n; i++) { int o = order_##T(a.p[i], b.p[i]); if (o) return o; } \
        return (a.n > b.n) - (a.n < b.n); \
    }
#define WIDE_order(L, T, NAME, SIZE) \
    SOME int order_##L(L a, L b) { \
        WALK_##L(); \
        if (a.n != b.n) return a.n < b.n ? -1 : 1; \
        EACH(a) { int o = order_##T(a.p[i], b.p[i]); if (o) return o; } \
        return 0; \
    }

/*  What a sort that keeps all gives, without what comes after one that is not before it in the order. */
#define SORT_ONCE(NAME, SORTED, L, T, COMPARE) \
    SOME L NAME(L list) { \
        L r = SORTED(list); \
        int32_t k = 0; \
        EACH(r) { \
            T b = r.p[i]; \
            if (k) { T a = r.p[k - 1]; if (!(COMPARE)) continue; } \
            r.p[k++] = b; \
        } \
        r.n = k; \
        return r; \
    }

/*  A value as a number, an integer, or a text; what is none is an error of Prolog, or one that C does not know. */

SOME N ranked_number(Rank r) {
    if (r.kind & RANK_TEXT) no_number(r.name);
    if (!(r.kind & RANK_NUMBER)) unsupported("a term in arithmetic");
    return r.number;
}
SOME Text ranked_text(Rank r) {
    if (r.kind & RANK_INTEGER) return text_of_int(r.number.u.i);
    if (!(r.kind & RANK_TEXT)) unsupported("text of a term");
    return r.kind & RANK_ATOM ? r.name : (Text){r.name.text + 1, r.name.size - 1};
}
#define TYPE_num(T) SOME N num_##T(T a) { return ranked_number(rank_##T(AT_##T(a))); }
#define LIST_num(L, T) SOME N num_##L(L a) { (void)a; unsupported("a term in arithmetic"); return n_I(0); }
SOME N num_O(O a) { no_number(text_of(a)); return n_I(0); }
SOME N num_E(E a) { (void)a; unsupported("a term in arithmetic"); return n_I(0); }
#define num_A num_O
#define TYPE_text(T) SOME Text text_##T(T a) { return ranked_text(rank_##T(AT_##T(a))); }
#define LIST_text(L, T) SOME Text text_##L(L a) { (void)a; unsupported("text of a term"); return names[0]; }
#define text_I text_of_int
#define text_A text_in
#define text_O text_in
#define text_N(a) ranked_text((Rank){kind_N(a), a, 0, {0, 0}})
#define text_D(a) text_N(n_D(a))
SOME Text text_E(E a) { (void)a; unsupported("text of a term"); return names[0]; }
#define TYPE_int(T) \
    SOME I int_##T(T a) { \
        Rank r = rank_##T(AT_##T(a)); \
        if (r.kind != RANK_INTEGER) TYPE_ERROR("integer", put_##T(a)); \
        return r.number.u.i; \
    }
#define NO_INT(T) SOME I int_##T(T a) { TYPE_ERROR("integer", put_##T(a)); return 0; }
#define LIST_int(L, T) NO_INT(L)
NO_INT(D) NO_INT(O) NO_INT(E)
#define int_A(a) (TYPE_ERROR("integer", put_A(a)), (I)0)
SOME I int_N(N a) { if (a.tag != TAG_INT) TYPE_ERROR("integer", put_N(a)); return a.u.i; }

/*  A number as a value of a type that may have others, and a struct that is held by a pointer. */

#define OF_I(TAG, X) if (n.tag == TAG_INT) { x->tag = TAG; X = n.u.i; return a; }
#define OF_D(TAG, X) if (n.tag == TAG_FLOAT) { x->tag = TAG; X = n.u.d; return a; }
#define OF_A(TAG, X)
#define OF_L(TAG, X)
#define OF_W(TAG, X)
#define OF_S(TAG, X)
#define OF_PART(T, N, TAG, KIND, NAME, SIZE, ARITY, MEMBERS) OF_##KIND(TAG, MEMBERS)
#define TYPE_of_N(T) SOME T of_N_##T(N n) { MAKE(T, a); PARTS_##T(OF_PART, MEMBER, MEMBER) to_I(n); return a; }
#define TYPE_box(T) SOME T box_##T(struct T##_ v) { T x = NEW_##T(x); *x = v; return x; }

/*  Output and input */

#define PUT(T, PATH, PLACE) put_##T(x->PATH);
#define PUT_PART(T, N, TAG, KIND, NAME, SIZE, ARITY, MEMBERS) \
    case TAG: if (ARITY) put_functor(NAME, ARITY); MEMBERS break;
#define TYPE_put(T) SOME void put_##T(T a) { AT(x, T, a); switch (TAG_##T) { PARTS_##T(PUT_PART, PUT, PUT) } }
#define LIST_put(L, T) \
    SOME void put_##L(L a) { WALK_##L(); put_tag('l'); put_size((uint32_t)a.n); EACH(a) put_##T(a.p[i]); }
#define WIDE_put(L, T, NAME, SIZE) \
    SOME void put_##L(L a) { WALK_##L(); put_functor(NAME, (uint32_t)a.n); EACH(a) put_##T(a.p[i]); }

/*  Whether such a term follows in the input: the functor of one of so many arguments is read. */
SOME bool follows(char tag) { return in < in_end && *in == (uint8_t)tag; }
static bool follows_name(const char *name, size_t size) {
    const uint8_t *start = in;
    bool found = get_tag() == 'c' && known_name(name, size);
    in = start;
    return found;
}
static bool follows_functor(const char *name, size_t size, uint32_t arity) {
    const uint8_t *start = in;
    if (get_tag() == 'c' && known_name(name, size) && get_size() == arity) return true;
    in = start;
    return false;
}
#define FOLLOWS_I(NAME, SIZE, ARITY) follows('i')
#define FOLLOWS_D(NAME, SIZE, ARITY) follows('f')
#define FOLLOWS_A(NAME, SIZE, ARITY) (follows('a') || follows('s'))
#define FOLLOWS_L(NAME, SIZE, ARITY) follows('l')
#define FOLLOWS_W(NAME, SIZE, ARITY) follows_name(NAME, SIZE)
#define FOLLOWS_S(NAME, SIZE, ARITY) follows_functor(NAME, SIZE, ARITY)

#define GET(T, PATH, PLACE) x->PATH = get_##T();
#define GET_PART(T, N, TAG, KIND, NAME, SIZE, ARITY, MEMBERS) \
    if (FOLLOWS_##KIND(NAME, SIZE, ARITY)) { TAGGED_##T(x->tag = TAG;) MEMBERS return a; }
#define MAKE(T, a) T a; WALK_##T(); struct T##_ *x = NEW_##T(a)
#define TYPE_get(T) SOME T get_##T(void) { MAKE(T, a); PARTS_##T(GET_PART, GET, GET) foreign(); return a; }
#define LIST_read(L, T) \
    SOME L read_##L(void) { \
        WALK_##L(); \
        uint32_t n = get_size(); \
        if (n > (size_t)(in_end - in)) foreign(); \
        L a = room_##L(n); \
        EACH(a) a.p[i] = get_##T(); \
        return a; \
    }
#define LIST_get(L, T) SOME L get_##L(void) { if (get_tag() != 'l') foreign(); return read_##L(); }
#define WIDE_get(L, T, NAME, SIZE) \
    SOME L get_##L(void) { if (get_tag() != 'c' || !known_name(NAME, SIZE)) foreign(); return read_##L(); }

/*  Terms as strings of bytes or of bits, equal exactly where the terms are: see `serialisation.py`. The tag of a union is
    the number of the part; the size of a list comes before its items.
*/

#define CODED(T, coded, PART, F, G) \
    SOME void coded##_##T(T a) { AT(x, T, a); switch (TAG_##T) { PARTS_##T(PART, F, G) } }
#define DECODED(T, decoded, TAKE, F, G) \
    SOME T decoded##_##T(void) { \
        MAKE(T, a); \
        switch (TAGGED_##T(TAKE(T)) + 0) { PARTS_##T(DECODED_PART, F, G) default: foreign(); } \
        return a; \
    }
#define DECODED_PART(T, N, TAG, KIND, NAME, SIZE, ARITY, MEMBERS) case N: TAGGED_##T(x->tag = TAG;) MEMBERS break;
#define LIST_CODED(L, coded, SIZE, F, G) SOME void coded##_##L(L a) { AT(x, L, a); SIZE; EACH(a) { ITEM_##L(F, G) } }
#define LIST_DECODED(L, decoded, SIZE, F, G) \
    SOME L decoded##_##L(void) { WALK_##L(); L a = room_##L(SIZE), *x = &a; EACH(a) { ITEM_##L(F, G) } return a; }
#define ATOMS_CODED(L, coded, SIZE, ALL) SOME void coded##_##L(L a) { SIZE; ALL; }
#define ATOMS_DECODED(L, decoded, SIZE, ALL) SOME L decoded##_##L(void) { L a = room_##L(SIZE); ALL; return a; }

/*  Bytes: `packing.h`. */
#define PACK(T, PATH, PLACE) pack_##T(x->PATH);
#define UNPACK(T, PATH, PLACE) x->PATH = unpack_##T();
#define PACK_PART(T, N, TAG, KIND, NAME, SIZE, ARITY, MEMBERS) case TAG: TAGGED_##T(pack_tag(N);) MEMBERS break;
#define UNPACK_TAG(T) unpack_tag()
#define TYPE_pack(T) CODED(T, pack, PACK_PART, PACK, PACK)
#define TYPE_unpack(T) DECODED(T, unpack, UNPACK_TAG, UNPACK, UNPACK)
#define LIST_pack(L, T) LIST_CODED(L, pack, pack_I(a.n), PACK, PACK)
#define LIST_unpack(L, T) LIST_DECODED(L, unpack, unpack_I(), UNPACK, UNPACK)
#define LIST_pack_atoms(L, T) ATOMS_CODED(L, pack, pack_I(a.n), pack_all_A(a.p, a.n))
#define LIST_unpack_atoms(L, T) ATOMS_DECODED(L, unpack, unpack_I(), unpack_all_A(a.p, a.n))

/*  Bits for transposition tables: `transpositions.h`. */
#define BITS(T, PATH, PLACE) bits_##T(x->PATH);
#define UNBITS(T, PATH, PLACE) x->PATH = unbits_##T();
#define BITS_PLACED(T, PATH, PLACE) BITS_AT_##T(PLACE, x->PATH);
#define UNBITS_PLACED(T, PATH, PLACE) x->PATH = UNBITS_AT_##T(PLACE);
#define BITS_AT_I(PLACE, x) bits_I(x)
#define UNBITS_AT_I(PLACE) unbits_I()
#define BITS_AT_A(PLACE, x) key_put(ATOMS_##PLACE(codes)[x], ATOMS_##PLACE(width))
#define UNBITS_AT_A(PLACE) ATOMS_##PLACE(atoms)[key_take(ATOMS_##PLACE(width))]
#define BITS_PART(T, N, TAG, KIND, NAME, SIZE, ARITY, MEMBERS) case TAG: TAGGED_##T(key_put(N, WIDTH_##T);) MEMBERS break;
#define UNBITS_TAG(T) key_take(WIDTH_##T)
#define TYPE_bits(T) CODED(T, bits, BITS_PART, BITS, BITS_PLACED)
#define TYPE_unbits(T) DECODED(T, unbits, UNBITS_TAG, UNBITS, UNBITS_PLACED)
#define LIST_bits(L, T) LIST_CODED(L, bits, bits_I(a.n), BITS, BITS_PLACED)
#define LIST_unbits(L, T) LIST_DECODED(L, unbits, unbits_I(), UNBITS, UNBITS_PLACED)
#define LIST_bits_atoms(L, T) \
    ATOMS_CODED(L, bits, bits_I(a.n), key_several(ATOMS_##L##_p(codes), 0, ATOMS_##L##_p(width), a.p, a.n))

/*  Bits for solvers, by the codes of each place: `keys.h`. */
#define KEY(T, PATH, PLACE) key_##T(x->PATH);
#define UNKEY(T, PATH, PLACE) x->PATH = unkey_##T();
#define KEY_PLACED(T, PATH, PLACE) KEY_AT_##T(PLACE, x->PATH);
#define UNKEY_PLACED(T, PATH, PLACE) x->PATH = UNKEY_AT_##T(PLACE);
#define KEY_AT_I(PLACE, x) key_number(&place_##PLACE, x)
#define UNKEY_AT_I(PLACE) unkey_number(&place_##PLACE)
#define KEY_AT_A(PLACE, x) key_symbol(&place_##PLACE, ATOMS_##PLACE(codes)[x])
#define UNKEY_AT_A(PLACE) ATOMS_##PLACE(atoms)[unkey_symbol(&place_##PLACE)]
#define KEY_PART(T, N, TAG, KIND, NAME, SIZE, ARITY, MEMBERS) \
    case TAG: TAGGED_##T(key_symbol(&place_##T##_tag, N);) MEMBERS break;
#define UNKEY_TAG(T) unkey_symbol(&place_##T##_tag)
#define KEY_SIZE(L) key_number(&place_##L##_n, a.n)
#define UNKEY_SIZE(L) unkey_length(&place_##L##_n)
#define TYPE_key(T) CODED(T, key, KEY_PART, KEY, KEY_PLACED)
#define TYPE_unkey(T) DECODED(T, unkey, UNKEY_TAG, UNKEY, UNKEY_PLACED)
#define LIST_key(L, T) LIST_CODED(L, key, KEY_SIZE(L), KEY, KEY_PLACED)
#define LIST_unkey(L, T) LIST_DECODED(L, unkey, UNKEY_SIZE(L), UNKEY, UNKEY_PLACED)
#define LIST_key_atoms(L, T) \
    ATOMS_CODED(L, key, KEY_SIZE(L), key_symbols(&place_##L##_p, ATOMS_##L##_p(codes), a.p, a.n))
#define LIST_unkey_atoms(L, T) \
    ATOMS_DECODED(L, unkey, UNKEY_SIZE(L), unkey_symbols(&place_##L##_p, ATOMS_##L##_p(atoms), a.p, a.n))
