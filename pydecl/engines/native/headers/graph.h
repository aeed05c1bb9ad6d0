/*  All positions that can be reached from some roots, numbered breadth first (positions.h), and the moves between them.
*/

/*  An array of numbers that grows. */
typedef struct { uint32_t *p; size_t n, room; } Numbers;

static struct {
    size_t roots, told;                 /* the first positions; how often one of them was named */
    Numbers first, nexts;               /* the successors of i: nexts from first[i] to first[i + 1] */
    Numbers before, previous;           /* the predecessors, likewise */
    Numbers plies, queue;
    Numbers of_root;                    /* the successors of the first position */
    uint8_t *movers, *outcomes;         /* who is to move; before that is known, whose turn it would be */
    uint8_t *ends;                      /* 1 more than how a position ends, if a helper has told it */
    double *odds;                       /* the probabilities of `nexts` where chance is to move, in a game of chance */
    size_t movers_room, ends_room, odds_room;
} graph;

/*  Successors wait for their numbers, some at a time: so memory is asked for all of them at once. */
enum { WAITING = 64 };
static struct {
    size_t n, first;                    /* how many; where among `nexts` they are */
    uint8_t turns[WAITING];
    W *keys;
    uint32_t words;                     /* of each */
} waiting;

static void push(Numbers *numbers, uint32_t number) {
    if (numbers->n == numbers->room) {
        numbers->room += numbers->room / 2 + 1024;
        numbers->p = resized(numbers->p, numbers->room * sizeof *numbers->p);
    }
    numbers->p[numbers->n++] = number;
}

/*  So many zeros. */
static void zeros(Numbers *numbers, size_t count) {
    numbers->p = zeroed(count, sizeof *numbers->p);
    numbers->n = numbers->room = count;
}

static void numbers_clear(Numbers *numbers) {
    free(numbers->p);
    memset(numbers, 0, sizeof *numbers);
}

/*  The moves; the positions stay. */
static void moves_clear(void) {
    Numbers *all[] = {&graph.first, &graph.nexts, &graph.before, &graph.previous,
                      &graph.plies, &graph.queue, &graph.of_root};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) numbers_clear(all[i]);
    free(graph.movers);
    free(graph.ends);
    free(graph.outcomes);
    free(graph.odds);
    free(waiting.keys);
    memset(&graph, 0, sizeof graph);
    memset(&waiting, 0, sizeof waiting);
}

static void graph_clear(void) {
    moves_clear();
    positions_clear();
}

/*  Room for so many bytes; new ones are zeros. */
static void bytes_grown(uint8_t **bytes, size_t *room, size_t count) {
    size_t more = count + count / 2 + 1024;
    if (count <= *room) return;
    *bytes = resized(*bytes, more);
    memset(*bytes + *room, 0, more - *room);
    *room = more;
}

/*  Room for the mover of each position that has a number. */
static void movers_resized(void) {
    bytes_grown(&graph.movers, &graph.movers_room, positions.count);
    if (sharing.count) bytes_grown(&graph.ends, &graph.ends_room, positions.count);
}

static bool note_root(void *context, Given position) {
    (void)context;
    if (!(++graph.told & 255)) in_time();
    position_number(position);
    graph.roots = positions.count;
    return false;
}

/*  Gives all that wait their numbers. */
static void numbered(void) {
    size_t n = waiting.n;
    waiting.n = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t number = (uint32_t)positions.slots[first_slot(waiting.keys + i * waiting.words)];
        if (number) PD_PREFETCH(key_of(number - 1));
    }
    for (size_t i = 0; i < n; i++) {
        size_t before = positions.count;
        uint32_t number = number_of_key(waiting.keys + i * waiting.words);
        graph.nexts.p[waiting.first + i] = number;
        if (number < before) continue;
        movers_resized();
        graph.movers[number] = waiting.turns[i];
    }
}

/*  Room for keys that wait. Where they take more words than before, nothing waits. */
static void waiting_resized(void) {
    waiting.keys = resized(waiting.keys, WAITING * positions.words * sizeof *waiting.keys);
    waiting.words = positions.words;
}

/*  A position that is met now has its turn after whoever is to move before it. */
static void note_key(const W *key, uint8_t mover) {
    if (waiting.words != positions.words) waiting_resized();
    if (!waiting.n) waiting.first = graph.nexts.n;
    W *there = waiting.keys + waiting.n * waiting.words;
    memcpy(there, key, waiting.words * sizeof *there);
    PD_PREFETCH(&positions.slots[first_slot(there)]);
    waiting.turns[waiting.n++] = mover == MAX_MOVES ? MIN_MOVES : MAX_MOVES;
    push(&graph.nexts, 0);
    if (waiting.n == WAITING) numbered();
}

