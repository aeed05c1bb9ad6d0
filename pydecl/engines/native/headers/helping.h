/*  What a helper does: see `sharing.h`. It answers until there is nobody who asks. */

static Message *question;

static bool next_question(void) {
    free(question);
    question = 0;
    return read(the_call->helpers[0].from, &question, sizeof question) == sizeof question;
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

/*  Whether there is something to tell; it is in the output. */
static bool answered(void) {
    if (question->kind == KEYS_WRITTEN) {
        in = (uint8_t *)question->words;
        in_end = in + question->size * sizeof(W);
        read_coding();
        return false;
    }
    for (size_t at = 0; at < question->size; at += positions.words) {
        Mark mark = here();
        Position there = unkeyed_position(question->words + at);
        tell_position(GIVE(there), question->kind == EXPAND_CHANCE);
        back(mark);
    }
    return true;
}

/*  Answers all questions. A trap leads to here again, with its status. */
static void help(struct pd_call *call, int status) {
    if (status && (!question || question->kind == KEYS_WRITTEN)) return;
    prepare(call);
    if (!message_sent(call->helpers[0].to, 0)) return; /* ready; or it cannot tell */
    for (; next_question(); out_size = 0)
        if (answered() && !message_sent(call->helpers[0].to, message_of(TOLD, out, out_size))) return;
}
