/*  Functions for the tests of the process that runs machine code. */

#include "prelude.h"

void abort(void);
void _exit(int code);
int open(const char *path, int flags, ...);
int fork(void);

PD_ENTRY(reversed)
{
    size_t left;
    for (left = call->request_size; left > 0; left--)
        pd_write(call, call->request + left - 1, 1);
}

PD_ENTRY(layout)
{
    struct pd_call *zero = 0;
    pd_write_int(call, sizeof *call);
    pd_write_int(call, (intptr_t) &zero->stop);
    pd_write_int(call, (intptr_t) &zero->jump);
    pd_write_int(call, sizeof call->jump / sizeof call->jump[0]);
}

PD_ENTRY(arithmetic)
{
    int64_t a, b, result;
    a = pd_argument(call, 0);
    b = pd_argument(call, 1);
    pd_write_int(call, pd_add_overflows(a, b, &result));
    pd_write_int(call, result);
    pd_write_int(call, pd_sub_overflows(a, b, &result));
    pd_write_int(call, result);
    pd_write_int(call, pd_mul_overflows(a, b, &result));
    pd_write_int(call, result);
}

PD_ENTRY(bits)
{
    uint64_t word;
    word = (uint64_t) pd_argument(call, 0);
    pd_write_int(call, pd_popcount(word));
    pd_write_int(call, pd_leading_zeros(word));
    pd_write_int(call, pd_trailing_zeros(word));
}

PD_ENTRY(overflow)
{
    int64_t result;
    if (pd_mul_overflows(INT64_MAX, 2, &result))
        pd_throw(call, PD_OVERFLOW);
}

PD_ENTRY(error)
{
    pd_write(call, "no such position", 16);
    pd_throw(call, PD_ERROR);
}

PD_ENTRY(wild)
{
    *(volatile int *) (intptr_t) (8 + pd_argument(call, 0)) = 1;
}

PD_ENTRY(gives_up)
{
    if (call->request_size)
        abort();
}

PD_ENTRY(leaves)
{
    if (call->request_size)
        _exit(3);
}

/*  How deep it got; 0 is no limit. */

static PD_NOINLINE int64_t descend(struct pd_call *call, int64_t depth, uint8_t *above)
{
    volatile int64_t here = depth;
    PD_CHECK_STACK(call);
    if (depth == -1)
        return above - PD_HERE;
    return depth == 1 ? 1 : descend(call, depth - 1, PD_HERE) + (here != INT64_MIN);
}

PD_ENTRY(deep)
{
    int64_t depth = pd_argument(call, 0);
    pd_write_int(call, descend(call, depth ? depth : INT64_MAX, PD_HERE));
}

/*  Bytes that a call of descend needs, rounded up. */

PD_ENTRY(frame)
{
    pd_write_int(call, 128);
}

static PD_NOINLINE int64_t descend_unchecked(int64_t depth)
{
    volatile char room[1000];
    room[0] = 1;
    return depth == 1 ? 1 : descend_unchecked(depth - 1) + room[0];
}

PD_ENTRY(deep_unchecked)
{
    int64_t depth = pd_argument(call, 0);
    pd_write_int(call, descend_unchecked(depth ? depth : INT64_MAX));
}

PD_ENTRY(hungry)
{
    static const char block[1 << 16];
    for (;;)
        pd_write(call, block, sizeof block);
}

PD_ENTRY(spins)
{
    volatile int64_t count = 0;
    while (call->request_size < INT64_MAX)
        count++;
}

PD_ENTRY(counts)
{
    int64_t count = 0;
    while (!call->stop)
        count++;
    pd_write_int(call, count);
}

PD_ENTRY(escapes)
{
    pd_write_int(call, open("/etc/passwd", 0));
    pd_write_int(call, fork());
}
