/*  and_or and df_pn on a compiled game, as pydecl/programs has them: see there for what they promise. Each position is
    asked who is to move.
*/

/*  Whether the game, which is over, is won; each end is a leaf. */
static bool ended_won(Given position) {
    bool found = is_won(position);
    if (!found) is_lost(position);
    leaves++;
    return found;
}

/*  Whether MAX wins, and by which successor where MAX chooses. */
static bool and_or(Given position, I depth, Position *best) {
    Mark mark = here();
    check_stack();
    enter(position);
    if (each_chance(position, any_chance, 0)) unsupported("chance in a game to be solved");
    bool max = mover_below(position, best, true), solved = !max;
    Positions next = successors(position);
    if (!next.n) {
        solved = ended_won(position);
    } else if (depth <= 0) {
        horizon = true;
        solved = false;
    } else {
        for (int32_t i = 0; i < next.n && solved != max; i++) {
            solved = and_or(GIVE(next.p[i]), one_less(depth), 0);
            if (solved && max) choose(best, GIVE(next.p[i]));
        }
    }
    done(mark, best);
    return solved;
}

/*  df_pn */

typedef struct { I pn, dn; } Proof;

enum { NUMBER_RANK = 2 };
#define INFINITE_NUMBER ((I)1 << 60)

SOME I capped(I number) { return number < INFINITE_NUMBER ? number : INFINITE_NUMBER; }
SOME bool reaches(Proof found, Proof most) { return found.pn >= most.pn || found.dn >= most.dn; }

/*  Numbers in as few bits as it takes; infinite ones are met often. */
SOME void bits_number(I a) { key_natural(a == INFINITE_NUMBER ? 0 : (W)a + 1, NUMBER_RANK); }
SOME I unbits_number(void) {
    W coded = unkey_natural(NUMBER_RANK);
    return coded ? (I)(coded - 1) : INFINITE_NUMBER;
}

SOME void proof_keyed(Given position, I depth) {
    known_begin();
    bits_I(depth);
    bits_Position(THE(position));
    known_keyed();
}
SOME bool proof_known(Given position, I depth, Proof *found) {
    proof_keyed(position, depth);
    if (!table_lookup()) return false;
    found->pn = unbits_number();
    found->dn = unbits_number();
    return true;
}

/*  For a search that ends with a proof or a refutation. */
static Proof without_bounds(void) {
    table_new();
    return (Proof){INFINITE_NUMBER, INFINITE_NUMBER};
}

/*  The numbers of a position, one of which reaches `most`; and the first successor of MAX's that is proved. */
static Proof df_pn(Given position, I ply, I depth, Proof most, Position *best) {
    Mark mark = here();
    Proof found;
    check_stack();
    if (proof_known(position, depth, &found) && reaches(found, most)) {
        nodes++;
        hits++;
        return found;
    }
    enter(position);
    if (each_chance(position, any_chance, 0)) unsupported("chance in a game to be solved");
    bool max = mover_below(position, best, true);
    Positions next = successors(position);
    if (!next.n) {
        found = ended_won(position) ? (Proof){0, INFINITE_NUMBER} : (Proof){INFINITE_NUMBER, 0};
    } else if (depth <= 0) {
        horizon = true;
        found = (Proof){INFINITE_NUMBER, 0};
    } else {
        I left = one_less(depth);
        Proof *of = (Proof *)alloc(sizeof *of * (size_t)next.n, _Alignof(Proof));
        for (int32_t i = 0; i < next.n; i++)
            if (!proof_known(GIVE(next.p[i]), left, &of[i])) of[i] = (Proof){1, 1};
        for (;;) {
            int32_t at = 0;
            I least = INT64_MAX, second = INFINITE_NUMBER, sum = 0;
            for (int32_t i = 0; i < next.n; i++) {
                I one = max ? of[i].pn : of[i].dn;
                sum = capped(sum + (max ? of[i].dn : of[i].pn));
                if (one < least) {
                    if (i) second = least;
                    least = one;
                    at = i;
                } else if (one < second) {
                    second = one;
                }
            }
            found = max ? (Proof){least, sum} : (Proof){sum, least};
            if (reaches(found, most)) break;
            I bound = max ? most.pn : most.dn;
            I of_sum = capped((max ? most.dn : most.pn) - sum + (max ? of[at].dn : of[at].pn));
            if (second + 1 < bound) bound = second + 1;
            of[at] = df_pn(GIVE(next.p[at]), ply + 1, left, max ? (Proof){bound, of_sum} : (Proof){of_sum, bound}, 0);
        }
        if (max && !found.pn)
            for (int32_t i = next.n; i-- > 0;)
                if (!of[i].pn) choose(best, GIVE(next.p[i]));
    }
    proof_keyed(position, depth);
    bits_number(found.pn);
    bits_number(found.dn);
    table_keep(ply);
    done(mark, best);
    return found;
}
