#include "codegen/library/matrix.h"

const struct type *matrix_element(struct kernel_builder *builder, const struct type *element) {
    bool is_narrow = element->kind == TYPE_FLOAT && type_bits(element) < 32;
    return is_narrow ? type_float(builder->context, FLOAT_F32) : element;
}

enum sdyrt_product_type matrix_type(enum element element) {
    switch (element) {
    case ELEMENT_F32:
        return SDYRT_PRODUCT_F32;
    case ELEMENT_F64:
        return SDYRT_PRODUCT_F64;
    case ELEMENT_C64:
        return SDYRT_PRODUCT_C64;
    case ELEMENT_C128:
        return SDYRT_PRODUCT_C128;
    default:
        sdyc_bug("a matrix of %s elements", element_info[element].name);
    }
}

const char *matrix_parts(int64_t type) {
    switch (type) {
    case SDYRT_PRODUCT_F32:
        return "SUBSTITUTION_F32";
    case SDYRT_PRODUCT_F64:
        return "SUBSTITUTION_F64";
    case SDYRT_PRODUCT_C64:
        return "SUBSTITUTION_C64";
    default:
        return "SUBSTITUTION_C128";
    }
}

int64_t matrix_batch(const struct kernel *kernel, uint32_t count, uint32_t access_count,
                     const struct access *accesses, int64_t *sizes, int64_t *const *strides) {
    int64_t rank = 0;
    for (uint32_t d = 0; d < count; d++) {
        int64_t size = kernel->extent[d];
        bool continues = rank > 0;
        for (uint32_t i = 0; i < access_count; i++) {
            continues = continues && strides[i][rank - 1] == accesses[i].at.stride[d] * size;
        }
        if (size == 1) {
            continue;
        }
        rank += continues ? 0 : 1;
        sizes[rank - 1] = continues ? sizes[rank - 1] * size : size;
        for (uint32_t i = 0; i < access_count; i++) {
            strides[i][rank - 1] = accesses[i].at.stride[d];
        }
    }
    return rank;
}

double matrix_count(const struct kernel *kernel, uint32_t count) {
    double matrices = 1;
    for (uint32_t d = 0; d < count; d++) {
        matrices *= (double)kernel->extent[d];
    }
    return matrices;
}
