#include "amx.h"

#include "cpu.h"
#include "sizes.h"

#if defined(__x86_64__) && defined(__linux__)

#include "amx_registers.h"

#include <sys/syscall.h>
#include <unistd.h>

/* The system gives a process room for the registers when it asks for it: once, before main or when
   the library is loaded, so that calls of programs need not. A thread's own setting is one of its
   registers. */
static int is_ready;

__attribute__((constructor)) static void ask(void) {
    enum { REQUEST_PERMISSION = 0x1023, TILE_DATA = 18 };
    is_ready = sdyrt_cpu_has_amx() && syscall(SYS_arch_prctl, REQUEST_PERMISSION, TILE_DATA) == 0;
}

int sdyrt_amx_ready(void) {
    return is_ready;
}

AMX_TARGET void sdyrt_amx_set(int64_t rows, int64_t line) {
    struct {
        uint8_t palette, start, reserved[14];
        uint16_t line[16];
        uint8_t lines[16];
    } setting __attribute__((aligned(64))) = {.palette = 1};
    const uint8_t first = (uint8_t)minimum(rows, AMX_LINES), second = (uint8_t)(rows - first);
    const uint8_t groups = (uint8_t)(line / GROUP);
    const uint8_t lines[8] = {first, first, second, second, first, second, groups, groups};
    for (int i = 0; i < 8; i++) {
        const int is_a = i == 4 || i == 5;
        setting.lines[i] = lines[i];
        setting.line[i] = (uint16_t)(lines[i] == 0 ? 0 : is_a ? line : AMX_LINE);
    }
    MEMORY_IS_WRITTEN(&setting);
    _tile_loadconfig(&setting);
}

AMX_TARGET void sdyrt_amx_release(void) {
    _tile_release();
}

#else

int sdyrt_amx_ready(void) {
    return 0;
}

#endif
