/*  What is kept beside the arguments: a packed term, until another one is kept, or the call ends. */

typedef struct { uint8_t *bytes; size_t room; I call; } Cell;

static void cell_keep(Cell *cell) {
    if (packed_size > cell->room) {
        cell->bytes = resized(cell->bytes, packed_size * 2);
        cell->room = packed_size * 2;
    }
    memcpy(cell->bytes, packed, packed_size);
    cell->call = calls;
}

/*  Whether there is one: then it is unpacked next. */
static bool cell_kept(const Cell *cell) {
    unpacking = cell->bytes;
    return cell->call == calls;
}
