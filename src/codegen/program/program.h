/* The last form before C text: kernels over affine domains, the buffers they touch and the order
 * in which a team of threads runs them. Made from the graph by codegen/lower; printed by
 * codegen/emit in one of two inner-loop forms; its bytes and flops are read off by the
 * cost report. Nothing here knows an operation of the IR, a mesh or a sharding: instances of a
 * value on many devices have become dimensions of domains and strides of accesses.
 *
 * Everything lives in the program's arena.
 */
#ifndef SDYC_PROGRAM_H
#define SDYC_PROGRAM_H

#include "ops/scalar.h"
#include "support/support.h"

/* Element types of storage: integers, floats, complex numbers, in this order. Arithmetic on floats
 * narrower than f32 is done in f32 and rounded to the type after every operation; i1 is a byte 0 or
 * 1; numbers of 2, 4 and 6 bits are a byte each, integers extended by their sign. */
enum element {
    ELEMENT_I1,
    ELEMENT_I2,
    ELEMENT_I4,
    ELEMENT_I8,
    ELEMENT_I16,
    ELEMENT_I32,
    ELEMENT_I64,
    ELEMENT_U2,
    ELEMENT_U4,
    ELEMENT_U8,
    ELEMENT_U16,
    ELEMENT_U32,
    ELEMENT_U64,
    ELEMENT_F4E2M1FN,
    ELEMENT_F6E2M3FN,
    ELEMENT_F6E3M2FN,
    ELEMENT_F8E3M4,
    ELEMENT_F8E4M3,
    ELEMENT_F8E4M3FN,
    ELEMENT_F8E4M3FNUZ,
    ELEMENT_F8E4M3B11FNUZ,
    ELEMENT_F8E5M2,
    ELEMENT_F8E5M2FNUZ,
    ELEMENT_F8E8M0FNU,
    ELEMENT_BF16,
    ELEMENT_F16,
    ELEMENT_F32,
    ELEMENT_F64,
    ELEMENT_C64,
    ELEMENT_C128, /* complex<f32>, complex<f64> */
    ELEMENT_COUNT,
};
struct element_info {
    const char *name;   /* "f32", as MLIR and .npy values on the command line spell it */
    const char *c_type; /* of storage: "float", "uint16_t" */
    uint32_t bytes;
    enum element compute; /* the type arithmetic is done in */
    uint32_t bits;        /* of the value */
    const char *tag;      /* in names of the runtime: "f8e5m2" */
};
extern const struct element_info element_info[ELEMENT_COUNT];
bool element_is_integer(enum element element);   /* i1 among them */
bool element_is_signed(enum element element);    /* a signed integer of 2 bits or more */
enum element element_bits(enum element element); /* the unsigned integer of its width */
/* The value that `op` changes nothing with, of an element type: of a sum that is minus zero. */
void element_identity(enum element element, enum scalar_op op, double *real, int64_t *integer);

/* The first `count` dimensions of an index space, a bit each. */
static inline uint32_t first_dims(uint32_t count) {
    return count < 32 ? (1u << count) - 1 : ~0u;
}

/* `outer`, a function of `inner_rank` coordinates, as a function of what these, `inner`, are
 * functions of. */
struct affine affine_compose(const struct affine *outer, const struct affine *inner,
                             uint32_t inner_rank);
bool affine_equal(const struct affine *a, const struct affine *b);
/* Whether it is the coordinate `dim` itself. */
bool affine_is_dim(const struct affine *a, uint32_t dim);

/* --- buffers ---------------------------------------------------------------------------------- */

