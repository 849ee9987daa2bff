/* Products and convolutions in the runtime's own terms. */
#include "codegen/emit/runtime_calls.h"

enum sdyrt_gemm_type product_type(const struct kernel_buffer *operand,
                                  const struct kernel_buffer *result) {
    bool wide = element_info[result->element].bytes > element_info[operand->element].bytes;
    switch (operand->element) {
    case ELEMENT_F32:
        return SDYRT_GEMM_F32;
    case ELEMENT_F64:
        return SDYRT_GEMM_F64;
    case ELEMENT_BF16:
        return wide ? SDYRT_GEMM_BF16_F32 : SDYRT_GEMM_BF16;
    case ELEMENT_F16:
        return wide ? SDYRT_GEMM_F16_F32 : SDYRT_GEMM_F16;
    case ELEMENT_I8:
        return wide ? SDYRT_GEMM_I8_I32 : SDYRT_GEMM_I8;
    case ELEMENT_U8:
        return wide ? SDYRT_GEMM_U8_I32 : SDYRT_GEMM_I8;
    case ELEMENT_I16:
    case ELEMENT_U16:
        return SDYRT_GEMM_I16;
    case ELEMENT_I32:
    case ELEMENT_U32:
        return SDYRT_GEMM_I32;
    case ELEMENT_I64:
    case ELEMENT_U64:
        return SDYRT_GEMM_I64;
    case ELEMENT_I1:
        return SDYRT_GEMM_PRED;
    case ELEMENT_C64:
        return SDYRT_GEMM_C64;
    case ELEMENT_C128:
        return SDYRT_GEMM_C128;
    default:
        sdyc_bug("a product of %s elements", element_info[operand->element].name);
    }
}

struct sdyrt_conv describe_convolution(const struct convolution *from) {
    struct sdyrt_conv to = {.type = product_type(from->input, from->output),
                            .batch = from->batch,
                            .in_channels = from->input_features,
                            .out_channels = from->output_features,
                            .feature_groups = from->feature_groups,
                            .batch_groups = from->batch_groups,
                            .in_batch = from->input_stride[0],
                            .in_channel = from->input_stride[1],
                            .kernel_in = from->kernel_stride[0],
                            .kernel_out = from->kernel_stride[1],
                            .out_batch = from->output_stride[0],
                            .out_channel = from->output_stride[1]};
    for (uint32_t i = 0; i < SDYRT_CONV_RANK; i++) {
        to.in_size[i] = to.kernel_size[i] = to.out_size[i] = to.stride[i] = 1;
        to.in_dilation[i] = to.kernel_dilation[i] = 1;
    }
    for (uint32_t s = 0; s < from->spatial; s++) {
        uint32_t i = SDYRT_CONV_RANK - from->spatial + s;
        to.in_size[i] = from->input_size[s];
        to.kernel_size[i] = from->kernel_size[s];
        to.out_size[i] = from->output_size[s];
        to.stride[i] = from->stride[s];
        to.pad_low[i] = from->pad_low[s];
        to.in_dilation[i] = from->input_dilation[s];
        to.kernel_dilation[i] = from->kernel_dilation[s];
        to.reversed[i] = from->reversed[s];
        to.in_spatial[i] = from->input_stride[2 + s];
        to.kernel_spatial[i] = from->kernel_stride[2 + s];
        to.out_spatial[i] = from->output_stride[2 + s];
    }
    return to;
}
