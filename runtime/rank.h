/* The limit of what kernels and values can be asked for. */
#ifndef SDYRT_RANK_H
#define SDYRT_RANK_H

enum { SDYRT_RANK = 32 }; /* dimensions, at most */

#endif
