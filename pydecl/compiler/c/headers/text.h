/*  Text made and taken apart; what is made lies in the arena until it becomes an atom. */

SOME Text text_of_int(I value) {
    char digits[24], *at = digits + sizeof digits;
    uint64_t left = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do *--at = (char)('0' + left % 10); while (left /= 10);
    if (value < 0) *--at = '-';
    size_t size = (size_t)(digits + sizeof digits - at);
    char *to = alloc(size, 1);
    memcpy(to, at, size);
    return (Text){to, size};
}
/*  What is written of an atom or a string; and a string with a text. */
SOME Text text_in(O atom) {
    Text t = text_of(atom);
    if (!is_string(t)) return t;
    return (Text){t.text + 1, t.size - 1};
}
static O string_made(Text t) {
    char *to = alloc(t.size + 1, 1);
    *(uint8_t *)to = STRING_MARK;
    memcpy(to + 1, t.text, t.size);
    return atom_of((Text){to, t.size + 1});
}
SOME O string_of(Text t) {
    static O known[128]; /* of single characters, and one more, so that 0 is none */
    if (t.size != 1 || (uint8_t)*t.text > 127) return string_made(t);
    O *one = &known[(uint8_t)*t.text];
    if (!*one) *one = string_made(t) + 1;
    return *one - 1;
}
SOME Text text_joined(Text a, Text b) {
    char *to = alloc(a.size + b.size, 1);
    memcpy(to, a.text, a.size);
    memcpy(to + a.size, b.text, b.size);
    return (Text){to, a.size + b.size};
}
/*  A text that is written piece by piece, from `up` on; it is there until the next one is. */
SOME void text_push(Text t) {
    char *to = up_push(t.size);
    if (t.size == 1) *to = *t.text;
    else memcpy(to, t.text, t.size);
}
SOME Text text_pushed(char *start) {
    Text whole = {start, (size_t)(up - start)};
    up = start;
    return whole;
}
/*  Whether a text is ASCII alone: then its characters are its bytes. */
SOME bool is_ascii(Text t) {
    uint64_t word, all = 0;
    size_t at = 0;
    if (t.size < 8) {
        for (; at < t.size; at++) all |= (uint8_t)t.text[at];
        return !(all & 0x80);
    }
    for (; at + 8 <= t.size; at += 8) {
        memcpy(&word, t.text + at, 8);
        all |= word;
    }
    memcpy(&word, t.text + t.size - 8, 8); /* some bytes a second time */
    return !((all | word) & 0x8080808080808080u);
}
SOME I characters(Text t) {
    I n = 0;
    if (is_ascii(t)) return (I)t.size;
    for (size_t i = 0; i < t.size; i++) n += ((uint8_t)t.text[i] & 0xC0) != 0x80;
    return n;
}
SOME I code_of_char(Text t) {
    const uint8_t *c = (const uint8_t *)t.text;
    if (characters(t) != 1) { trap(UNSUPPORTED, "char_code of no character"); }
    if (c[0] < 0x80) return c[0];
    if (c[0] < 0xE0) return (c[0] & 0x1F) << 6 | (c[1] & 0x3F);
    if (c[0] < 0xF0) return (c[0] & 0x0F) << 12 | (c[1] & 0x3F) << 6 | (c[2] & 0x3F);
    return (c[0] & 0x07) << 18 | (c[1] & 0x3F) << 12 | (c[2] & 0x3F) << 6 | (c[3] & 0x3F);
}
SOME void char_checked(I code) {
    if (code <= 0 || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) trap(UNSUPPORTED, "an unusual character code");
}
static O char_made(I code) {
    char c[4];
    size_t n = 0;
    char_checked(code);
    if (code < 0x80) c[n++] = (char)code;
    else {
        if (code < 0x800) c[n++] = (char)(0xC0 | code >> 6);
        else {
            if (code < 0x10000) c[n++] = (char)(0xE0 | code >> 12);
            else {
                c[n++] = (char)(0xF0 | code >> 18);
                c[n++] = (char)(0x80 | (code >> 12 & 0x3F));
            }
            c[n++] = (char)(0x80 | (code >> 6 & 0x3F));
        }
        c[n++] = (char)(0x80 | (code & 0x3F));
    }
    return atom_of((Text){c, n});
}
SOME O char_of_code(I code) {
    static O known[128]; /* and one more, so that 0 is none */
    if (code < 0 || code > 127) return char_made(code);
    if (!known[code]) known[code] = char_made(code) + 1;
    return known[code] - 1;
}