enum buffer_kind {
    BUFFER_INPUT,    /* the caller's, read only: argument `number` */
    BUFFER_OUTPUT,   /* the caller's: result `number` */
    BUFFER_CONSTANT, /* data of the program, number `number` */
    BUFFER_RANK,     /* one i64: the number of the rank that runs the program */
    BUFFER_ARENA,    /* `offset` bytes into the program's one arena */
    BUFFER_KEPT,     /* `offset` bytes into what the program keeps from run to run */
    /* Of one task, in the thread's scratch: a kernel's own intermediate tile, whose accesses count
     * the dimensions from the tile's first point. */
    BUFFER_TILE,
    /* Likewise rows of a convolution's result that the one behind it makes for itself, as it reads
     * them, or that nothing but the statements behind it reads. Accesses count from the beginning
     * of the whole, which is nowhere. */
    BUFFER_ROWS,
};
struct kernel_buffer {
    enum buffer_kind kind;
    enum element element;
    uint32_t number;     /* of the input, output or constant */
    uint32_t id;         /* position in program.buffers: makes names in the C text */
    int64_t elements;    /* all instances together */
    int64_t offset;      /* of memory that several share: bytes from its start, a multiple of 64 */
    const void *data;    /* BUFFER_CONSTANT */
    const char *comment; /* "%12 tensor<64x256xf32> [{data}, {model}]": what it holds */
    int32_t first_step, last_step; /* liveness: steps that write and read it */
    struct kernel_buffer *same;    /* another whose memory it is, or NULL */
    /* The kernel that makes it again: before that, from the reader before it on, it holds nothing.
     * NULL: there is none. */
    const struct kernel *made_again;
};

/* Whether it has memory of its own in the arena. */
static inline bool buffer_has_arena(const struct kernel_buffer *buffer) {
    return buffer->kind == BUFFER_ARENA && buffer->same == NULL;
}

/* The buffer whose memory it has: itself, or another one. */
static inline const struct kernel_buffer *buffer_memory(const struct kernel_buffer *buffer) {
    return buffer->same != NULL ? buffer->same : buffer;
}

/* Whether it is of one task alone, in the thread's scratch. */
static inline bool buffer_is_of_task(const struct kernel_buffer *buffer) {
    return buffer->kind == BUFFER_TILE || buffer->kind == BUFFER_ROWS;
}

/* Where it begins in memory that several buffers share. */
static inline int64_t buffer_offset(const struct kernel_buffer *buffer) {
    return buffer->kind == BUFFER_ARENA || buffer->kind == BUFFER_KEPT ? buffer->offset : 0;
}

/* --- accesses and expressions ----------------------------------------------------------------- */

/* A further term whose index is read at run time: stride * clamp(index, 0, most). `most` < 0: the
 * index is used as it is. */
struct indirect {
    struct expr *index; /* ELEMENT_I64 or narrower integer */
    int64_t stride, most;
};
struct access {
    struct kernel_buffer *buffer;
    struct affine at;
    bool as_bits; /* elements are their bits: unsigned integers */
    uint32_t indirect_count;
    const struct indirect *indirect;
};

/* The type of what is loaded or stored. */
static inline enum element access_element(const struct access *access) {
    enum element element = access->buffer->element;
    return access->as_bits ? element_bits(element) : element;
}

enum expr_kind {
    EXPR_LOAD,        /* access; type: the buffer's element */
    EXPR_CONSTANT,    /* real, or integer */
    EXPR_INDEX,       /* the value of `affine` over the domain, as an integer of `type` */
    EXPR_SCALAR,      /* op(args); comparisons have type I1 and work in the type of args[0] */
    EXPR_REDUCED,     /* result `number` of the kernel's reduction (only in `results`) */
    EXPR_ACCUMULATOR, /* in reduction.next: the running value `number`... */
    EXPR_TERM,        /* ...and the value that comes to it */
    /* What statement `number` of this kernel (those of body, then those of results) stored at this
     * point, before rounding to memory (its own element type): forwarded without a load. */
    EXPR_VALUE,
    EXPR_GUARD, /* args[0] where all guards hold at this point, else args[1] */
};
struct guard { /* 0 <= at < bound */
    struct affine at;
    int64_t bound;
};
struct expr {
    enum expr_kind kind;
    enum element type;
    enum scalar_op op;
    uint32_t arg_count, number, guard_count;
    struct expr *args[3];
    struct access access;
    struct affine affine;
    const struct guard *guards;
    double real;
    int64_t integer;
    bool visited;    /* by the walk that is under way (visit.c) */
    uint32_t varies; /* bit d: the value depends on dimension d; set by kernel_uses */
    int32_t note;    /* of the emitter */
};

