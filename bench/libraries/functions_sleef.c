#include "functions_sleef.h"

#include <immintrin.h>
#include <sleef.h>

#define TEXT_OF(x) #x
#define TEXT(x)    TEXT_OF(x)

#ifdef __AVX512F__
enum { VECTOR_BYTES = 64 };
#define SINGLE(name) Sleef_##name##f16_u10
#define TWICE(name)  Sleef_##name##d8_u10
#define LOAD_S       _mm512_loadu_ps
#define STORE_S      _mm512_storeu_ps
#define LOAD_D       _mm512_loadu_pd
#define STORE_D      _mm512_storeu_pd
#else
enum { VECTOR_BYTES = 32 };
#define SINGLE(name) Sleef_##name##f8_u10
#define TWICE(name)  Sleef_##name##d4_u10
#define LOAD_S       _mm256_loadu_ps
#define STORE_S      _mm256_storeu_ps
#define LOAD_D       _mm256_loadu_pd
#define STORE_D      _mm256_storeu_pd
#endif

#define FUNCTION(name, ...)                                                                        \
    static void name##_singles(void *to, const void *from, int count) {                            \
        for (int i = 0; i < count; i += VECTOR_BYTES / 4) {                                        \
            STORE_S((float *)to + i, SINGLE(name)(LOAD_S((const float *)from + i)));               \
        }                                                                                          \
    }                                                                                              \
    static void name##_doubles(void *to, const void *from, int count) {                            \
        for (int i = 0; i < count; i += VECTOR_BYTES / 8) {                                        \
            STORE_D((double *)to + i, TWICE(name)(LOAD_D((const double *)from + i)));              \
        }                                                                                          \
    }
#include "functions.def"

sleef_strip *sleef_strip_of(int function, int is_double) {
    static sleef_strip *const strips[SLEEF_FUNCTIONS][2] = {
#define FUNCTION(name, ...) {name##_singles, name##_doubles},
#include "functions.def"
    };
    return strips[function][is_double];
}

int sleef_bytes(void) {
    return VECTOR_BYTES;
}

const char *sleef_version(void) {
    return TEXT(SLEEF_VERSION_MAJOR) "." TEXT(SLEEF_VERSION_MINOR) "." TEXT(
        SLEEF_VERSION_PATCHLEVEL);
}
