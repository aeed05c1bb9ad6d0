/*  A game in propositional form: see pydecl/grounding/propositional.py, which says what the bits are. Before
    this file stand the sizes and tables of one sheet.

    A row of lines is a list of words: how many words are looked at, set and kept; then for each word that is
    looked at its number, a mask and a value; for each that is set, its number and a mask; for each that is kept,
    too.
*/

typedef uint64_t Bits;

/*  What is known of one state: the bits, and how much has been worked out. */
enum { UNKNOWN, LOADED, ENDED, CHOSEN, PREPARED };
struct ground_state { Bits bits[GROUND_WORDS]; int stage; };

static struct ground_state ground_at_node, ground_at_next;

static void ground_run_lines(Bits *bits, const Bits *p, const Bits *end) {
    while (p < end) {
        uint32_t looked = (uint32_t)(*p & 0xffff), set = (uint32_t)(*p >> 16 & 0xffffff), kept = (uint32_t)(*p >> 40);
        const Bits *next = ++p + 3 * looked + 2 * (set + kept);
        for (; looked; looked--, p += 3) if ((bits[p[0]] & p[1]) != p[2]) goto next_line;
        for (; set; set--, p += 2) bits[p[0]] |= p[1];
        for (; kept; kept--, p += 2) bits[GROUND_NEXT + p[0]] |= bits[p[0]] & p[1];
    next_line:
        p = next;
    }
}

/*  Lines that ask what they set are run until nothing changes. */
static void ground_run_repeatedly(Bits *bits, const Bits *p, const Bits *end) {
    Bits before[GROUND_WORDS];
    do {
        memcpy(before, bits, sizeof before);
        ground_run_lines(bits, p, end);
    } while (memcmp(before, bits, sizeof before));
}

static void ground_run_blocks(Bits *bits, const struct ground_block *block, int count) {
    for (; count; count--, block++)
        (block->repeats ? ground_run_repeatedly : ground_run_lines)(bits, ground_lines + block->from, ground_lines + block->to);
}

static void ground_load(struct ground_state *state, const Bits *facts) {
    if (state->stage >= LOADED && !memcmp(state->bits, facts, GROUND_STATE * sizeof(Bits))) return;
    memcpy(state->bits, facts, GROUND_STATE * sizeof(Bits));
    memset(state->bits + GROUND_STATE, 0, (GROUND_DOES - GROUND_STATE) * sizeof(Bits));
    state->stage = LOADED;
}

static void ground_reach(struct ground_state *state, int stage) {
    if (state->stage < ENDED && stage >= ENDED) ground_run_blocks(state->bits, ground_ending, GROUND_ENDING);
    if (state->stage < CHOSEN && stage >= CHOSEN) ground_run_blocks(state->bits, ground_choosing, GROUND_CHOOSING);
    if (state->stage < PREPARED && stage >= PREPARED) ground_run_blocks(state->bits, ground_preparing, GROUND_PREPARING);
    if (state->stage < stage) state->stage = stage;
}

HOT bool ground_has_bit(const Bits *bits, uint32_t bit) { return bits[bit >> 6] >> (bit & 63) & 1; }
HOT void ground_set_bit(Bits *bits, uint32_t bit) { bits[bit >> 6] |= (Bits)1 << (bit & 63); }

SOME bool ground_is_over(struct ground_state *state) {
    ground_reach(state, ENDED);
    return ground_has_bit(state->bits, GROUND_TERMINAL);
}

/*  The legal moves of a role, by their numbers, at most so many. */
static int32_t ground_legal_moves(struct ground_state *state, int role, int32_t *moves, int32_t most) {
    int32_t count = 0;
    ground_reach(state, CHOSEN);
    for (uint32_t at = 0; at < ground_moves[role]; at += 64) {
        Bits word = state->bits[(ground_legal[role] + at) >> 6];
        for (uint32_t bit = at; word; word >>= 1, bit++) {
            if (!(word & 0xff)) {
                while (!(word & 0xff)) word >>= 8, bit += 8;
            }
            if (!(word & 1)) continue;
            if (count == most) return count;
            moves[count++] = (int32_t)bit;
        }
    }
    return count;
}