static bool note_successor(void *mover, Given position) {
    if (!key_written(position)) {
        numbered();
        key_made(position);
    }
    note_key(key_words, *(uint8_t *)mover);
    return false;
}

/*  Whether MAX is to move in the position of a number, or would be at an end for which the rules name nobody. */
static bool mover_at(Given position, size_t i) {
    return mover_below(position, i < graph.roots, graph.movers[i] == MAX_MOVES);
}

/*  The probability of the successor that was noted last. */
static void note_odds(double odds) {
    if (graph.nexts.n > graph.odds_room) {
        graph.odds_room = graph.nexts.room;
        graph.odds = resized(graph.odds, graph.odds_room * sizeof *graph.odds);
    }
    graph.odds[graph.nexts.n - 1] = odds;
}

/*  What can follow a position by chance, if anything can. */
static bool note_chances(Given position, uint8_t *mover) {
    Chances found = chances(position);
    if (!found.n) return false;
    check_chances(position, found);
    *mover = CHANCE_MOVES;
    for (int32_t n = 0; n < found.n; n++) {
        note_successor(mover, GIVE(found.p[n].next));
        note_odds(probability(found.p[n].odds));
    }
    return true;
}

/*  Who is to move in the i-th position, and what follows. */
static void expand(size_t i, bool chance) {
    Position there = position_numbered(i);
    Given position = GIVE(there);
    if (!chance && each_chance(position, any_chance, 0)) unsupported("chance in a game to be solved");
    uint8_t mover = 0;
    if (!chance || !note_chances(position, &mover)) {
        mover = mover_at(position, i) ? MAX_MOVES : MIN_MOVES;
        each_successor(position, note_successor, &mover);
    }
    graph.movers[i] = mover;
}

/*  The same from what a helper tells. */
static void note_told(size_t i) {
    W told = word_told();
    size_t count = told >> 8;
    uint8_t mover = told & 15;
    if (count > sharing.telling) foreign();
    if (mover == NOBODY_MOVES) {
        Position there = position_numbered(i);
        mover = mover_at(GIVE(there), i) ? MAX_MOVES : MIN_MOVES;
    }
    const W *keys = words_told(count * positions.words);
    const W *odds = mover == CHANCE_MOVES ? words_told(count) : 0;
    for (size_t n = 0; n < count; n++) {
        note_key(keys + n * positions.words, mover);
        double some;
        if (odds) memcpy(&some, odds + n, sizeof some);
        if (odds) note_odds(some);
    }
    graph.movers[i] = mover;
    graph.ends[i] = told >> 4 & 15;
}

/*  All positions that can be reached from the roots, each one node; chance moves only if it may. At the depth limit the
    whole answer is unknown.
*/
static void reach(I depth, bool chance) {
    sharing_begin();
    movers_resized();
    for (size_t i = 0, level = graph.roots;; i++) {
        Mark mark = here();
        if (i == level) {
            numbered();
            if (i == positions.count) break;
            depth = one_less(depth);
            level = positions.count;
        }
        if (positions.count >= positions.look_at) {
            numbered();
            codes_considered();
        }
        count_node();
        push(&graph.first, (uint32_t)graph.nexts.n);
        if (is_told(i, chance)) note_told(i);
        else expand(i, chance);
        if (graph.nexts.n >> 32) trap(MEMORY, "moves");
        if (depth <= 0 && graph.nexts.n > graph.first.p[i]) {
            horizon = true;
            trap(FAILED, "horizon");
        }
        back(mark);
    }
    push(&graph.first, (uint32_t)graph.nexts.n);
    sharing_end();
}

/*  How a position without successors ends. Each is a leaf. */
static uint8_t ended(size_t i) {
    leaves++;
    if (graph.ends && graph.ends[i]) return graph.ends[i] - 1;
    char *mark = hp;
    Position end = position_numbered(i);
    uint8_t outcome = outcome_of_end(GIVE(end));
    hp = mark;
    return outcome;
}

/*  What that is worth in a game of chance. */
static double worth_of_end(size_t i) {
    uint8_t outcome = ended(i);
    return outcome == WON ? 1 : outcome == LOST ? -1 : 0;
}
