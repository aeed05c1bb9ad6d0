/*  catch/3: goals that may be left by a throw, and the ball, which lies at the end of the output.

    What goals have taken of the arena, and what they have begun to collect, is given back when they are left.
*/

enum { NO_SOLUTION, SOLVED, CAUGHT };

static int caught_status;

/*  Goals that have a solution are left for what comes after them, and entered again for another solution. */
static void enter_goals(struct handler *one) {
    one->arena = hp;
    one->floor = hp_floor;
    one->collected = up;
    one->collecting = collecting;
    handlers = one;
}
static void leave_goals(const struct handler *one) { handlers = one->outer; }

/*  Runs the goals, a function of a procedure's frame: whether they have a solution, or throw an error or a term. */
static PD_NOINLINE int try_goals(bool (*goals)(void *), void *frame) {
    struct handler here;
#ifdef PD_TABLED
    I open = open_count, members = members_count;
#endif
    here.outer = handlers;
    enter_goals(&here);
    if (!pd_setjmp(here.escape)) {
        bool found = goals(frame);
        handlers = here.outer;
        return found ? SOLVED : NO_SOLUTION;
    }
    hp = here.arena;
    hp_floor = here.floor;
    up = here.collected;
    collecting = here.collecting;
#ifdef PD_TABLED
    questions_abandon(open, members);
#endif
    caught_status = here.status;
    return CAUGHT;
}

/*  The ball as input. */
static void read_ball(void) {
    in = out + error_start;
    in_end = out + out_size;
}
COLD static void throw_again(void) { trap(caught_status, reason); }
static void drop_ball(void) { out_size = error_start; }

/*  Whether the next term is this: then it is read, up to its arguments or items. What is none is thrown again. */
static bool next_is_compound(const char *name, uint32_t arity) {
    return follows_functor(name, strlen(name), arity);
}
static bool next_is_atom(const char *name) {
    return get_tag() == 'a' && known_name(name, strlen(name));
}
static bool next_is_int(I value) { return get_tag() == 'i' && get_int() == value; }
static bool next_is_list(uint32_t length) { return get_tag() == 'l' && get_size() == length; }

static bool ball_is_error(void) { return caught_status == ERROR || next_is_compound("error", 2); }
static bool ball_is_thrown(void) { return caught_status == THROWN; }
/*  The context of an error is not known. */
static void ball_is_whole(void) {
    if (ball_is_error()) unsupported("the context of an error");
    read_ball();
}

static void skip_term(void) {
    size_t size;
    switch (get_tag()) {
        case 'i': get_int(); return;
        case 'f': get_float(); return;
        case 'a': case 's': get_text(&size); return;
        case 'l': for (uint32_t left = get_size(); left; left--) skip_term(); return;
        case 'c': get_text(&size); for (uint32_t left = get_size(); left; left--) skip_term(); return;
        default: foreign();
    }
}
