#include "emulate.h"

#if defined(__x86_64__)

enum { TILES = 8, LINES = 16, LINE = 64 };

/* LDTILECFG's operand. */
struct setting {
    uint8_t palette, start, reserved[14];
    uint16_t bytes[16];
    uint8_t lines[16];
};

static struct setting set;
static union {
    char bytes[LINE];
    uint32_t groups[LINE / 4];
    float numbers[LINE / 4];
} tiles[TILES][LINES];

void emulate_configure(const void *setting) {
    memcpy(&set, setting, sizeof set);
    memset(tiles, 0, sizeof tiles);
}

void emulate_release(void) {
    memset(&set, 0, sizeof set);
    memset(tiles, 0, sizeof tiles);
}

void emulate_zero(int tile) {
    memset(tiles[tile], 0, sizeof tiles[tile]);
}

void emulate_load(int tile, const void *base, int64_t stride) {
    emulate_zero(tile);
    for (int line = 0; line < set.lines[tile]; line++) {
        memcpy(tiles[tile][line].bytes, (const char *)base + line * stride, set.bytes[tile]);
    }
}

void emulate_store(int tile, void *base, int64_t stride) {
    for (int line = 0; line < set.lines[tile]; line++) {
        memcpy((char *)base + line * stride, tiles[tile][line].bytes, set.bytes[tile]);
    }
}

static float wide(uint32_t bf16) {
    const uint32_t bits = bf16 << 16;
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

float emulate_pair(float sum, uint32_t a, uint32_t b) {
    sum += wide(a >> 16) * wide(b >> 16);
    return sum + wide(a & 0xffff) * wide(b & 0xffff);
}

void emulate_dot_bf16(int c, int a, int b) {
    for (int row = 0; row < set.lines[c]; row++) {
        for (int k = 0; k < set.bytes[a] / 4; k++) {
            for (int col = 0; col < set.bytes[c] / 4; col++) {
                float *sum = &tiles[c][row].numbers[col];
                *sum = emulate_pair(*sum, tiles[a][row].groups[k], tiles[b][k].groups[col]);
            }
        }
    }
}

static uint32_t four(uint32_t a, uint32_t b, int is_signed) {
    uint32_t sum = 0;
    for (int i = 0; i < 32; i += 8) {
        const uint8_t x = (uint8_t)(a >> i), y = (uint8_t)(b >> i);
        sum += is_signed ? (uint32_t)((int8_t)x * (int8_t)y) : (uint32_t)(x * y);
    }
    return sum;
}

static void dot_bytes(int c, int a, int b, int is_signed) {
    for (int row = 0; row < set.lines[c]; row++) {
        for (int k = 0; k < set.bytes[a] / 4; k++) {
            for (int col = 0; col < set.bytes[c] / 4; col++) {
                tiles[c][row].groups[col] +=
                    four(tiles[a][row].groups[k], tiles[b][k].groups[col], is_signed);
            }
        }
    }
}

void emulate_dot_i8(int c, int a, int b) {
    dot_bytes(c, a, b, 1);
}

void emulate_dot_u8(int c, int a, int b) {
    dot_bytes(c, a, b, 0);
}

#endif
