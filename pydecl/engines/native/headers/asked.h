/*  What a game is asked. What is before this text: the types of what its rules give, and

        each_found, each_value, each_root, each_layer, each_odds
                                call a function with each solution, until it gives true: of moves/2 (LISTED), or
                                move/2 or move/3, staticval/2, position/1, layer/2, chance/3
*/

typedef struct { Position *p; int32_t n; } Positions;
typedef struct { I num, den; } Odds;
typedef bool (*Visit)(void *, Given);
typedef bool (*VisitChance)(void *, Odds, Given);
#include "headers/values.h"

COLD static void broken(const char *fault, Given position, const char *detail);
static bool gather(void *context, Given position);
SOME Value value_told_by(ToldValue v);
SOME Odds odds_of(ToldOdds v);
SOME bool any_proof(void *context) { (void)context; return true; }
SOME bool any_position(void *context, Given p) { (void)context; (void)p; return true; }

/*  each_successor calls `visit` with each until that gives true; gather_successors calls `gather`. */
#ifdef LISTED
SOME bool keep_moves(void *context, GivenMoves all) { *(ToldMoves *)context = TOLD_MOVES(all); return true; }
SOME bool each_successor(Given p, Visit visit, void *context) {
    ToldMoves all;
    if (!each_found(p, keep_moves, &all)) return false;
    for (int32_t i = 0; i < all.n; i++) if (visit(context, GIVE(all.p[i]))) return true;
    return false;
}
SOME void gather_successors(Given p) { each_successor(p, gather, 0); }
#else
SOME bool each_successor(Given p, Visit visit, void *context) { return each_found(p, visit, context); }
SOME void gather_successors(Given p) { each_found(p, gather, 0); }
#endif

/*  evaluated: the one static value. */
struct one_value { bool found, several; ToldValue v; };
static bool keep_value(void *context, GivenValue given) {
    struct one_value *o = context;
    if (o->found && !equal_values(o->v, TOLD_VALUE(given))) return o->several = true;
    o->v = TOLD_VALUE(given);
    o->found = true;
    hp_floor = hp;
    return false;
}
SOME Value evaluated(Given p) {
    char *mark = hp, *floor = hp_floor, *collected = up;
    struct one_value o;
    o.found = o.several = false;
    each_value(p, keep_value, &o);
    hp_floor = floor;
    if (o.several) unsupported("several static values");
    if (!o.found) broken("no_value", p, 0);
    Value value = value_told_by(o.v);
    hp = mark;
    up = collected;
    return value;
}

/*  How a position is decided where nothing follows, and the rules do not say it. */
SOME bool ends_won(Given p) {
    return !each_successor(p, any_position, 0) && value_less(value_zero, evaluated(p));
}
SOME bool ends_lost(Given p) {
    return !each_successor(p, any_position, 0) && value_less(evaluated(p), value_zero);
}

/*  layer_told: the first answer of layer/2, or 0 without it. */
static bool keep_layer(void *to, I n) { *(I *)to = n; return true; }
SOME I layer_told(Given p) {
    char *mark = hp;
    I n = 0;
    if (!each_layer(p, keep_layer, &n)) unsupported("a position without layer/2");
    hp = mark;
    return n;
}

/*  each_chance: calls `visit` with each probability and what follows; true where that gives true. */
struct chance_visitor { VisitChance visit; void *context; };
static bool visit_chance(void *context, GivenOdds v, Given next) {
    struct chance_visitor *o = context;
    return o->visit(o->context, odds_of(TOLD_ODDS(v)), next);
}
SOME bool each_chance(Given p, VisitChance visit, void *context) {
    struct chance_visitor o = {visit, context};
    return each_odds(p, visit_chance, &o);
}
