/*  outcome on a compiled game, as pydecl/programs/outcome.py has it: retrograde over all positions that can be
    reached. They are numbered from 0, breadth first, and kept packed, as the keys of tables[0].
*/

/*  An array of numbers that grows. */
typedef struct { uint32_t *p; size_t n, room; } Numbers;

static struct {
    const uint8_t **keys;               /* of each position */
    size_t count, room;
    Numbers movers;                     /* 1 where MAX is to move */
    Numbers first, nexts;               /* the successors of i: nexts from first[i] to first[i + 1] */
    Numbers before, previous;           /* the predecessors, likewise */
    Numbers left, outcomes, plies, queue;
} graph;

enum { UNDECIDED, WON, LOST };

static void push(Numbers *numbers, uint32_t number) {
    if (numbers->n == numbers->room) {
        numbers->room = numbers->room * 2 + 1024;
        uint32_t *more = realloc(numbers->p, numbers->room * sizeof *more);
        if (!more) trap(MEMORY, "positions");
        numbers->p = more;
    }
    numbers->p[numbers->n++] = number;
}

/*  So many zeros. */
static void zeros(Numbers *numbers, size_t count) {
    numbers->p = calloc(count + 1, sizeof *numbers->p);
    if (!numbers->p) trap(MEMORY, "positions");
    numbers->n = numbers->room = count;
}

static void graph_clear(void) {
    Numbers *all[] = {&graph.movers, &graph.first, &graph.nexts, &graph.before, &graph.previous,
                      &graph.left, &graph.outcomes, &graph.plies, &graph.queue};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]->p);
    free(graph.keys);
    memset(&graph, 0, sizeof graph);
}

/*  The number of a position, which gets one where it has none. */
static uint32_t number_in_graph(Given position) {
    Entry *entry = table_entry(&tables[0], position, 0, true);
    if (!entry->note) {
        if (graph.count == graph.room) {
            graph.room = graph.room * 2 + 1024;
            const uint8_t **more = realloc(graph.keys, graph.room * sizeof *more);
            if (!more || graph.room >> 32) trap(MEMORY, "positions");
            graph.keys = more;
        }
        graph.keys[graph.count++] = entry->key;
        entry->note = (uint32_t)graph.count;
    }
    return entry->note - 1;
}

static bool note_successor(void *context, Given position) {
    (void)context;
    push(&graph.nexts, number_in_graph(position));
    return false;
}

/*  All positions that can be reached, each one node. At the depth limit the whole answer is unknown. */
static void reach(Given root, I depth) {
    number_in_graph(root);
    for (size_t i = 0, level = 1; i < graph.count; i++) {
        char *mark = hp;
        if (i == level) {
            depth = one_less(depth);
            level = graph.count;
        }
        count_node();
        Position there = position_of(graph.keys[i]);
        Given position = GIVE(there);
        if (each_chance(position, any_chance, 0)) unsupported("chance in a game to be solved");
        push(&graph.movers, mover_below(position, !i));
        push(&graph.first, (uint32_t)graph.nexts.n);
        each_successor(position, note_successor, 0);
        if (graph.nexts.n >> 32) trap(MEMORY, "moves");
        if (depth <= 0 && graph.nexts.n > graph.first.p[i]) {
            horizon = true;
            trap(FAILED, "horizon");
        }
        hp = mark;
    }
    push(&graph.first, (uint32_t)graph.nexts.n);
}

static void decide(uint32_t i, uint32_t outcome, uint32_t plies) {
    graph.outcomes.p[i] = outcome;
    graph.plies.p[i] = plies;
    push(&graph.queue, i);
}

/*  The won and the lost ends; every end is a leaf. */
static void decide_ends(void) {
    for (size_t i = 0; i < graph.count; i++) {
        in_time();
        if (graph.first.p[i] < graph.first.p[i + 1]) continue;
        char *mark = hp;
        Position end = position_of(graph.keys[i]);
        Given position = GIVE(end);
        if (is_won(position)) decide((uint32_t)i, WON, 0);
        else if (is_lost(position)) decide((uint32_t)i, LOST, 0);
        leaves++;
        hp = mark;
    }
}

/*  From where each position can be reached in one ply, once for each move. */
static void link_back(void) {
    zeros(&graph.before, graph.count + 1);
    zeros(&graph.previous, graph.nexts.n);
    for (size_t i = 0; i < graph.nexts.n; i++) graph.before.p[graph.nexts.p[i] + 1]++;
    for (size_t i = 0; i < graph.count; i++) graph.before.p[i + 1] += graph.before.p[i];
    for (size_t i = graph.count; i-- > 0;) {
        in_time();
        for (size_t k = graph.first.p[i]; k < graph.first.p[i + 1]; k++)
            graph.previous.p[--graph.before.p[graph.nexts.p[k] + 1]] = (uint32_t)i;
    }
    /* now before[i + 1] is where those of i begin, and those of i end where those of i + 1 begin */
    memmove(graph.before.p, graph.before.p + 1, graph.count * sizeof *graph.before.p);
    graph.before.p[graph.count] = (uint32_t)graph.nexts.n;
}

/*  All positions that are won or lost, nearest first. */
static void retrograde(void) {
    for (size_t at = 0; at < graph.queue.n; at++) {
        in_time();
        uint32_t number = graph.queue.p[at], outcome = graph.outcomes.p[number];
        for (size_t k = graph.before.p[number]; k < graph.before.p[number + 1]; k++) {
            uint32_t i = graph.previous.p[k];
            if (graph.outcomes.p[i]) continue;
            bool wanted = outcome == (graph.movers.p[i] ? WON : LOST);
            if (!wanted && --graph.left.p[i]) continue;
            decide(i, outcome, graph.plies.p[number] + 1);
        }
    }
}

/*  Writes the outcome of the root, and the first successor that keeps it. */
static void outcome(Given root, I depth) {
    reach(root, depth);
    zeros(&graph.outcomes, graph.count);
    zeros(&graph.plies, graph.count);
    zeros(&graph.left, graph.count);
    for (size_t i = 0; i < graph.count; i++) graph.left.p[i] = graph.first.p[i + 1] - graph.first.p[i];
    decide_ends();
    link_back();
    retrograde();
    uint32_t of_root = graph.outcomes.p[0], plies = graph.plies.p[0];
    put_functor("outcome", 2);
    put_name(of_root == WON ? "won" : of_root == LOST ? "lost" : "drawn");
    if (of_root) put_I(plies);
    else put_name("none");
    solutions_told = 1;
    for (size_t k = graph.first.p[0]; k < graph.first.p[1]; k++) {
        uint32_t i = graph.nexts.p[k];
        if (graph.outcomes.p[i] != of_root || (of_root && graph.plies.p[i] + 1 != plies)) continue;
        put_Position(position_of(graph.keys[i]));
        solutions_told = 2;
        break;
    }
}
