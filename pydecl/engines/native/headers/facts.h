/*  Facts for a search that runs elsewhere: the same program runs here first and notes which positions it asks, and for
    what. They keep the numbers that they get, from 0, the root, as they are met, until another search begins. Then
    the rules tell about them, some at a time. `supplied_facts.py` beside the engine says what is asked and answered.
*/

/*  What else may be told; who is to move always is. */
enum { ENDS = 4, TURBULENT = 8, PLAUSIBLE = 16, MOVER = 32 };

/*  What is said of a position: who is to move, both if that is chance; whether it is won, lost, turbulent; of what kind
    its value is.
*/
enum { MAX_IS_DUE = 1, MIN_IS_DUE = 2, IS_WON = 4, IS_LOST = 8, IS_TURBULENT = 16, KIND = 32 };
enum { NO_VALUE, INTEGER, FLOATING, FRACTION };

/*  As many as a search may meet that runs ahead. */
enum { MOST_MET = 1 << 21 };

static struct {
    size_t met, room;                   /* how many positions the search has met */
    uint8_t *asked;                     /* for what it asks; nothing says that it asks each for its successors */
    uint8_t *known;                     /* what has been told */
    size_t known_room;
    Numbers numbers, whats, said, counts, nexts, flags, values;
} facts;

/*  All that is told, in the order in which it is. */
static Numbers *const told_facts[] = {
    &facts.numbers, &facts.whats, &facts.said, &facts.counts, &facts.nexts, &facts.flags, &facts.values
};
#define EACH_TOLD(i) for (size_t i = 0; i < sizeof told_facts / sizeof *told_facts; i++)

static void facts_clear(void) {
    EACH_TOLD(i) numbers_clear(told_facts[i]);
    free(facts.asked);
    free(facts.known);
    memset(&facts, 0, sizeof facts);
}

static void note_asked(Given position, I what) {
    uint32_t number = position_number(position);
    if (number >= MOST_MET) trap(MEMORY, "positions");
    bytes_grown(&facts.asked, &facts.room, number + 1);
    facts.asked[number] |= (uint8_t)what;
}

/*  The first position at the horizon is asked whether anything follows. */
SOME void note_entered(const void *position, I depth) {
    note_asked(GIVE(*(Position *)position), depth > 0 || !horizon ? NEXTS : 0);
}

/*  The search has come to its end: what is met from now on it has not asked. One that numbers positions itself has
    asked as many as it has entered.
*/
static void note_met(void) { facts.met = facts.room ? positions.count : (size_t)nodes; }

static void push_word(Numbers *numbers, W word) {
    push(numbers, (uint32_t)word);
    push(numbers, (uint32_t)(word >> 32));
}

/*  What follows a pass is noted in its place. */
static bool passes_skipped;

/*  The key of the last successor, which gets its number when the next one is there: a number lies far away in memory. */
static W last_key[KEY_WORDS];
static bool is_last_waiting;

static void number_last(void) {
    if (is_last_waiting) push(&facts.nexts, number_of_key(last_key));
    is_last_waiting = false;
    codes_considered();
}

static bool note_next(void *context, Given position) {
    if (passes_skipped && is_pass(position)) return each_successor(position, note_next, context);
    number_last();
    key_made(position);
    memcpy(last_key, key_words, positions.words * sizeof *last_key);
    PD_PREFETCH(&positions.slots[first_slot(last_key)]);
    is_last_waiting = true;
    return false;
}

/*  The static value; of what kind it is. */
static uint32_t tell_value(Given position) {
    Value val = evaluated(position);
#ifdef VALUES_I
    Q told = is_near(val) ? q_of(val) : q_float(val < 0 ? -INFINITY : INFINITY);
#else
    Q told = q_of(val);
#endif
    if (told.exact) {
        push_word(&facts.values, (W)told.num);
        if (told.den == 1) return INTEGER;
        push_word(&facts.values, (W)told.den);
        return FRACTION;
    }
    W word;
    memcpy(&word, &told.d, sizeof word);
    push_word(&facts.values, word);
    return FLOATING;
}

