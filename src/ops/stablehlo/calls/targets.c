#include "ops/stablehlo/calls/targets.h"

#include <stdlib.h>
#include <string.h>

#include "ops/stablehlo/calls/call.h"

static call_rule batch_rule;
static call_emit emit_marker, emit_layout, emit_lapack, emit_tridiagonal, emit_unknown;

/* What is known of the calls of a target. */
static const struct call_target {
    const char *target;
    call_rule *rule;
    uint32_t operands, results; /* that the rule is for; 0: any */
    uint32_t least_rank;        /* of the first operand */
    /* What a device cannot do on its part: all dimensions, those of a matrix, those that change,
     * those behind the batch. */
    enum { WHOLE_NONE, WHOLE_ALL, WHOLE_MATRIX, WHOLE_CHANGED, WHOLE_UNBATCHED } whole;
    call_emit *emit;
    struct lapack_form form; /* of emit_lapack */
} targets[] = {
    {"annotate_device_placement", rule_pointwise, 0, 0, 0, WHOLE_NONE, emit_marker, {0}},
    {"InspectSharding", rule_pointwise, 0, 0, 0, WHOLE_NONE, emit_marker, {0}},
    {"LayoutConstraint", rule_pointwise, 0, 0, 0, WHOLE_NONE, emit_layout, {0}},
    {"MoveToDevice", rule_pointwise, 0, 0, 0, WHOLE_NONE, emit_marker, {0}},
    {"MoveToHost", rule_pointwise, 0, 0, 0, WHOLE_NONE, emit_marker, {0}},
    {"Sharding", rule_none, 0, 0, 0, WHOLE_NONE, emit_marker, {0}},
    {"SPMDFullToShardShape", rule_none, 0, 0, 0, WHOLE_NONE, emit_marker, {0}},
    {"SPMDShardToFullShape", rule_none, 0, 0, 0, WHOLE_NONE, emit_marker, {0}},
    {"xla.megascale.provide_metadata", rule_pointwise, 0, 0, 0, WHOLE_NONE, emit_marker, {0}},
    {"xla.sdy.FuncResultSharding", rule_none, 0, 0, 0, WHOLE_NONE, emit_marker, {0}},
    {"xla.sdy.GlobalToLocalShape", rule_none, 0, 0, 0, WHOLE_NONE, emit_marker, {0}},
    {"xla.sdy.LocalToGlobalShape", rule_none, 0, 0, 0, WHOLE_NONE, emit_marker, {0}},
    {"control_dep", rule_none, 0, 0, 0, WHOLE_NONE, emit_nothing, {0}},
    {"dce_sink", rule_none, 0, 0, 0, WHOLE_NONE, emit_nothing, {0}},
    {"shape_assertion", rule_none, 0, 0, 0, WHOLE_NONE, emit_nothing, {0}},
    {"ApproxTopK", approximate_top_k_rule, 4, 2, 0, WHOLE_CHANGED, emit_unknown, {0}},
    {"Cholesky", rule_pointwise, 0, 0, 0, WHOLE_MATRIX, emit_unknown, {0}},
    {"CompactWyHelper", rule_pointwise, 0, 0, 0, WHOLE_MATRIX, emit_unknown, {0}},
    {"Eigh", eigh_rule, 1, 2, 2, WHOLE_MATRIX, emit_unknown, {0}},
    {"InvertDiagBlocksLowerTriangular", rule_pointwise, 0, 0, 0, WHOLE_MATRIX, emit_unknown, {0}},
    {"InvertDiagBlocksUpperTriangular", rule_pointwise, 0, 0, 0, WHOLE_MATRIX, emit_unknown, {0}},
    {"mhlo.erf", rule_pointwise, 0, 0, 0, WHOLE_NONE, emit_unknown, {0}},
    {"mhlo.topk", top_k_rule, 1, 2, 0, WHOLE_CHANGED, emit_unknown, {0}},
    {"PartialReduce", approximate_top_k_rule, 4, 2, 0, WHOLE_CHANGED, emit_unknown, {0}},
    {"ProductOfElementaryHouseholderReflectors",
     householder_rule,
     2,
     1,
     2,
     WHOLE_MATRIX,
     emit_unknown,
     {0}},
    {"Qr", qr_rule, 1, 2, 2, WHOLE_MATRIX, emit_unknown, {0}},
    {"QrDecompositionBlock", qr_rule, 1, 2, 2, WHOLE_MATRIX, emit_unknown, {0}},
    {"X64Combine", combine_rule, 0, 1, 0, WHOLE_NONE, emit_unknown, {0}},
    {"X64SplitHigh", rule_pointwise, 0, 0, 0, WHOLE_NONE, emit_unknown, {0}},
    {"X64SplitLow", rule_pointwise, 0, 0, 0, WHOLE_NONE, emit_unknown, {0}},
    {"_SPMDInternalOp_MultiPad", rule_pointwise, 0, 0, 0, WHOLE_ALL, emit_unknown, {0}},
    {"_SPMDInternalOp_MultiRotate", rule_pointwise, 0, 0, 0, WHOLE_ALL, emit_unknown, {0}},
    {"_SPMDInternalOp_MultiSlice", rule_pointwise, 0, 0, 0, WHOLE_ALL, emit_unknown, {0}},
    {"_SPMDInternalOp_RotateRight", rule_pointwise, 0, 0, 0, WHOLE_ALL, emit_unknown, {0}},
    {"_SPMDInternalOp_Wrap", rule_pointwise, 0, 0, 0, WHOLE_ALL, emit_unknown, {0}},
    {"tridiagonal_solve_perturbed_ffi",
     batch_rule,
     4,
     1,
     0,
     WHOLE_UNBATCHED,
     emit_tridiagonal,
     {"perturbed", "tn tn tn tnk", "tnk3", "", ""}},
#define ROW(letter, routine, name, operands, results, options, ordered)                            \
    {"lapack_" letter name "_ffi",                                                                 \
     batch_rule,                                                                                   \
     0,                                                                                            \
     0,                                                                                            \
     0,                                                                                            \
     WHOLE_UNBATCHED,                                                                              \
     emit_lapack,                                                                                  \
     {routine, operands, results, options, ordered}},
#define LAPACK(routine, real, complex, operands, real_results, complex_results, options, ordered)  \
    ROW("s", routine, real, operands, real_results, options, ordered)                              \
    ROW("d", routine, real, operands, real_results, options, ordered)                              \
    ROW("c", routine, complex, operands, complex_results, options, ordered)                        \
    ROW("z", routine, complex, operands, complex_results, options, ordered)
#include "ops/stablehlo/calls/lapack.def"
};
enum { TARGETS = sizeof targets / sizeof *targets };

