/*  What pydecl's C stands on, with every compiler and without a header of the
    system: widths, checked arithmetic, bits, and how a function is called.

    What is called here and not defined (memcpy, realloc, ...) is in the process
    that loads the object. PYDECL_PORTABLE asks for the definitions that need
    nothing of the compiler; tcc has no others.
*/

#ifndef PYDECL_PRELUDE_H
#define PYDECL_PRELUDE_H

/*  Widths. */

typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef __INT64_TYPE__ int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned __INT64_TYPE__ uint64_t;
typedef __SIZE_TYPE__ size_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef unsigned __INTPTR_TYPE__ uintptr_t;

#define INT64_MAX 0x7fffffffffffffff
#define INT64_MIN (-INT64_MAX - 1)
#define NULL ((void *) 0)
#define bool _Bool
#define true 1
#define false 0

/*  What is taken from the process. */

void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
int memcmp(const void *one, const void *other, size_t size);
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *old, size_t size);
void free(void *old);

/*  What the compiler is told. */

#if defined(__GNUC__) && !defined(__TINYC__)
#define PD_GNU 1
#define PD_INLINE static inline __attribute__((unused))
#define PD_NOINLINE __attribute__((noinline))
#define PD_NORETURN __attribute__((noreturn))
#define PD_TWICE __attribute__((returns_twice))
#define PD_LIKELY(condition) __builtin_expect(!!(condition), 1)
#define PD_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#define PD_UNREACHABLE() __builtin_unreachable()
#define PD_PREFETCH(address) __builtin_prefetch(address)
#else
#define PD_GNU 0
#define PD_INLINE static inline
#define PD_NOINLINE
#define PD_NORETURN
#define PD_TWICE
#define PD_LIKELY(condition) (condition)
#define PD_UNLIKELY(condition) (condition)
void abort(void);
#define PD_UNREACHABLE() abort()
#define PD_PREFETCH(address) ((void) 0)
#endif

/*  Arithmetic on 64 bits: whether the result does not fit. What is at `result`
    then is the result's last 64 bits. */

#if PD_GNU && !defined(PYDECL_PORTABLE)

PD_INLINE bool pd_add_overflows(int64_t a, int64_t b, int64_t *result)
{
    return __builtin_add_overflow(a, b, result);
}

PD_INLINE bool pd_sub_overflows(int64_t a, int64_t b, int64_t *result)
{
    return __builtin_sub_overflow(a, b, result);
}

PD_INLINE bool pd_mul_overflows(int64_t a, int64_t b, int64_t *result)
{
    return __builtin_mul_overflow(a, b, result);
}

#else

PD_INLINE bool pd_add_overflows(int64_t a, int64_t b, int64_t *result)
{
    uint64_t sum = (uint64_t) a + (uint64_t) b;
    *result = (int64_t) sum;
    /* The sign of the sum is neither that of a nor that of b. */
    return (((uint64_t) a ^ sum) & ((uint64_t) b ^ sum)) >> 63;
}

PD_INLINE bool pd_sub_overflows(int64_t a, int64_t b, int64_t *result)
{
    uint64_t difference = (uint64_t) a - (uint64_t) b;
    *result = (int64_t) difference;
    return (((uint64_t) a ^ (uint64_t) b) & ((uint64_t) a ^ difference)) >> 63;
}

PD_INLINE bool pd_mul_overflows(int64_t a, int64_t b, int64_t *result)
{
    *result = (int64_t) ((uint64_t) a * (uint64_t) b);
    if (a == 0)
        return false;
    if (a == -1) /* INT64_MIN / -1 below would trap */
        return b == INT64_MIN;
    return *result / a != b;
}

#endif

/*  Bits. Of 0, both counts of zeros are 64. */

PD_INLINE int pd_popcount(uint64_t word)
{
    word -= word >> 1 & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int) (word * 0x0101010101010101u >> 56);
}

#if PD_GNU && !defined(PYDECL_PORTABLE)

PD_INLINE int pd_leading_zeros(uint64_t word)
{
    return word ? __builtin_clzll(word) : 64;
}

PD_INLINE int pd_trailing_zeros(uint64_t word)
{
    return word ? __builtin_ctzll(word) : 64;
}

#else

PD_INLINE int pd_leading_zeros(uint64_t word)
{
    int shift;
    for (shift = 1; shift < 64; shift *= 2)
        word |= word >> shift;
    return 64 - pd_popcount(word);
}

