/*  The values of positions. Of what kind a game's are is defined before this text: VALUES_I, integers, of which
    FAR and -FAR stand for the infinities, and others are between them; VALUES_N, integers and floats; VALUES_Q, fractions too.
*/

/*  A whole number or a fraction, exact and in lowest terms, or a float: a value, and the mean of values. Where a
    part of a fraction does not fit into 64 bits the call is trapped.
*/
typedef struct { bool exact; I num, den; D d; } Q;

SOME Q q_ratio(I num, I den) {
    I common = i_gcd(num, den);
    return (Q){true, num / common, den / common, 0};
}
SOME Q q_quotient(I num, I den) {
    if (den == 0) unsupported("a fraction by 0");
    return den < 0 ? q_ratio(i_neg(num), i_neg(den)) : q_ratio(num, den);
}
SOME Q q_float(D d) { return (Q){false, 0, 1, d}; }

SOME D q_D(Q a) {
    if (!a.exact) return a.d;
    if (a.den == 1) return (D)a.num;
    if (i_abs(a.num) >> 53 || a.den >> 53) unsupported("a fraction of large integers");
    return (D)a.num / (D)a.den;
}

SOME bool q_less(Q a, Q b) {
    if (a.exact && b.exact) {
        I common = i_gcd(a.den, b.den);
        return i_mul(a.num, b.den / common) < i_mul(b.num, a.den / common);
    }
    if (a.exact != b.exact && i_abs(a.exact ? a.num : b.num) >> 53) unsupported("large values of two kinds");
    return q_D(a) < q_D(b);
}

SOME Q q_times(Q a, Q b) {
    if (!a.exact || !b.exact) return q_float(q_D(a) * q_D(b));
    I one = i_gcd(a.num, b.den), other = i_gcd(b.num, a.den);
    return (Q){true, i_mul(a.num / one, b.num / other), i_mul(a.den / other, b.den / one), 0};
}

SOME Q q_plus(Q a, Q b) {
    if (!a.exact || !b.exact) return q_float(q_D(a) + q_D(b));
    I common = i_gcd(a.den, b.den);
    I num = i_add(i_mul(a.num, b.den / common), i_mul(b.num, a.den / common));
    return q_ratio(num, i_mul(a.den / common, b.den));
}

SOME Q q_negated(Q a) { return a.exact ? q_ratio(i_neg(a.num), a.den) : q_float(-a.d); }

SOME Q q_of_number(N a) { return a.tag == TAG_INT ? q_ratio(a.u.i, 1) : q_float(a.u.d); }

/*  A fraction is tagged r. */
static void put_Q(Q a) {
    if (!a.exact) { put_D(a.d); return; }
    if (a.den == 1) { put_I(a.num); return; }
    put_tag('r');
    put(&a.num, 8);
    put(&a.den, 8);
}

/*  SWI-Prolog compares mixed numbers as floats, which is no order any more where that rounds. */
SOME bool exact_less(N a, N b) {
    if (a.tag != b.tag) {
        I i = a.tag == TAG_INT ? a.u.i : b.u.i;
        if (i > (I)1 << 53 || i < -((I)1 << 53)) unsupported("large values of two kinds");
    }
    return n_less(a, b);
}

#if defined(VALUES_I)
typedef I Value;
#define value_less(a, b) ((a) < (b))
#define value_of(a) (a)
#define value_neg(a) (-(a))
#define value_plus(a, b) i_add(a, b)
SOME Value infinite(int sign) { return sign < 0 ? -FAR : FAR; }
SOME Value value_of_number(N n) {
    if (n.tag != TAG_INT || !is_near(n.u.i)) unsupported("a value or window of an unusual kind");
    return n.u.i;
}
SOME Q q_of(Value a) { return q_ratio(a, 1); }
SOME void put_Value(Value a) {
    if (!is_near(a)) put_D(a < 0 ? -INFINITY : INFINITY);
    else put_I(a);
}
#elif defined(VALUES_N)
typedef N Value;
#define value_less(a, b) exact_less(a, b)
#define value_of(a) n_I(a)
#define value_neg(a) n_neg(a)
#define value_plus(a, b) n_add(a, n_I(b))
#define value_of_number(n) (n)
#define put_Value put_N
SOME Value infinite(int sign) { return n_D(sign * INFINITY); }
SOME Q q_of(Value a) { return q_of_number(a); }
#else
typedef Q Value;
#define value_less(a, b) q_less(a, b)
#define value_of(a) q_ratio(a, 1)
#define value_neg(a) q_negated(a)
#define value_plus(a, b) q_plus(a, q_ratio(b, 1))
#define value_of_number(n) q_of_number(n)
#define put_Value put_Q
#define q_of(a) (a)
SOME Value infinite(int sign) { return q_float(sign * INFINITY); }
#endif
#define value_zero value_of(0)

/*  What a program gives that computes with infinities, too. */
SOME Value value_told(N n) {
    if (n.tag == TAG_FLOAT && !isfinite(n.u.d)) return infinite(n.u.d < 0 ? -1 : 1);
    return value_of_number(n);
}

SOME Value get_Value(int sign) {
    N n = get_N();
    return n.tag == TAG_FLOAT && n.u.d == sign * INFINITY ? infinite(sign) : value_of_number(n);
}