/*  Who is to move: 0 or 1; -1 where the facts and the legal moves do not tell. */
static int ground_mover_of(struct ground_state *state) {
    bool first = ground_control[0] >= 0 && ground_has_bit(state->bits, (uint32_t)ground_control[0]);
    bool second = ground_control[1] >= 0 && ground_has_bit(state->bits, (uint32_t)ground_control[1]);
    int32_t moves[2][2], counts[2];
    bool idle[2];
    if (first) return second ? -1 : 0;
    if (second) return 1;
    for (int role = 0; role < 2; role++) {
        counts[role] = ground_legal_moves(state, role, moves[role], 2);
        idle[role] = counts[role] == 1 && moves[role][0] == ground_noop[role];
    }
    if (idle[0] != idle[1]) return idle[0] ? 1 : 0;
    if (counts[0] == 1 && counts[1] == 2) return 1;
    if (counts[1] == 1 && counts[0] == 2) return 0;
    return -1;
}

/*  Who is to move at the start: the first role if nothing else is told. */
static I ground_mover(const Bits *facts) {
    ground_load(&ground_at_node, facts);
    int mover = ground_mover_of(&ground_at_node);
    return mover < 0 ? 0 : mover;
}

/*  Whether both have one move: whoever is said to choose, the next state is the same. */
static bool ground_is_forced(struct ground_state *state) {
    int32_t moves[2];
    return ground_legal_moves(state, 0, moves, 2) == 1 && ground_legal_moves(state, 1, moves, 2) == 1;
}

/*  The state after two moves. */
static void ground_act(struct ground_state *state, int role, int32_t move, int32_t other, Bits *next) {
    uint32_t numbers[2], does[2];
    Bits *bits = state->bits;
    numbers[role] = (uint32_t)move;
    numbers[1 - role] = (uint32_t)other;
    memset(bits + GROUND_DOES, 0, (GROUND_WORDS - GROUND_DOES) * sizeof(Bits));
    for (int one = 0; one < 2; one++) {
        ground_set_bit(bits, ground_does[one] + numbers[one]);
        does[one] = numbers[one] + (one ? ground_moves[0] : 0);
    }
    for (int n = 0; n < GROUND_EFFECTS; n++) {
        const struct ground_effect *effects = ground_effects + n;
        Bits before[GROUND_WORDS];
        do {
            if (effects->repeats) memcpy(before, bits, sizeof before);
            for (int one = 0; one < 2; one++)
                ground_run_lines(bits, ground_lines + effects->of[does[one]], ground_lines + effects->of[does[one] + 1]);
            ground_run_lines(bits, ground_lines + effects->from, ground_lines + effects->to);
        } while (effects->repeats && memcmp(before, bits, sizeof before));
    }
    memcpy(next, bits + GROUND_NEXT, GROUND_STATE * sizeof(Bits));
}

/*  The legal moves of the role to move, by their numbers; the one move of the other is `wait`. */
static int32_t ground_choose(I role, const Bits *facts, int32_t *moves, int32_t *wait) {
    int32_t waits[2];
    ground_load(&ground_at_node, facts);
    if (ground_is_over(&ground_at_node)) return 0;
    if (ground_legal_moves(&ground_at_node, 1 - (int)role, waits, 2) != 1) unsupported("a state in which both choose, or one cannot");
    *wait = waits[0];
    return ground_legal_moves(&ground_at_node, (int)role, moves, (int32_t)ground_moves[role]);
}

/*  The role to move after a move, and the state. */
static I ground_follow(I role, int32_t move, int32_t wait, Bits *next) {
    ground_reach(&ground_at_node, PREPARED);
    ground_act(&ground_at_node, (int)role, move, wait, next);
    ground_load(&ground_at_next, next);
    int mover = ground_mover_of(&ground_at_next);
    if (mover >= 0) return mover;
    if (!ground_is_over(&ground_at_next) && !ground_is_forced(&ground_at_next)) unsupported("a state in which nobody is to move");
    return 1 - role;
}

/*  Whether each role has a goal; the first's value less the second's. */
static bool ground_worth(const Bits *facts, I *value) {
    I found[2];
    ground_load(&ground_at_next, facts);
    ground_run_blocks(ground_at_next.bits, ground_valuing, GROUND_VALUING);
    for (int role = 0; role < 2; role++) {
        int count = 0;
        for (uint32_t n = ground_goals_at[role]; n < ground_goals_at[role + 1]; n++) {
            if (!ground_has_bit(ground_at_next.bits, ground_goals[n].bit)) continue;
            if (count++) unsupported("several goals of one role");
            if (!ground_goals[n].is_number) unsupported("a goal that is no number");
            found[role] = ground_goals[n].value;
        }
        if (!count) return false;
    }
    *value = found[0] - found[1];
    return true;
}
