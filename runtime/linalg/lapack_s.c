#include "lapack_routines.h"

#define TYPE       s
#define OWN        float
#define REAL       float
#define IS_COMPLEX 0
#include "lapack.inc"
