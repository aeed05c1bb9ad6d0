/*  A game walked from another process: positions by their numbers, matches, and what follows packed positions. */

static Position numbered_position(uint32_t number) {
    if (number >= positions.count) unsupported("a position that was forgotten");
    return position_numbered(number);
}

/*  What was put into the output, and how many terms it is. */
static void tell_output(int64_t count) {
    line->count = (uint32_t)count;
    line->words = (uint32_t)out_size;
    line_put(0, out, out_size);
}

/*  What follows a position, who is to move, and what else is asked; how it ends if nothing follows; or its text, too. */
enum { TEXTS = 1 << 30 };

static void look(uint32_t number, I what) {
    if (number >= positions.count) unsupported("a position that was forgotten");
    facts_ready();
    EACH_TOLD(i) told_facts[i]->n = 0;
    tell_of(number, (what & ~TEXTS) | NEXTS);
    line->said = facts.said.p[0];
    line->count = facts.counts.p[0];
    if (!line->count && !(what & ENDS)) {
        tell_of(number, ENDS);
        line->said |= facts.said.p[1];
    }
    line->words = (uint32_t)facts.values.n / 2;
    line_put(0, facts.values.p, facts.values.n * sizeof *facts.values.p);
    size_t values = facts.values.n * sizeof *facts.values.p, all = values + facts.nexts.n * sizeof *facts.nexts.p;
    line_put(values, facts.nexts.p, all - values);
    if (!(what & TEXTS)) return;
    Position there = position_numbered(number);
    put_Position(there);
    line->text = (uint32_t)text_written(line->data + all, line->room - all);
}

/*  Of matches' positions from one match on who moves, a byte, and the text, of so many; how many there is room for, and
    are written here. */
static void observe(const Expanded *of, size_t first, size_t width) {
    size_t i = first;
    for (uint8_t *to = line->data; i < matches.count && width < (size_t)(in_end - to); i++, to += width) {
        Mark mark = here();
        out_size = 0;
        put_Position(kept_position(of[i].in, of[i].first));
        size_t size = text_written(to + 1, width);
        back(mark);
        if (!size) break;
        *to++ = (uint8_t)(of[i].mover + 1);
        memset(to + size, 0, width - size);
    }
    line->count = (uint32_t)(i - first);
}

static void answer_request(void) {
    Mark mark = here();
    in = line->data;
    in_end = in + line->room;
    out_size = 0;
    switch (line->kind) {
    case LOOK: look(line->about, line->more); break;
    case TELL: {
        Position there = numbered_position(line->about);
        put_Position(there);
        tell_output(1);
        break;
    }
    case TEXT: {
        Position there = numbered_position(line->about);
        put_Position(there);
        line->words = (uint32_t)text_written(line->data, line->room);
        break;
    }
    case SOLVE: tell_output(entry_solved(line->about, INT64_MAX)); break;
    case NUMBER: {
        Position given = get_Position();
        line->count = position_number(GIVE(given));
        break;
    }
    case FORGET: {
        Position root = numbered_position(line->about);
        facts_clear();
        positions_clear();
        position_number(GIVE(root));
        break;
    }
    case BEGIN: matches_begun(line->data + line->room, line->matches, line->most, line->about); break;
    case STEP: matches_stepped(line->more); break;
    case SHOW: {
        const Expanded *shown = (line->more ? matches.ended : matches.p) + line->about;
        put_Position(kept_position(shown->in, shown->first));
        tell_output(1);
        line->said = (uint32_t)(shown->mover + 1);
        break;
    }
    case OBSERVE: observe(matches.p, line->about, line->more); break;
    case OBSERVE_ENDS: observe(matches.ended, line->about, line->more); break;
    case PACK: pack_given(); break;
    case FOLLOW: follow(line->about, line->more); break;
    case COPY: matches_copied((const uint32_t *)line->data, line->about); break;
    case WRITE: write_texts(line->about, line->more); break;
    default: trap(NO_ENTRY, "");
    }
    back(mark);
}

/*  Until nobody asks any more, or the rules go wrong: what is numbered stays. */
static void walk(struct pd_call *call) {
    prepare(call);
    size_t size = (size_t)get_int();
    if (!line) line = mmap(0, size, READ_AND_WRITE, SHARED, call->helpers[1].from, 0);
    if ((intptr_t)line == -1) { line = 0; trap(MEMORY, "shared memory"); }
    passes_skipped = line->skips;
    passing_over = 0;
    while (request_awaited()) {
        answer_request();
        request_answered();
    }
}
