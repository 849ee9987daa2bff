/* The sdyc runtime, all of it: what emitted programs link to. See each header for its contract. */
#ifndef SDYRT_H
#define SDYRT_H

#include "cholesky.h"
#include "conv.h"
#include "cpu.h"
#include "fft.h"
#include "lapack.h"
#include "npy.h"
#include "product.h"
#include "scan.h"
#include "sort.h"
#include "strips.h"
#include "symbols.h"
#include "team.h"
#include "transpose.h"
#include "triangular.h"
#include "types.h"

#endif
