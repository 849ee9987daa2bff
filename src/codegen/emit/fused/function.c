/* The function around the values of a fused strip (code.c): a loop over whole vectors, a masked
 * copy of its body for the elements that are left, rows of strips; sums; stores past the caches. */
#include "codegen/emit/fused/assembly.h"

/* --- sums --- */

/* first += second, of the sum's vectors */
static void join_sums(struct buffer *code, int32_t first, int32_t second) {
    int32_t to = fused_sum_vector(first);
    evex_registers(code, evex_of(VADD, false), to, to, fused_sum_vector(second), 0, false);
}

/* The lanes of the first vector, half and half, into lane 0, and that to xmm0. */
static void join_lanes(struct buffer *code) {
    int32_t to = fused_sum_vector(0), moved = fused_sum_vector(1);
    const struct {
        enum instruction op;
        int32_t how;
    } halves[] = {{VSHUFF32X4, 0x0e}, /* 128 bits by 128: the upper two down */
                  {VSHUFF32X4, 0x01}, /* the second down */
                  {VPERMILPS, 0x0e},  /* the same with floats */
                  {VPERMILPS, 0x01}};
    for (uint32_t i = 0; i < 4; i++) {
        evex_registers(code, evex_of(halves[i].op, false), moved, i < 2 ? to : 0, to, 0, false);
        evex_immediate(code, halves[i].how);
        join_sums(code, 0, 1);
    }
    evex_registers(code, evex_of(VMOV, false), 0, 0, to, 0, false);
}

/* --- the parts of a function --- */

/* Bytes of a jump: its opcode and a distance. */
enum { JUMP = sizeof(char[2]) + sizeof(int32_t) };

static void add_jump(struct buffer *code, enum general_instruction jump, int64_t distance) {
    encode_general(code, jump);
    encode_number(code, (uint64_t)distance, sizeof(int32_t));
}

/* An instruction that ends in a byte. */
static void add_small(struct buffer *code, enum general_instruction which, int32_t number) {
    encode_general(code, which);
    encode_number(code, (uint64_t)number, 1);
}

static void add_code(struct buffer *code, const struct buffer *more) {
    buffer_add_bytes(code, more->text, more->length);
}

/* Pointers behind the first five come on the stack, above what is saved and the way back. */
static void load_pointers(struct buffer *code, uint32_t count, uint32_t saved) {
    for (uint32_t i = 5; i < count; i++) {
        encode_load_stack(code, fused_pointers[i], 8 * (int32_t)(saved + 1 + i - 5));
    }
}

static void load_constants(struct assembly *as, struct buffer *code) {
    for (int32_t i = 0; i < as->constants; i++) {
        int32_t vector = VECTORS - 1 - i;
        if (as->fused->is_sum && i < SUMS) {
            evex_registers(code, evex_of(VPXOR, false), vector, vector, vector, 0, false);
            continue;
        }
        if (as->is_scalar[i]) {
            evex_registers(code, evex_of(VBROADCAST, as->wide), vector, 0, (int32_t)as->bits[i], 0,
                           false);
            continue;
        }
        encode_general(code, as->wide ? SET_RAX : SET_EAX);
        encode_number(code, as->bits[i], as->wide ? 8 : 4);
        evex_registers(code, evex_of(VPBROADCAST, as->wide), vector, 0, RAX, 0, false);
    }
}

/* Whether the caller keeps something in a register of a pointer. */
static bool is_callers(int32_t pointer) {
    return pointer >= R12;
}

static void prologue(struct assembly *as, struct buffer *code) {
    uint32_t pointers = as->fused->pointer_count, saved = 1;
    encode_push(code, RBX);
    if (as->fused->inner > 0) {
        encode_push(code, RBP);
        saved++;
    }
    for (uint32_t i = 0; i < pointers; i++) {
        if (is_callers(fused_pointers[i])) {
            encode_push(code, fused_pointers[i]);
            saved++;
        }
    }
    load_pointers(code, pointers, saved);
    load_constants(as, code);
}

