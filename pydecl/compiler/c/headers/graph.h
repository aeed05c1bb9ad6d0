/*  All positions that can be reached from some roots, numbered breadth first (positions.h), and the moves between them.
*/

/*  An array of numbers that grows. */
typedef struct { uint32_t *p; size_t n, room; } Numbers;

static struct {
    size_t roots, told;                 /* the first positions; how often one of them was named */
    Numbers first, nexts;               /* the successors of i: nexts from first[i] to first[i + 1] */
    Numbers before, previous;           /* the predecessors, likewise */
    Numbers left, plies, queue;
    uint8_t *movers, *outcomes;         /* a mover is 1 where MAX is to move */
    size_t movers_room;
} graph;

static void push(Numbers *numbers, uint32_t number) {
    if (numbers->n == numbers->room) {
        numbers->room += numbers->room / 2 + 1024;
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

static void numbers_clear(Numbers *numbers) {
    free(numbers->p);
    memset(numbers, 0, sizeof *numbers);
}

static void graph_clear(void) {
    Numbers *all[] = {&graph.first, &graph.nexts, &graph.before, &graph.previous,
                      &graph.left, &graph.plies, &graph.queue};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) numbers_clear(all[i]);
    free(graph.movers);
    free(graph.outcomes);
    memset(&graph, 0, sizeof graph);
    positions_clear();
}

static void note_mover(size_t i, bool max) {
    if (i == graph.movers_room) {
        graph.movers_room += graph.movers_room / 2 + 1024;
        uint8_t *more = realloc(graph.movers, graph.movers_room);
        if (!more) trap(MEMORY, "positions");
        graph.movers = more;
    }
    graph.movers[i] = max;
}

static bool note_root(void *context, Given position) {
    (void)context;
    if (!(++graph.told & 255)) in_time();
    position_number(position);
    graph.roots = positions.count;
    return false;
}

static bool note_successor(void *context, Given position) {
    (void)context;
    push(&graph.nexts, position_number(position));
    return false;
}

/*  All positions that can be reached from the roots, each one node. At the depth limit the whole answer is unknown. */
static void reach(I depth) {
    for (size_t i = 0, level = graph.roots; i < positions.count; i++) {
        char *mark = hp;
        if (i == level) {
            depth = one_less(depth);
            level = positions.count;
        }
        count_node();
        Position there = position_numbered(i);
        Given position = GIVE(there);
        if (each_chance(position, any_chance, 0)) unsupported("chance in a game to be solved");
        note_mover(i, mover_below(position, i < graph.roots));
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
