/*  How another process asks, and is answered: `shared_memory.py` beside the engine has the other side. The two share
    memory, which begins with a Line; requests are counted there, and so are answers.

    Who waits looks at the count for a while, and lets the other have the core between two looks; then it sleeps. The
    asking process wakes this one by a byte, and gets one back: as many as it has sent, so that neither sleeps for ever.
*/

enum { LOOK, TELL, SOLVE, NUMBER, FORGET, BEGIN, STEP, SHOW, TEXT, OBSERVE, OBSERVE_ENDS, PACK, FOLLOW, WRITE, COPY };

typedef struct {
    volatile uint32_t asked, answered;
    uint32_t looks;             /* how often this process looks before it sleeps */
    uint32_t kind, about, more; /* the request */
    uint32_t said, count, words;
    uint32_t skips;             /* passes are no positions */
    uint32_t room;              /* bytes from `data` on; matches come behind them */
    uint32_t matches, most;     /* how many there are, and how many plies each may take */
    uint32_t text;              /* bytes of a position's text, behind what follows it; 0 if it is not written here */
    volatile uint32_t asleep;   /* whether this process waits for a byte */
    uint32_t unused;
    uint8_t data[];
} Line;

static Line *line;

void *mmap(void *at, size_t size, int access, int kind, int file, int64_t from);
enum { READ_AND_WRITE = 3, SHARED = 1 };

int sched_yield(void);

static bool byte_owed;

/*  Whether there is a request; false if nobody asks any more. */
static bool request_awaited(void) {
    uint8_t byte = 0;
    for (;;) {
        for (uint32_t i = 0; i <= line->looks; i++) {
            if (line->asked != line->answered) return true;
            sched_yield();
        }
        line->asleep = 1;
        if (read(the_call->helpers[0].from, &byte, 1) != 1) return false;
        line->asleep = 0;
        if (line->asked != line->answered) return byte_owed = true;
        if (write(the_call->helpers[0].to, &byte, 1) != 1) return false;
    }
}

static void request_answered(void) {
    uint8_t byte = 0;
#if PD_GNU
    __atomic_thread_fence(__ATOMIC_RELEASE);
#endif
    line->answered = line->asked;
    if (byte_owed) write(the_call->helpers[0].to, &byte, 1);
    byte_owed = false;
}

/*  Into the shared memory. */
static void line_put(size_t at, const void *bytes, size_t size) {
    if (at + size > line->room) trap(MEMORY, "the answer");
    if (size) memcpy(line->data + at, bytes, size);
}

/*  The canonical text of terms, made of the bytes that tell them. */
static struct { const uint8_t *from; uint8_t *to, *end; } writing;

static bool write_bytes(const void *bytes, size_t size) {
    if (size > (size_t)(writing.end - writing.to)) return false;
    memcpy(writing.to, bytes, size);
    writing.to += size;
    return true;
}

static bool write_number(I number) {
    uint8_t digits[20];
    size_t at = sizeof digits;
    W rest = number < 0 ? -(W)number : (W)number;
    do digits[--at] = (uint8_t)('0' + rest % 10);
    while (rest /= 10);
    return (number >= 0 || write_bytes("-", 1)) && write_bytes(digits + at, sizeof digits - at);
}

static bool is_alphanumeric(uint8_t c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/*  Atoms of letters are written as they are, the others in quotes, unless something in them is escaped, or symbols. */
static bool write_name(void) {
    uint32_t size, i = 0;
    memcpy(&size, writing.from, 4);
    const uint8_t *name = writing.from + 4;
    writing.from = name + size;
    if (size && *name >= 'a' && *name <= 'z') {
        while (i < size && is_alphanumeric(name[i])) i++;
        if (i == size) return write_bytes(name, size);
    }
    if (size == 1 && (*name == '/' || *name == '-' || *name == '+' || *name == ':' || *name == '*' || *name == '='))
        return write_bytes(name, 1);
    bool quoted = !size;
    for (i = 0; i < size; i++) {
        if (name[i] < ' ' || name[i] > '~' || name[i] == '\'' || name[i] == '\\') return false;
        quoted |= is_alphanumeric(name[i]) || name[i] == ' ';
    }
    return quoted && write_bytes("'", 1) && write_bytes(name, size) && write_bytes("'", 1);
}

enum { DEEPEST_WRITTEN = 1000 };

/*  The next term; false if there is no room, or what only the other side writes. */
static bool write_term(int depth) {
    uint8_t tag = *writing.from++;
    I number;
    uint32_t count;
    if (depth > DEEPEST_WRITTEN) return false;
    if (tag == 'i') {
        memcpy(&number, writing.from, 8);
        writing.from += 8;
        return write_number(number);
    }
    if (tag == 'a') return write_name();
    if (tag != 'l' && (tag != 'c' || !write_name())) return false;
    memcpy(&count, writing.from, 4);
    writing.from += 4;
    if (!write_bytes(tag == 'l' ? "[" : "(", 1)) return false;
    for (uint32_t i = 0; i < count; i++)
        if ((i && !write_bytes(",", 1)) || !write_term(depth + 1)) return false;
    return write_bytes(tag == 'l' ? "]" : ")", 1);
}

/*  The term that the output tells, as text; how many bytes it has, 0 if it is not written here. */
static size_t text_written(uint8_t *to, size_t room) {
    writing.from = out;
    writing.to = to;
    writing.end = to + room;
    return write_term(0) ? (size_t)(writing.to - to) : 0;
}
