/*  Positions that other threads expand: helpers, which run copies of this object. This thread takes their results in
    order, where it would have found them itself, so all is found as without them. Of each level some positions are
    theirs and some its own, so many that neither side waits. What a helper cannot tell (the rules raise an error, a key
    is longer than the others, the helper has ended), this thread finds.

    Both sides send messages, of which the pipes carry the addresses; whoever gets one frees it. A question has keys; or
    else how they are written from now on, as a request says it. The answer to keys has for each position:

        the number of its successors, times 256; how it ends, if it does, times 16; and who is to move
        the keys of its successors
        their probabilities, as doubles, where chance is to move

    No message instead of an answer says that the helper cannot tell; the first one that it sends, that it is ready.
    `helping.h` has the other side.
*/

enum { MIN_MOVES, MAX_MOVES, CHANCE_MOVES, NOBODY_MOVES };

enum { KEYS_WRITTEN, EXPAND, EXPAND_CHANCE, TOLD };
typedef struct { size_t size; int kind; W words[]; } Message;

enum { AHEAD = 4, OF_A_QUESTION = 512, MOST_OWN = 1 << 16, OFTEN = 128, A_WHILE = 50 };

enum { READABLE = 1 };
struct pollfd { int fd; short events, revents; };
int poll(struct pollfd *ends, unsigned long count, int milliseconds);
intptr_t read(int fd, void *bytes, size_t size), write(int fd, const void *bytes, size_t size);

typedef struct {
    int to, from;           /* pipes, which do not block; below 0 once it has ended */
    bool ready;
    uint32_t coding;        /* the one that it was told last, counted from 1 */
    int due;                /* answers that will come, or have come */
    Message *heard[AHEAD];  /* those that have come, the first one first */
    int heard_count;
} Helper;

static struct {
    Helper helpers[PD_HELPERS];
    int count;
    size_t next;            /* positions from here on are nobody's yet */
    size_t own;             /* so many stay this thread's before the next ones are given away */
    Message *answer;        /* the present one */
    const W *at;            /* what is left of it */
    size_t telling;
    struct { Helper *helper; size_t first, end; uint32_t coding; } given[PD_HELPERS * AHEAD];
    int given_count;        /* those that are given away, the first one first */
} sharing;

/*  A message of so many words, which are bytes that lie there; the last word may be filled up with zeros. */
static Message *message_of(int kind, const void *bytes, size_t size) {
    size_t words = (size + sizeof(W) - 1) / sizeof(W);
    Message *message = resized(0, sizeof *message + words * sizeof(W));
    message->size = words;
    message->kind = kind;
    if (words) message->words[words - 1] = 0;
    memcpy(message->words, bytes, size);
    return message;
}
static bool message_sent(int to, Message *message) { return write(to, &message, sizeof message) == sizeof message; }

/*  Takes what has come, and waits so many milliseconds if nothing has. */
static void hear(Helper *helper, int milliseconds) {
    struct pollfd end = {helper->from, READABLE, 0};
    intptr_t size;
    if (helper->from < 0 || poll(&end, 1, milliseconds) <= 0) return;
    for (Message *message; (size = read(helper->from, &message, sizeof message)) == sizeof message;) {
        if (helper->ready) helper->heard[helper->heard_count++] = message;
        helper->ready = true;
    }
    if (!size) helper->to = helper->from = -1; /* it has ended */
}

static W word_told(void) {
    if (!sharing.telling) foreign();
    sharing.telling--;
    return *sharing.at++;
}

/*  So many words of the present answer. */
static const W *words_told(size_t count) {
    const W *words = sharing.at;
    if (count > sharing.telling) foreign();
    sharing.at += count;
    sharing.telling -= count;
    return words;
}

/*  For all positions from now on. */
static void sharing_begin(void) {
    sharing.count = KEY_ATOMS ? 0 : the_call->helper_count;
    sharing.next = 0;
    sharing.own = OF_A_QUESTION;
    sharing.telling = 0;
    sharing.given_count = 0;
    for (int i = 0; i < sharing.count; i++) {
        Helper *helper = &sharing.helpers[i];
        if (helper->due) helper->to = helper->from = -1; /* it may still answer what was asked before a trap */
        if (!helper->ready) helper->to = the_call->helpers[i].to, helper->from = the_call->helpers[i].from;
        helper->coding = 0;
    }
}

/*  How keys are written, if a helper does not know. */
static void tell_coding(Helper *helper) {
    if (helper->coding == positions.coding + 1) return;
    helper->coding = positions.coding + 1;
    size_t before = the_call->reply_size;
    pd_write_ints(the_call, positions.words, 0 /* atoms */);
    tell_codes();
    pd_write_int(the_call, NO_LAYERS);
    message_sent(helper->to, message_of(KEYS_WRITTEN, the_call->reply + before, the_call->reply_size - before));
    the_call->reply_size = before;
}

/*  Gives positions away, if there are enough after the i-th. */
static void give_away(size_t i, bool chance) {
    size_t count = positions.words < OF_A_QUESTION ? OF_A_QUESTION / positions.words : 1;
    for (int k = 0; k < sharing.count; k++) {
        Helper *helper = &sharing.helpers[k];
        hear(helper, 0);
        while (helper->ready && helper->to >= 0 && helper->due < AHEAD) {
            size_t first = (sharing.next > i ? sharing.next : i) + sharing.own;
            if (first + count > positions.count) return;
            tell_coding(helper);
            int kind = chance ? EXPAND_CHANCE : EXPAND;
            message_sent(helper->to, message_of(kind, key_of(first), count * positions.words * sizeof(W)));
            helper->due++;
            sharing.next = first + count;
            sharing.given[sharing.given_count].helper = helper;
            sharing.given[sharing.given_count].first = first;
            sharing.given[sharing.given_count].end = first + count;
            sharing.given[sharing.given_count++].coding = positions.coding;
        }
    }
}

/*  The answer about the first of those that were given away is to be told now. */
static void answer_awaited(void) {
    Helper *helper = sharing.given[0].helper;
    bool late = false;
    hear(helper, 0);
    for (; helper->to >= 0 && !helper->heard_count; late = true) {
        hear(helper, A_WHILE);
        in_time();
    }
    bool idle = !late && helper->heard_count == helper->due;
    helper->due--;
    if (late && sharing.own < MOST_OWN) sharing.own += sharing.own / 8 + 8;
    if (idle) sharing.own -= sharing.own / 8;
    if (!helper->heard_count) return;
    Message *answer = sharing.answer = helper->heard[0];
    memmove(helper->heard, helper->heard + 1, (size_t)--helper->heard_count * sizeof *helper->heard);
    sharing.at = answer ? answer->words : 0;
    sharing.telling = answer ? answer->size : 0;
}

/*  What is left of an answer was told of keys that are written otherwise by now. */
static void answer_over(void) {
    free(sharing.answer);
    sharing.answer = 0;
    sharing.telling = 0;
    sharing.given_count--;
    memmove(sharing.given, sharing.given + 1, (size_t)sharing.given_count * sizeof *sharing.given);
}

/*  Whether a helper tells of the i-th position; it is asked for each in turn. */
static bool is_told(size_t i, bool chance) {
    if (!sharing.count) return false;
    if (sharing.given_count && i == sharing.given[0].end) answer_over();
    if (i % OFTEN == 0) give_away(i, chance);
    if (sharing.given_count && i == sharing.given[0].first) answer_awaited();
    return sharing.telling && sharing.given[0].coding == positions.coding;
}

/*  All positions have been asked for. */
static void sharing_end(void) {
    if (sharing.given_count) answer_over();
}
