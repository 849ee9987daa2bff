/* Quantization of products: dot_general and convolution. */
#include "ops/stablehlo/linear/linear.h"
#include "ops/verify/checks.h"

bool elements_convolve(const struct type *lhs, const struct type *rhs) {
    const struct quantized *p = type_as_quantized(lhs), *q = type_as_quantized(rhs);
    if (q && !p) {
        return q->expressed == lhs; /* hybrid: only the kernel is quantized */
    }
    if (p && q) {
        return p->storage == q->storage && p->expressed == q->expressed;
    }
    return p == NULL && lhs == rhs;
}

static bool check_static_quantization(const struct op *op, struct context *context,
                                      const struct quantized *lhs, const struct quantized *rhs,
                                      const struct quantized *result) {
    if (lhs->storage != rhs->storage) {
        return fault(op, context,
                     "mismatched lhs and rhs quantization storage types: '%s' and '%s'",
                     say_type(context, lhs->storage), say_type(context, rhs->storage));
    }
    if (lhs->expressed != rhs->expressed || lhs->expressed != result->expressed) {
        return fault(op, context, "mismatched lhs, rhs and result quantization expressed types");
    }
    if (rhs->axis == QUANTIZED_PER_TENSOR && result->axis != QUANTIZED_PER_TENSOR) {
        return fault(op, context, "mismatched rhs and result quantization granularity");
    }
    return true;
}

bool check_mixed_quantization(const struct op *op, struct context *context) {
    const struct type *left = op_operand(op, 0)->type, *out = op_result(op, 0)->type;
    const struct quantized *lhs = type_as_quantized(left->element);
    const struct quantized *rhs = type_as_quantized(op_operand(op, 1)->type->element);
    const struct quantized *result = type_as_quantized(out->element);
    if (!lhs && !rhs && !result) {
        return true;
    }
    if (!rhs || (lhs != NULL) != (result != NULL)) {
        return fault(op, context,
                     "rhs should be quantized for quantized operations and "
                     "is_quantized(lhs)=is_quantized(result) should hold");
    }
    if (lhs) {
        return check_static_quantization(op, context, lhs, rhs, result);
    }
    if (rhs->expressed != left->element || rhs->expressed != out->element) {
        return fault(op, context,
                     "mismatched rhs quantization expressed type and lhs and result "
                     "element type");
    }
    return true;
}
