/*  Bounds of what all positions of a game of chance are worth, proved from these bounds and the rules alone.

    The bounds of an end must hold its worth. An upper bound must be no less than what follows from those of the
    successors: so a MIN who always goes for the least of them expects no more than the bound, if play ends. If it
    never ends, it is worth 0, and bounds that are not below 0 are right, too. Wherever bounds are below 0, MIN must
    have a way to an end, or to a bound not below 0, by moves that do not raise the bound: whatever MAX does, if
    chance helps, as it does in the end. For the lower bounds MAX and MIN change places. All that is so but for the
    rounding of doubles.
*/

/*  What is wrong: nothing; a successor is not among them; a bound does not follow; or no way out is known. */
enum { HOLDS, MISSES, DIFFERS, STAYS };

static struct { uint8_t wrong; size_t at; double lower, upper; const double *lowers, *uppers; } held;

/*  What rounding may come to where the numbers of so many successors are added up. */
static double lost_by_rounding(uint32_t i) { return (graph.first.p[i + 1] - graph.first.p[i] + 1) * 1e-15; }

static bool stops_at(size_t i, uint8_t wrong) {
    held.wrong = wrong;
    held.at = i;
    return true;
}

static bool note_held(void *context, Given position) {
    (void)context;
    uint32_t number = key_written(position) ? (uint32_t)*slot_of(key_words) : 0;
    if (!number) return true;
    push(&graph.nexts, number - 1);
    return false;
}

/*  What can follow each position; whether it is all there. */
static bool all_held(void) {
    movers_resized();
    for (size_t i = 0; i < positions.count; i++) {
        Mark mark = here();
        count_node();
        Position there = position_numbered(i);
        Given position = GIVE(there);
        Chances found = chances(position);
        bool missing = false;
        push(&graph.first, (uint32_t)graph.nexts.n);
        if (found.n) {
            check_chances(position, found);
            for (int32_t n = 0; n < found.n && !missing; n++) {
                missing = note_held(0, GIVE(found.p[n].next));
                if (!missing) note_odds(probability(found.p[n].odds));
            }
            graph.movers[i] = CHANCE_MOVES;
        } else {
            graph.movers[i] = mover_below(position, false, true) ? MAX_MOVES : MIN_MOVES;
            missing = each_successor(position, note_held, 0);
        }
        if (graph.nexts.n >> 32) trap(MEMORY, "moves");
        if (missing) return !stops_at(i, MISSES);
        back(mark);
    }
    push(&graph.first, (uint32_t)graph.nexts.n);
    return true;
}

/*  Whether the bounds of each follow from those of the successors. */
static bool all_follow(void) {
    for (uint32_t i = 0; i < positions.count; i++) {
        double rounding = lost_by_rounding(i);
        if (!(i & 255)) in_time();
        if (graph.first.p[i] == graph.first.p[i + 1]) {
            held.lower = held.upper = worth_of_end(i);
        } else {
            held.lower = value_after(i, held.lowers);
            held.upper = value_after(i, held.uppers);
        }
        if (!(held.lowers[i] <= held.lower + rounding && held.uppers[i] >= held.upper - rounding))
            return !stops_at(i, DIFFERS);
    }
    return true;
}

/*  Whether a position leads to those that have a way out: by a move that `leaver` may make, or whatever else. */
static bool goes_out(uint32_t i, uint8_t leaver, const double *bounds, double sign) {
    bool some = false, all = true;
    EACH_NEXT(i, k) {
        uint32_t after = graph.nexts.p[k];
        bool out = values.left[after];
        bool allowed = graph.movers[i] != leaver || sign * bounds[after] <= sign * bounds[i] + lost_by_rounding(i);
        if (out && allowed) some = true;
        if (!out) all = false;
    }
    return graph.movers[i] == leaver || graph.movers[i] == CHANCE_MOVES ? some : all;
}

/*  Whether MIN has a way out of wherever upper bounds are below 0, or MAX of wherever lower bounds are above. */
static bool all_go_out(uint8_t leaver, const double *bounds) {
    double sign = leaver == MIN_MOVES ? 1 : -1;
    graph.queue.n = 0;
    for (uint32_t i = 0; i < positions.count; i++) {
        values.left[i] = graph.first.p[i] == graph.first.p[i + 1] || sign * bounds[i] >= 0;
        if (values.left[i]) push(&graph.queue, i);
    }
    for (size_t at = 0; at < graph.queue.n; at++) {
        uint32_t number = graph.queue.p[at];
        if (!(at & 255)) in_time();
        for (size_t k = graph.before.p[number]; k < graph.before.p[number + 1]; k++) {
            uint32_t i = graph.previous.p[k];
            if (values.left[i] || !goes_out(i, leaver, bounds, sign)) continue;
            values.left[i] = 1;
            push(&graph.queue, i);
        }
    }
    for (uint32_t i = 0; i < positions.count; i++)
        if (!values.left[i]) return !stops_at(i, STAYS);
    return true;
}

static void hold_bounds(struct pd_call *call) {
    prepare(call);
    memset(&held, 0, sizeof held);
    size_t count = (size_t)get_int();
    read_coding();
    positions.keys = (W *)lent_keys(count);
    positions.count = positions.room = count;
    held.lowers = lent(count * sizeof *held.lowers);
    held.uppers = lent(count * sizeof *held.uppers);
    size_t slots = 1024;
    while (2 * slots < 3 * count) slots *= 2;
    slots_filled(slots);
    values.left = zeroed(positions.count, sizeof *values.left);
    if (!all_held() || !all_follow()) return;
    link_back();
    if (all_go_out(MIN_MOVES, held.uppers)) all_go_out(MAX_MOVES, held.lowers);
}

/*  What is wrong, and where; and the bounds that follow there. */
static void tell_held(int status) {
    (void)status;
    pd_write_ints(the_call, nodes, held.wrong, held.at);
    pd_write(the_call, &held.lower, sizeof held.lower);
    pd_write(the_call, &held.upper, sizeof held.upper);
    positions.keys = 0;
    values_clear();
}
