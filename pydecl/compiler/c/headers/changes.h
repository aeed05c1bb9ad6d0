/*  Facts that change within snapshot/1, which undoes it: an array for each predicate, in the order of its facts, and a
    journal of all changes. A call goes through the facts that are there when it begins, so a fact that goes stays in its
    place with the number of the change. What facts hold lies in the arena, and stays there until snapshot/1 ends.
*/

typedef struct { char *items; size_t size; I count, room, first; bool loaded; } Facts;
typedef struct { Facts *facts; I number, first; char *floor, *held; } Change;

static const I THERE = 0x7fffffffffffffff, CAME = -1, LOADED = -2;
static Change *journal;
static I journal_count, journal_room, changes, changed_in; /* how many facts went, and the call in which facts changed */
static char *facts_held; /* the end of what facts hold in the arena */

/*  The number of the change in which a fact went: it is the first field of an item. */
HOT I *fact_gone(const Facts *facts, I number) { return (I *)(facts->items + (size_t)number * facts->size); }

static void note_change(Facts *facts, I number, I first) {
    journal = grown(journal, journal_count, &journal_room, sizeof *journal);
    journal[journal_count++] = (Change){ facts, number, first, hp_floor, facts_held };
}

/*  Undoes the last change; whether it was none, but the beginning of snapshot/1. */
static bool undo_change(void) {
    Change *one = &journal[--journal_count];
    if (!one->facts) return true;
    if (one->number == CAME) one->facts->count--;
    else if (one->number == LOADED) one->facts->loaded = false;
    else *fact_gone(one->facts, one->number) = THERE;
    one->facts->first = one->first;
    return false;
}

/*  Whether this is within snapshot/1. */
HOT bool changing(void) { return journal_count && changed_in == calls; }

static void snapshot_begins(void) {
    if (changed_in != calls) {
        while (journal_count) undo_change();
        facts_held = hp_top;
        changed_in = calls;
    }
    note_change(0, 0, 0);
}

static void snapshot_ends(void) {
    while (!undo_change()) {}
    hp_floor = journal[journal_count].floor;
    facts_held = journal[journal_count].held;
}

/*  Whether the facts that were loaded are there; if not, they come next. */
HOT bool facts_loaded(Facts *facts) {
    if (facts->loaded) return true;
    note_change(facts, LOADED, facts->first);
    facts->loaded = true;
    return false;
}

static void *fact_comes(Facts *facts) {
    facts->items = grown(facts->items, facts->count, &facts->room, facts->size);
    note_change(facts, CAME, facts->first);
    *fact_gone(facts, facts->count) = THERE;
    return fact_gone(facts, facts->count++);
}

/*  Lets a fact go; whether it was there. */
static bool fact_goes(Facts *facts, I number) {
    if (*fact_gone(facts, number) != THERE) return false;
    note_change(facts, number, facts->first);
    *fact_gone(facts, number) = ++changes;
    while (facts->first < facts->count && *fact_gone(facts, facts->first) != THERE) facts->first++;
    return true;
}

/*  Neither a collection nor a failure gives back what facts hold. */
HOT void hold_facts(void) { facts_held = hp_floor = hp; }
HOT char *floor_of_facts(char *floor) { return changing() && facts_held < floor ? facts_held : floor; }
