/* The encoding of instructions on vectors of 64 bytes, and on masks. */
#include "codegen/emit/fused/evex.h"

enum vector_length { EVEX_128, EVEX_256, EVEX_512 };

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

void evex_fetch(struct buffer *code, struct evex_address at, int32_t distance) {
    byte(code, 0x40u | bit(at.index, 3) << 1 | bit(at.base, 3));
    byte(code, 0x0f);
    byte(code, 0x18);
    byte(code, 2u << 6 | 1u << 3 | RSP); /* by 32 bits; to the first level; a byte follows */
    byte(code, scaled_index(at));
    for (uint32_t i = 0; i < 4; i++) {
        byte(code, (uint32_t)distance >> 8 * i);
    }
}

void evex_masks(struct buffer *code, uint8_t opcode, int32_t to, int32_t a, int32_t b, bool one) {
    byte(code, 0xc5);
    byte(code, 0x80u | (~(uint32_t)a & 15) << 3 | (one ? 0u : 4u));
    byte(code, opcode);
    byte(code, 0xc0u | ((uint32_t)to & 7) << 3 | ((uint32_t)b & 7));
}