static void epilogue(struct assembly *as, struct buffer *code) {
    encode_general(code, CLEAR_UPPER);
    for (uint32_t i = as->fused->pointer_count; i-- > 0;) {
        if (is_callers(fused_pointers[i])) {
            encode_pop(code, fused_pointers[i]);
        }
    }
    if (as->fused->inner > 0) {
        encode_pop(code, RBP);
    }
    encode_pop(code, RBX);
    encode_general(code, RETURN);
}

/* rdi is the number of elements less `elements`, which a pass of the loop takes; rax counts. */
static void loop(struct buffer *code, const struct buffer *body, int32_t elements) {
    struct buffer turn = {0}; /* but for the jump back */
    add_code(&turn, body);
    add_small(&turn, ADD_RAX, elements);
    encode_general(&turn, COMPARE_RAX_RDI);
    add_small(code, SUB_RDI, elements);
    encode_general(code, COMPARE_RAX_RDI);
    add_jump(code, JUMP_GREATER, (int64_t)turn.length + JUMP);
    add_code(code, &turn);
    add_jump(code, JUMP_LESS_EQUAL, -((int64_t)turn.length + JUMP));
    add_small(code, ADD_RDI, elements);
    buffer_free(&turn);
}

/* What is left: none, or as many elements as the mask has. */
static void rest(struct buffer *code, const struct buffer *tail) {
    struct buffer masked = {0};
    encode_general(&masked, SET_EBX);
    encode_number(&masked, UINT32_MAX, 4);
    encode_general(&masked, KEEP_EDI_BITS);
    encode_general(&masked, MASK_OF_EBX);
    add_code(&masked, tail);
    encode_general(code, SUB_RDI_RAX);
    add_jump(code, JUMP_EQUAL, (int64_t)masked.length);
    add_code(code, &masked);
    buffer_free(&masked);
}

/* Code for a vector of each strip; the same with stores past the caches; for all vectors of a sum;
 * and for the elements that are left. */
struct bodies {
    struct buffer one, past, many, tail;
};

/* Whether a value is a strip of memory that is read as fast as the last one is written. */
static bool is_read_along(const struct fused *fused, uint32_t i) {
    const struct fused_value *value = &fused->values[i];
    return value->kind == FUSED_LOAD && !value->spread &&
           element_info[value->type].bytes == element_info[fused_last_value(fused)->stored].bytes;
}

/* The elements before the first line of what goes past the caches, as the last ones of a vector: a
 * store that reached into that line would fetch it. rax counts them. */
static void first_elements(const struct fused *fused, struct buffer *code,
                           const struct buffer *tail) {
    struct buffer masked = {0};
    encode_ebx(code, MOV_EBX, fused_pointers[fused_last_value(fused)->output]);
    encode_general(code, NEGATE_EBX);
    add_small(code, AND_EBX, 63);
    add_small(code, SHIFT_EBX_RIGHT, fused->lanes == 8 ? 3 : 2);
    encode_general(&masked, SET_EAX);
    encode_number(&masked, fused->lanes, 4);
    encode_general(&masked, SUB_EAX_EBX);
    encode_general(&masked, COMPARE_RBX_RDI);
    encode_general(&masked, TAKE_LESSER);
    encode_push(&masked, RCX);
    encode_general(&masked, SET_ECX);
    encode_number(&masked, UINT32_MAX, 4);
    encode_general(&masked, KEEP_EBX_BITS);
    encode_general(&masked, SHIFT_ECX_LEFT);
    encode_general(&masked, MASK_OF_ECX);
    encode_pop(&masked, RCX);
    encode_general(&masked, NEGATE_RAX);
    add_code(&masked, tail);
    encode_general(&masked, MOVE_EAX_EBX);
    add_jump(code, JUMP_EQUAL, (int64_t)masked.length);
    add_code(code, &masked);
    buffer_free(&masked);
}

/* A pass for all vectors of a sum; every body but the first moves on by a vector. */
static void make_bodies(struct assembly *as, struct buffer *many) {
    for (int32_t i = 0; i < SUMS && !as->failed; i++) {
        as->sum = i;
        assembly_body(as, many, false);
        if (i + 1 < SUMS) {
            add_small(many, ADD_RAX, (int32_t)as->fused->lanes);
        }
    }
    add_small(many, SUB_RAX, (SUMS - 1) * (int32_t)as->fused->lanes);
    as->sum = 0;
}

