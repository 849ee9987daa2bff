/*
 * Type tags: the names that element types have in function names, and the C type of each.
 * Booleans (i1) are bytes of 0 or 1; bf16, f16 and narrower formats travel as their raw bits.
 */
#ifndef SDYRT_TYPES_H
#define SDYRT_TYPES_H

#include <stdint.h>

#define SDYRT_TYPE_f32           float
#define SDYRT_TYPE_f64           double
#define SDYRT_TYPE_i1            uint8_t
#define SDYRT_TYPE_i8            int8_t
#define SDYRT_TYPE_i16           int16_t
#define SDYRT_TYPE_i32           int32_t
#define SDYRT_TYPE_i64           int64_t
#define SDYRT_TYPE_u8            uint8_t
#define SDYRT_TYPE_u16           uint16_t
#define SDYRT_TYPE_u32           uint32_t
#define SDYRT_TYPE_u64           uint64_t
#define SDYRT_TYPE_bf16          uint16_t
#define SDYRT_TYPE_f16           uint16_t
#define SDYRT_TYPE_f4e2m1fn      uint8_t
#define SDYRT_TYPE_f6e2m3fn      uint8_t
#define SDYRT_TYPE_f6e3m2fn      uint8_t
#define SDYRT_TYPE_f8e3m4        uint8_t
#define SDYRT_TYPE_f8e4m3        uint8_t
#define SDYRT_TYPE_f8e4m3fn      uint8_t
#define SDYRT_TYPE_f8e4m3fnuz    uint8_t
#define SDYRT_TYPE_f8e4m3b11fnuz uint8_t
#define SDYRT_TYPE_f8e5m2        uint8_t
#define SDYRT_TYPE_f8e5m2fnuz    uint8_t
#define SDYRT_TYPE_f8e8m0fnu     uint8_t
#define SDYRT_TYPE_odd           float /* rounded to odd, to be rounded further */

/* SDYRT_TYPE(f32) is float. */
#define SDYRT_TYPE(tag) SDYRT_TYPE_##tag

#endif
