/*  Positions that another process keeps, packed: what follows each, what its moves are called, and its text. Nothing of
    them stays here. `packed_game.py` beside the engine has the other side.
*/

/*  What is asked about, and what is answered of it: a position, and those that follow. */
static struct { uint8_t *bytes; size_t room; Kept told; } packets;

/*  Those that follow a position by moves with names. */
static Kept named;

/*  What is asked about, in so many bytes: the answer comes in its place. */
static const uint8_t *packets_taken(size_t size) {
    if (size > packets.room) packets.bytes = resized(packets.bytes, packets.room = 2 * size);
    memcpy(packets.bytes, line->data, size);
    return packets.bytes;
}

static void emptied(Kept *kept) { kept->size = kept->starts.n = 0; }

/*  The position of a term, packed. */
static void pack_given(void) {
    Position given = get_Position();
    emptied(&packets.told);
    keep_next(&packets.told, GIVE(given));
    line->words = (uint32_t)packets.told.size;
    line_put(0, packets.told.bytes, packets.told.size);
}

/*  How moves are named: not at all, with names that are told, or with some that are not written here. */
enum { NAMELESS, NAMED, UNWRITTEN };

/*  What is said of a position, in `size` bytes; the probabilities of what follows by chance, the names of its moves as
    text, a line each, where each position that follows ends, from the first one on, and these come behind it.
*/
typedef struct { uint32_t count, size; int32_t mover; uint32_t end, names, text; } Followed;
enum { BY_CHANCE = 2 };

#ifdef EACH_NAMED
static bool visit_named(void *context, Given next) { return keep_next(context, next); }

/*  What follows a position, kept, and the names of its moves in the output; whether there are such names. */
static bool keep_named(Kept *told, Given position) {
    out_size = 0;
    EACH_NAMED(position, named_each, told);
    return true;
}
#else
static bool keep_named(Kept *told, Given position) { return (void)told, (void)position, false; }
#endif

/*  Whether positions are the same as those from the second one on. */
static bool same_positions(const Kept *told, const Kept *all) {
    size_t first = all->starts.n > 1 ? all->starts.p[1] : all->size, size = all->size - first;
    bool same = told->starts.n + 1 == all->starts.n && told->size == size;
    if (!same || memcmp(told->bytes, all->bytes + first, size)) return false;
    for (size_t i = 0; i < told->starts.n; i++)
        if (told->starts.p[i] != all->starts.p[i + 1] - first) return false;
    return true;
}

/*  How a game has ended: by the static value, if the rules have one. */
static uint8_t result_of(Given position) {
#ifdef VALUED
    Value val = evaluated(position);
    return value_less(value_zero, val) ? WON : value_less(val, value_zero) ? LOST : UNDECIDED;
#else
    return outcome_of_end(position);
#endif
}

/*  What follows a position is kept behind it; how it is told, with the names of the moves at a place in the answer. At
    an end nobody asks who is to move.
*/
static Followed followed(Given position, size_t at) {
    Kept *told = &packets.told;
    Followed said = {0};
    keep(told, position);
#ifdef ALL_NAMED
    bool has_names = keep_named(told, position);
#else
    each_successor(position, keep_next, told);
    emptied(&named);
    bool has_names = told->starts.n > 1 && keep_named(&named, position) && same_positions(&named, told);
#endif
    said.count = (uint32_t)told->starts.n - 1;
    if (!said.count) {
        said.end = result_of(position);
        return said;
    }
    bool max = is_max(position), min = is_min(position);
    if (max == min) broken(max ? "both_to_move" : "neither_to_move", position, 0);
    said.mover = max - min;
    if (!has_names) return said;
    writing.from = out;
    writing.to = line->data + at;
    writing.end = line->data + line->room;
    said.names = UNWRITTEN;
    for (uint32_t i = 0; i < said.count; i++)
        if (at >= line->room || !write_term(0) || !write_bytes("\n", 1)) return said;
    said.names = NAMED;
    said.text = (uint32_t)(writing.to - line->data - at);
    return said;
}

/*  What follows so many packed positions, of so many bytes; or the first of them, as far as there is room. */
static void follow(uint32_t count, size_t size) {
    unpacking = packets_taken(size);
    Kept *told = &packets.told;
    size_t at = 0;
    tables_aged();
    for (line->count = 0; line->count < count; line->count++) {
        Mark mark = here();
        emptied(told);
        Position there = unpack_Position();
        const uint8_t *next = unpacking;
        Chances found = chances(GIVE(there));
        size_t begin = at, names = at + sizeof(Followed) + (size_t)found.n * 2 * sizeof(I);
        Followed said = {(uint32_t)found.n, 0, BY_CHANCE, UNDECIDED, NAMELESS, 0};
        if (found.n) {
            check_chances(GIVE(there), found);
            keep(told, GIVE(there));
            for (int32_t i = 0; i < found.n; i++) keep_next(told, GIVE(found.p[i].next));
        } else {
            said = followed(GIVE(there), names);
        }
        size_t ends = names + said.text, first = said.count ? told->starts.p[1] : told->size;
        size_t positions = ends + said.count * sizeof(uint32_t);
        at = positions + told->size - first;
        if (begin && (at > line->room || said.names == UNWRITTEN)) {
            back(mark);
            return;
        }
        said.size = (uint32_t)(at - begin);
        line_put(begin, &said, sizeof said);
        for (int32_t i = 0; i < found.n; i++) {
            I odds[2] = {found.p[i].odds.num, found.p[i].odds.den};
            line_put(begin + sizeof said + (size_t)i * sizeof odds, odds, sizeof odds);
        }
        for (uint32_t i = 1; i <= said.count; i++) {
            uint32_t end = (uint32_t)((i < said.count ? told->starts.p[i + 1] : told->size) - first);
            line_put(ends + (i - 1) * sizeof end, &end, sizeof end);
        }
        line_put(positions, told->bytes + first, told->size - first);
        unpacking = next;
        back(mark);
        in_time();
    }
}

/*  The texts of so many packed positions, of so many bytes, each after its size; or of the first of them, as far as
    there is room, or what is in them is written here.
*/
static void write_texts(uint32_t count, size_t size) {
    unpacking = packets_taken(size);
    size_t at = 0;
    for (line->count = 0; line->count < count && at + sizeof(uint32_t) < line->room; line->count++) {
        Mark mark = here();
        size_t text = at + sizeof(uint32_t);
        out_size = 0;
        Position there = unpack_Position();
        put_Position(there);
        uint32_t written = (uint32_t)text_written(line->data + text, line->room - text);
        back(mark);
        if (!written) return;
        line_put(at, &written, sizeof written);
        at = text + written;
    }
}
