/* What the parts of the emitter share: the kernel being printed, where each dimension stands, and
 * the values that are already in a variable or a strip. */
#ifndef SDYC_EMIT_INTERNAL_H
#define SDYC_EMIT_INTERNAL_H

#include "codegen/emit/emit.h"
#include "codegen/emit/fused/fused.h"
#include "codegen/program/argmax.h"
#include "codegen/program/strips.h"

/* An integer of the C text, and its value where that is known. */
struct integer {
    const char *text;
    bool known;
    int64_t value;
};

/* A C expression: a scalar, or a pointer to a strip. */
struct operand {
    const char *text; /* NULL: not printed yet */
    bool strip;
    bool is_name; /* a variable: it can be read again, and its address taken */
    int32_t node; /* that holds it, -1: none (a literal) */
};
/* How names of strips tell strips from scalars among their operands. */
static inline char operand_form(const struct operand *operand) {
    return operand->strip ? 'v' : 's';
}

/* One expression of the kernel while it is printed. */
struct printed {
    const struct expr *expr;  /* NULL: a temporary */
    int32_t uses, pins;       /* readers not yet printed; readers being printed */
    uint32_t height;          /* operations that stand one behind the other to make it */
    bool plain;               /* of loads nobody changes, constants, indices, operations on them */
    uint32_t section;         /* the last that counted its uses */
    uint32_t walk;            /* the last that came by: see emit_first_visit */
    const char *text, *shift; /* its value, once printed; of which part of the strip */
    bool strip;
    bool kept;          /* made before the loops, for all sections */
    size_t slot, bytes; /* its strip in scratch; bytes 0: none of its own */
};

/* What a node held before it was printed again. */
struct undo {
    int32_t node;
    const char *text, *shift;
    bool strip;
    size_t slot, bytes;
};
/* A piece of the task's scratch. */
struct scratch_piece {
    size_t offset, bytes;
};

/* The dimensions that one section of code covers at a time. */
struct strip {
    uint32_t count, dims[KERNEL_DIMS]; /* innermost first */
    uint32_t mask;
    int64_t limit;   /* most points of dims[count - 1] at a time */
    uint32_t next;   /* the dimension whose loop is inside that over pieces, or NO_DIMENSION */
    bool sequential; /* the dimensions are the reduction's */
    int64_t batch;   /* STRIPS: rows of a reduction that are one strip, or 0... */
    uint32_t across; /* ...along this dimension */
    bool chunked;    /* printed as a loop over pieces of at most `limit` */
    bool unrolled;   /* a loop over rows so short that each is one step: a vector of floats */
    int64_t inner;   /* points of all dimensions but the outermost */
    int64_t most;    /* elements, at most */
    struct integer rows, n; /* points of the outermost dimension here; elements here */
    const char *shift;      /* NULL, or how far a clipped part begins behind the strip's first */
};

/* Variables of one dimension. */
struct dimension {
    int64_t size;           /* points of a tile, all for sequential dimensions */
    bool ragged;            /* the last tile is smaller */
    const char *low, *high; /* first point of the tile and the one past its last; low NULL: zero */
    const char *at;         /* the current point; NULL: always zero; low itself: the first */
    bool stays;             /* low and high are the same in all passes of the loops outside */
};

/* A reduction of a strip to one value, or of rows of memory into a strip. */
struct strip_sum {
    enum scalar_op op;
    enum element type; /* computed in */
    bool rows;
};

/* The function that executes a task of a kernel, and the pointers that it takes. */
struct phase {
    const char *name, *buffers;
};

/* Results of what was made just before, and is near: `columns` of it, then those of the next point
 * of a dimension. NULL where all strips follow each other. */
struct made_before {
    const struct kernel_buffer *made;
    int64_t columns;
    uint32_t next;
    bool is_of_bf16; /* sums of products of bf16 */
};

/* What the text makes use of, and has to declare. */
struct used_text {
    bool products, results, complex;
    bool brief;         /* LOOPS: functions that are not worth optimising */
    bool leader;        /* the program function executes tasks itself */
    bool blocks;        /* the program function computes itself: emit_inline */
    bool task, scratch; /* by the phase function being printed */
};

