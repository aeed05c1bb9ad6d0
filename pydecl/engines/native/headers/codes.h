/*  How keys are written: what one process tells another that reads them, or writes them. */

/*  Which text wrote the keys; and the codes of the places, if they have some: the number that is their lowest, how many
    there are besides, and which symbols.
*/
static void tell_codes(void) {
    int64_t size = 8;
    for (int i = 0; keys_coded && i < KEY_PLACES; i++) size += 16 + key_places[i]->symbols;
    pd_write_int(the_call, size);
    pd_write_int(the_call, KEY_LAYOUT);
    for (int i = 0; keys_coded && i < KEY_PLACES; i++) {
        const Place *place = key_places[i];
        pd_write_int(the_call, place->codes[key_code].low);
        pd_write_int(the_call, (int64_t)place->codes[key_code].span);
        for (uint32_t k = 0; k < place->symbols; k++) {
            uint8_t there = place->ranks[key_code][k] != NO_RANK;
            pd_write(the_call, &there, 1);
        }
    }
}

static void read_codes(void) {
    I size = get_int();
    const uint8_t *end = in + size;
    if (size < 8 || size > in_end - in) foreign();
    keys_coded = size > 8;
    if (get_int() != KEY_LAYOUT) foreign();
    for (int i = 0; keys_coded && i < KEY_PLACES; i++) {
        Place *place = key_places[i];
        place->low = get_int();
        place->high = (I)((W)place->low + (W)get_int());
        for (uint32_t k = 0; k < place->symbols; k++) get(&place->noted[k], 1);
        place_coded(place, key_code);
    }
    if (in > end) foreign();
    in = end;
}

/*  How keys of the request are written: their words, atoms, and codes. */
static void read_coding(void) {
    I words = get_int();
    if (words < 1 || words > KEY_WORDS) foreign();
    positions.words = (uint32_t)words;
    I atoms = get_int();
    if (atoms < 0 || atoms > in_end - in) foreign();
    O *there = (O *)alloc((size_t)atoms * sizeof *there + 1, _Alignof(O));
    for (I i = 0; i < atoms; i++) {
        Text t;
        t.size = (size_t)get_int();
        if ((size_t)(in_end - in) < t.size) foreign();
        t.text = (const char *)in;
        in += t.size;
        there[i] = atom_of(t);
    }
    atoms_there = atoms ? there : 0;
    read_codes();
    layered(get_int());
}