static void tell_plausible(Given position, size_t first) {
    for (size_t i = first; i < facts.nexts.n; i++) {
        Position next = position_numbered(facts.nexts.p[i]);
        push(&facts.flags, is_plausible(position, GIVE(next)));
    }
}

/*  What there is to tell of a position: before its value, the probabilities of what follows by chance. */
static void tell_of(uint32_t number, I what) {
    Mark mark = here();
    Position there = position_numbered(number);
    Given position = GIVE(there);
    bool max = is_max(position), min = is_min(position);
    uint32_t said = max ? MAX_IS_DUE : min ? MIN_IS_DUE : 0;
    size_t first = facts.nexts.n;
    is_last_waiting = false;
    if (max && min) broken("both_to_move", position, 0);
    if (!max && !min) what |= NEXTS;
    if (what & PLAUSIBLE) what |= NEXTS;
    if (what & NEXTS) {
        Chances found = chances(position);
        if (found.n && said) broken("chance_and_player", position, max ? "max" : "min");
        for (int32_t i = 0; i < found.n; i++) {
            note_next(0, GIVE(found.p[i].next));
            push_word(&facts.values, (W)found.p[i].odds.num);
            push_word(&facts.values, (W)found.p[i].odds.den);
        }
        if (found.n) said = MAX_IS_DUE | MIN_IS_DUE;
        else each_successor(position, note_next, 0);
        number_last();
        if (!said && facts.nexts.n > first) broken("neither_to_move", position, 0);
    }
    if (what & PLAUSIBLE) tell_plausible(position, first);
    if (what & ENDS) said |= (is_won(position) ? IS_WON : 0) | (is_lost(position) ? IS_LOST : 0);
    if (what & TURBULENT && is_turbulent(position)) said |= IS_TURBULENT;
    if (what & VALUE) said |= KIND * tell_value(position);
    push(&facts.whats, (uint32_t)what);
    push(&facts.said, said);
    push(&facts.counts, (uint32_t)(facts.nexts.n - first));
    push(&facts.numbers, number);
    facts.known[number] |= (uint8_t)what;
    back(mark);
}

/*  What has not been told of a position, of what the search asks of it, and maybe of each. */
static I untold(size_t number, I what) {
    I asked = number >= facts.met ? 0 : facts.room ? facts.asked[number] : NEXTS;
    return (asked | what | MOVER) & ~facts.known[number];
}

/*  Room for what is told. */
static void facts_ready(void) {
    if (!positions.slot_count) {
        size_t slots = 1024;
        while (slots < 2 * positions.count) slots *= 2;
        slots_filled(slots);
    }
    bytes_grown(&facts.known, &facts.known_room, positions.count);
}

/*  The facts about a position, and about those that are met after it, so many in all. */
static void tell_facts(struct pd_call *call) {
    prepare(call);
    size_t number = (size_t)get_int();
    I what = get_int(), count = get_int();
    if (number >= positions.count) foreign();
    facts_ready();
    tell_of((uint32_t)number, what | untold(number, 0));
    while (--count > 0 && ++number < facts.met) {
        I more = untold(number, what & ~(NEXTS | VALUE));
        in_time();
        if (more) tell_of((uint32_t)number, more);
    }
}

/*  If the rules go wrong, what was told before stands. */
static void tell_all_facts(void) {
    EACH_TOLD(i) {
        pd_write_int(the_call, (int64_t)told_facts[i]->n);
        pd_write(the_call, told_facts[i]->p, told_facts[i]->n * sizeof *told_facts[i]->p);
        numbers_clear(told_facts[i]);
    }
}

/*  The positions of some numbers. */
static void tell_positions(struct pd_call *call) {
    prepare(call);
    for (I count = get_int(); count > 0; count--) {
        size_t number = (size_t)get_int();
        if (number >= positions.count) foreign();
        char *mark = hp;
        put_Position(position_numbered(number));
        solutions_told++;
        hp = mark;
    }
}
