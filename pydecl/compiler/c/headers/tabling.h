/*  Tables: all answers to each question of a tabled predicate, worked out once.

    A question whose answers depend on itself gets those that are there so far, and is worked out again until a round
    adds none (naive evaluation). Questions that depend on each other are rounds of the lowest of them, the leader, and
    are complete with it; a question that depends on no open one is complete at once.
*/

#define PD_TABLED
typedef struct { I trie, epoch; } AnswerTable;

/*  `low` is the place of the lowest open question on which one depends: its own place, if there is none. One that is
    neither open nor complete depends on its `leader`, which was open when it closed.
*/
typedef struct {
    uint8_t *answers;
    size_t size, room;
    I low, round, leader;
    bool complete, open, member, changed, asked;
} Question;

static Question *questions;
static I questions_count, questions_room;
static I *open_questions, open_count, open_room;
static I *open_bases; /* how many members there were before each of the open ones */
static I *question_members, members_count, members_room; /* those that are not complete */
static I question_round = 1, questions_epoch, questions_call;
static bool answers_partial; /* more answers may come to what was told last */

/*  Forgets what is not complete, from so many open questions and members on. */
static void questions_abandon(I open, I members) {
    while (open_count > open) questions[open_questions[--open_count]].open = false;
    while (members_count > members) {
        Question *one = &questions[question_members[--members_count]];
        one->member = false;
        if (!one->complete) one->size = 0;
    }
    question_round++;
}

static void questions_clear(void) {
    for (I i = 0; i < questions_count; i++) free(questions[i].answers);
    questions_count = open_count = members_count = 0;
}

/*  What another call has left open is forgotten; what tries of an earlier epoch have, too. */
static void table_begin(AnswerTable *table) {
    if (questions_call != calls) {
        questions_abandon(0, 0);
        questions_call = calls;
    }
    if (questions_epoch != tries_epoch) {
        questions_clear();
        questions_epoch = tries_epoch;
    }
    if (table->epoch != tries_epoch) {
        table->trie = trie_new();
        table->epoch = tries_epoch;
    }
}

/*  The question that is packed. */
static I table_question(I trie) {
    if (trie_lookup(trie)) return unpack_I();
    questions = grown(questions, questions_count, &questions_room, sizeof *questions);
    memset(&questions[questions_count], 0, sizeof *questions);
    size_t size = packed_size;
    pack_I(questions_count);
    trie_update(trie, size);
    return questions_count++;
}

/*  The last open question depends on this one, which is complete if its leader is. */
static void question_depend(Question *one) {
    Question *leader = one, *last = &questions[open_questions[open_count - 1]];
    while (!leader->open && !leader->complete) leader = &questions[leader->leader];
    if (leader->complete) {
        one->complete = true;
    } else {
        if (leader->low < last->low) last->low = leader->low;
        questions[open_questions[leader->low]].asked = true;
    }
}

/*  Whether its answers must be worked out: then it is open. */
static bool table_unanswered(I number) {
    Question *one = &questions[number];
    if (one->complete) return false;
    if (one->open || one->round == question_round) {
        question_depend(one);
        return false;
    }
    if (open_count == open_room) {
        I room = open_room;
        open_bases = grown(open_bases, open_count, &room, sizeof *open_bases);
        open_questions = grown(open_questions, open_count, &open_room, sizeof *open_questions);
    }
    question_members = grown(question_members, members_count, &members_room, sizeof *question_members);
    open_bases[open_count] = members_count;
    if (!one->member) {
        one->member = true;
        question_members[members_count++] = number;
    }
    one->low = open_count;
    one->open = true;
    one->changed = one->asked = false;
    open_questions[open_count++] = number;
    return true;
}

/*  Takes the answers that are packed; whether they are what is told, or another round has to be made. */
static bool table_answered(I number) {
    Question *one = &questions[number];
    I place = open_count - 1, base = open_bases[place];
    in_time();
    if (packed_size != one->size || memcmp(packed, one->answers, packed_size)) { /* more, or better ones */
        if (packed_size > one->room) {
            one->answers = resized(one->answers, packed_size);
            one->room = packed_size;
        }
        one->changed = true;
        memcpy(one->answers, packed, packed_size);
        one->size = packed_size;
    }
    if (one->low == place && one->asked && one->changed) {
        one->changed = one->asked = false;
        question_round++;
        return false;
    }
    one->open = false;
    open_count = place;
    if (one->low < place) {
        one->round = question_round;
        one->leader = open_questions[one->low];
        questions[open_questions[place - 1]].changed |= one->changed;
        question_depend(one);
    } else {
        one->complete = true;
        for (I i = base; i < members_count; i++) questions[question_members[i]].complete = true;
        members_count = base;
    }
    return true;
}

/*  The answers that there are. */
static const uint8_t *table_told(I number, const uint8_t *none) {
    const Question *one = &questions[number];
    answers_partial = !one->complete;
    return one->size ? one->answers : none;
}

static void complete_answers(void) {
    if (answers_partial) unsupported("a tabled predicate that depends on itself where all its answers are needed");
}
