/*  What Python calls of any program: all solutions of an entry. `solve_entry` is before this text. */

/*  The solutions of an entry, whose arguments are in the input; how many they are. */
SOME int64_t entry_solved(int64_t entry, int64_t limit) {
    solutions = 0;
    wanted = limit;
    out_most = out_size + MOST_TOLD;
    solve_entry(entry, limit);
    out_most = INT64_MAX;
    return solutions;
}

static void pydecl_run(struct pd_call *call) {
    prepare(call);
    int64_t entry = get_int();
    entry_solved(entry, get_int());
}

PD_ENTRY(pydecl_solve) {
    int status;
    solutions = 0;
    status = pd_setjmp(escape);
    if (!status) pydecl_run(call);
    answer(status, solutions);
}
