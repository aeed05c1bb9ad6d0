/*  What the programs in C ask of a compiled game, and perft. What is before this text:

        Position, Positions     a position; a slice of them
        Given                   a position as an argument, by a pointer where it is large; GIVE makes one of a
                                position that has a name, and THE makes a position of it
        Value                   what staticval/2 gives: I or N, with value_less, put_Value, get_Value
        is_max, is_min          max_to_move/1, min_to_move/1
        each_successor          calls a function with each successor, until it gives true
        gather_successors       calls `gather` with each
        evaluated, is_won, is_lost

    They count and check as pydecl/programs/attached.py does. What a node makes in the arena is given back when the node is done; the best successor of the root stays.
*/

static bool moved;

/*  How many terms of the answer there are. */
static int64_t solutions_told;

SOME bool better(bool max, Value val, Value than) { return max ? value_less(than, val) : value_less(val, than); }

/*  The best successor of the root; elsewhere nobody asks for it, and `best` is null. */
SOME void choose(Position *best, Given successor) {
    if (!best) return;
    *best = THE(successor);
    moved = true;
}

/*  A fault of the game: its name in FAULTS, the position, and a detail or none. */
COLD static void broken(const char *fault, Given position, const char *detail) {
    error_start = out_size;
    put_name(fault);
    put_Position(THE(position));
    if (detail) put_name(detail);
    trap(CONTRACT, fault);
}

/*  Whether MAX is to move, and not MIN. */
static bool mover(Given position) {
    char *mark = hp;
    bool max = is_max(position), min = is_min(position);
    if (max && min) broken("both_to_move", position, 0);
    if (!max && !min) broken("neither_to_move", position, 0);
    hp = mark;
    return max;
}

/*  How a position without successors ends, for MAX. */
enum { UNDECIDED, WON, LOST };
SOME uint8_t outcome_of_end(Given position) { return is_won(position) ? WON : is_lost(position) ? LOST : UNDECIDED; }

static bool any_chance(void *context, Odds odds, Given next) {
    (void)context; (void)odds; (void)next;
    return true;
}

/*  The game is over, and the rules do not say who is to move: it is the turn of whoever would be next. */
static bool nobodys_end(Given position) {
    char *mark = hp;
    bool found = !is_max(position) && !is_min(position) && !each_successor(position, any_position, 0)
        && !each_chance(position, any_chance, 0);
    hp = mark;
    return found;
}

/*  Whether MAX is to move at a node whose mover is asked for; below the root an end may name nobody: then whether MAX is
    due.
*/
static bool mover_below(Given position, bool root, bool due) {
    char *mark = hp;
    bool max = is_max(position), min = is_min(position);
    hp = mark;
    if (max != min) return max;
    return !root && nobodys_end(position) ? due : mover(position);
}

/*  Where both parts of the memory end. The successors of a node lie in the upper one, and what they are made of in
    the arena, until the node is done; what the best successor of the root is made of stays.
*/
typedef struct { char *hp, *up; } Mark;

HOT Mark here(void) { return (Mark){hp, up}; }
HOT void back(Mark mark) { hp = mark.hp; up = mark.up; }
HOT void done(Mark mark, const Position *best) {
    up = mark.up;
    if (!best) hp = mark.hp;
}

static bool gather(void *context, Given position) {
    (void)context;
    *(Position *)up_push(sizeof(Position)) = THE(position);
    hp_floor = hp;
    return false;
}

/*  The successors, in order. */
HOT Positions successors(Given position) {
    char *floor = hp_floor;
    bool outer = collecting;
    Position *found = (Position *)up_align();
    collecting = true;
    gather_successors(position);
    collecting = outer;
    hp_floor = floor;
    return (Positions){found, (int32_t)((Position *)up - found)};
}

/*  What a search asks of a position: facts.h notes it. */
enum { NEXTS = 1, VALUE = 2 };
static void note_asked(Given position, I what);

static void record_leaf(const void *position) {
    if (noting) note_asked(GIVE(*(Position *)position), VALUE);
    if (!recording) return;
    put_Position(*(const Position *)position);
    recorded++;
}

/*  A node whose successors are asked for. */
SOME void enter(Given position) {
    count_node();
    if (noting) note_asked(position, NEXTS);
}

SOME Value leaf_value(Given position) {
    leaves++;
    if (recording || noting) record_leaf(&THE(position));
    return evaluated(position);
}

static bool count_one(void *context, Given position) {
    (void)context;
    (void)position;
    nodes++;
    return false;
}

/*  The positions after so many plies; `nodes` counts them. */
static void perft(Given position, I depth) {
    Mark mark = here();
    check_stack();
    if (depth == 0) {
        nodes++;
        return;
    }
    if (noting) note_asked(position, NEXTS);
    in_time();
    if (depth == 1) {
        each_successor(position, count_one, 0);
    } else {
        Positions next = successors(position);
        for (int32_t i = 0; i < next.n; i++) perft(GIVE(next.p[i]), depth - 1);
    }
    back(mark);
}