PD_INLINE int pd_trailing_zeros(uint64_t word)
{
    return pd_popcount(~word & (word - 1));
}

#endif

/*  A function that the parent process can ask for, by its name:

        PD_ENTRY(doubled)
        {
            pd_write_int(call, 2 * pd_argument(call, 0));
        }

    What it gets and what becomes of it are in `call`. pd_throw leaves it from
    however deep. `pydecl/engines/native/worker.py` has the same words.
*/

enum pd_status {
    PD_DONE,
    PD_ERROR,       /* the reply is a text that says what is wrong */
    PD_OVERFLOW,    /* a number does not fit */
    PD_NO_MEMORY,
    PD_NO_STACK
};

enum { PD_HELPERS = 4 };

struct pd_call {
    const uint8_t *request;
    size_t request_size;
    uint8_t *reply;             /* made by pd_write, and freed by who called */
    size_t reply_size;
    size_t reply_room;
    size_t stack_room;          /* bytes that the function may use of the stack */
    uint8_t *stack_limit;       /* the lowest address that it may use */
    int status;
    volatile int stop;          /* set from outside when the time is over */
    uint64_t jump[64];          /* where pd_throw goes; no machine needs more */
    int helper_count;           /* threads that may help, or the one that is to be helped */
    struct { int from, to; } helpers[PD_HELPERS];
};

#if defined(__APPLE__)
int pd_setjmp(void *jump) __asm__("__setjmp") PD_TWICE;
void pd_longjmp(void *jump, int value) __asm__("__longjmp") PD_NORETURN;
#else
int pd_setjmp(void *jump) __asm__("_setjmp") PD_TWICE;
void pd_longjmp(void *jump, int value) __asm__("_longjmp") PD_NORETURN;
#endif

/*  About where the stack ends. A function that asks for its frame keeps a register for that. */

#if defined(__GNUC__) && !defined(__TINYC__) && defined(__x86_64__)
register uint8_t *pd_stack __asm__("rsp");
#define PD_HERE pd_stack
#else
#define PD_HERE ((uint8_t *) __builtin_frame_address(0))
#endif

/*  The body is a function of its own: what a function that calls pd_setjmp has in
    registers is lost when it returns twice. */

#define PD_ENTRY(name) \
    static PD_NOINLINE void name##_body(struct pd_call *call); \
    int name(struct pd_call *call); \
    int name(struct pd_call *call) \
    { \
        call->stack_limit = PD_HERE - call->stack_room; \
        call->status = PD_DONE; \
        if (!pd_setjmp(call->jump)) \
            name##_body(call); \
        return call->status; \
    } \
    static void name##_body(struct pd_call *call)

PD_NORETURN static inline void pd_throw(struct pd_call *call, enum pd_status status)
{
    call->status = status;
    pd_longjmp(call->jump, 1);
}

/*  Once in each function that calls itself. */

#define PD_CHECK_STACK(call) \
    do { if (PD_UNLIKELY(PD_HERE < (call)->stack_limit)) pd_throw(call, PD_NO_STACK); } while (0)

/*  Add to the reply. */

PD_INLINE void pd_write(struct pd_call *call, const void *bytes, size_t size)
{
    if (call->reply_room - call->reply_size < size) {
        size_t room = 2 * (call->reply_size + size);
        uint8_t *reply = realloc(call->reply, room);
        if (!reply)
            pd_throw(call, PD_NO_MEMORY);
        call->reply = reply;
        call->reply_room = room;
    }
    if (size)
        memcpy(call->reply + call->reply_size, bytes, size);
    call->reply_size += size;
}

PD_INLINE void pd_write_int(struct pd_call *call, int64_t number)
{
    pd_write(call, &number, sizeof number);
}

#define pd_write_ints(call, ...) \
    do { const int64_t pd_ints[] = {__VA_ARGS__}; pd_write(call, pd_ints, sizeof pd_ints); } while (0)

/*  The n-th of the whole numbers of 64 bits that the request consists of. */

PD_INLINE int64_t pd_argument(const struct pd_call *call, size_t n)
{
    int64_t number = 0;
    if ((n + 1) * sizeof number <= call->request_size)
        memcpy(&number, call->request + n * sizeof number, sizeof number);
    return number;
}

#endif
