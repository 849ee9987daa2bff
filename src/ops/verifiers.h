/* The verifiers and type inferences of stablehlo and chlo, one file a family: <family>/verify.c. */
#ifndef SDYC_OPS_VERIFIERS_H
#define SDYC_OPS_VERIFIERS_H

#include "ir/ir.h"

#define VERIFIER(name) bool verify_##name(const struct op *op, struct context *context);
#define INFERENCE(name)                                                                            \
    bool infer_##name(const struct op *op, struct context *context, const struct type **types);
#define BOTH(name)                                                                                 \
    VERIFIER(name)                                                                                 \
    INFERENCE(name)

/* shape/ */
BOTH(slice)
BOTH(dynamic_slice)
VERIFIER(dynamic_update_slice)
BOTH(broadcast_sizes)
VERIFIER(broadcast_in_dim)
VERIFIER(reshape)
BOTH(concatenate)
BOTH(transpose)
VERIFIER(reverse)
BOTH(pad)
VERIFIER(iota)
/* elementwise/ */
VERIFIER(add)
INFERENCE(compare)
INFERENCE(complex)
BOTH(select)
BOTH(clamp)
VERIFIER(bitcast_convert)
VERIFIER(uniform_quantize)
INFERENCE(uniform_dequantize)
VERIFIER(compare)
/* gather/ */
BOTH(gather)
VERIFIER(dynamic_gather)
VERIFIER(scatter)
INFERENCE(scatter)
/* reduction/ */
BOTH(reduce)
BOTH(reduce_window)
BOTH(map)
VERIFIER(sort)
VERIFIER(select_and_scatter)
INFERENCE(select_and_scatter)
/* linear/ */
VERIFIER(convolution)
VERIFIER(dynamic_conv)
VERIFIER(dot)
VERIFIER(dot_general)
BOTH(fft)
VERIFIER(cholesky)
BOTH(triangular_solve)
VERIFIER(batch_norm)
INFERENCE(batch_norm_training)
INFERENCE(batch_norm_grad)
/* collective/ */
VERIFIER(all_gather)
BOTH(all_reduce)
BOTH(all_to_all)
VERIFIER(reduce_scatter)
VERIFIER(collective_broadcast)
BOTH(collective_reduce)
INFERENCE(collective_data)
VERIFIER(collective_permute)
INFERENCE(process_id)
/* control/ */
VERIFIER(conditional)
INFERENCE(conditional)
BOTH(while)
INFERENCE(token)
VERIFIER(infeed)
VERIFIER(send)
VERIFIER(recv)
BOTH(get_tuple_element)
INFERENCE(tuple)
VERIFIER(custom_call)
VERIFIER(composite)
/* dynamic/ */
VERIFIER(dynamic_iota)
VERIFIER(dynamic_broadcast_in_dim)
VERIFIER(dynamic_reshape)
VERIFIER(dynamic_pad)
VERIFIER(real_dynamic_slice)
BOTH(get_dimension_size)
BOTH(set_dimension_size)
/* rng */
BOTH(rng)
VERIFIER(rng_bit_generator)
/* chlo/ */
BOTH(broadcast_select)
BOTH(top_k)
BOTH(ragged_dot)
VERIFIER(scan)

#undef VERIFIER
#undef INFERENCE
#undef BOTH

#endif