static const char *target_of(const struct op *op) {
    const struct attr *target = op_property(op, "call_target_name");
    return target ? target->text : "";
}

const struct attr *custom_call_config(const struct op *op) {
    const struct attr *config = op_attr(op, "mhlo.backend_config");
    if (!config && op_int(op, "api_version", 1) == 4) {
        config = op_property(op, "backend_config");
    }
    return config && config->kind == ATTR_DICT ? config : NULL;
}

/* Calls of the typed interface that the table does not name: those of users. */
static const struct call_target typed_target = {"",           batch_rule, 0, 0, 0, WHOLE_UNBATCHED,
                                                emit_unknown, {0}};

static const struct call_target *find_target(const struct op *op) {
    const char *name = target_of(op);
    for (size_t i = 0; i < TARGETS; i++) {
        if (strcmp(name, targets[i].target) == 0) {
            return &targets[i];
        }
    }
    return custom_call_config(op) ? &typed_target : NULL;
}

/* --- sharding and local types ----------------------------------------------------------------- */

/* The target where its rule is for a call like this one. */
static const struct call_target *sharded_target(const struct op *op) {
    const struct call_target *known = find_target(op);
    bool fits = known && (known->operands == 0 || known->operands == op->operand_count) &&
                (known->results == 0 || known->results == op->result_count) &&
                (known->least_rank == 0 || op_operand(op, 0)->type->rank >= known->least_rank);
    return fits ? known : NULL;
}

bool custom_call_rule(const struct op *op, struct rule_builder *builder) {
    const struct call_target *known = sharded_target(op);
    rule_looks_further(builder); /* attributes of any name */
    return known && known->rule(op, builder);
}

bool custom_call_knows_parts(const struct op *op) {
    const struct call_target *known = op_is(op, OP_CUSTOM_CALL) ? sharded_target(op) : NULL;
    return known && known->whole == WHOLE_UNBATCHED;
}

bool custom_call_is_marker(const struct op *op) {
    const struct call_target *known = op_is(op, OP_CUSTOM_CALL) ? find_target(op) : NULL;
    return known && (known->emit == emit_marker || known->emit == emit_layout) &&
           op->operand_count == 1 && op->result_count == 1 &&
           op_operand(op, 0)->type == op_result(op, 0)->type;
}

bool custom_call_knows_whole(const struct op *op) {
    const struct call_target *known = op_is(op, OP_CUSTOM_CALL) ? sharded_target(op) : NULL;
    return known && known->whole != WHOLE_NONE;
}

/* How many dimensions in front number calls that do not know of each other: JAX says it of LAPACK
 * and of what its users register as such. */
static uint32_t batch_of(const struct op *op) {
    const struct attr *attrs = op_attr(op, "mhlo.frontend_attributes");
    for (uint32_t i = 0; attrs && attrs->kind == ATTR_DICT && i < attrs->count; i++) {
        const struct attr *count = attrs->items[i];
        if (strcmp(attrs->names[i], "num_batch_dims") == 0 && count->kind == ATTR_STRING) {
            return (uint32_t)strtoul(count->text, NULL, 10);
        }
    }
    return 0;
}

