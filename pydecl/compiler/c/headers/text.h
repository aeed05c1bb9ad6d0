/*  Text: UTF-8, taken apart into codes and made of them. What is made lies at `up` until it becomes an atom. */

/*  The digits are there until the next call. */
SOME Text text_of_int(I value) {
    static char digits[24];
    char *at = digits + sizeof digits;
    uint64_t left = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do *--at = (char)('0' + left % 10); while (left /= 10);
    if (value < 0) *--at = '-';
    return (Text){at, (size_t)(digits + sizeof digits - at)};
}
/*  What is written of an atom or a string. */
SOME Text text_in(O atom) {
    Text t = text_of(atom);
    if (!is_string(t)) return t;
    return (Text){t.text + 1, t.size - 1};
}
SOME I characters(Text t) {
    I n = 0;
    for (size_t i = 0; i < t.size; i++) n += ((uint8_t)t.text[i] & 0xC0) != 0x80;
    return n;
}
/*  The code of the first character, which is then gone. */
SOME I text_next(Text *t) {
    const uint8_t *c = (const uint8_t *)t->text;
    size_t size = c[0] < 0x80 ? 1 : c[0] < 0xE0 ? 2 : c[0] < 0xF0 ? 3 : 4;
    *t = (Text){t->text + size, t->size - size};
    if (size == 1) return c[0];
    I code = c[0] & (0x7F >> size);
    for (size_t i = 1; i < size; i++) code = code << 6 | (c[i] & 0x3F);
    return code;
}
SOME void code_push(I code) {
    if (code < 0x80) { *up_push(1) = (char)code; return; }
    int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    char *to = up_push((size_t)more + 1);
    *to++ = (char)((0xF00 >> (more + 1) & 0xFF) | code >> 6 * more);
    while (more--) *to++ = (char)(0x80 | (code >> 6 * more & 0x3F));
}
SOME void text_push(Text t) { memcpy(up_push(t.size), t.text, t.size); }
/*  The atom, or the string, of what was pushed since the start. */
SOME O atom_pushed(char *start) {
    Text t = {start, (size_t)(up - start)};
    up = start;
    return atom_of(t);
}
/*  What is pushed next is a string. */
SOME void string_begins(void) { *(uint8_t *)up_push(1) = STRING_MARK; }
