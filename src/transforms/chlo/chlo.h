/* What each operation of chlo is decomposed into: one function each, for rows of the table in
 * legalize.c. A function puts other operations in the place of `formula->op` and erases it, or
 * returns false: after an error that it has reported, or where it has no decomposition for it. */
#ifndef SDYC_TRANSFORMS_CHLO_CHLO_H
#define SDYC_TRANSFORMS_CHLO_CHLO_H

#include "transforms/chlo/expression.h"

typedef bool expand_function(struct formula *formula);

/* elementary.c */
expand_function expand_acos, expand_acosh, expand_asin, expand_asinh, expand_atan, expand_atanh,
    expand_conj, expand_cosh, expand_sinh, expand_square, expand_tan;
expand_function expand_is_inf, expand_is_neg_inf, expand_is_pos_inf;
/* elementary_complex.c: the same of complex numbers */
expr acos_complex(expr z);
expr acosh_complex(expr z);
expr asin_complex(expr z);
expr asinh_complex(expr z);
expr atan_complex(expr z);
expr atanh_complex(expr z);
expr square_complex(expr z);
expand_function expand_asin_acos_kernel;
/* error_functions.c, erf_inv.c */
expand_function expand_erf, expand_erf_inv, expand_erfc;
/* gamma.c, zeta.c */
expand_function expand_digamma, expand_lgamma, expand_polygamma, expand_zeta;
/* bessel.c */
expand_function expand_bessel_i1e;
/* bits.c */
expand_function expand_mulhi, expand_next_after;
/* constants.c */
expand_function expand_constant, expand_constant_like;
/* broadcast.c */
expand_function expand_broadcast_binary, expand_broadcast_select;
/* runtime_functions.c: by an operation of the runtime's, of any operation that it has one for */
expand_function expand_by_runtime;
/* top_k.c, ragged_dot.c, scan.c */
expand_function expand_ragged_dot, expand_running_fold, expand_scan, expand_top_k;

#endif
