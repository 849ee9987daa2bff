#include "amx.h"

#include "cpu.h"
#include "sizes.h"

int sdyrt_amx_ready(void) {
    return sdyrt_cpu_set() >= SDYRT_SET_AMX;
}

#if defined(__x86_64__) && defined(__linux__)

#include "amx_registers.h"

void sdyrt_amx_set(int64_t rows, int64_t line) {
    const int64_t first = minimum(rows, AMX_LINES), second = rows - first, groups = line / GROUP;
    sdyrt_amx_set_lines(
        (const int64_t[]){first, first, second, second, first, second, groups, groups}, line);
}

AMX_TARGET void sdyrt_amx_set_lines(const int64_t *lines, int64_t line) {
    struct {
        uint8_t palette, start, reserved[14];
        uint16_t line[16];
        uint8_t lines[16];
    } setting __attribute__((aligned(64))) = {.palette = 1};
    for (int i = 0; i < AMX_REGISTERS; i++) {
        const int is_a = i == 4 || i == 5;
        setting.lines[i] = (uint8_t)lines[i];
        setting.line[i] = (uint16_t)(lines[i] == 0 ? 0 : is_a ? line : AMX_LINE);
    }
    MEMORY_IS_WRITTEN(&setting);
    _tile_loadconfig(&setting);
}

AMX_TARGET void sdyrt_amx_release(void) {
    _tile_release();
}

#endif
