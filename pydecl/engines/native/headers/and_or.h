/*  and_or and win on a compiled game, as pydecl/programs has them: see there for what they promise. Each position is
    asked who is to move.
*/

/*  Whether the game, which is over, is won; each end is a leaf. */
static bool ended_won(Given position) {
    bool found = is_won(position);
    if (!found) is_lost(position);
    leaves++;
    return found;
}

/*  Whether MAX wins, and by which successor where MAX chooses. */
static bool and_or(Given position, I depth, Position *best) {
    Mark mark = here();
    check_stack();
    enter(position);
    if (each_chance(position, any_chance, 0)) unsupported("chance in a game to be solved");
    bool max = mover_below(position, best), solved = !max;
    Positions next = successors(position);
    if (!next.n) {
        solved = ended_won(position);
    } else if (depth <= 0) {
        horizon = true;
        solved = false;
    } else {
        for (int32_t i = 0; i < next.n && solved != max; i++) {
            solved = and_or(GIVE(next.p[i]), one_less(depth), 0);
            if (solved && max) choose(best, GIVE(next.p[i]));
        }
    }
    done(mark, best);
    return solved;
}

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

/*  Where win(X) follows if it holds in the positions `assumed`, and in no other; whether that changes `found`. */
static bool consequences(const Numbers *assumed, Numbers *found) {
    bool changed = false;
    in_time();
    for (size_t i = 0; i < positions.count; i++) {
        uint32_t holds = 0;
        for (size_t k = graph.first.p[i]; k < graph.first.p[i + 1] && !holds; k++)
            holds = !assumed->p[graph.nexts.p[k]];
        changed |= holds != found->p[i];
        found->p[i] = holds;
    }
    return changed;
}

/*  Writes the outcome of the root under well-founded semantics, by the alternating fixpoint. */
static void win_outcome(Given root, I depth) {
    Numbers *certain = &graph.plies, *possible = &graph.queue;
    note_root(0, root);
    reach(depth, false);
    check_alternation();
    zeros(certain, positions.count);
    zeros(possible, positions.count);
    do consequences(certain, possible); while (consequences(possible, certain));
    put_functor("outcome", 2);
    if (possible->p[0] && !certain->p[0]) put_name("drawn");
    else put_name(certain->p[0] == graph.movers[0] ? "won" : "lost");
    put_name("none");
    solutions_told = 1;
}