/* Functions of kernels. */
struct phase_texts {
    bool are_shared;          /* kernels of the same text are one function */
    struct phase *items;      /* by number of the kernel; no name: not printed yet */
    struct buffer text;       /* of all */
    struct pointer_map names; /* of shared ones, by their text */
};

/* Functions of machine code that operations on strips become (fused/fused.c). */
struct fused_texts {
    enum fused_set set;
    bool without_functions;    /* but for those that are many instructions */
    struct fused_group *group; /* the operations at hand */
    struct pointer_map names;  /* by their bytes */
    struct buffer text;        /* of all */
    uint32_t count;
};

/* The scratch of a task of the kernel at hand. */
struct scratch {
    size_t first, peak;
    VECTOR(struct scratch_piece) slots; /* in use, by offset */
};

/* The expressions of the kernel at hand. */
struct printed_values {
    VECTOR(struct printed) nodes;
    VECTOR(struct undo) undo;
};

/* What has been given a number so far. */
struct emit_numbers {
    uint32_t section, walk, temporaries;
};

/* Buffers are named in the order in which they are met. */
struct named_buffers {
    bool are_numbered;
    VECTOR(const struct kernel_buffer *) list;
};

/* Names of the reduction's variables or strips. */
struct reduction_names {
    const char **accumulators;
    const char **blocks;  /* likewise, of a block of its terms (blocks.c) */
    struct argmax argmax; /* STRIPS: the runtime finds them, along the strip or for each column */
};

struct emitter {
    const struct program *program;
    enum emit_form form;
    struct arena *arena;
    struct interner *names;
    struct buffer *out;
    struct emit_needs *needs;
    struct pointer_map symbols;
    int32_t indent;
    bool in_folder;    /* LOOPS: inputs and outputs have the names that the header gives them */
    bool source_lines; /* LOOPS: as emit_options say */
    bool has_blas;     /* LOOPS: likewise */
    struct used_text used;
    struct phase_texts phases;
    struct fused_texts fused;
    VECTOR(struct strip_sum) sums; /* LOOPS: reductions of strips that the text defines itself */
    struct line_index lines;

    const struct kernel *kernel;
    struct uses uses; /* of the kernel */
    bool by_strips;   /* its innermost loops are calls of the runtime's strips: form.c */
    struct dimension dims[KERNEL_DIMS];
    struct made_before before;
    struct strip strip;
    struct printed_values values;
    struct emit_numbers numbers;
    struct named_buffers named;
    const char *element;          /* LOOPS: the element of the strip that the loop is at */
    const struct expr *unrounded; /* its reader rounds it */
    bool copy_loads;              /* stores overlap what is loaded */
    struct scratch scratch;
    struct reduction_names reduction;
};

/* --- text.c: lines, names, literals --- */

/* A line of the text, at the block's indentation; one that opens a block, and the end of the
 * innermost block. */
