/* Instructions of fused strips: each row, with registers and memory of all kinds, is the bytes that
 * the system's assembler makes of its text. */
#include "codegen/emit/fused/encode.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SLOT = 16, BYTE = 5, LONG = 0x01020304 };

/* Instructions as text and as bytes, each in a slot of its own. */
struct listing {
    struct buffer text, code;
    size_t begin; /* of the last one's bytes */
};

static void begin(struct listing *list) {
    list->begin = list->code.length;
}

static void end(struct listing *list, const char *text) {
    assert_in_range(list->code.length, list->begin + 1, list->begin + SLOT);
    buffer_printf(&list->text, "%s\n.balign %d, 0xcc\n", text, SLOT);
    while (list->code.length % SLOT != 0) {
        buffer_add_char(&list->code, (char)0xcc);
    }
}

/* --- rows --- */

struct row {
    const char *name, *order, *text[2];
};

static const struct row rows[INSTRUCTION_COUNT] = {
#define INSTRUCTION(NAME, order, narrow, wide, narrow_text, wide_text)                             \
    {#NAME, #order, {narrow_text, wide_text}},
#define MASKS(NAME, length, opcode, text)
#include "codegen/emit/fused/instructions.def"
};
static const struct row short_rows[INSTRUCTION_COUNT] = {
#define SHARED(NAME, order, narrow, wide, narrow_text, wide_text)                                  \
    [NAME] = {#NAME, #order, {narrow_text, wide_text}},
#define INSTRUCTION(NAME, order, narrow, wide, narrow_text, wide_text)                             \
    [NAME] = {#NAME, #order, {narrow_text, wide_text}},
#include "codegen/emit/fused/instructions_avx2.def"
};
static const char *const mask_rows[MASK_INSTRUCTION_COUNT] = {
#define INSTRUCTION(NAME, order, narrow, wide, narrow_text, wide_text)
#define MASKS(NAME, length, opcode, text) text,
#include "codegen/emit/fused/instructions.def"
};
static const struct {
    const char *rest, *text;
    size_t rest_length;
} general_rows[GENERAL_INSTRUCTION_COUNT] = {
#define GENERAL(NAME, bytes, rest, text) {rest, text, sizeof rest - 1},
#include "codegen/emit/fused/general.def"
};

/* --- operands --- */

static const char *const generals[][2] = {
    {"eax", "rax"},  {"ecx", "rcx"},  {"edx", "rdx"},  {"ebx", "rbx"},
    {"esp", "rsp"},  {"ebp", "rbp"},  {"esi", "rsi"},  {"edi", "rdi"},
    {"r8d", "r8"},   {"r9d", "r9"},   {"r10d", "r10"}, {"r11d", "r11"},
    {"r12d", "r12"}, {"r13d", "r13"}, {"r14d", "r14"}, {"r15d", "r15"}};

/* One choice of registers, by the manual's letters, of a mask, and of an address. */
struct operands {
    int32_t r, v, m, mask;
    bool zero;
    struct evex_address at;
};

static void add_address(struct buffer *out, struct evex_address at) {
    buffer_printf(out, "[%s", generals[at.base][1]);
    if (at.index != RSP) {
        buffer_printf(out, " + %s * %d", generals[at.index][1], at.scale);
    }
    buffer_add_char(out, ']');
}

static void add_operand(struct buffer *out, char kind, int32_t number, const struct operands *with,
                        bool wide) {
    switch (kind) {
    case 'm':
        add_address(out, with->at);
        return;
    case 'b':
        buffer_printf(out, "ymm%d", BYTE);
        return;
    case 'k':
        buffer_printf(out, "k%d", number % 8);
        return;
    case 'r':
        buffer_add(out, generals[number % 16][wide]);
        return;
    default:
        buffer_printf(out, "%cmm%d", kind, number);
    }
}

/* The row's text with these operands: the letters behind the name, in the row's order. */
static void add_text(struct buffer *out, const char *text, const char *order,
                     const struct operands *with, bool wide) {
    const char *at = strchr(text, ' ');
    buffer_add_bytes(out, text, (size_t)(at - text));
    for (uint32_t i = 0; *at != '\0'; i++, at += strcspn(at, ",")) {
        char kind = at[strspn(at, ", ")];
        buffer_add(out, i == 0 ? " " : ", ");
        if (kind == 'i') {
            buffer_printf(out, "%d", BYTE);
        } else {
            char where = order[i];
            add_operand(out, kind,
                        where == 'R'   ? with->r
                        : where == 'V' ? with->v
                                       : with->m,
                        with, wide);
        }
        if (i == 0 && with->mask != 0) {
            buffer_printf(out, "{k%d}%s", with->mask, with->zero ? "{z}" : "");
        }
        at += strspn(at, ", ");
    }
}

static bool has(const char *text, char kind) {
    const char *operands = strchr(text, ' ');
    for (const char *at = operands; at != NULL; at = strchr(at + 1, ' ')) {
        if (at[1] == kind) {
            return true;
        }
    }
    return false;
}

/* Registers of masks have three bits, general ones four. */
static int32_t within(const char *text, char kind, int32_t number) {
    return has(text, kind) ? number % (kind == 'k' ? 8 : 16) : number;
}

/* Of AVX2: what names a register in a byte has it in the upper half. */
static void add_short_bytes(struct buffer *code, enum instruction which, bool wide,
                            const struct operands *with) {
    const char *text = short_rows[which].text[wide];
    struct vex op = vex_of(which, wide);
    if (short_rows[which].order[0] == 'V') {
        vex_shift(code, op, with->v, with->m, BYTE);
        return;
    }
    int32_t v = strlen(short_rows[which].order) == 3 ? with->v : 0;
    if (has(text, 'm')) {
        vex_memory(code, op, with->r, v, with->at);
    } else {
        vex_registers(code, op, with->r, v, with->m);
    }
    if (has(text, 'i') || has(text, 'b')) {
        evex_immediate(code, has(text, 'i') ? BYTE : BYTE << 4);
    }
}

static void add_bytes(struct buffer *code, enum instruction which, bool wide,
                      const struct operands *with) {
    const char *text = rows[which].text[wide];
    struct evex op = evex_of(which, wide);
    if (rows[which].order[0] == 'V') {
        evex_shift(code, which, with->v, with->m, BYTE, with->mask);
        return;
    }
    int32_t r = text[strcspn(text, " ") + 1] == 'k' ? with->r % 8 : with->r,
            v = strlen(rows[which].order) == 3 ? with->v : 0;
    if (has(text, 'm')) {
        evex_memory(code, op, r, v, with->at, with->mask, with->zero);
    } else {
        int32_t m = within(text, 'r', with->m);
        evex_registers(code, op, r, v, which == VPMOVM2 ? m % 8 : m, with->mask, with->zero);
    }
    if (has(text, 'i')) {
        evex_immediate(code, BYTE);
    }
}

/* What may be masked at all, and where elements without a mask may become zeros. */
static bool may_have(const char *text, enum instruction which, const struct operands *with) {
    char first = text[strcspn(text, " ") + 1];
    bool is_masked = which != VPMOVM2 && which != VPMOV2M && which != VSTORE_PAST;
    bool is_zeroed = first != 'k' && first != 'm' && rows[which].order[0] != 'V';
    return (with->mask == 0 || is_masked) && (!with->zero || is_zeroed);
}

/* --- lists --- */

static void list_instruction(struct listing *list, enum instruction which, bool wide) {
    static const struct operands choices[] = {
        {0, 1, 2, 0, false, {RSI, RAX, 4}},   {17, 9, 30, 0, false, {R13, RAX, 8}},
        {31, 24, 7, 3, false, {RBP, R12, 2}}, {8, 16, 15, 7, true, {R12, RSP, 1}},
        {14, 31, 23, 1, true, {RDX, R9, 1}},
    };
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        const char *text = rows[which].text[wide];
        struct buffer line = {0};
        if (text != NULL && text[0] != '\0' && may_have(text, which, &choices[i])) {
            begin(list);
            add_text(&line, text, rows[which].order, &choices[i], wide);
            add_bytes(&list->code, which, wide, &choices[i]);
            end(list, line.text);
        }
        buffer_free(&line);
    }
}

/* Of AVX2, in the long form of its prefix. */
static void list_short(struct listing *list, enum instruction which, bool wide) {
    static const struct operands choices[] = {{.r = 0, .v = 1, .m = 2, .at = {RSI, RAX, 4}},
                                              {.r = 7, .v = 9, .m = 14, .at = {R13, RAX, 8}},
                                              {.r = 15, .v = 12, .m = 3, .at = {RBP, R12, 2}},
                                              {.r = 8, .v = 6, .m = 11, .at = {R12, RSP, 1}}};
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        const char *text = short_rows[which].text[wide];
        struct buffer line = {0};
        if (text != NULL && text[0] != '\0') {
            begin(list);
            buffer_add(&line, "{vex3} ");
            add_text(&line, text, short_rows[which].order, &choices[i], wide);
            add_short_bytes(&list->code, which, wide, &choices[i]);
            end(list, line.text);
        }
        buffer_free(&line);
    }
}

/* What lies some way behind a register. */
static void list_behind(struct listing *list) {
    static const int32_t distances[] = {LONG, 96, -128, 128};
    for (size_t i = 0; i < sizeof distances / sizeof *distances; i++) {
        char line[80];
        begin(list);
        vex_behind(&list->code, vex_of(VADD, false), 9, 3, R15, distances[i]);
        snprintf(line, sizeof line, "{vex3} vaddps ymm9, ymm3, [r15 + %d]", distances[i]);
        end(list, line);
    }
}

static void list_masks(struct listing *list, enum mask_instruction which) {
    static const struct operands choices[] = {{.r = 1, .v = 2, .m = 3}, {.r = 7, .v = 6, .m = 5}};
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        bool has_three = strlen(strchr(mask_rows[which], ' ')) == strlen(" k, k, k");
        struct buffer line = {0};
        begin(list);
        add_text(&line, mask_rows[which], has_three ? "RVM" : "RM", &choices[i], false);
        encode_masks(&list->code, which, choices[i].r, has_three ? choices[i].v : 0, choices[i].m);
        end(list, line.text);
        buffer_free(&line);
    }
}

