/*  Arithmetic as SWI-Prolog's: an integer that does not fit is a trap, never a wrong number. */

typedef struct { uint8_t tag; union { I i; D d; } u; } N;

COLD static void overflown(void) { trap(OVERFLOWN, "an integer of more than 64 bits"); }
COLD static void unsupported(const char *what) { trap(UNSUPPORTED, what); }

#ifdef __TINYC__ /* which calls every function; signs tell where a sum does not fit */
#define i_add(a, b) ({ \
        I a_ = (a), b_ = (b), r_ = (I)((uint64_t)a_ + (uint64_t)b_); \
        if (((a_ ^ r_) & (b_ ^ r_)) < 0) overflown(); \
        r_; })
#define i_sub(a, b) ({ \
        I a_ = (a), b_ = (b), r_ = (I)((uint64_t)a_ - (uint64_t)b_); \
        if (((a_ ^ b_) & (a_ ^ r_)) < 0) overflown(); \
        r_; })
#else
HOT I i_add(I a, I b) { I r; if (!LIKELY(!pd_add_overflows(a, b, &r))) overflown(); return r; }
HOT I i_sub(I a, I b) { I r; if (!LIKELY(!pd_sub_overflows(a, b, &r))) overflown(); return r; }
#endif
HOT I i_mul(I a, I b) { I r; if (!LIKELY(!pd_mul_overflows(a, b, &r))) overflown(); return r; }
HOT I i_neg(I a) { return i_sub(0, a); }
HOT I i_abs(I a) { return a < 0 ? i_neg(a) : a; }
HOT I i_sign(I a) { return (a > 0) - (a < 0); }
HOT void i_divisor(I a, I b) {
    if (!LIKELY(b != 0)) evaluation_error("zero_divisor");
    if (!LIKELY(b != -1 || a != INT64_MIN)) overflown();
}
HOT I i_quotient(I a, I b) { i_divisor(a, b); return a / b; }
HOT I i_rem(I a, I b) { i_divisor(a, b); return a % b; }
HOT I i_mod(I a, I b) { i_divisor(a, b); I r = a % b; return r && (r ^ b) < 0 ? r + b : r; }
HOT I i_div(I a, I b) { i_divisor(a, b); I q = a / b; return a % b && (a ^ b) < 0 ? q - 1 : q; }
SOME I i_shift(I a, I n) { /* to the left; to the right for n < 0 */
    if (a == 0 || n == 0) return a;
    if (n < 0) return n < -63 ? (a < 0 ? -1 : 0) : a >> -n;
    if (n > 62) overflown();
    I r = (I)((uint64_t)a << n);
    if (r >> n != a) overflown();
    return r;
}
SOME I i_left(I a, I n) { if (n == INT64_MIN) unsupported("a shift"); return i_shift(a, n); }
SOME I i_right(I a, I n) { if (n == INT64_MIN) unsupported("a shift"); return i_shift(a, -n); }
HOT I i_max(I a, I b) { return a < b ? b : a; }
HOT I i_min(I a, I b) { return b < a ? b : a; }
HOT I i_and(I a, I b) { return a & b; }
HOT I i_or(I a, I b) { return a | b; }
HOT I i_xor(I a, I b) { return a ^ b; }
HOT I i_not(I a) { return ~a; }
SOME I i_msb(I a) { if (a <= 0) DOMAIN_ERROR("not_less_than_one", put_I(a)); return 63 - pd_leading_zeros((uint64_t)a); }
SOME I i_popcount(I a) { if (a < 0) unsupported("popcount of a negative number"); return pd_popcount((uint64_t)a); }
SOME I i_getbit(I a, I n) {
    if (n < 0) DOMAIN_ERROR("not_less_than_zero", put_I(n));
    if (a < 0) DOMAIN_ERROR("not_less_than_zero", put_I(a));
    return n > 62 ? 0 : a >> n & 1;
}
SOME I i_gcd(I a, I b) {
    if (a == INT64_MIN || b == INT64_MIN) overflown();
    a = i_abs(a); b = i_abs(b);
    while (b) { I r = a % b; a = b; b = r; }
    return a;
}
SOME I i_lcm(I a, I b) { return a == 0 || b == 0 ? 0 : i_abs(i_mul(i_quotient(a, i_gcd(a, b)), b)); }
SOME I i_rdiv(I a, I b) { i_divisor(a, b); if (a % b) unsupported("a rational"); return a / b; }
SOME I i_power(I a, I n) { /* n >= 0 */
    I r = 1;
    if (a == 0 || a == 1) return n == 0 ? 1 : a;
    if (a == -1) return n & 1 ? -1 : 1;
    for (; n > 0; n--) r = i_mul(r, a);
    return r;
}
SOME I i_caret(I a, I n) {
    if (n < 0) unsupported("a negative exponent of an integer");
    return i_power(a, n);
}

