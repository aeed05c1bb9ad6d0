/*  Positions that are known with their solutions, looked up by their keys. They are put in order where they were given:
    those whose hashes say so lie together, a few in each bucket. So there is little besides, and a look-up asks memory
    for one place of keys and one of solutions.
*/

/*  A solution: four times the plies, and the outcome. */
static struct {
    size_t count, bucket_count;
    W *keys;
    uint32_t *solutions;
    uint32_t *buckets;      /* where each begins, and where the last one ends */
} knowledge;

enum { OF_A_BUCKET = 6, OUTCOME_BITS = 2 };

static void knowledge_clear(void) {
    free(knowledge.buckets);
    memset(&knowledge, 0, sizeof knowledge);
}

SOME size_t bucket_of(const W *key) { return (hash_of_key(key) >> 32) * knowledge.bucket_count >> 32; }
SOME W *knowledge_key(size_t i) { return knowledge.keys + i * positions.words; }

static void knowledge_swapped(size_t i, size_t j) {
    for (uint32_t k = 0; k < positions.words; k++) {
        W word = knowledge_key(i)[k];
        knowledge_key(i)[k] = knowledge_key(j)[k];
        knowledge_key(j)[k] = word;
    }
    uint32_t solution = knowledge.solutions[i];
    knowledge.solutions[i] = knowledge.solutions[j];
    knowledge.solutions[j] = solution;
}

/*  Takes so many positions as they lie there, and puts them in order (an American flag sort). */
static void knowledge_given(size_t count, W *keys, uint32_t *plies, const uint8_t *outcomes) {
    knowledge.count = count;
    knowledge.keys = keys;
    knowledge.solutions = plies;
    knowledge.bucket_count = count / OF_A_BUCKET + 1;
    knowledge.buckets = calloc(knowledge.bucket_count + 1, sizeof *knowledge.buckets);
    uint32_t *next = malloc(knowledge.bucket_count * sizeof *next);
    if (!knowledge.buckets || !next) {
        free(next);
        trap(MEMORY, "positions");
    }
    for (size_t i = 0; i < count; i++) {
        if (outcomes[i] > LOST || plies[i] >> (32 - OUTCOME_BITS)) foreign();
        knowledge.solutions[i] = plies[i] << OUTCOME_BITS | outcomes[i];
        knowledge.buckets[bucket_of(knowledge_key(i)) + 1]++;
    }
    for (size_t bucket = 0; bucket < knowledge.bucket_count; bucket++) {
        next[bucket] = knowledge.buckets[bucket];
        knowledge.buckets[bucket + 1] += knowledge.buckets[bucket];
    }
    for (size_t bucket = 0; bucket < knowledge.bucket_count; bucket++)
        while (next[bucket] < knowledge.buckets[bucket + 1]) {
            uint32_t i = next[bucket], to = next[bucket_of(knowledge_key(i))]++;
            if (to != i) knowledge_swapped(i, to);
        }
    free(next);
}

/*  Positions that are looked up, some at a time: so memory is asked for all of them at once. `found` is told each that
    is known.
*/
enum { SOUGHT = 256 };
static struct {
    size_t n;
    struct { void *context; size_t at; } p[SOUGHT];
    W *keys;
} sought;

static void sought_clear(void) {
    free(sought.keys);
    memset(&sought, 0, sizeof sought);
}

static void look_up(void (*found)(void *, uint8_t outcome, uint32_t plies)) {
    uint32_t words = positions.words;
    for (size_t i = 0; i < sought.n; i++) {
        size_t first = knowledge.buckets[sought.p[i].at];
        PD_PREFETCH(knowledge_key(first));
        PD_PREFETCH(knowledge_key(first + OF_A_BUCKET));
    }
    for (size_t i = 0; i < sought.n; i++) {
        size_t at = knowledge.buckets[sought.p[i].at], end = knowledge.buckets[sought.p[i].at + 1];
        while (at < end && !same_keys(knowledge_key(at), sought.keys + i * words)) at++;
        sought.p[i].at = at < end ? at : knowledge.count;
        PD_PREFETCH(knowledge.solutions + at);
    }
    for (size_t i = 0; i < sought.n; i++) {
        if (sought.p[i].at == knowledge.count) continue;
        uint32_t solution = knowledge.solutions[sought.p[i].at];
        found(sought.p[i].context, solution & ((1 << OUTCOME_BITS) - 1), solution >> OUTCOME_BITS);
    }
    sought.n = 0;
}

/*  Looks for the position whose key was written just now, with the next look-up. */
static void seek(void *context) {
    size_t size = positions.words * sizeof *sought.keys;
    if (!sought.keys) sought.keys = resized(0, SOUGHT * size);
    memcpy(sought.keys + sought.n * positions.words, key_words, size);
    sought.p[sought.n].context = context;
    sought.p[sought.n].at = bucket_of(key_words);
    PD_PREFETCH(knowledge.buckets + sought.p[sought.n].at);
    sought.n++;
}
