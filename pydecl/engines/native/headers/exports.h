/*  What Python calls of a game; `pydecl/engines/native/serialisation.py` says how searches are asked.
    WALKING and SOLVING say whether it is walked, or solved.
*/

#include "headers/search.h"
#include "headers/order.h"
#include "headers/chance.h"
#include "headers/positions.h"
#include "headers/sharing.h"
#include "headers/graph.h"
#include "headers/facts.h"
#include "headers/outcome.h"
#include "headers/programs.h"

static void searching(struct pd_call *call) {
    prepare(call);
    out_most = MOST_TOLD;
    I program = get_int();
    read_settings();
    Value alpha = get_Value(-1), beta = get_Value(1);
    Position root = get_Position();
    if (noting) position_number(GIVE(root));
    run(program, GIVE(root), alpha, beta);
}

PD_ENTRY(pydecl_search) {
    int status;
    start();
    status = pd_setjmp(escape);
    if (!status) searching(call);
    finish(status);
}

#define ENTRY(name, before, ask, tell) \
    PD_ENTRY(name) { \
        int status; \
        before; \
        status = pd_setjmp(escape); \
        if (!status) ask(call); \
        tell; \
    }

/*  What a search that runs elsewhere is told: see `facts.h`. */
ENTRY(pydecl_facts, solutions_told = 0, tell_facts, tell_all_facts(); answer(status, solutions_told))
ENTRY(pydecl_positions, solutions_told = 0, tell_positions, answer(status, solutions_told))

/*  Positions and matches, walked from another process: `shared_memory.py` asks an object with perft alone. */
#ifdef WALKING
#include "headers/batching.h"
#include "headers/shared_line.h"
#include "headers/packets.h"
#include "headers/walking.h"
ENTRY(pydecl_walk, solutions_told = 0, walk, answer(status, solutions_told))
#endif

/*  All positions solved, at once or layer by layer, and their keys read. */
#ifdef SOLVING
#include "headers/value_iteration.h"
#include "headers/solving.h"
#include "headers/knowledge.h"
#include "headers/layers.h"
#include "headers/bounds.h"
#include "headers/helping.h"
ENTRY(pydecl_solve_all, start(), solve_roots, tell_solved(status))
ENTRY(pydecl_values, start(), value_roots, tell_solved(status))

PD_ENTRY(pydecl_help) {
    int status;
    start();
    status = pd_setjmp(escape);
    help(call, status);
}

static void keys_told(int status) {
    atoms_there = 0;
    layers_clear();
    layered(NO_LAYERS);
    graph_clear();
    answer(status, solutions_told);
}

ENTRY(pydecl_keys, start(), read_keys, keys_told(status))
ENTRY(pydecl_layers, start(), layer_sampled, tell_sample(status); keys_told(status))
ENTRY(pydecl_roots, start(), layer_roots, tell_layers(status); keys_told(status))
ENTRY(pydecl_expand, start(), layer_expanded, tell_layers(status); keys_told(status))
ENTRY(pydecl_merge, start(), layer_merged, tell_layers(status); keys_told(status))
ENTRY(pydecl_due, start(), layer_due, tell_due(status); keys_told(status))
ENTRY(pydecl_bounds, start(), hold_bounds, tell_held(status); keys_told(status))
#endif