/* An expression in the arena, of which only kind and type are set. */
static inline struct expr *expr_new(struct arena *arena, enum expr_kind kind, enum element type) {
    struct expr *expr = ARENA_NEW(arena, struct expr);
    expr->kind = kind;
    expr->type = type;
    return expr;
}

/* buffer[at] = value, or combine(buffer[at], value) */
struct statement {
    struct access store;
    struct expr *value;
    enum scalar_op combine; /* SCALAR_NONE: plain store */
    struct expr *condition; /* I1; NULL: always. Never depends on the strip dimension */
    bool past;              /* the caches, where the strip lies in rows of memory (past.h) */
};

/* Whether each point is stored once, where the loops' places say. */
static inline bool statement_is_plain(const struct statement *statement) {
    return statement->combine == SCALAR_NONE && statement->condition == NULL &&
           statement->store.indirect_count == 0;
}

/* --- kernels ---------------------------------------------------------------------------------- */

/* `count` accumulators that start at init and take every point of the sequential dimensions:
 * accumulator[i] = next[i](accumulators, terms). `simple`: a binary operation (add, max, ...) of
 * each accumulator and its term, which may be applied in any fixed order. */
struct reduction {
    uint32_t count;
    bool in_order; /* one point after the other: never cut, and no strip lies along them */
    enum scalar_op simple;
    struct expr **init, **term, **next; /* next is NULL where simple */
    enum element *types;                /* of the accumulators; f16 and bf16 sums are kept in f32 */
    uint32_t guard_count;               /* points where a guard fails are left out */
    const struct guard *guards;         /* never on the strip dimension */
};

enum kernel_kind {
    KERNEL_LOOP,    /* reduction (or none), then statements */
    KERNEL_LIBRARY, /* what `library` does, then statements on its tiles (results) */
};

struct library; /* library/library.h */

struct kernel {
    enum kernel_kind kind;
    uint32_t id;                 /* phase number in the C text */
    const char *comment;         /* operations and local shapes, one line */
    struct location first, last; /* of its operations in the input; source NULL: none */
    const char *origin;          /* where the input says that it came from; NULL: nowhere */
    bool is_disjoint; /* writes other elements of its result than the kernels before it do */
    bool is_repeated; /* other kernels write parts of the same shape beside its own */
    bool is_once;     /* of what is kept: the first run alone does it */
    int64_t together; /* its function does several tasks that lie side by side, of which so many in
                         a row share what is made first; 0: it does one */
    bool is_move;     /* copies one buffer to another of the same layout: one statement */
    uint32_t dim_count, parallel_count; /* dims[parallel_count..] run in sequence inside a task */
    int64_t extent[KERNEL_DIMS];
    /* Of the parallel dimensions: a task is one tile; the last of a dimension may be smaller. */
    int64_t tile[KERNEL_DIMS];
    int64_t tasks;      /* product of ceil(extent/tile) */
    bool is_of_devices; /* each has points of its own: private storage, ranks */
    /* Among how many of them a dimension's points are divided, as many for each; 0: one. */
    int64_t devices[KERNEL_DIMS];
    struct reduction *reduction; /* KERNEL_LOOP; NULL: none */
    uint32_t body_count;         /* KERNEL_LOOP: executed at every point, sequential ones too */
    struct statement *body;
    uint32_t result_count;         /* executed once per point of the parallel dimensions, after */
    struct statement *results;     /* the reduction or library kernel; over the whole tile */
    const struct library *library; /* KERNEL_LIBRARY: its kind; else NULL */
    void *call;                    /* ... and its own data */
    double flops, bytes;           /* of the whole kernel */
    double transcendentals;        /* exponentials, roots and their like; `flops` has them too */
};

/* --- the program ------------------------------------------------------------------------------ */

