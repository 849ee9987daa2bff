/* Calls of a kernel that look at what it leaves behind in the processor. */
#ifndef KERNELS_CALL_H
#define KERNELS_CALL_H

#include <stdint.h>

typedef void kernel_function(void);

union argument {
    const void *pointer;
    int64_t number;
};

enum { CALL_ARGUMENTS = 10 }; /* at most */

/* Calls the function; NULL, or which part of the processor's state it did not leave as it was:
   static text. On processors without a description here it says NULL always. */
const char *call_checked(kernel_function *function, const union argument *arguments, int count);

#endif