/* Those that have a function each, of any register that they may have; where there is a shorter
 * form, the text says which is meant. */
static void list_functions(struct listing *list, int32_t general) {
    const char *name = generals[general][1], *prefix = general < R8 ? "rex " : "";
    char line[80];
    begin(list), encode_push(&list->code, general);
    snprintf(line, sizeof line, "push %s", name), end(list, line);
    begin(list), encode_pop(&list->code, general);
    snprintf(line, sizeof line, "pop %s", name), end(list, line);
    if (general != RAX) {
        begin(list), encode_add(&list->code, general, LONG);
        snprintf(line, sizeof line, "add %s, %d", name, LONG), end(list, line);
    }
    begin(list), encode_load_stack(&list->code, general, LONG);
    snprintf(line, sizeof line, "mov %s, [rsp + %d]", name, LONG), end(list, line);
    begin(list), encode_ebx(&list->code, MOV_EBX, general);
    snprintf(line, sizeof line, "%smov ebx, %s", prefix, generals[general][0]), end(list, line);
    begin(list), encode_ebx(&list->code, XOR_EBX, general);
    snprintf(line, sizeof line, "%sxor ebx, %s", prefix, generals[general][0]), end(list, line);
    begin(list), evex_fetch(&list->code, (struct evex_address){general, RAX, 4}, LONG);
    snprintf(line, sizeof line, "%sprefetcht0 [%s + rax * 4 + %d]", prefix, name, LONG);
    end(list, line);
}

