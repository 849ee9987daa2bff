/* The attributes of stablehlo and chlo as C structs: what the payload of each is. Enumerations are
 * one word; attr_case() reads it. */
#ifndef SDYC_OPS_ATTRS_H
#define SDYC_OPS_ATTRS_H

#include "ir/ir.h"

struct dot_dims {
    struct int_list lhs_batching, rhs_batching, lhs_contracting, rhs_contracting;
};
struct ragged_dot_dims {
    struct int_list lhs_batching, rhs_batching, lhs_contracting, rhs_contracting, lhs_ragged,
        rhs_group;
};
struct gather_dims {
    struct int_list offset, collapsed_slice, operand_batching, start_indices_batching,
        start_index_map;
    int64_t index_vector_dim;
};
struct scatter_dims {
    struct int_list update_window, inserted_window, input_batching, scatter_indices_batching,
        scatter_dims_to_operand;
    int64_t index_vector_dim;
};
struct conv_dims {
    int64_t input_batch, input_feature;
    struct int_list input_spatial;
    int64_t kernel_input_feature, kernel_output_feature;
    struct int_list kernel_spatial;
    int64_t output_batch, output_feature;
    struct int_list output_spatial;
};
struct channel_handle {
    int64_t handle, type;
};
struct output_alias {
    struct int_list output_tuple_indices;
    int64_t operand_index;
    struct int_list operand_tuple_indices;
};
struct dot_algorithm {
    const struct type *lhs_precision, *rhs_precision, *accumulation;
    int64_t lhs_components, rhs_components, primitive_operations, imprecise_accumulation;
};
struct bounds {
    struct int_list dims; /* DIM_DYNAMIC: no bound */
};
struct result_accuracy {
    double atol, rtol;
    int64_t ulps, mode; /* 0 default, 1 highest, 2 tolerance */
};
struct replica_group_axes {
    const struct attr *mesh, *axes;
};

enum comparison_direction {
    COMPARE_EQ,
    COMPARE_NE,
    COMPARE_GE,
    COMPARE_GT,
    COMPARE_LE,
    COMPARE_LT
};
/* Whether a comparison holds between numbers of which that is true; none of it with a NaN. */
bool comparison_holds(enum comparison_direction direction, bool less, bool equal, bool greater);
enum comparison_type {
    COMPARE_NO_TYPE,
    COMPARE_FLOAT,
    COMPARE_TOTAL_ORDER,
    COMPARE_SIGNED,
    COMPARE_UNSIGNED,
};
enum fft_type { FFT_FFT, FFT_IFFT, FFT_RFFT, FFT_IRFFT };
enum transpose_option { TRANSPOSE_INVALID, TRANSPOSE_NO, TRANSPOSE_YES, TRANSPOSE_ADJOINT };
enum rng_algorithm { RNG_DEFAULT, RNG_THREE_FRY, RNG_PHILOX };
enum rng_distribution { RNG_UNIFORM, RNG_NORMAL };

extern const struct attr_def attr_dot, attr_ragged_dot, attr_gather, attr_scatter, attr_conv,
    attr_channel_handle, attr_output_alias, attr_dot_algorithm, attr_bounds, attr_type_extensions,
    attr_result_accuracy, attr_result_accuracy_mode, attr_replica_group_mesh_axes;
extern const struct attr_def attr_arith_fastmath, attr_arith_overflow;
extern const struct attr_def attr_precision, attr_comparison_direction, attr_comparison_type,
    attr_fft_type, attr_transpose, attr_rng_algorithm, attr_rng_distribution;
extern const struct attr_def attr_hlo_mesh_axis, attr_hlo_mesh, attr_hlo_axis_ref,
    attr_hlo_sub_axis;

/* A hook of definitions whose payload is their words: enumerations and flags. */
const void *attr_words_payload(struct arena *arena, const int64_t *words, uint32_t count);
/* The payload where `attr` is of that definition, else NULL. */
const void *attr_payload(const struct attr *attr, const struct attr_def *def);
static inline const struct dot_dims *attr_as_dot(const struct attr *attr) {
    return (const struct dot_dims *)attr_payload(attr, &attr_dot);
}
static inline const struct gather_dims *attr_as_gather(const struct attr *attr) {
    return (const struct gather_dims *)attr_payload(attr, &attr_gather);
}
static inline const struct scatter_dims *attr_as_scatter(const struct attr *attr) {
    return (const struct scatter_dims *)attr_payload(attr, &attr_scatter);
}
static inline const struct conv_dims *attr_as_conv(const struct attr *attr) {
    return (const struct conv_dims *)attr_payload(attr, &attr_conv);
}
static inline const struct bounds *attr_as_bounds(const struct attr *attr) {
    return (const struct bounds *)attr_payload(attr, &attr_bounds);
}
/* The number of the case of an enumeration; `otherwise` where absent. */
int64_t attr_case(const struct attr *attr, int64_t otherwise);
/* What the ragged dimension of lhs is: a dimension of its own, contracted, or a batch. */
enum ragged_mode { RAGGED_FREE, RAGGED_CONTRACTING, RAGGED_BATCH };
enum ragged_mode ragged_mode(const struct ragged_dot_dims *dims);
/* Dimensions of lhs that group sizes may be given for, in the order that they then have there. */
uint32_t ragged_size_dims(const struct ragged_dot_dims *dims, int64_t *found);
const struct attr *attr_dot_dims(struct context *context, const struct dot_dims *dims);
const struct attr *attr_gather_dims(struct context *context, const struct gather_dims *dims);
const struct attr *attr_scatter_dims(struct context *context, const struct scatter_dims *dims);
/* The number of a case, by its name; a word that is none is an error. */
bool parse_enum_case(struct asm_parser *parser, const struct attr_def *def,
                     const char *const *cases, int64_t *at);
const struct attr *attr_enum(struct context *context, const struct attr_def *def, int64_t value);
const struct attr *attr_channel(struct context *context, int64_t handle, int64_t type);
/* Axes of meshes and meshes of parts of the right kind; what may be left out is NULL. */
const struct attr *attr_axis_ref(struct context *context, const char *name,
                                 const struct attr *sub_axis);
const struct attr *attr_mesh_axis(struct context *context, const char *name, int64_t size);
const struct attr *attr_mesh_of(struct context *context, const struct attr *axes,
                                const struct attr *device_ids);
const struct attr *attr_conv_dims(struct context *context, const struct conv_dims *dims);

#endif
