/*  Matches of one game, stepped all at once: `shared_memory.py` beside the engine has the other side, `shared_line.h`
    the memory that both share.

    A position is expanded once: it is kept, packed, with what follows it, until the next step chooses from that. If
    successors can be counted before they are made (COUNTED_BEFORE), and a match has MANY, the position alone is kept,
    and the chosen one made later. What the first plies of matches meet is remembered with what follows, if there is
    room; else a step expands into the place that the step before has not used, and the arena is soon free again.
*/

enum {
    EARLY = 10,                     /* plies from which on nothing is remembered */
    MOST_REMEMBERED = 1 << 16,      /* positions, and what there is of them with what follows, in bytes */
    MOST_KEPT = 1 << 26,
    SLOTS = 2 * MOST_REMEMBERED,
    HEADROOM = 1 << 16,             /* bytes that are free where a position is packed, as a rule enough */
    FORGETFUL = 256                 /* after so many steps, the tables of tabled predicates are emptied */
};

#ifdef COUNTED_BEFORE
#define MANY 16
#else
#define MANY 0xFFFFFFFFu
#endif

/*  Packed positions, one after the other, and where each begins. */
typedef struct { uint8_t *bytes; size_t size, room; Numbers starts; } Kept;

/*  The position, and those that follow it, begin at `first` among those that `in` keeps. */
typedef struct {
    const Kept *in;
    uint32_t first, count;
    int8_t mover;       /* 1 if MAX is to move, -1 if MIN is */
    uint8_t end;        /* how it ends if nothing follows */
    bool counted;       /* whether what follows is only counted */
} Expanded;

/*  The arrays are in the shared memory, with a number for each match. */
static struct {
    uint32_t count, most;               /* a match is stopped after so many plies */
    uint32_t start;                     /* the number of the position where they begin */
    Expanded *p, *ended;                /* where each is, and where the last step led to */
    Kept turns[2], *now;
    W *random;                          /* the states of their generators */
    uint32_t *actions, *counts, *plies; /* what is chosen; how many moves there are; how many were made */
    float *rewards;                     /* for MAX, by the last step */
    int8_t *movers;
    uint8_t *terminated, *truncated;    /* by the last step */
} matches;

static struct {
    Kept kept;
    uint32_t count;
    uint64_t slots[SLOTS];      /* a hash, and below it the number, counted from 1, where the hash says; 0 is free */
    Expanded p[MOST_REMEMBERED];
} remembered;

/*  Splitmix64 (G. Steele, D. Lea, C. Flood, 'Fast splittable pseudorandom number generators', 2014). */
static W random_word(W *state) {
    W word = *state += 0x9E3779B97F4A7C15u;
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9u;
    word = (word ^ word >> 27) * 0x94D049BB133111EBu;
    return word ^ word >> 31;
}

/*  What is packed next comes behind what is kept there; and after it elsewhere again. */
static void packed_swapped(Kept *kept) {
    uint8_t *bytes = packed;
    size_t size = packed_size, room = packed_room;
    packed = kept->bytes;
    packed_size = kept->size;
    packed_room = kept->room;
    *kept = (Kept){bytes, size, room, kept->starts};
}

static bool keep(void *to, Given position) {
    Kept *kept = to;
    if (!LIKELY(kept->room - kept->size >= HEADROOM)) {
        kept->room = 2 * kept->size + HEADROOM;
        kept->bytes = resized(kept->bytes, kept->room);
        if (kept->room >> 32) trap(MEMORY, "matches");
    }
    push(&kept->starts, (uint32_t)kept->size);
    packed_swapped(kept);
    pack_Position(THE(position));
    packed_swapped(kept);
    return false;
}

static bool keep_one(void *to, Given position) { return !keep(to, position); }

static bool keep_next(void *to, Given position) {
    if (passes_skipped && is_pass(position)) return each_successor(position, keep_next, to);
    return keep(to, position);
}

static size_t kept_size(const Kept *in, size_t number) {
    const uint32_t *start = in->starts.p + number;
    return (number + 1 < in->starts.n ? start[1] : in->size) - *start;
}

static Position kept_position(const Kept *in, size_t number) {
    unpacking = in->bytes + in->starts.p[number];
    return unpack_Position();
}

static Expanded expanded(Kept *in, Given position, bool counted) {
    Expanded found = {in, (uint32_t)in->starts.n, 0, 0, UNDECIDED, counted};
    bool max = is_max(position), min = is_min(position);
    if (max && min) broken("both_to_move", position, 0);
    keep(in, position);
    I most = passing_over = counted ? INT64_MAX : 0;
    each_successor(position, keep_next, in);
    found.count = counted ? (uint32_t)(most - passing_over) : (uint32_t)in->starts.n - found.first - 1;
    passing_over = 0;
    found.mover = (int8_t)(max - min);
    if (!found.count) found.end = outcome_of_end(position);
    else if (!max && !min) broken("neither_to_move", position, 0);
    return found;
}

/*  What happens by chance. */
static Position chance_position(Chances found, W *random) {
    double at = (double)(random_word(random) >> 11) / (double)((W)1 << 53);
    int32_t chosen = 0;
    while (chosen < found.n - 1 && (at -= probability(found.p[chosen].odds)) >= 0) chosen++;
    return found.p[chosen].next;
}