/* --- the system's assembler --- */

static char *path_in(const char *folder, const char *name) {
    static char paths[4][64];
    static uint32_t next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static void assemble(const char *folder, const struct buffer *text) {
    char command[256];
    FILE *file = fopen(path_in(folder, "list.s"), "w");
    assert_non_null(file);
    fprintf(file, ".intel_syntax noprefix\n%s", text->text);
    assert_int_equal(fclose(file), 0);
    snprintf(command, sizeof command,
             "cd %s && as -o list.o list.s && objcopy -O binary list.o list", folder);
    assert_int_equal(system(command), 0);
}

static void compare(const char *folder, const struct listing *list) {
    FILE *file = fopen(path_in(folder, "list"), "rb");
    const char *line = list->text.text;
    unsigned char bytes[SLOT];
    assert_non_null(file);
    for (size_t at = 0; at < list->code.length; at += SLOT) {
        assert_int_equal(fread(bytes, 1, SLOT, file), SLOT);
        if (memcmp(bytes, list->code.text + at, SLOT) != 0) {
            fail_msg("%.*s", (int)strcspn(line, "\n"), line);
        }
        line = strchr(strchr(line, '\n') + 1, '\n') + 1; /* behind its .balign */
    }
    assert_int_equal(fread(bytes, 1, SLOT, file), 0);
    assert_int_equal(fclose(file), 0);
}

static void test_rows(void **state) {
    (void)state;
#ifndef __x86_64__
    skip(); /* another assembler */
#endif
    char folder[] = "/tmp/sdyc-encode-XXXXXX";
    struct listing list = {0};
    assert_non_null(mkdtemp(folder));
    for (int which = 0; which < INSTRUCTION_COUNT; which++) {
        list_instruction(&list, (enum instruction)which, false);
        list_instruction(&list, (enum instruction)which, true);
        list_short(&list, (enum instruction)which, false);
        list_short(&list, (enum instruction)which, true);
    }
    list_behind(&list);
    for (int which = 0; which < MASK_INSTRUCTION_COUNT; which++) {
        list_masks(&list, (enum mask_instruction)which);
    }
    for (int which = 0; which < GENERAL_INSTRUCTION_COUNT; which++) {
        begin(&list);
        encode_general(&list.code, (enum general_instruction)which);
        buffer_add_bytes(&list.code, general_rows[which].rest, general_rows[which].rest_length);
        end(&list, general_rows[which].text);
    }
    for (int32_t general = RAX; general <= R15; general++) {
        list_functions(&list, general);
    }
    assemble(folder, &list.text);
    compare(folder, &list);
    for (size_t i = 0; i < 3; i++) {
        remove(path_in(folder, (const char *const[]){"list.s", "list.o", "list"}[i]));
    }
    remove(folder);
    buffer_free(&list.text);
    buffer_free(&list.code);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
