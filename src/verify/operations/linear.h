/* Matrices: Cholesky factors, triangular systems, Fourier transforms. */
#ifndef SDYC_VERIFY_LINEAR_H
#define SDYC_VERIFY_LINEAR_H

#include "verify/evaluation/evaluate.h"

local_rule local_cholesky, local_fft, local_triangular_solve;

#endif
