/*  What a search counts, is told, and notes, whatever it is: by these names primitives.py knows them. */

/*  No limit stays none: the same position, further down, is the same node. */
#define NO_LIMIT ((I)1 << 59)
SOME I one_less(I depth) { return depth < NO_LIMIT ? depth - 1 : depth; }

static int64_t nodes, leaves, hits, recorded;
static bool horizon, recording, noting;
static I win, max_ply, extension, order, table_size;
static uint64_t draws;

/*  A number of 16 bits: Numerical Recipes. */
SOME uint32_t drawn(void) {
    draws = (draws * 1664525 + 1013904223) & 0xFFFFFFFF;
    return (uint32_t)(draws >> 16);
}

enum { GAME, BEST, WORST, RANDOM, STATIC };

/*  What stands for infinity among integers that are values. */
#define FAR ((I)1 << 62)
SOME bool is_near(I value) { return -FAR < value && value < FAR; }

/*  So many successors are passed over, where they are not yet made if the rules ask: see batching.h. */
static I passing_over;
SOME bool passed_over(void) { return passing_over && passing_over--; }

SOME void count_node(void) {
    if (!(++nodes & 255)) in_time();
}

/*  Tells of a leaf. */
static void record_leaf(const void *position);

/*  Notes, for facts.h, that a node is entered, below which so many plies are searched. */
static void note_entered(const void *position, I depth);

/*  Puts so many nodes, of this size each, in order: where a position is in one, how many plies are searched below
    it, and whether MAX is to move there.
*/
static void order_nodes(void *nodes, int32_t count, size_t size, size_t place, I depth, I max);

/*  Notes what an iteration has found, a position and a value: see programs.h. */
static void note_finished(I depth, I max, const void *best, N val);