/*  Where the bytes of a position are remembered, or are to be: then its hash is put there. */
static uint64_t *remembered_slot(const uint8_t *bytes, size_t size) {
    const Kept *kept = &remembered.kept;
    uint64_t hash = size, word = 0;
    size_t at = 0;
    for (; at + 8 <= size; at += 8) {
        memcpy(&word, bytes + at, 8);
        hash = mixed(hash, word);
    }
    for (word = 0; at < size; at++) word = word << 8 | bytes[at];
    hash = mixed(mixed(hash, word), 1);
    for (size_t slot = hash >> 32;; slot++) {
        uint64_t *found = remembered.slots + (slot & (SLOTS - 1));
        if (!(uint32_t)*found) {
            *found = hash << 32;
            return found;
        }
        if (*found >> 32 != (uint32_t)hash) continue;
        uint32_t first = remembered.p[(uint32_t)*found - 1].first;
        bool same = kept_size(kept, first) == size && !memcmp(kept->bytes + kept->starts.p[first], bytes, size);
        if (same) return found;
    }
}

static void match_at(size_t i, Expanded at) {
    matches.p[i] = at;
    matches.counts[i] = at.count;
    matches.movers[i] = at.mover;
}

/*  A match comes to a position that is kept, and goes on to where chance leads from it. */
static void match_comes(size_t i, const Kept *in, size_t number) {
    const uint8_t *bytes = in->bytes + in->starts.p[number];
    bool early = matches.plies[i] < EARLY;
    uint64_t *slot = early ? remembered_slot(bytes, kept_size(in, number)) : 0;
    if (early && (uint32_t)*slot) {
        match_at(i, remembered.p[(uint32_t)*slot - 1]);
        return;
    }
    Mark mark = here();
    Position there = kept_position(in, number);
    Chances found;
    for (; (found = chances(GIVE(there))).n; early = false) {
        check_chances(GIVE(there), found);
        there = chance_position(found, matches.random + i);
        in_time();
    }
    early = early && remembered.count < MOST_REMEMBERED && remembered.kept.size < MOST_KEPT;
    bool counted = !early && matches.counts[i] >= MANY;
    match_at(i, expanded(early ? &remembered.kept : matches.now, GIVE(there), counted));
    if (early) {
        remembered.p[remembered.count++] = matches.p[i];
        *slot += remembered.count;
    }
    back(mark);
}

/*  A match goes to one of the positions that follow the one where it is. */
static void match_moves(size_t i, Expanded from, uint32_t number) {
    if (!from.counted) {
        match_comes(i, from.in, from.first + 1 + number);
        return;
    }
    Mark mark = here();
    Position position = kept_position(from.in, from.first);
    passing_over = number;
    each_successor(GIVE(position), keep_one, matches.now);
    back(mark);
    match_comes(i, matches.now, matches.now->starts.n - 1);
}

static void match_begun(size_t i) {
    Mark mark = here();
    Position start = position_numbered(matches.start);
    keep(matches.now, GIVE(start));
    back(mark);
    matches.plies[i] = 0;
    match_comes(i, matches.now, matches.now->starts.n - 1);
}

static void next_turn(void) {
    matches.now = matches.turns + (matches.now == matches.turns);
    matches.now->size = matches.now->starts.n = 0;
}

/*  All begin, at the position of this number. */
static void matches_begun(uint8_t *at, size_t count, uint32_t most, uint32_t start) {
    matches.random = (W *)at;
    matches.actions = (uint32_t *)(matches.random + count);
    matches.counts = matches.actions + count;
    matches.plies = matches.counts + count;
    matches.rewards = (float *)(matches.plies + count);
    matches.movers = (int8_t *)(matches.rewards + count);
    matches.terminated = (uint8_t *)(matches.movers + count);
    matches.truncated = matches.terminated + count;
    matches.count = (uint32_t)count;
    matches.most = most;
    matches.start = start;
    matches.p = resized(matches.p, count * sizeof *matches.p);
    next_turn();
    matches.ended = resized(matches.ended, count * sizeof *matches.ended);
    for (size_t i = 0; i < count; i++) {
        match_begun(i);
        matches.ended[i] = matches.p[i];
    }
}

static void match_stepped(size_t i) {
    Expanded from = matches.p[i];
    if (from.count) {
        matches.plies[i]++;
        match_moves(i, from, matches.actions[i]);
    }
    const Expanded *at = matches.ended + i;
    matches.ended[i] = matches.p[i];
    bool over = !at->count, stopped = !over && matches.plies[i] >= matches.most;
    matches.rewards[i] = !over || at->end == UNDECIDED ? 0 : at->end == WON ? 1 : -1;
    matches.terminated[i] = over;
    matches.truncated[i] = stopped;
    if (over || stopped) match_begun(i);
}

/*  Whoever asks for much asks often: tables of tabled predicates do not grow for ever. */
static void tables_aged(void) {
    static uint32_t turn;
    if (!(++turn % FORGETFUL)) tries_clear();
}

/*  Each makes the move that is chosen for it, or one at random; if that ends the match, another one begins. */
static void matches_stepped(bool at_random) {
    tables_aged();
    next_turn();
    for (size_t i = 0; i < matches.count; i++) {
        if (at_random) matches.actions[i] = (uint32_t)((random_word(matches.random + i) >> 32) * matches.counts[i] >> 32);
        match_stepped(i);
        if (!(i & 63)) in_time();
    }
}

/*  Matches go on from where others are, as so many pairs say: the one that does, and the other. */
static void matches_copied(const uint32_t *pairs, uint32_t count) {
    for (const uint32_t *end = pairs + 2 * count; pairs < end; pairs += 2) {
        match_at(pairs[0], matches.p[pairs[1]]);
        matches.plies[pairs[0]] = matches.plies[pairs[1]];
    }
}
