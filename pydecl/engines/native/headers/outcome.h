/*  outcome and win on a compiled game, as pydecl/programs has them: over all positions that can be reached from a
    root, or from many; both retrograde. In the twin, win is what an alternating fixpoint gives: it is the same.
*/

static void decide(uint32_t i, uint8_t outcome, uint32_t plies) {
    graph.outcomes[i] = outcome;
    graph.plies.p[i] = plies;
    push(&graph.queue, i);
}

/*  The won and the lost ends; or who cannot move has lost. */
static void decide_ends(bool by_moves) {
    for (size_t i = 0; i < positions.count; i++) {
        if (!(i & 255)) in_time();
        if (graph.plies.p[i]) continue;
        uint8_t outcome = by_moves ? graph.movers[i] ? LOST : WON : ended(i);
        if (outcome != UNDECIDED) decide((uint32_t)i, outcome, 0);
    }
}

/*  From where each position can be reached in one ply, once for each move. */
static void link_back(void) {
    zeros(&graph.before, positions.count + 1);
    zeros(&graph.previous, graph.nexts.n);
    for (size_t i = 0; i < graph.nexts.n; i++) graph.before.p[graph.nexts.p[i] + 1]++;
    for (size_t i = 0; i < positions.count; i++) graph.before.p[i + 1] += graph.before.p[i];
    for (size_t i = positions.count; i-- > 0;) {
        if (!(i & 255)) in_time();
        for (size_t k = graph.first.p[i]; k < graph.first.p[i + 1]; k++)
            graph.previous.p[--graph.before.p[graph.nexts.p[k] + 1]] = (uint32_t)i;
    }
    /* now before[i + 1] is where those of i begin, and those of i end where those of i + 1 begin */
    memmove(graph.before.p, graph.before.p + 1, positions.count * sizeof *graph.before.p);
    graph.before.p[positions.count] = (uint32_t)graph.nexts.n;
}

/*  In the place of where its successors are, how many each position has: `first` becomes `plies`. */
static void count_moves(void) {
    for (size_t i = 0; i < positions.count; i++) graph.first.p[i] = graph.first.p[i + 1] - graph.first.p[i];
    graph.plies = graph.first;
    memset(&graph.first, 0, sizeof graph.first);
}

/*  All positions that are won or lost, nearest first. Until a position is, `plies` has how many of its moves do not decide
    it yet.
*/
static void retrograde(void) {
    for (size_t at = 0; at < graph.queue.n; at++) {
        if (!(at & 255)) in_time();
        uint32_t number = graph.queue.p[at];
        uint8_t outcome = graph.outcomes[number];
        for (size_t k = graph.before.p[number]; k < graph.before.p[number + 1]; k++) {
            uint32_t i = graph.previous.p[k];
            if (graph.outcomes[i]) continue;
            bool wanted = outcome == (graph.movers[i] ? WON : LOST);
            if (!wanted && --graph.plies.p[i]) continue;
            decide(i, outcome, graph.plies.p[number] + 1);
        }
    }
    for (size_t i = 0; i < positions.count; i++)
        if (!graph.outcomes[i]) graph.plies.p[i] = 0;
}

/*  The outcomes of all that has been reached. What is not needed any more is given back at once. */
static void decide_all(bool by_moves) {
    link_back();
    numbers_clear(&graph.nexts);
    count_moves();
    graph.outcomes = zeroed(positions.count, 1);
    decide_ends(by_moves);
    retrograde();
}

/*  What the roots lead to, and the outcomes. */
static void solve(I depth) {
    reach(depth, false);
    slots_clear();
    for (size_t k = 0; positions.count && k < graph.first.p[1]; k++) push(&graph.of_root, graph.nexts.p[k]);
    decide_all(false);
}

static void put_outcome(uint8_t outcome) {
    put_functor("outcome", 2);
    put_name(outcome == WON ? "won" : outcome == LOST ? "lost" : "drawn");
}

/*  Writes the outcome of the root, and the first successor that keeps it. */
static void outcome(Given root, I depth) {
    note_root(0, root);
    solve(depth);
    uint8_t of_root = graph.outcomes[0];
    uint32_t plies = graph.plies.p[0];
    put_outcome(of_root);
    if (of_root) put_I(plies);
    else put_name("none");
    solutions_told = 1;
    for (size_t k = 0; k < graph.of_root.n; k++) {
        uint32_t i = graph.of_root.p[k];
        if (graph.outcomes[i] != of_root || (of_root && graph.plies.p[i] + 1 != plies)) continue;
        put_Position(position_numbered(i));
        solutions_told = 2;
        break;
    }
}

/*  win */

/*  Players alternate; each end is a leaf. */
static void check_alternation(void) {
    for (size_t i = 0; i < positions.count; i++) {
        in_time();
        if (graph.first.p[i] == graph.first.p[i + 1]) leaves++;
        for (size_t k = graph.first.p[i]; k < graph.first.p[i + 1]; k++)
            if (graph.movers[graph.nexts.p[k]] == graph.movers[i]) {
                char *mark = hp;
                Position next = position_numbered(graph.nexts.p[k]);
                if (!nobodys_end(GIVE(next))) broken("same_mover", GIVE(next), graph.movers[i] ? "max" : "min");
                hp = mark;
            }
    }
}

/*  Writes the outcome of the root under well-founded semantics. */
static void win_outcome(Given root, I depth) {
    note_root(0, root);
    reach(depth, false);
    check_alternation();
    decide_all(true);
    put_outcome(graph.outcomes[0]);
    put_name("none");
    solutions_told = 1;
}
