/*  What a helper does: see `sharing.h`. It answers until there is nobody who asks. */

static struct {
    I size, kind;
    W *question;
    size_t room;
} helping;

/*  Whether so many bytes have come. */
static bool heard(void *bytes, size_t size) {
    for (uint8_t *at = bytes; size;) {
        intptr_t more = read(the_call->helpers[0].from, at, size);
        if (more <= 0) return false;
        at += more;
        size -= (size_t)more;
    }
    return true;
}

/*  Whether these bytes have been sent. */
static bool sent(const void *bytes, size_t size) {
    for (const uint8_t *at = bytes; size;) {
        intptr_t more = write(the_call->helpers[0].to, at, size);
        if (more <= 0) return false;
        at += more;
        size -= (size_t)more;
    }
    return true;
}

static bool next_question(void) {
    I head[2];
    if (!heard(head, sizeof head)) return false;
    helping.size = head[0];
    helping.kind = head[1];
    if ((size_t)helping.size > helping.room) {
        free(helping.question);
        helping.room = (size_t)helping.size;
        helping.question = malloc(helping.room * sizeof(W));
        if (!helping.question) pd_throw(the_call, PD_NO_MEMORY);
    }
    return heard(helping.question, (size_t)helping.size * sizeof(W));
}

static bool tell_key(void *count, Given position) {
    if (!key_written(position)) unsupported("a key that is longer than the others");
    put(key_words, positions.words * sizeof *key_words);
    ++*(size_t *)count;
    return false;
}

/*  Tells what can follow by chance, if anything can. */
static size_t tell_chances(Given position) {
    size_t count = 0;
    Chances found = chances(position);
    if (found.n) check_chances(position, found);
    for (int32_t n = 0; n < found.n; n++) tell_key(&count, GIVE(found.p[n].next));
    for (int32_t n = 0; n < found.n; n++) {
        double odds = probability(found.p[n].odds);
        put(&odds, sizeof odds);
    }
    return count;
}

static void tell_position(Given position, bool chance) {
    size_t head = out_size, count = 0;
    W told = CHANCE_MOVES;
    put(&told, sizeof told);
    if (chance) count = tell_chances(position);
    else if (each_chance(position, any_chance, 0)) unsupported("chance in a game to be solved");
    if (!count) {
        bool max = is_max(position), min = is_min(position);
        told = max == min ? NOBODY_MOVES : max ? MAX_MOVES : MIN_MOVES;
        each_successor(position, tell_key, &count);
        if (!count) told |= (W)(outcome_of_end(position) + 1) << 4;
    }
    told |= (W)count << 8;
    memcpy(out + head, &told, sizeof told);
}

static void answer_question(void) {
    if (helping.kind == KEYS_WRITTEN) {
        in = (uint8_t *)helping.question;
        in_end = in + (size_t)helping.size * sizeof(W);
        read_coding();
        return;
    }
    I size = 0;
    put(&size, sizeof size);
    for (I at = 0; at < helping.size; at += positions.words) {
        Mark mark = here();
        Position there = unkeyed_position(helping.question + at);
        tell_position(GIVE(there), helping.kind == EXPAND_CHANCE);
        back(mark);
    }
    size = (I)(out_size / sizeof(W)) - 1;
    memcpy(out, &size, sizeof size);
}

/*  Answers all questions. A trap leads to here again, with its status. */
static void help(struct pd_call *call, int status) {
    static const I ready = READY, untold = UNTOLD;
    if (!status) helping.kind = KEYS_WRITTEN;
    else if (helping.kind == KEYS_WRITTEN) return;
    prepare(call);
    if (!sent(status ? &untold : &ready, sizeof ready)) return;
    for (; next_question(); out_size = 0) {
        answer_question();
        if (!sent(out, out_size)) return;
    }
}