enum step_kind {
    STEP_KERNEL,
    STEP_LOOP,   /* parts: the condition, then the body; while `selector` holds true */
    STEP_BRANCH, /* parts: cases; the one that `selector` names, the last where there is none */
};
struct step_list {
    uint32_t count;
    struct step *items;
    const int64_t *sent; /* what each time adds to the counts of bytes sent; NULL: nothing */
};
struct step {
    enum step_kind kind;
    struct kernel *kernel;
    bool waits; /* for the steps before it in its list: it reads or writes what they touch */
    /* Each of its tasks follows the task of the same number of the step before, on its thread, and
     * touches nothing of the others: links of a chain. */
    bool follows;
    const struct kernel_buffer *selector; /* one element: i1 of a loop, an integer of a branch */
    int64_t turns;                        /* of a loop; 0: nobody knows */
    uint32_t part_count;
    struct step_list *parts;
};

/* How a rank's part of a tensor lies in the whole (the runtime's ranks.h). Where digits reach
 * beyond the whole, there is padding. */
struct sdyrt_rank_part_digit;
struct rank_part {
    const int64_t *dims; /* of the whole tensor */
    uint32_t count;
    const struct sdyrt_rank_part_digit *digits;
};

/* An input or output as the caller sees it: a whole tensor, dense. Element (i0, i1, ...) lies at
 * the sum of i[d] * strides[d]; with channels in blocks, dimension 1 instead at
 * i1 / block * strides[1] + i1 % block; with -block numbers in a byte, in so many parts of one. */
struct argument {
    const char *name;  /* "arg0", "result0": made by the compiler */
    const char *label; /* what the module calls it, any text; NULL: nothing */
    enum element element;
    uint32_t rank;
    const int64_t *dims, *strides;
    int64_t block;    /* 0: there are none */
    bool is_arranged; /* in another order than row-major, blocked or packed */
    int64_t elements; /* in memory, with those of padded blocks; of packed ones bytes */
    /* Of an input: the output that the caller may give the same memory, or -1. */
    int32_t donated_to;
    int32_t
        meant_for; /* the output that it is given up for; the program may not have been able to */
    /* It is the size, known at run time only, of dimension size_dim of another input (output); -1:
     * it is none. */
    int32_t size_of, size_dim;
    /* Of a program that ranks run: the tensor is a rank's part of another. NULL: it is whole. */
    const struct rank_part *part;
};
struct program_call; /* handlers.h */

struct program {
    struct arena *arena;
    const char *name; /* a C identifier made by the compiler */
    uint32_t buffer_count, constant_count, kernel_count, input_count, output_count;
    struct kernel_buffer **buffers, **constants;
    struct kernel **kernels;
    uint32_t call_count;
    struct program_call **calls; /* of functions of the host */
    struct step_list steps;
    struct argument *inputs, *outputs;
    int64_t arena_bytes;
    int64_t kept_bytes; /* of BUFFER_KEPT; the first 64 are zero before the first run; 0: none */
    bool is_profiled;   /* it notes when its tasks run (runtime/team/profile.h) */
    bool is_apart;      /* ... one by one */
    int64_t ranks;      /* that run the program together; 0: it is no program of ranks */
    int64_t exchange_count; /* between them */
    uint32_t sent_count; /* counts of bytes sent that it keeps, one a kind; 0: it does not count */
    int useful_threads;  /* more would cost more than they gain */
    const char *source_name; /* input file; NULL: none */
};

/* Whether it is an argument whose memory a result has too. */
static inline bool buffer_is_donated(const struct program *program,
                                     const struct kernel_buffer *buffer) {
    return buffer->kind == BUFFER_INPUT && program->inputs[buffer->number].donated_to >= 0;
}

/* What executes a kernel: "loop", "reduction", "copy", or the name of its library row. */
const char *kernel_kind_name(const struct kernel *kernel);
/* A readable dump, for tests and `--print-after=codegen`. */
void program_print(struct buffer *out, const struct program *program);

#endif