/* Whole lines past the caches, where what is read in the elements' own size begins as far from a
 * line as what is written. Else a processor that tells loads from stores by the lower bits of their
 * addresses would let one wait for the other: it took three times as long. */
static void past_caches(const struct fused *fused, struct buffer *code,
                        const struct bodies *bodies) {
    struct buffer lines = {0};
    int32_t to = fused_pointers[fused_last_value(fused)->output];
    first_elements(fused, &lines, &bodies->tail);
    loop(&lines, &bodies->past, (int32_t)fused->lanes);
    uint32_t tests = 0;
    for (uint32_t i = 0; i < fused->count; i++) {
        tests += is_read_along(fused, i);
    }
    for (uint32_t i = 0; i < fused->count; i++) {
        if (is_read_along(fused, i)) {
            size_t begin = code->length;
            tests--;
            encode_ebx(code, MOV_EBX, to);
            encode_ebx(code, XOR_EBX, fused_pointers[fused->values[i].number]);
            add_small(code, TEST_BL, 63);
            size_t test = code->length - begin + JUMP;
            add_jump(code, JUMP_UNEQUAL, (int64_t)(lines.length + tests * test));
        }
    }
    add_code(code, &lines);
    buffer_free(&lines);
}

/* The strips, or a row of them: rdi elements. */
static void strips(const struct fused *fused, struct buffer *code, const struct bodies *bodies) {
    const struct buffer *body = &bodies->one, *tail = &bodies->tail;
    encode_general(code, CLEAR_RAX);
    if (fused->is_sum) {
        loop(code, &bodies->many, SUMS * (int32_t)fused->lanes);
        join_sums(code, 0, 2);
        join_sums(code, 1, 3);
        join_sums(code, 0, 1);
    }
    if (fused->past) {
        past_caches(fused, code, bodies);
    }
    loop(code, body, (int32_t)fused->lanes);
    rest(code, tail);
    if (fused->is_sum) {
        join_lanes(code);
    }
}

/* rbp counts rows, of which `row` is the code. */
static void rows(const struct fused *fused, struct buffer *code, const struct buffer *row) {
    struct buffer whole = {0};
    encode_general(&whole, SET_EDI);
    encode_number(&whole, (uint64_t)fused->inner, 4);
    add_code(&whole, row);
    for (uint32_t i = 0; i < fused->pointer_count; i++) {
        encode_add(&whole, fused_pointers[i], (int32_t)fused->row_bytes[i]);
    }
    encode_general(&whole, DECREMENT_RBP);
    encode_general(code, MOVE_RBP_RDI);
    encode_general(code, TEST_RBP);
    add_jump(code, JUMP_LESS_EQUAL, (int64_t)whole.length + JUMP);
    add_code(code, &whole);
    add_jump(code, JUMP_UNEQUAL, -((int64_t)whole.length + JUMP));
    buffer_free(&whole);
}

bool fused_code(const struct fused *fused, struct buffer *code) {
    struct assembly as = {.fused = fused, .wide = fused->lanes == 8};
    struct bodies bodies = {0};
    struct buffer row = {0};
    assembly_prepare(&as);
    if (fused->is_sum) {
        make_bodies(&as, &bodies.many);
    }
    assembly_body(&as, &bodies.one, false);
    if (fused->past) {
        as.past = true;
        assembly_body(&as, &bodies.past, false);
        as.past = false;
    }
    assembly_body(&as, &bodies.tail, true);
    if (!as.failed) {
        prologue(&as, code);
        strips(fused, fused->inner > 0 ? &row : code, &bodies);
        if (fused->inner > 0) {
            rows(fused, code, &row);
        }
        epilogue(&as, code);
    }
    buffer_free(&bodies.one);
    buffer_free(&bodies.past);
    buffer_free(&bodies.many);
    buffer_free(&bodies.tail);
    buffer_free(&row);
    return !as.failed;
}
