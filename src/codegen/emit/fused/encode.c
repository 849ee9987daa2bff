/* The encoding of instructions on vectors of 64 bytes, on masks, and on general registers. */
#include "codegen/emit/fused/encode.h"

enum vector_length { EVEX_128, EVEX_256, EVEX_512 };

/* --- rows --- */

/* The manual's maps, prefixes and width bits, as their fields hold them. */
enum { MAP_NONE, MAP_0F, MAP_0F38, MAP_0F3A };
enum { PREFIX_NP, PREFIX_66, PREFIX_F3, PREFIX_F2 };
enum { WIDTH_W0, WIDTH_W1 };
enum { LENGTH_L0, LENGTH_L1 };

#define EVEX_DIGIT(prefix, map, wide, opcode, digit)                                               \
    { MAP_##map, PREFIX_##prefix, WIDTH_##wide, 0x##opcode, digit }
#define EVEX(prefix, map, wide, opcode) EVEX_DIGIT(prefix, map, wide, opcode, 0)
#define NONE                                                                                       \
    { 0 }

/* For elements of 32 bits, and of 64. */
static const struct evex encodings[INSTRUCTION_COUNT][2] = {
#define INSTRUCTION(NAME, order, narrow, wide, narrow_text, wide_text) [NAME] = {narrow, wide},
#define MASKS(NAME, length, opcode, text)
#include "codegen/emit/fused/instructions.def"
};

static const struct mask_encoding {
    uint8_t length, opcode;
} mask_encodings[MASK_INSTRUCTION_COUNT] = {
#define INSTRUCTION(NAME, order, narrow, wide, narrow_text, wide_text)
#define MASKS(NAME, length, opcode, text) [NAME] = {LENGTH_##length, 0x##opcode},
#include "codegen/emit/fused/instructions.def"
};

static const struct general_encoding {
    uint8_t length;
    const char *bytes;
} general_encodings[GENERAL_INSTRUCTION_COUNT] = {
#define GENERAL(NAME, bytes, rest, text) [NAME] = {sizeof bytes - 1, bytes},
#include "codegen/emit/fused/general.def"
};

struct evex evex_of(enum instruction which, bool wide) {
    return encodings[which][wide];
}

enum { WIDTH_WIG }; /* whatever it is: 0 */
enum { LENGTH_128, LENGTH_256 };
#define VEX_DIGIT(length, prefix, map, wide, opcode, digit)                                        \
    { MAP_##map, PREFIX_##prefix, WIDTH_##wide, LENGTH_##length, 0x##opcode, digit }
#define VEX(length, prefix, map, wide, opcode) VEX_DIGIT(length, prefix, map, wide, opcode, 0)

static const struct vex short_encodings[INSTRUCTION_COUNT][2] = {
#define SHARED(NAME, order, narrow, wide, narrow_text, wide_text)      [NAME] = {narrow, wide},
#define INSTRUCTION(NAME, order, narrow, wide, narrow_text, wide_text) [NAME] = {narrow, wide},
#include "codegen/emit/fused/instructions_avx2.def"
};

struct vex vex_of(enum instruction which, bool wide) {
    return short_encodings[which][wide];
}

/* --- vectors --- */

static void byte(struct buffer *code, uint32_t value) {
    buffer_add_char(code, (char)(uint8_t)value);
}

static uint32_t bit(int32_t number, uint32_t which) {
    return ((uint32_t)number >> which) & 1u;
}

void evex_immediate(struct buffer *code, int32_t value) {
    byte(code, (uint32_t)value);
}

/* The upper bits of registers are stored inverted: of `to`, of what extends the operand in `rm`
 * (two bits) and of `a`. */
static void prefix(struct buffer *code, struct evex op, int32_t to, int32_t a, uint32_t rm,
                   int32_t k, bool zero) {
    byte(code, 0x62);
    byte(code, (bit(to, 3) ^ 1) << 7 | (rm ^ 3) << 5 | (bit(to, 4) ^ 1) << 4 | op.map);
    byte(code, (uint32_t)op.wide << 7 | (~(uint32_t)a & 15) << 3 | 4u | op.prefix);
    byte(code, (zero ? 0x80u : 0u) | (uint32_t)EVEX_512 << 5 | (bit(a, 4) ^ 1) << 3 | (uint32_t)k);
    byte(code, op.opcode);
}

void evex_registers(struct buffer *code, struct evex op, int32_t to, int32_t a, int32_t b,
                    int32_t k, bool zero) {
    prefix(code, op, to, a, bit(b, 4) << 1 | bit(b, 3), k, zero);
    byte(code, 0xc0u | ((uint32_t)to & 7) << 3 | ((uint32_t)b & 7));
}

void evex_shift(struct buffer *code, enum instruction which, int32_t to, int32_t from,
                int32_t count, int32_t k) {
    struct evex op = evex_of(which, false);
    evex_registers(code, op, op.digit, to, from, k, false);
    evex_immediate(code, count);
}

static uint32_t scale_bits(int32_t scale) {
    return scale == 8 ? 3 : scale == 4 ? 2 : scale == 2 ? 1 : 0;
}

static uint32_t scaled_index(struct evex_address at) {
    return scale_bits(at.scale) << 6 | ((uint32_t)at.index & 7) << 3 | ((uint32_t)at.base & 7);
}

void evex_memory(struct buffer *code, struct evex op, int32_t to, int32_t a, struct evex_address at,
                 int32_t k, bool zero) {
    bool displaced = (at.base & 7) == 5; /* there is no form without for these bases */
    prefix(code, op, to, a, bit(at.index, 3) << 1 | bit(at.base, 3), k, zero);
    byte(code, (displaced ? 0x40u : 0u) | ((uint32_t)to & 7) << 3 | RSP); /* a byte follows */
    byte(code, scaled_index(at));
    if (displaced) {
        byte(code, 0);
    }
}

/* As above; there is no second upper bit. */
static void vex_prefix(struct buffer *code, struct vex op, int32_t to, int32_t a, uint32_t rm) {
    byte(code, 0xc4);
    byte(code, (bit(to, 3) ^ 1) << 7 | (rm ^ 3) << 5 | op.map);
    byte(code,
         (uint32_t)op.wide << 7 | (~(uint32_t)a & 15) << 3 | (uint32_t)op.length << 2 | op.prefix);
    byte(code, op.opcode);
}

void vex_registers(struct buffer *code, struct vex op, int32_t to, int32_t a, int32_t b) {
    vex_prefix(code, op, to, a, bit(b, 3));
    byte(code, 0xc0u | ((uint32_t)to & 7) << 3 | ((uint32_t)b & 7));
}

void vex_memory(struct buffer *code, struct vex op, int32_t to, int32_t a, struct evex_address at) {
    bool displaced = (at.base & 7) == 5;
    vex_prefix(code, op, to, a, bit(at.index, 3) << 1 | bit(at.base, 3));
    byte(code, (displaced ? 0x40u : 0u) | ((uint32_t)to & 7) << 3 | RSP);
    byte(code, scaled_index(at));
    if (displaced) {
        byte(code, 0);
    }
}

void vex_behind(struct buffer *code, struct vex op, int32_t to, int32_t a, int32_t base,
                int32_t distance) {
    const bool is_near = distance == (int8_t)distance; /* it has 8 bits, else 32 */
    vex_prefix(code, op, to, a, bit(base, 3));
    byte(code, (is_near ? 1u : 2u) << 6 | ((uint32_t)to & 7) << 3 | ((uint32_t)base & 7));
    encode_number(code, (uint32_t)distance, is_near ? 1 : 4);
}

void vex_shift(struct buffer *code, struct vex op, int32_t to, int32_t from, int32_t count) {
    vex_registers(code, op, op.digit, to, from);
    evex_immediate(code, count);
}

void evex_fetch(struct buffer *code, struct evex_address at, int32_t distance) {
    byte(code, 0x40u | bit(at.index, 3) << 1 | bit(at.base, 3));
    byte(code, 0x0f);
    byte(code, 0x18);
    byte(code, 2u << 6 | 1u << 3 | RSP); /* by 32 bits; to the first level; a byte follows */
    byte(code, scaled_index(at));
    encode_number(code, (uint32_t)distance, 4);
}

/* --- masks --- */

void encode_masks(struct buffer *code, enum mask_instruction which, int32_t to, int32_t a,
                  int32_t b) {
    struct mask_encoding op = mask_encodings[which];
    byte(code, 0xc5);
    byte(code, 0x80u | (~(uint32_t)a & 15) << 3 | (uint32_t)op.length << 2);
    byte(code, op.opcode);
    byte(code, 0xc0u | ((uint32_t)to & 7) << 3 | ((uint32_t)b & 7));
}

/* --- general registers --- */

void encode_general(struct buffer *code, enum general_instruction which) {
    buffer_add_bytes(code, general_encodings[which].bytes, general_encodings[which].length);
}

void encode_number(struct buffer *code, uint64_t number, uint32_t bytes) {
    for (uint32_t i = 0; i < bytes; i++) {
        byte(code, (uint32_t)(number >> 8 * i));
    }
}

/* r8 to r15 need a byte in front, of which `bits` says more. */
static void in_front(struct buffer *code, int32_t general, uint32_t bits) {
    if (general >= R8) {
        byte(code, 0x40u | bits);
    }
}

void encode_push(struct buffer *code, int32_t general) {
    in_front(code, general, 1);
    byte(code, 0x50u | ((uint32_t)general & 7));
}

void encode_pop(struct buffer *code, int32_t general) {
    in_front(code, general, 1);
    byte(code, 0x58u | ((uint32_t)general & 7));
}

void encode_add(struct buffer *code, int32_t general, int32_t number) {
    byte(code, 0x48u | bit(general, 3));
    byte(code, 0x81);
    byte(code, 0xc0u | ((uint32_t)general & 7));
    encode_number(code, (uint32_t)number, 4);
}

void encode_load_stack(struct buffer *code, int32_t general, int32_t offset) {
    byte(code, 0x48u | bit(general, 3) << 2);
    byte(code, 0x8b);
    byte(code, 0x84u | ((uint32_t)general & 7) << 3); /* a byte follows, and 32 bits */
    byte(code, 0x24);
    encode_number(code, (uint32_t)offset, 4);
}

void encode_ebx(struct buffer *code, enum ebx_instruction which, int32_t general) {
    byte(code, 0x40u | bit(general, 3) << 2);
    byte(code, which);
    byte(code, 0xc0u | ((uint32_t)general & 7) << 3 | RBX);
}
