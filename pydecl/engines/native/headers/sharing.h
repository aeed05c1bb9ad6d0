/*  Positions that other processes expand: helpers, which run the same object. This process takes their results in order,
    where it would have found them itself, so all is found as without them. Of each level some positions are theirs and
    some its own, so many that neither side waits. What a helper cannot tell (the rules raise an error, a key is longer
    than the others, the helper has ended), this process finds.

    Both sides send words. A question is how many follow, its kind, and keys; or else how they are written from now on, as
    a request says it. The answer to keys is how many words follow, or UNTOLD; and for each position:

        the number of its successors, times 256; how it ends, if it does, times 16; and who is to move
        the keys of its successors
        their probabilities, as doubles, where chance is to move

    A helper first says READY. `helping.h` has the other side.
*/

enum { MIN_MOVES, MAX_MOVES, CHANCE_MOVES, NOBODY_MOVES };

enum { READY = 1, UNTOLD = -1 };
enum { KEYS_WRITTEN, EXPAND, EXPAND_CHANCE };

enum { AHEAD = 4, OF_A_QUESTION = 512, MOST_OWN = 1 << 16, OFTEN = 128, A_WHILE = 50 };

enum { READABLE = 1, WRITABLE = 4 };
struct pollfd { int fd; short events, revents; };
int poll(struct pollfd *ends, unsigned long count, int milliseconds);
intptr_t read(int fd, void *bytes, size_t size), write(int fd, const void *bytes, size_t size);

/*  Bytes that wait, from `at` to `end`. */
typedef struct { uint8_t *p; size_t at, end, room; } Bytes;

typedef struct {
    int to, from;           /* pipes, which do not block; below 0 once it has ended */
    bool ready;
    uint32_t coding;        /* the one that it was told last, counted from 1 */
    int due;                /* answers that will come */
    Bytes asked, heard;
} Helper;

static struct {
    Helper helpers[PD_HELPERS];
    int count;
    size_t next;            /* positions from here on are nobody's yet */
    size_t own;             /* so many stay this process's before the next ones are given away */
    size_t telling;         /* words of the present answer that are left */
    Helper *teller;
    struct { Helper *helper; size_t first, end; uint32_t coding; } given[PD_HELPERS * AHEAD];
    int given_count;        /* those that are given away, the first one first */
} sharing;

/*  Room for more bytes at the end. */
static uint8_t *bytes_more(Bytes *bytes, size_t more) {
    if (bytes->at == bytes->end) bytes->at = bytes->end = 0;
    if (bytes->room - bytes->end < more && bytes->at) {
        memmove(bytes->p, bytes->p + bytes->at, bytes->end - bytes->at);
        bytes->end -= bytes->at;
        bytes->at = 0;
    }
    if (bytes->room - bytes->end < more) {
        size_t room = 2 * (bytes->end + more);
        bytes->p = resized(bytes->p, room);
        bytes->room = room;
    }
    return bytes->p + bytes->end;
}

static void bytes_put(Bytes *bytes, const void *some, size_t size) {
    memcpy(bytes_more(bytes, size), some, size);
    bytes->end += size;
}
static void bytes_put_word(Bytes *bytes, I word) { bytes_put(bytes, &word, sizeof word); }

static size_t words_heard(const Helper *helper) { return (helper->heard.end - helper->heard.at) / sizeof(W); }

/*  Sends what is to be sent and takes what has come, as far as that goes within so many milliseconds. */
static void exchange(Helper *helper, int milliseconds) {
    Bytes *asked = &helper->asked, *heard = &helper->heard;
    struct pollfd ends[] = {{helper->from, READABLE, 0}, {helper->to, WRITABLE, 0}};
    if (asked->at == asked->end) ends[1].fd = -1;
    if (helper->to < 0 || poll(ends, 2, milliseconds) <= 0) return;
    if (ends[1].revents) {
        intptr_t sent = write(helper->to, asked->p + asked->at, asked->end - asked->at);
        if (sent > 0) asked->at += (size_t)sent;
    }
    if (ends[0].revents) {
        enum { AT_ONCE = 1 << 16 };
        intptr_t more = read(helper->from, bytes_more(heard, AT_ONCE), AT_ONCE);
        if (more > 0) heard->end += (size_t)more;
        if (!more) helper->to = helper->from = -1; /* it has ended */
    }
}