void emit_line(struct emitter *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
void emit_open(struct emitter *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
void emit_close(struct emitter *e);
/* Text in the emitter's arena, which the program's C text does not have yet. */
const char *emit_text(struct emitter *e, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The name of a runtime function, noted as used. */
const char *emit_symbol(struct emitter *e, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A header of the runtime that the LOOPS form includes, noted once. */
void emit_header(struct emitter *e, const char *name);
/* A part of the runtime that calls need because of their types. */
void emit_part(struct emitter *e, const char *name);
const char *emit_temporary(struct emitter *e); /* "t7" */
const char *emit_literal(struct emitter *e, const struct expr *expr);
const char *emit_integer(struct emitter *e, int64_t value);
struct integer emit_known_integer(struct emitter *e, int64_t value);
struct integer emit_unknown_integer(const char *text);
/* The affine's value at the current point; `tile`: counted from the tile's first point. */
struct integer emit_affine(struct emitter *e, const struct affine *affine, bool tile);
/* The condition that guards outside the strip hold, or NULL where they always do. */
const char *emit_condition(struct emitter *e, const struct guard *guards, uint32_t count);

/* The type in which elements of one of storage are computed: f32 for bf16, itself for most. */
enum element compute_type(enum element element);
/* Operations as in the runtime's names. */
extern const char *const scalar_names[SCALAR_COUNT];
const char *compute_tag(enum element element); /* "f32": as in the runtime's names */
const char *storage_tag(enum element element); /* "bf16" */
const char *compute_c_type(enum element element);
uint32_t compute_bytes(enum element element);
bool is_complex(enum element element);
enum element part_type(enum element element); /* of a complex number's parts; else itself */
bool is_narrow(enum element element);         /* computed in a wider type than stored */

/* --- node.c: expressions as a graph, scratch, what is printed already --- */

/* The number of the expression's node, which is made where there is none yet. */
int32_t emit_node(struct emitter *e, const struct expr *expr);
struct printed *emit_node_of(struct emitter *e, const struct expr *expr); /* until one is made */
int32_t emit_new_node(struct emitter *e);
/* Whether the expression has a value per element of the strip. */
bool emit_is_strip(const struct emitter *e, const struct expr *expr);
const struct expr *emit_value_of(struct emitter *e, const struct expr *expr); /* past EXPR_VALUE */
void emit_begin_section(struct emitter *e);
/* A walk over expressions that takes each once: begin,
 * and ask at each whether it is the first visit. */
void emit_begin_walk(struct emitter *e);
bool emit_first_visit(struct emitter *e, const struct expr *expr);
void emit_count_uses(struct emitter *e, const struct expr *root);
struct operand emit_known(struct emitter *e, const struct expr *expr);
/* Notes where a node's value stands: in a strip, or in a scalar variable. */
void emit_remember(struct emitter *e, int32_t node, const char *text, bool strip);
size_t emit_scope(struct emitter *e);            /* what is printed until... */
void emit_leave(struct emitter *e, size_t mark); /* ...is forgotten */
size_t emit_scratch(struct emitter *e, size_t bytes);
/* A pointer of that type to the bytes at `offset`. */
const char *emit_scratch_text(struct emitter *e, const char *c_type, size_t offset);
void emit_release(struct emitter *e, size_t offset);
void emit_pin(struct emitter *e, struct operand operand);
void emit_unpin(struct emitter *e, struct operand operand);   /* still to be used */
void emit_consume(struct emitter *e, struct operand operand); /* one use less */

/* --- form.c: how the innermost loops of the kernel are written --- */

/* Whether the kernel's loops are calls of strips, and not loops for a compiler to optimise. */
bool emit_chooses_strips(const struct emitter *e);
/* Whether more time would go into optimising the kernel's function than into running it. */
bool emit_is_brief(const struct emitter *e);

/* --- strips/plan.c: which dimensions the strips cover --- */

/* Chooses the kernel's strip, and what its reduction does along it. */
void emit_plan(struct emitter *e);
struct strip emit_one_point(void); /* the strip of no dimensions */

/* --- scalar.c: values of one point --- */

/* The value at the current point, printed where it is not yet. */
struct operand emit_scalar(struct emitter *e, const struct expr *expr);
/* `strip`: where the element goes instead, if not NULL. */
void emit_scalar_statement(struct emitter *e, const struct statement *statement, const char *strip);
/* result = op(a, b) in `type`, as an expression. */
struct operand emit_scalar_binary(struct emitter *e, enum scalar_op op, enum element type,
                                  struct operand a, struct operand b);
/* A scalar by its text: a variable, or an expression. */
struct operand emit_named(const char *name);
struct operand emit_expression(struct emitter *e, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The first point of a dimension's tile as C. */
const char *emit_low(const struct dimension *dim);
/* Pointer to the access's first element: "v3 + i0 * 8". */
struct operand emit_pointer(struct emitter *e, const struct access *access);
/* "v3", or the tile's name */
const char *emit_buffer_name(struct emitter *e, const struct kernel_buffer *buffer);

/* --- strips/strip.c, memory.c, store.c, scatter.c: values of a strip --- */

/* The values along the strip, or the scalar that all of them are; the same, made in `target`. */
struct operand emit_strip_value(struct emitter *e, const struct expr *expr);
void emit_strip_into(struct emitter *e, const struct expr *expr, const char *target);
/* Past EXPR_VALUE and EXPR_TERM: the expression that is computed. */
const struct expr *emit_resolved(struct emitter *e, const struct expr *expr);
void emit_strip_statement(struct emitter *e, const struct statement *statement);
struct operand emit_strip_load(struct emitter *e, const struct expr *expr, const char *target);
struct operand emit_strip_index(struct emitter *e, const struct expr *expr, const char *target);
void emit_strip_store(struct emitter *e, const struct access *store, struct operand value);
bool emit_contiguous(struct emitter *e, const struct access *access);
/* A strip that lies in memory as several rows: elements of each, from one to the next in a row, and
 * from row to row. */
struct rows {
    int64_t inner, inner_stride, stride;
    const char *count;
};
/* Whether the access goes over the strip by rows of a length that is known. */
bool emit_rows(struct emitter *e, const struct access *access, struct rows *rows);
/* Whether the access is a run of memory, or one for each row of a strip of several. */
bool emit_is_run(struct emitter *e, const struct access *access, struct rows *rows);
/* A strip of offsets: of i32 where all of the buffer can be reached by them. */
struct offsets {
    struct operand value; /* to be consumed */
    enum element type;
};
/* The offsets of the access along the strip, from the pointer that emit_pointer gives. */
struct offsets emit_offsets(struct emitter *e, const struct access *access);
/* Whether a strip, or any value for each of its elements, that the access's indices or the
 * condition (NULL: none) are computed of is there already. */
bool emit_has_printed(struct emitter *e, const struct access *access, const struct expr *condition);
/* Makes the strip one of a single element for each point of its outermost dimension. */
void emit_take_rows(struct emitter *e);
/* A strip of storage format, and its slot of scratch, to be released. */
const char *emit_narrowed(struct emitter *e, enum element element, const char *value, size_t *slot);
/* A statement that stores to places that are computed. */
void emit_strip_scatter(struct emitter *e, const struct statement *statement);
const char *emit_new_strip(struct emitter *e, int32_t node, enum element type);
/* The strip that the node's value goes to: `target`, or a new one where that is NULL. */
const char *emit_strip_target(struct emitter *e, int32_t node, enum element type,
                              const char *target);
struct operand emit_as_strip(struct emitter *e, struct operand operand, enum element type);
void emit_fill(struct emitter *e, const char *target, enum element type, const char *value);
void emit_copy(struct emitter *e, const char *target, enum element type, const char *source);
/* The calls that take a value from one type to another: at most three, by way of types[]. */
struct conversion {
    uint32_t count;
    const char *names[3];  /* "convert_f64_bf16" */
    enum element types[3]; /* after each: a compute type, or the storage type itself */
    bool rounds;           /* the last of them only rounds to a narrower float */
};
struct conversion emit_conversion(struct emitter *e, enum element from, enum element to);
struct conversion emit_bitcast(struct emitter *e, enum element from, enum element to);
/* The call that rounds a value to its narrow type, "round_bf16_f32", or NULL. */
const char *emit_rounding(struct emitter *e, const struct expr *expr);
/* The function that brings the result of an operation on integers back to few bits, or NULL. */
const char *emit_wrapping(struct emitter *e, enum scalar_op op, enum element type);
/* A value in either form. */
struct operand emit_value(struct emitter *e, const struct expr *expr);

/* --- strips/woven.c --- */

/* Stores those of the statements at the beginning whose elements lie side by side; how many. */
uint32_t emit_woven(struct emitter *e, const struct statement *statements, uint32_t count);

/* --- strips/past.c --- */

/* Whether the strips of the kernel are made by few operations. */
bool emit_is_light(const struct emitter *e);
/* Whether the kernel reads large buffers. */
bool emit_reads_far(const struct emitter *e);
/* Whether the statement stores the current strip past the caches. */
bool emit_goes_past(struct emitter *e, const struct statement *statement);
/* A strip of scratch, as memory has it, and its slot, to be released... */
const char *emit_past_strip(struct emitter *e, const struct statement *statement, size_t *slot);
/* ...that goes where the store says. */
void emit_move_past(struct emitter *e, const struct access *store, const char *strip);

/* --- fused/fused.c --- */

/* Whether strips of the operation can be part of a function of machine code... */
bool emit_may_fuse(const struct emitter *e, const struct expr *expr);
/* ...and are a polynomial there. */
bool emit_fuses_function(const struct emitter *e, const struct expr *expr);
/* The root's value, and those of operations that it is made of, by one function of machine code, at
 * `target` or in a new strip; false where that cannot be. */
bool emit_fused(struct emitter *e, const struct expr *root, const char *target);
/* The same at `store`, in the type of its buffer, `past`: past the caches where that can be; or in
 * a strip of that type, where there is one. */
bool emit_fused_store(struct emitter *e, const struct expr *root, const struct access *store,
                      bool past, const char *strip);
/* The sum over the strip of an f32 that nothing else reads, as reduce_add_f32 has it of the strip
 * of its values: a variable; NULL where that cannot be. */
const char *emit_fused_sum(struct emitter *e, const struct expr *root);

/* --- strips/section.c: statements and accumulation over a strip --- */

/* comments.c: above the phase, for readers: LOOPS alone. */
void emit_phase_comment(struct emitter *e, const struct kernel *kernel);
/* Adds the text of a phase, whole lines, which are said to be that of the module where that is
 * asked for. */
void emit_phase_text(struct emitter *e, const struct kernel *kernel, const struct buffer *text);
/* What a buffer holds, for the end of its line: a name, where the module has one, and its type. */
const char *emit_buffer_comment(struct emitter *e, const struct kernel_buffer *buffer);

/* Opens the loop over the strip's pieces; returns how many blocks to close. */
int32_t emit_open_strip(struct emitter *e);
/* Statements, then one step of the reduction (or NULL), over the current strip. */
void emit_section(struct emitter *e, const struct statement *statements, uint32_t count,
                  const struct reduction *reduction);
void emit_init(struct emitter *e, const struct reduction *reduction);
/* The innermost of the dimensions `sequence` where the reduction, in strips along others, does no
 * more than combine rows of memory with its accumulators: one call does that for all rows. Else
 * NO_DIMENSION. */
uint32_t emit_folded_dimension(struct emitter *e, uint32_t sequence);
/* Combines the rows along dimension `d` with the accumulators. */
void emit_fold(struct emitter *e, uint32_t d);

/* --- blocks.c: sums of many terms in blocks --- */

/* Blocks of a reduction: so many points of a sequential dimension, and all of those inside. */
struct sum_blocks {
    uint32_t dim; /* NO_DIMENSION: its terms are few, or no sum of floats in any order */
    int64_t length;
};
/* The blocks of a reduction over the dimensions `sequence`, one after the other. */
struct sum_blocks emit_sum_blocks(struct emitter *e, uint32_t sequence);
/* Declares the sums of a block, beside the accumulators. */
void emit_declare_block_sums(struct emitter *e);
/* Opens the loop over the blocks: until emit_end_block the dimension is that of one block, and
 * steps add to its sums. Returns the dimension as it was, for the end. */
struct dimension emit_begin_block(struct emitter *e, const struct sum_blocks *blocks);
void emit_end_block(struct emitter *e, const struct sum_blocks *blocks,
                    const struct dimension *whole);

/* --- strips/clip.c --- */

/* What a part of the strip that guards cut out looks like. */
struct clip {
    const char *at, *shift, *low, *high;
    struct integer n, rows;
    uint32_t dim;
};
bool emit_guards_strip(struct emitter *e, const struct guard *guards, uint32_t count);
/* Declares the range of the strip in which the guards hold... */
void emit_clip(struct emitter *e, const struct guard *guards, uint32_t count, struct clip *clip);
/* ...and opens and closes the block that runs over it. */
void emit_open_clip(struct emitter *e, struct clip *clip);
void emit_close_clip(struct emitter *e, const struct clip *clip);

/* --- strips/places.c --- */

/* The type of an accumulator: places are numbers of 32 bits while they are looked for. */
enum element emit_accumulator_type(const struct emitter *e, uint32_t i);
/* What a step of the reduction reads: steps, terms, or the values whose places are found. */
uint32_t emit_step_count(const struct emitter *e, const struct reduction *reduction);
struct expr *emit_step(const struct emitter *e, const struct reduction *reduction, uint32_t i);
/* One step over the current strip, of which `load`, if any, reads rows of memory as they lie; and
 * over the rows along dimension `d`. */
void emit_places_step(struct emitter *e, const struct reduction *reduction,
                      const struct expr *load);
void emit_places_fold(struct emitter *e, const struct expr *load, uint32_t d);

/* --- strips/hoist.c --- */

/* STRIPS: makes strips that do not change in the loops about to be opened; `repeated`: there are
 * loops besides those over the kernel's other dimensions. */
void emit_keep_strips(struct emitter *e, bool repeated);

/* --- helpers.c --- */

/* The name of the function that reduces a strip (`rows`: that combines rows of memory into one); in
 * the loops form the text will define it. */
const char *emit_strip_sum(struct emitter *e, enum scalar_op op, enum element type, bool rows);
/* LOOPS: functions that stand before the phases; `bind`: the runtime is reached through pointers
 * that <name>_bind(functions) sets, in the order of needs->symbols. */
void emit_helpers(struct emitter *e, struct buffer *out, bool bind);

/* --- phase.c: the functions that kernels are --- */

/* The kernel's, which goes to e->phase_text if it is not there yet. */
struct phase emit_phase(struct emitter *e, const struct kernel *kernel);
/* Around the text of the function of e->kernel. */
void emit_begin_phase(struct emitter *e);
void emit_end_phase(struct emitter *e, const char *name);
/* The function that has this text behind its name already, or NULL; then it will be that of
 * e->kernel. */
const char *emit_same_phase(struct emitter *e, const char *qualifiers, const struct buffer *text);
/* The number of the buffer among those of its kind, tiles or not, that the kernel has named. */
uint32_t emit_place(struct emitter *e, const struct kernel_buffer *buffer);
/* What lies so many bytes behind the start of a buffer that is no tile: "buf[0] + 64". */
const char *emit_slot_text(struct emitter *e, const struct kernel_buffer *buffer, int64_t bytes);
/* Where such a buffer lies, for the kernel: "(buf[0] + 64)". */
const char *emit_buffer_text(struct emitter *e, const struct kernel_buffer *buffer);

/* --- kernel.c and its kinds --- */

/* Prints the kernel's function, unless there is one, and what stands before it; sets the phase. */
void emit_kernel(struct emitter *e, const struct kernel *kernel);
/* Prints something of a kernel that has become the first part of the one at hand, whose scratch
 * begins where that of the latter does. */
void emit_first(struct emitter *e, const struct kernel *first, void (*print)(struct emitter *e));
/* "static void NAME(char *const *buf, ...)" of the function of a phase, or of a stage: it does one
 * task, or where it `is_joined` several that lie side by side, and says how many. */
const char *emit_phase_header(struct emitter *e, const char *name, bool is_joined);
/* A kernel of one point stands in the program function itself, as a block. */
bool emit_is_inline(const struct kernel *kernel);
void emit_inline(struct emitter *e, const struct kernel *kernel);
/* Pointers to the buffers that the code about to be printed touches, tiles' too. */
void emit_declare_buffers(struct emitter *e, bool products, bool statements);
/* Where the tile of the task begins and ends, along each dimension. */
void emit_tile_dimensions(struct emitter *e);
/* Loops over the dimensions of the mask (a dimension of one point takes none); how many opened. */
int32_t emit_open_loops(struct emitter *e, uint32_t mask);
void emit_close_blocks(struct emitter *e, int32_t opened);
/* The kernel's results over the tile's dimensions of the mask. */
void emit_results(struct emitter *e, uint32_t mask);

#endif
