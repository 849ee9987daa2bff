#include "lapack_routines.h"

#define TYPE       c
#define OWN        float _Complex
#define REAL       float
#define IS_COMPLEX 1
#include "lapack.inc"