/*  How many answers are there as a whole. */
static int answers_heard(const Helper *helper) {
    const I *at = (const I *)(helper->heard.p + helper->heard.at);
    int found = 0;
    for (size_t left = words_heard(helper); left; found++) {
        size_t size = *at == UNTOLD ? 1 : (size_t)*at + 1;
        if (size > left) break;
        at += size;
        left -= size;
    }
    return found;
}

static W word_told(void) {
    if (!sharing.telling) foreign();
    W word = *(const W *)(sharing.teller->heard.p + sharing.teller->heard.at);
    sharing.teller->heard.at += sizeof word;
    sharing.telling--;
    return word;
}

/*  So many words of the present answer; they stay where they are until something is exchanged. */
static const W *words_told(size_t count) {
    const W *words = (const W *)(sharing.teller->heard.p + sharing.teller->heard.at);
    if (count > sharing.telling) foreign();
    sharing.teller->heard.at += count * sizeof *words;
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
    static const uint8_t zeros[sizeof(W)];
    if (helper->coding == positions.coding + 1) return;
    helper->coding = positions.coding + 1;
    size_t before = the_call->reply_size;
    pd_write_int(the_call, positions.words);
    pd_write_int(the_call, 0); /* atoms */
    tell_codes();
    pd_write_int(the_call, NO_LAYERS);
    size_t size = the_call->reply_size - before, more = -size % sizeof(W);
    bytes_put_word(&helper->asked, (I)((size + more) / sizeof(W)));
    bytes_put_word(&helper->asked, KEYS_WRITTEN);
    bytes_put(&helper->asked, the_call->reply + before, size);
    bytes_put(&helper->asked, zeros, more);
    the_call->reply_size = before;
}

/*  Gives positions away, if there are enough after the i-th. */
static void give_away(size_t i, bool chance) {
    size_t count = positions.words < OF_A_QUESTION ? OF_A_QUESTION / positions.words : 1;
    for (int k = 0; k < sharing.count; k++) {
        Helper *helper = &sharing.helpers[k];
        exchange(helper, 0);
        if (!helper->ready && words_heard(helper)) {
            helper->heard.at += sizeof(W);
            helper->ready = true;
        }
        while (helper->ready && helper->to >= 0 && helper->due < AHEAD) {
            size_t first = (sharing.next > i ? sharing.next : i) + sharing.own;
            if (first + count > positions.count) return;
            tell_coding(helper);
            bytes_put_word(&helper->asked, (I)(count * positions.words));
            bytes_put_word(&helper->asked, chance ? EXPAND_CHANCE : EXPAND);
            bytes_put(&helper->asked, key_of(first), count * positions.words * sizeof(W));
            exchange(helper, 0);
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
    exchange(helper, 0);
    for (; helper->to >= 0 && !answers_heard(helper); late = true) {
        exchange(helper, A_WHILE);
        in_time();
    }
    bool idle = !late && answers_heard(helper) == helper->due;
    helper->due--;
    if (late && sharing.own < MOST_OWN) sharing.own += sharing.own / 8 + 8;
    if (idle) sharing.own -= sharing.own / 8;
    if (!answers_heard(helper)) return;
    I size = *(const I *)(helper->heard.p + helper->heard.at);
    helper->heard.at += sizeof size;
    sharing.teller = helper;
    sharing.telling = size == UNTOLD ? 0 : (size_t)size;
}

/*  What is left of an answer was told of keys that are written otherwise by now. */
static void answer_over(void) {
    if (sharing.telling) words_told(sharing.telling);
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
