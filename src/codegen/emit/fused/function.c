/* The function around the values of a fused strip (code.c): a loop over whole vectors, another copy
 * of its body for the elements that are left, rows of strips; stores past the caches. */
#include "codegen/emit/fused/assembly.h"

/* --- the parts of a function --- */

void fused_add_jump(struct buffer *code, enum general_instruction jump, int64_t distance) {
    encode_general(code, jump);
    encode_number(code, (uint64_t)distance, sizeof(int32_t));
}

/* An instruction that ends in a byte. */
void fused_add_small(struct buffer *code, enum general_instruction which, int32_t number) {
    encode_general(code, which);
    encode_number(code, (uint64_t)number, 1);
}

void fused_add_code(struct buffer *code, const struct buffer *more) {
    buffer_add_bytes(code, more->text, more->length);
}

void fused_find_line(const struct fused *fused, struct buffer *code) {
    encode_ebx(code, MOV_EBX, fused_pointers[fused_last_value(fused)->output]);
    encode_general(code, NEGATE_EBX);
    fused_add_small(code, AND_EBX, 63);
    fused_add_small(code, SHIFT_EBX_RIGHT, fused->lanes == 8 ? 3 : 2);
}

/* Pointers behind the first five come on the stack, above what is saved and the way back. */
static void load_pointers(struct buffer *code, uint32_t count, uint32_t saved) {
    for (uint32_t i = 5; i < count; i++) {
        encode_load_stack(code, fused_pointers[i], 8 * (int32_t)(saved + 1 + i - 5));
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
    if (as->has_memory) {
        encode_push(code, R15);
        saved++;
    }
    load_pointers(code, pointers, saved);
    as->set->begin(as, code);
}

static void epilogue(struct assembly *as, struct buffer *code) {
    encode_general(code, CLEAR_UPPER);
    if (as->has_memory) {
        encode_pop(code, R15);
    }
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
    fused_add_code(&turn, body);
    fused_add_small(&turn, ADD_RAX, elements);
    encode_general(&turn, COMPARE_RAX_RDI);
    fused_add_small(code, SUB_RDI, elements);
    encode_general(code, COMPARE_RAX_RDI);
    fused_add_jump(code, JUMP_GREATER, (int64_t)turn.length + JUMP);
    fused_add_code(code, &turn);
    fused_add_jump(code, JUMP_LESS_EQUAL, -((int64_t)turn.length + JUMP));
    fused_add_small(code, ADD_RDI, elements);
    buffer_free(&turn);
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

/* A pass for so many vectors of a sum; every body but the first moves on by a vector. */
static void make_bodies(struct assembly *as, struct buffer *code, int32_t count) {
    const int32_t lanes = assembly_lanes(as);
    for (int32_t i = 0; i < count && !as->failed; i++) {
        as->sum = i;
        assembly_body(as, code, false);
        if (i + 1 < count) {
            fused_add_small(code, ADD_RAX, lanes);
        }
    }
    if (count > 1) {
        fused_add_small(code, SUB_RAX, (count - 1) * lanes);
    }
    as->sum = 0;
}

/* Vectors of a sum's lanes in one pass: those that the first of what is joined has. */
static int32_t joined_sums(const struct assembly *as) {
    return (int32_t)SDYRT_REDUCE_LANES / assembly_lanes(as);
}

/* Whole lines past the caches, where what is read in the elements' own size begins as far from a
 * line as what is written. Else a processor that tells loads from stores by the lower bits of their
 * addresses would let one wait for the other: it took three times as long. */
static void past_caches(const struct assembly *as, struct buffer *code,
                        const struct bodies *bodies) {
    const struct fused *fused = as->fused;
    struct buffer lines = {0};
    int32_t to = fused_pointers[fused_last_value(fused)->output];
    as->set->first_elements(fused, &lines, &bodies->tail);
    loop(&lines, &bodies->past, assembly_lanes(as));
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
            fused_add_small(code, TEST_BL, 63);
            size_t test = code->length - begin + JUMP;
            fused_add_jump(code, JUMP_UNEQUAL, (int64_t)(lines.length + tests * test));
        }
    }
    fused_add_code(code, &lines);
    buffer_free(&lines);
}

/* The strips, or a row of them: rdi elements. */
static void strips(struct assembly *as, struct buffer *code, const struct bodies *bodies) {
    const struct fused *fused = as->fused;
    const struct buffer *body = &bodies->one, *tail = &bodies->tail;
    encode_general(code, CLEAR_RAX);
    if (fused->is_sum) {
        loop(code, &bodies->many, assembly_sums(as) * assembly_lanes(as));
        as->set->join_sums(code);
    }
    if (fused->past) {
        past_caches(as, code, bodies);
    }
    loop(code, body, (fused->is_sum ? joined_sums(as) : 1) * assembly_lanes(as));
    as->set->last_elements(as, code, tail);
    if (fused->is_sum) {
        as->set->join_lanes(code);
    }
}

/* rbp counts rows, of which `row` is the code. */
static void rows(const struct fused *fused, struct buffer *code, const struct buffer *row) {
    struct buffer whole = {0};
    encode_general(&whole, SET_EDI);
    encode_number(&whole, (uint64_t)fused->inner, 4);
    fused_add_code(&whole, row);
    for (uint32_t i = 0; i < fused->pointer_count; i++) {
        encode_add(&whole, fused_pointers[i], (int32_t)fused->row_bytes[i]);
    }
    encode_general(&whole, DECREMENT_RBP);
    encode_general(code, MOVE_RBP_RDI);
    encode_general(code, TEST_RBP);
    fused_add_jump(code, JUMP_LESS_EQUAL, (int64_t)whole.length + JUMP);
    fused_add_code(code, &whole);
    fused_add_jump(code, JUMP_UNEQUAL, -((int64_t)whole.length + JUMP));
    buffer_free(&whole);
}

bool fused_code(const struct fused *fused, struct buffer *code) {
    struct assembly as = {.fused = fused,
                          .set = fused->set == FUSED_AVX512 ? &fused_avx512 : &fused_avx2,
                          .wide = fused->lanes == 8,
                          .has_dots = fused_has_dots(fused->set)};
    struct bodies bodies = {0};
    struct buffer row = {0};
    as.has_memory = fused->is_sum && fused->set == FUSED_AVX2;
    assembly_prepare(&as);
    if (fused->is_sum) {
        make_bodies(&as, &bodies.many, assembly_sums(&as));
    }
    make_bodies(&as, &bodies.one, fused->is_sum ? joined_sums(&as) : 1);
    if (fused->past) {
        as.past = true;
        assembly_body(&as, &bodies.past, false);
        as.past = false;
    }
    assembly_body(&as, &bodies.tail, true);
    if (!as.failed) {
        prologue(&as, code);
        strips(&as, fused->inner > 0 ? &row : code, &bodies);
        if (fused->inner > 0) {
            rows(fused, code, &row);
        }
        epilogue(&as, code);
        as.set->end(&as, code);
    }
    buffer_free(&bodies.one);
    buffer_free(&bodies.past);
    buffer_free(&bodies.many);
    buffer_free(&bodies.tail);
    buffer_free(&row);
    return !as.failed;
}
