#include "lapack_routines.h"

#define TYPE       d
#define OWN        double
#define REAL       double
#define IS_COMPLEX 0
#include "lapack.inc"