/*  Floats: what is no finite number any more is an error. On infinities there is no arithmetic but for signs,
    comparisons and extremes.
*/
COLD static void not_finite(D r, bool finite) {
    if (!finite) unsupported("arithmetic on infinities");
    evaluation_error(isnan(r) ? "undefined" : "float_overflow");
}
SOME D d_result(D r, bool finite) { if (!LIKELY(isfinite(r))) not_finite(r, finite); return r; }
SOME D d_finite(D a) { return d_result(a, false); }
#define BOTH_FINITE(a, b) (isfinite(a) && isfinite(b))
SOME D d_add(D a, D b) { return d_result(a + b, BOTH_FINITE(a, b)); }
SOME D d_sub(D a, D b) { return d_result(a - b, BOTH_FINITE(a, b)); }
SOME D d_mul(D a, D b) { return d_result(a * b, BOTH_FINITE(a, b)); }
SOME D d_div(D a, D b) {
    if (!LIKELY(BOTH_FINITE(a, b))) not_finite(a, false);
    if (b == 0.0) evaluation_error(a == 0.0 ? "undefined" : "zero_divisor");
    return d_result(a / b, true);
}
SOME D d_neg(D a) { return -a; }
SOME D d_abs(D a) { return fabs(a); }
SOME D d_sign(D a) { return a > 0 ? 1.0 : a < 0 ? -1.0 : 0.0; }
SOME bool d_below_zero(D a) { uint64_t bits; memcpy(&bits, &a, 8); return bits >> 63; } /* -0.0 too */
#define OF_FLOAT(name, outside) \
    SOME D d_##name(D a) { \
        d_finite(a); \
        if (outside) evaluation_error("undefined"); \
        return d_result(name(a), true); \
    }
OF_FLOAT(exp, false) OF_FLOAT(sin, false) OF_FLOAT(cos, false) OF_FLOAT(tan, false) OF_FLOAT(atan, false)
OF_FLOAT(sinh, false) OF_FLOAT(cosh, false) OF_FLOAT(tanh, false) OF_FLOAT(asinh, false)
OF_FLOAT(sqrt, a < 0) OF_FLOAT(acosh, a < 1)
OF_FLOAT(asin, fabs(a) > 1) OF_FLOAT(acos, fabs(a) > 1) OF_FLOAT(atanh, fabs(a) > 1)
SOME D d_log(D a) {
    if (d_finite(a) <= 0) { if (a == 0) unsupported("log(0)"); evaluation_error("undefined"); }
    return log(a);
}
SOME D d_atan2(D a, D b) {
    if (!BOTH_FINITE(a, b)) not_finite(a, false);
    if (a == 0 && b == 0) unsupported("atan2(0, 0)");
    return atan2(a, b);
}
SOME D d_part(D a) { return trunc(d_finite(a)); }
SOME D d_fraction(D a) { /* which has the sign of the whole */
    D found = a - d_part(a);
    return found == 0 && d_below_zero(a) ? -0.0 : found;
}
/*  The larger; -0.0 is less than 0.0. SWI-Prolog makes an error of two equal infinities. */
SOME D d_max(D a, D b) {
    if (a == b) return d_below_zero(d_finite(a)) ? b : a;
    return a < b ? b : a;
}
SOME D d_min(D a, D b) {
    if (a == b) return d_below_zero(d_finite(a)) ? a : b;
    return b < a ? b : a;
}
SOME D d_power(D a, D b) {
    if (a == 0.0 || b == 0.0 || !BOTH_FINITE(a, b) || (a < 0 && b != floor(b))) unsupported("a power of floats");
    return d_result(pow(a, b), true);
}
SOME I d_integer(D r) {
    d_finite(r);
    if (!(r >= -9223372036854775808.0 && r < 9223372036854775808.0)) overflown();
    return (I)r;
}
SOME I d_truncate(D a) { return d_integer(trunc(a)); }
SOME I d_round(D a) { return d_integer(round(a)); }
SOME I d_floor(D a) { return d_integer(floor(a)); }
SOME I d_ceiling(D a) { return d_integer(ceil(a)); }

/*  Numbers of either kind */

SOME N n_I(I a) { N n; n.tag = TAG_INT; n.u.i = a; return n; }
SOME N n_D(D a) { N n; n.tag = TAG_FLOAT; n.u.d = a; return n; }
SOME N n_N(N a) { return a; }
SOME D to_D(N a) { return a.tag == TAG_INT ? (D)a.u.i : a.u.d; }
#define INTEGER(name, expected) \
    SOME I name(N a) { if (a.tag != TAG_INT) TYPE_ERROR(expected, put_D(d_finite(a.u.d))); return a.u.i; }
INTEGER(to_I, "integer") INTEGER(n_exact, "rational") /* one that must be exact: C holds the integers alone */
#define INTS(a, b) ((a).tag == TAG_INT && (b).tag == TAG_INT)
#define BINARY(name) \
    SOME N n_##name(N a, N b) { \
        return INTS(a, b) ? n_I(i_##name(a.u.i, b.u.i)) : n_D(d_##name(to_D(a), to_D(b))); \
    }
BINARY(add) BINARY(sub) BINARY(mul)
#define UNARY(name) SOME N n_##name(N a) { return a.tag == TAG_INT ? n_I(i_##name(a.u.i)) : n_D(d_##name(a.u.d)); }
UNARY(neg) UNARY(abs) UNARY(sign)

