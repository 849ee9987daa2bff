/* The function around the values of a fused strip (code.c): a loop over whole vectors, a masked
 * copy of its body for the elements that are left, rows of strips; sums; stores past the caches. */
#include "codegen/emit/fused/assembly.h"

/* --- sums --- */

/* first += second, of the sum's vectors */
static void join_sums(struct buffer *code, int32_t first, int32_t second) {
    int32_t to = fused_sum_vector(first);
    evex_registers(code, EVEX(1, 0, 0, 0x58), to, to, fused_sum_vector(second), 0, false);
}

/* The lanes of the first vector, half and half, into lane 0, and that to xmm0. */
static void join_lanes(struct buffer *code) {
    int32_t to = fused_sum_vector(0), moved = fused_sum_vector(1);
    const struct {
        struct evex op;
        int32_t how;
    } halves[] = {{EVEX(3, 1, 0, 0x23), 0x0e}, /* 128 bits by 128: the upper two down */
                  {EVEX(3, 1, 0, 0x23), 0x01}, /* the second down */
                  {EVEX(3, 1, 0, 0x04), 0x0e}, /* the same with floats */
                  {EVEX(3, 1, 0, 0x04), 0x01}};
    for (uint32_t i = 0; i < 4; i++) {
        evex_registers(code, halves[i].op, moved, i < 2 ? to : 0, to, 0, false);
        evex_immediate(code, halves[i].how);
        join_sums(code, 0, 1);
    }
    evex_registers(code, EVEX(1, 0, 0, 0x28), 0, 0, to, 0, false);
}

/* --- the parts of a function --- */

static void add(struct buffer *code, const char *bytes, size_t count) {
    buffer_add_bytes(code, bytes, count);
}
#define ADD(code, bytes) add(code, bytes, sizeof(bytes) - 1)

static void add_integer(struct buffer *code, uint64_t value, uint32_t bytes) {
    for (uint32_t i = 0; i < bytes; i++) {
        buffer_add_char(code, (char)(uint8_t)(value >> 8 * i));
    }
}

/* Bytes of a jump: its opcode and a distance. */
enum { JUMP = sizeof(char[2]) + sizeof(int32_t) };

static void add_jump(struct buffer *code, const char *opcode, int64_t distance) {
    add(code, opcode, 2);
    add_integer(code, (uint64_t)distance, 4);
}

/* Pointers behind the first five come on the stack, above what is saved and the way back. */
static void load_pointers(struct buffer *code, uint32_t count, uint32_t saved) {
    for (uint32_t i = 5; i < count; i++) { /* mov r, [rsp + ...] */
        char modrm = (char)(0x84 | (fused_pointers[i] & 7) << 3);
        char bytes[] = {0x4c, (char)0x8b, modrm, 0x24};
        add(code, bytes, sizeof bytes);
        add_integer(code, 8 * (uint64_t)(saved + 1 + i - 5), 4);
    }
}

static void load_constants(struct assembly *as, struct buffer *code) {
    for (int32_t i = 0; i < as->constants; i++) {
        int32_t vector = VECTORS - 1 - i;
        if (as->fused->is_sum && i < SUMS) {
            evex_registers(code, EVEX(1, 1, 0, 0xef), vector, vector, vector, 0, false);
            continue;
        }
        if (as->is_scalar[i]) {
            evex_registers(code, EVEX(2, 1, as->wide, as->wide ? 0x19 : 0x18), vector, 0,
                           (int32_t)as->bits[i], 0, false);
            continue;
        }
        if (as->wide) {
            ADD(code, "\x48");
        }
        ADD(code, "\xb8"); /* mov rax, ... */
        add_integer(code, as->bits[i], as->wide ? 8 : 4);
        evex_registers(code, EVEX(2, 1, as->wide, 0x7c), vector, 0, 0, 0, false);
    }
}

/* Whether the caller keeps something in a register of a pointer. */
static bool is_callers(int32_t pointer) {
    return pointer >= R12;
}

static void prologue(struct assembly *as, struct buffer *code) {
    uint32_t pointers = as->fused->pointer_count, saved = 1;
    ADD(code, "\x53"); /* push rbx, rbp, r12, r13 */
    if (as->fused->inner > 0) {
        ADD(code, "\x55");
        saved++;
    }
    for (uint32_t i = 0; i < pointers; i++) {
        if (is_callers(fused_pointers[i])) {
            char bytes[] = {0x41, (char)(0x50 | (fused_pointers[i] & 7))};
            add(code, bytes, sizeof bytes);
            saved++;
        }
    }
    load_pointers(code, pointers, saved);
    load_constants(as, code);
}

static void epilogue(struct assembly *as, struct buffer *code) {
    ADD(code, "\xc5\xf8\x77"); /* vzeroupper */
    for (uint32_t i = as->fused->pointer_count; i-- > 0;) {
        if (is_callers(fused_pointers[i])) {
            char bytes[] = {0x41, (char)(0x58 | (fused_pointers[i] & 7))};
            add(code, bytes, sizeof bytes);
        }
    }
    if (as->fused->inner > 0) {
        ADD(code, "\x5d");
    }
    ADD(code, "\x5b\xc3");
}

