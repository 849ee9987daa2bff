/* Products of integers and booleans: plain loops that a compiler vectorises.
   Integers are summed as unsigned numbers, which wrap around. */
#include "gemm_kinds.h"

enum { COLS = 256 }; /* of C that are summed at a time */

#define SUM_OF_PRODUCTS(sum, a, b) (sum) += (a) * (b)
#define OR_OF_ANDS(sum, a, b)      (sum) |= (a) & (b)

#define NAME                       product_i8
#define OPERAND                    int8_t
#define RESULT                     int8_t
#define SUM                        uint32_t
#define ADD                        SUM_OF_PRODUCTS
#include "gemm_generic.inc"

#define NAME    product_i16
#define OPERAND int16_t
#define RESULT  int16_t
#define SUM     uint32_t
#define ADD     SUM_OF_PRODUCTS
#include "gemm_generic.inc"

#define NAME    product_i32
#define OPERAND uint32_t
#define RESULT  uint32_t
#define SUM     uint32_t
#define ADD     SUM_OF_PRODUCTS
#include "gemm_generic.inc"

#define NAME    product_i64
#define OPERAND uint64_t
#define RESULT  uint64_t
#define SUM     uint64_t
#define ADD     SUM_OF_PRODUCTS
#include "gemm_generic.inc"

#define NAME    product_i8_i32
#define OPERAND int8_t
#define RESULT  uint32_t
#define SUM     uint32_t
#define ADD     SUM_OF_PRODUCTS
#include "gemm_generic.inc"

#define NAME    product_u8_i32
#define OPERAND uint8_t
#define RESULT  uint32_t
#define SUM     uint32_t
#define ADD     SUM_OF_PRODUCTS
#include "gemm_generic.inc"

#define NAME    product_pred
#define OPERAND uint8_t
#define RESULT  uint8_t
#define SUM     uint8_t
#define ADD     OR_OF_ANDS
#include "gemm_generic.inc"

void sdyrt_gemm_generic(const struct sdyrt_gemm *product, const void *a, const void *b, void *c,
                        int accumulate) {
    switch (product->type) {
    case SDYRT_GEMM_I8:
        product_i8(product, a, b, c, accumulate);
        break;
    case SDYRT_GEMM_I16:
        product_i16(product, a, b, c, accumulate);
        break;
    case SDYRT_GEMM_I32:
        product_i32(product, a, b, c, accumulate);
        break;
    case SDYRT_GEMM_I64:
        product_i64(product, a, b, c, accumulate);
        break;
    case SDYRT_GEMM_I8_I32:
        product_i8_i32(product, a, b, c, accumulate);
        break;
    case SDYRT_GEMM_U8_I32:
        product_u8_i32(product, a, b, c, accumulate);
        break;
    case SDYRT_GEMM_PRED:
        product_pred(product, a, b, c, accumulate);
        break;
    }
}
