#include "lapack_routines.h"

#define TYPE       z
#define OWN        double _Complex
#define REAL       double
#define IS_COMPLEX 1
#include "lapack.inc"
