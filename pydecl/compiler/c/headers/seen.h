/*  The moves that quiescence and forward_pruning see, as pydecl/search has them. */

/*  Turbulent positions have moves beyond the horizon. */
static Positions extended_moves(Given position, I depth, bool max) {
    enter(position, max);
    if (depth > 0) return successors_in_order(position, depth, max);
    if (depth > -extension) {
        char *mark = hp;
        bool turbulent = is_turbulent(position);
        hp = mark;
        if (turbulent) return successors_in_order(position, depth, max);
    }
    at_horizon(position);
    return (Positions){0, 0};
}

/*  The plausible ones; all where there are none. */
static Positions plausible_moves(Given position, I depth, bool max) {
    Positions next = moves(position, depth, max);
    Position *kept = (Position *)alloc(sizeof(Position) * (size_t)next.n, _Alignof(Position));
    char *mark = hp;
    int32_t count = 0;
    for (int32_t i = 0; i < next.n; i++) {
        if (is_plausible(position, GIVE(next.p[i]))) kept[count++] = next.p[i];
        hp = mark;
    }
    return count ? (Positions){kept, count} : next;
}
