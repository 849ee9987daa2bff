/*
 * Which parts of the runtime there are: all of runtime.def, or in an emitted program those that it
 * uses. parts_list.h says so, SDYRT_HAS_<part>; it is made of runtime.def. Internal to the runtime.
 */
#ifndef SDYRT_PARTS_H
#define SDYRT_PARTS_H

#include "parts_list.h"

/* The text where there is that part; else nothing, a null pointer, or a row of nothing. */
#define SDYRT_IF(part, ...)           SDYRT_CHOOSE(SDYRT_HAS_##part, IF, __VA_ARGS__)
#define SDYRT_OR_NULL(part, ...)      SDYRT_CHOOSE(SDYRT_HAS_##part, OR_NULL, __VA_ARGS__)
#define SDYRT_ROW(part, ...)          SDYRT_CHOOSE(SDYRT_HAS_##part, ROW, __VA_ARGS__)

#define SDYRT_CHOOSE(has, kind, ...)  SDYRT_CHOOSE_(has, kind, __VA_ARGS__)
#define SDYRT_CHOOSE_(has, kind, ...) SDYRT_##kind##_##has(__VA_ARGS__)
#define SDYRT_IF_1(...)               __VA_ARGS__
#define SDYRT_IF_0(...)
#define SDYRT_OR_NULL_1(...) __VA_ARGS__
#define SDYRT_OR_NULL_0(...) 0
#define SDYRT_ROW_1(...)                                                                           \
    { __VA_ARGS__ }
#define SDYRT_ROW_0(...)                                                                           \
    { 0 }

#endif