static bool batch_rule(const struct op *op, struct rule_builder *builder) {
    uint32_t batch = batch_of(op);
    if (op->operand_count == 0 || batch == 0) {
        return false;
    }
    for (uint32_t i = 0; i < op->operand_count + op->result_count; i++) {
        const struct type *type = i < op->operand_count
                                      ? op_operand(op, i)->type
                                      : op_result(op, i - op->operand_count)->type;
        if (!type_is_tensor(type) || type->rank < batch) {
            return false;
        }
    }
    rule_add_dims(builder, op_operand(op, 0)->type, batch);
    return true;
}

static bool is_whole(const struct op *op, int whole, uint32_t dim) {
    const struct type *first = op_operand(op, 0)->type;
    if (whole == WHOLE_MATRIX) {
        return dim + 2 >= first->rank;
    }
    return whole == WHOLE_ALL || (whole == WHOLE_UNBATCHED && dim >= batch_of(op)) ||
           (whole == WHOLE_CHANGED && first->dims[dim] != op->results[0].type->dims[dim]);
}

void custom_call_needs(const struct op *op, const struct partition_builder *builder,
                       struct need_list *needs) {
    const struct call_target *known = sharded_target(op);
    needs_by_rule(op, builder, needs);
    if (!known || known->whole == WHOLE_NONE || op->operand_count == 0) {
        return;
    }
    for (uint32_t dim = 0; dim < op_operand(op, 0)->type->rank; dim++) {
        if (is_whole(op, known->whole, dim)) {
            need_everywhere(needs, NEED_EXCHANGED, op, dim);
        }
    }
}

/* --- emission --------------------------------------------------------------------------------- */

/* Says something of its operands, which are its results. */
static bool emit_marker(const struct op *op, struct kernel_builder *builder) {
    for (uint32_t i = 0; i < op->result_count; i++) {
        if (op->result_count != op->operand_count ||
            op_result(op, i)->type != op_operand(op, i)->type) {
            return kernel_unsupported(builder, op,
                                      "calls @%s, which cannot be compiled where it gives other "
                                      "types than it takes",
                                      target_of(op));
        }
        kernel_result(builder, op, i, kernel_operand(builder, op, i));
    }
    return true;
}

static bool emit_layout(const struct op *op, struct kernel_builder *builder) {
    if (op->operand_count != 1 || op->result_count != 1 ||
        op_operand(op, 0)->type != op_result(op, 0)->type || !op_attr(op, "result_layouts")) {
        return emit_marker(op, builder);
    }
    kernel_result(builder, op, 0, node_in_layout(builder, op));
    return true;
}

static bool emit_lapack(const struct op *op, struct kernel_builder *builder) {
    const struct call_target *known = find_target(op);
    return node_lapack(builder, op, &known->form, known->target[strlen("lapack_")]);
}

/* A call of all four types, whose name has no letter for them. */
static bool emit_tridiagonal(const struct op *op, struct kernel_builder *builder) {
    if (op->operand_count == 0) {
        return emit_unknown(op, builder);
    }
    const struct type *element = type_element(op_operand(op, 0)->type);
    bool is_complex = element->kind == TYPE_COMPLEX;
    const struct type *real = is_complex ? element->element : element;
    bool is_double = real->kind == TYPE_FLOAT && real->float_kind == FLOAT_F64;
    char letter = is_complex ? (is_double ? 'z' : 'c') : is_double ? 'd' : 's';
    return node_lapack(builder, op, &find_target(op)->form, letter);
}

static bool emit_unknown(const struct op *op, struct kernel_builder *builder) {
    const char *names[TARGETS], *name = target_of(op);
    size_t count = 0;
    for (size_t i = 0; i < TARGETS; i++) {
        if (targets[i].emit != emit_unknown) {
            names[count++] = targets[i].target;
        }
    }
    const char *near = nearest_name(name, names, count);
    struct arena *arena = kernel_arena(builder);
    const char *hint = near ? arena_printf(arena, "; did you mean @%s?", near) : "";
    return kernel_unsupported(builder, op,
                              "calls @%s, which is not known%s Known are what --load and "
                              "sdyc_register_call give, and what docs/how-to/custom-calls.md lists",
                              name, near ? hint : ".");
}

bool custom_call_has_code(const struct op *op) {
    const struct call_target *known = find_target(op);
    return known && known->emit != emit_unknown;
}

/* What the host has registered goes before what the table has. */
bool custom_call_emit(const struct op *op, struct kernel_builder *builder) {
    if (kernel_has_handler(builder, op)) {
        return node_handler_call(builder, op);
    }
    const struct call_target *known = find_target(op);
    return (known ? known->emit : emit_unknown)(op, builder);
}