/*  So many characters of a text, from one on, counted from 0; false where there are not so many. */
SOME bool text_part(Text t, I start, I size, Text *part, I *after) {
    size_t at = 0;
    I n = characters(t);
    if (start < 0 || size < 0) unsupported("a negative place in a text");
    if (start > n || size > n - start) return false;
    if ((size_t)n == t.size) {
        *after = n - start - size;
        *part = (Text){t.text + start, (size_t)size};
        return true;
    }
    for (*after = n - start - size; start; start--)
        for (at++; at < t.size && ((uint8_t)t.text[at] & 0xC0) == 0x80;) at++;
    part->text = t.text + at;
    for (; size; size--)
        for (at++; at < t.size && ((uint8_t)t.text[at] & 0xC0) == 0x80;) at++;
    part->size = (size_t)(t.text + at - part->text);
    return true;
}
/*  The code of a character of a text, from 1 on; -1 if there is none. */
SOME I text_code(Text t, I index) {
    Text one;
    I after;
    if (index < 0) unsupported("a negative place in a text");
    if (index == 0 || (size_t)index > t.size) return -1;
    if (is_ascii((Text){t.text, (size_t)index})) return t.text[index - 1];
    if (index > characters(t)) return -1;
    text_part(t, index - 1, 1, &one, &after);
    return code_of_char(one);
}
/*  The same of a text with `n` characters, which has so many. */
SOME Text text_slice(Text t, I n, I start, I size) {
    Text part;
    I after;
    if ((size_t)n == t.size) return (Text){t.text + start, (size_t)size};
    text_part(t, start, size, &part, &after);
    return part;
}
/*  Whether a text of so many characters stands in a text of `n` from one on. */
SOME bool text_is_at(Text t, I n, I start, Text part, I size) {
    if (start < 0 || start > n || size > n - start) return false;
    return text_same(text_slice(t, n, start, size), part);
}
SOME bool text_behind(Text t, Text front, Text *rest) {
    if (front.size > t.size || memcmp(t.text, front.text, front.size)) return false;
    *rest = (Text){t.text + front.size, t.size - front.size};
    return true;
}
SOME bool text_before(Text t, Text back, Text *rest) {
    if (back.size > t.size || memcmp(t.text + t.size - back.size, back.text, back.size)) return false;
    *rest = (Text){t.text, t.size - back.size};
    return true;
}
/*  An atom of a part of a text; most are single characters. */
SOME O atom_of_part(Text t) {
    return t.size == 1 && (uint8_t)*t.text < 0x80 ? char_of_code(*t.text) : atom_of(t);
}

/*  The fields of a text between separators, without padding, as split_string/4 of SWI-Prolog 9.0.4 has them: one that
    ends at once, behind a separator that is no padding, is empty. The character 0, which ends a set in C, is in each.
*/
static bool text_has(Text set, char c) {
    for (size_t i = 0; i < set.size; i++)
        if (set.text[i] == c) return true;
    return !c;
}
static void plain_text(Text t) {
    for (size_t i = 0; i < t.size; i++)
        if ((uint8_t)t.text[i] >= 0x80) unsupported("a separator beyond ASCII");
}
static const Text *text_fields(Text t, Text ends, Text pad, I *count) {
    const char *start = t.text, *stop = t.text + t.size, *end = start, *last;
    size_t room = 1;
    plain_text(ends);
    plain_text(pad);
    for (size_t i = 0; i < t.size; i++) room += text_has(ends, t.text[i]);
    Text *fields = (Text *)alloc(room * sizeof *fields, _Alignof(Text));
    while (start < stop && text_has(pad, *start)) start++;
    while (stop > start && text_has(pad, stop[-1])) stop--;
    for (*count = 0;; start = end + 1) {
        if (start < stop && ((*count && text_has(pad, *end)) || !text_has(ends, *start)))
            while (start < stop && text_has(pad, *start)) start++;
        for (end = start; end < stop && !text_has(ends, *end);) end++;
        for (last = end; last > start && text_has(pad, last[-1]);) last--;
        fields[(*count)++] = (Text){start, (size_t)(last - start)};
        if (end == stop) return fields;
    }
}

/*  The first place from `at` on where a text begins in another; -1 where there is none. */
SOME I text_found(Text whole, Text part, size_t at) {
    for (; at + part.size <= whole.size; at++)
        if (!memcmp(whole.text + at, part.text, part.size)) return (I)at;
    return -1;
}
SOME Text text_lower(Text t) {
    char *to = alloc(t.size, 1);
    for (size_t i = 0; i < t.size; i++) {
        if ((uint8_t)t.text[i] >= 0x80) unsupported("small letters beyond ASCII");
        to[i] = t.text[i] >= 'A' && t.text[i] <= 'Z' ? (char)(t.text[i] - 'A' + 'a') : t.text[i];
    }
    return (Text){to, t.size};
}
SOME Text text_upper(Text t) {
    char *to = alloc(t.size, 1);
    for (size_t i = 0; i < t.size; i++) {
        if ((uint8_t)t.text[i] >= 0x80) unsupported("capital letters beyond ASCII");
        to[i] = t.text[i] >= 'a' && t.text[i] <= 'z' ? (char)(t.text[i] - 'a' + 'A') : t.text[i];
    }
    return (Text){to, t.size};
}
/*  The integer that a text writes; false where it is plainly no number. */
SOME bool text_integer(Text t, I *value) {
    bool negative = t.size > 1 && t.text[0] == '-', letters = t.size > 0, digits = t.size > (size_t)negative;
    for (size_t i = negative; i < t.size; i++) {
        char c = t.text[i];
        bool digit = c >= '0' && c <= '9';
        digits = digits && digit;
        letters = letters && ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (i && digit));
    }
    if (digits) {
        *value = 0;
        for (size_t i = negative; i < t.size; i++) {
            I digit = t.text[i] - '0';
            *value = i_add(i_mul(*value, 10), negative ? -digit : digit);
        }
        return true;
    }
    if (t.size == 0 || (letters && !negative && (t.size != 3 || (memcmp(t.text, "inf", 3) && memcmp(t.text, "nan", 3)))
        && !(t.size == 7 && !memcmp(t.text, "epsilon", 7)) && !(t.size == 8 && !memcmp(t.text, "infinite", 8))))
        return false;
    if (t.size == 1) return false;
    unsupported("a text that may be a number");
    return false;
}