/* rdi is the number of elements less `elements`, which a pass of the loop takes; rax counts. */
static void loop(struct buffer *code, const struct buffer *body, int32_t elements) {
    static const char advance[] = "\x48\x83\xc0", compare[] = "\x48\x39\xf8";
    const int64_t turn =
        (int64_t)body->length + (sizeof advance - 1) + sizeof(char) + (sizeof compare - 1) + JUMP;
    ADD(code, "\x48\x83\xef"); /* sub rdi, elements; cmp rax, rdi; jg behind */
    buffer_add_char(code, (char)elements);
    ADD(code, compare);
    add_jump(code, "\x0f\x8f", turn);
    add(code, body->text, body->length);
    ADD(code, advance); /* add rax, elements; cmp rax, rdi; jle body */
    buffer_add_char(code, (char)elements);
    ADD(code, compare);
    add_jump(code, "\x0f\x8e", -turn);
    ADD(code, "\x48\x83\xc7"); /* behind: add rdi, elements */
    buffer_add_char(code, (char)elements);
}

static void rest(struct buffer *code, const struct buffer *tail) {
    /* mov ebx, -1; bzhi ebx, ebx, edi; kmovw k7, ebx */
    static const char masking[] = "\xbb\xff\xff\xff\xff\xc4\xe2\x40\xf5\xdb\xc5\xf8\x92\xfb";
    ADD(code, "\x48\x29\xc7"); /* sub rdi, rax; jz end */
    add_jump(code, "\x0f\x84", (int64_t)(tail->length + sizeof masking - 1));
    ADD(code, masking);
    add(code, tail->text, tail->length);
}

/* Code for a vector of each strip; the same with stores past the caches; for all vectors of a sum;
 * and for the elements that are left. */
struct bodies {
    struct buffer one, past, many, tail;
};

/* An operation of ebx with the lower half of a pointer; three bytes. */
static void on_pointer(struct buffer *code, int32_t opcode, int32_t pointer) {
    char bytes[] = {(char)(pointer > 7 ? 0x44 : 0x40), (char)opcode,
                    (char)(0xc3 | (pointer & 7) << 3)};
    add(code, bytes, sizeof bytes);
}

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
    /* mov ebx, pointer; neg ebx; and ebx, 63; shr ebx, 2 or 3; jz behind */
    on_pointer(code, 0x89, fused_pointers[fused_last_value(fused)->output]);
    ADD(code, "\xf7\xdb\x83\xe3\x3f\xc1\xeb");
    buffer_add_char(code, fused->lanes == 8 ? 3 : 2);
    ADD(&masked, "\xb8"); /* mov eax, lanes; sub eax, ebx; cmp rbx, rdi; cmovg rbx, rdi */
    add_integer(&masked, fused->lanes, 4);
    ADD(&masked, "\x29\xd8\x48\x39\xfb\x48\x0f\x4f\xdf");
    ADD(&masked, "\x51\xb9\xff\xff\xff\xff"); /* push rcx; mov ecx, -1 */
    /* bzhi ecx, ecx, ebx; shlx ecx, ecx, eax; kmovw k7, ecx; pop rcx; neg rax */
    ADD(&masked, "\xc4\xe2\x60\xf5\xc9\xc4\xe2\x79\xf7\xc9\xc5\xf8\x92\xf9\x59\x48\xf7\xd8");
    add(&masked, tail->text, tail->length);
    ADD(&masked, "\x89\xd8"); /* mov eax, ebx */
    add_jump(code, "\x0f\x84", (int64_t)masked.length);
    add(code, masked.text, masked.length);
    buffer_free(&masked);
}

/* A pass for all vectors of a sum; every body but the first moves on by a vector. */
static void make_bodies(struct assembly *as, struct buffer *many) {
    for (int32_t i = 0; i < SUMS && !as->failed; i++) {
        as->sum = i;
        assembly_body(as, many, false);
        if (i + 1 < SUMS) {
            ADD(many, "\x48\x83\xc0\x10"); /* add rax, 16 */
        }
    }
    ADD(many, "\x48\x83\xe8\x30"); /* sub rax, 48 */
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
        if (is_read_along(fused, i)) { /* mov ebx, to; xor ebx, from; test bl, 63; jnz behind */
            size_t begin = code->length;
            tests--;
            on_pointer(code, 0x89, to);
            on_pointer(code, 0x31, fused_pointers[fused->values[i].number]);
            ADD(code, "\xf6\xc3\x3f");
            size_t test = code->length - begin + JUMP;
            add_jump(code, "\x0f\x85", (int64_t)(lines.length + tests * test));
        }
    }
    buffer_add_bytes(code, lines.text, lines.length);
    buffer_free(&lines);
}

/* The strips, or a row of them: rdi elements. */
static void strips(const struct fused *fused, struct buffer *code, const struct bodies *bodies) {
    const struct buffer *body = &bodies->one, *tail = &bodies->tail;
    ADD(code, "\x31\xc0"); /* xor eax, eax */
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
    ADD(&whole, "\xbf"); /* mov edi, elements */
    add_integer(&whole, (uint64_t)fused->inner, 4);
    buffer_add_bytes(&whole, row->text, row->length);
    for (uint32_t i = 0; i < fused->pointer_count; i++) {
        int32_t to = fused_pointers[i]; /* add pointer, bytes */
        char bytes[] = {(char)(to > 7 ? 0x49 : 0x48), (char)0x81, (char)(0xc0 | (to & 7))};
        add(&whole, bytes, sizeof bytes);
        add_integer(&whole, (uint64_t)fused->row_bytes[i], 4);
    }
    ADD(&whole, "\x48\xff\xcd");           /* dec rbp; jnz */
    ADD(code, "\x48\x89\xfd\x48\x85\xed"); /* mov rbp, rdi; test rbp, rbp; jle behind */
    add_jump(code, "\x0f\x8e", (int64_t)whole.length + JUMP);
    add(code, whole.text, whole.length);
    add_jump(code, "\x0f\x85", -((int64_t)whole.length + JUMP));
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