/*  Mixed numbers are compared as floats, as SWI-Prolog 9.0 does. */
SOME bool n_less(N a, N b) { return INTS(a, b) ? a.u.i < b.u.i : to_D(a) < to_D(b); }
SOME bool n_equal(N a, N b) { return INTS(a, b) ? a.u.i == b.u.i : to_D(a) == to_D(b); }
/*  The larger: of an integer and a float that are equal the float, but 0 where that is -0.0. */
SOME N n_max(N a, N b) {
    if (a.tag == b.tag) return a.tag == TAG_INT ? n_I(i_max(a.u.i, b.u.i)) : n_D(d_max(a.u.d, b.u.d));
    if (!n_equal(a, b)) return n_less(a, b) ? b : a;
    if (a.tag == TAG_INT) { N c = a; a = b; b = c; }
    return a.u.d == 0 && d_below_zero(a.u.d) ? b : a;
}
/*  The smaller: of an integer and a float that are equal the float. */
SOME N n_min(N a, N b) {
    if (a.tag == b.tag) return a.tag == TAG_INT ? n_I(i_min(a.u.i, b.u.i)) : n_D(d_min(a.u.d, b.u.d));
    if (!n_equal(a, b)) return n_less(a, b) ? a : b;
    return a.tag == TAG_FLOAT ? a : b;
}
SOME N n_div(N a, N b) {
    if (!INTS(a, b)) return n_D(d_div(to_D(a), to_D(b)));
    i_divisor(a.u.i, b.u.i);
    if (a.u.i % b.u.i == 0) return n_I(a.u.i / b.u.i);
    if (i_abs(a.u.i) >> 53 || i_abs(b.u.i) >> 53) unsupported("a quotient of large integers");
    return n_D((D)a.u.i / (D)b.u.i);
}
SOME N n_floats(N a, N b) { /* a power where one of the two is a float */
    if (a.tag == TAG_INT && a.u.i == 1) return a;
    return n_D(d_power(to_D(a), to_D(b)));
}
SOME N n_power(N a, N b) {
    if (!INTS(a, b)) return n_floats(a, b);
    if (b.u.i >= 0) return n_I(i_power(a.u.i, b.u.i));
    if (a.u.i == 1 || a.u.i == -1) unsupported("a negative exponent of 1");
    if (a.u.i == 0) unsupported("a negative power of 0");
    return n_D(d_power((D)a.u.i, (D)b.u.i));
}
SOME N n_part(N a) { return a.tag == TAG_INT ? a : n_D(d_part(a.u.d)); }
SOME N n_fraction(N a) { return a.tag == TAG_INT ? n_I(0) : n_D(d_fraction(a.u.d)); }
#define ROUNDING(name) SOME I n_##name(N a) { return a.tag == TAG_INT ? a.u.i : d_##name(a.u.d); }
ROUNDING(truncate) ROUNDING(round) ROUNDING(floor) ROUNDING(ceiling)

/*  Standard order: by value; a float comes before an equal integer. */
SOME int order_N(N a, N b) {
    if (a.tag == b.tag) return a.tag == TAG_INT ? order_I(a.u.i, b.u.i) : order_D(a.u.d, b.u.d);
    if (n_less(a, b)) return -1;
    if (n_less(b, a)) return 1;
    return a.tag == TAG_FLOAT ? -1 : 1;
}
SOME bool equal_N(N a, N b) {
    return a.tag == b.tag && (a.tag == TAG_INT ? a.u.i == b.u.i : equal_D(a.u.d, b.u.d));
}
SOME void put_N(N a) { if (a.tag == TAG_INT) put_I(a.u.i); else put_D(a.u.d); }
SOME N get_N(void) {
    char tag = get_tag();
    if (tag == 'i') return n_I(get_int());
    if (tag != 'f') foreign();
    return n_D(get_float());
}
SOME I i_rational(N a) { if (a.tag != TAG_INT) unsupported("a rational"); return a.u.i; }
SOME I i_rationalize(N a) { return i_rational(a); }
SOME I i_numerator(N a) { return i_rational(a); }
SOME I i_denominator(N a) { i_rational(a); return 1; }
SOME N n_caret(N a, N b) {
    if (!INTS(a, b)) return n_floats(a, b);
    return n_I(i_caret(a.u.i, b.u.i));
}

/*  An atom in arithmetic: an error, unless Prolog would evaluate it. */
COLD static void no_number(Text t) {
    if (is_string(t)) unsupported("a string in arithmetic");
    static const char *const evaluable[] = {
        "pi", "e", "inf", "infinite", "nan", "epsilon", "random", "random_float", "cputime", "realtime", "god",
        "max_tagged_integer", "min_tagged_integer", "max_integer", "min_integer", 0
    };
    for (const char *const *name = evaluable; *name; name++)
        if (strlen(*name) == t.size && !memcmp(*name, t.text, t.size)) unsupported("an evaluable atom in a variable");
    put_error("type_error", "evaluable", 2);
    put_functor("/", 2);
    put_tag('a');
    put_text(t.text, t.size);
    put_I(0);
    trap(ERROR, "evaluable");
}
