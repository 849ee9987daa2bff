/* Operands of two shapes that broadcast to one. */
#include "ops/chlo/broadcasting.h"

#include "ops/attrs/attrs.h"
#include "ops/build.h"
#include "ops/reify_builder.h"
#include "ops/verify/fault.h"

/* --- extents and bounds: all that is known ---------------------------------------------------- */

struct bounded_shape {
    uint32_t rank;
    int64_t sizes[MAX_RANK]; /* what is dynamic counts as its bound */
    bool bounded[MAX_RANK];
};

static bool is_static_or_bounded(const struct type *type) {
    return type_is_static(type) || (type->kind == TYPE_TENSOR && attr_as_bounds(type->encoding));
}

/* One more operand's dimension; 1 gives way. Reports at the operand where they differ. */
static bool broadcast_size(struct bounded_shape *shape, uint32_t dim, const struct value *operand,
                           uint32_t operand_dim, struct context *context) {
    const struct type *type = operand->type;
    bool bounded = type->dims[operand_dim] == DIM_DYNAMIC;
    int64_t size = bounded ? bound_of(type, operand_dim) : type->dims[operand_dim];
    if (shape->sizes[dim] == 1) {
        shape->sizes[dim] = size;
        shape->bounded[dim] = bounded;
        return true;
    }
    if (size == 1 || (size == shape->sizes[dim] && bounded == shape->bounded[dim])) {
        return true;
    }
    if (size != shape->sizes[dim]) {
        diag_error(context->diagnostics, value_location(operand),
                   "incompatible shapes for broadcasting %lld and %lld",
                   (long long)shape->sizes[dim], (long long)size);
    } else {
        diag_error(context->diagnostics, value_location(operand),
                   "cannot mix bounded and static dimensions in broadcast");
    }
    return false;
}

static uint32_t largest_rank(const struct op *op) {
    uint32_t rank = 0;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        rank = op_operand(op, i)->type->rank > rank ? op_operand(op, i)->type->rank : rank;
    }
    return rank;
}

/* Of operands that are static or bounded, their dimensions aligned at the last one. */
static const struct type *broadcast_bounded(const struct op *op, struct context *context,
                                            const struct type *element) {
    struct bounded_shape shape = {.rank = largest_rank(op)};
    int64_t dims[MAX_RANK], bounds[MAX_RANK];
    for (uint32_t d = 0; d < shape.rank; d++) {
        shape.sizes[d] = 1;
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct value *operand = op_operand(op, i);
        uint32_t skipped = shape.rank - operand->type->rank;
        for (uint32_t d = shape.rank; d-- > skipped;) {
            if (!broadcast_size(&shape, d, operand, d - skipped, context)) {
                return type_unranked(context, element);
            }
        }
        for (uint32_t d = 0; i > 0 && d < skipped; d++) { /* a bound of 1 gives way to 1 */
            shape.bounded[d] = shape.bounded[d] && shape.sizes[d] != 1;
        }
    }
    for (uint32_t d = 0; d < shape.rank; d++) {
        dims[d] = shape.bounded[d] ? DIM_DYNAMIC : shape.sizes[d];
        bounds[d] = shape.bounded[d] ? shape.sizes[d] : DIM_DYNAMIC;
    }
    return type_with_bounds(context, element, shape.rank, dims, bounds);
}

/* --- extents alone ---------------------------------------------------------------------------- */

/* The larger of two extents that broadcast: 1 gives way, an unknown one to more than 1. */
static bool broadcast_dim(int64_t *dim, int64_t other) {
    if (*dim != DIM_DYNAMIC && other != DIM_DYNAMIC) {
        bool fits = *dim == other || *dim == 1 || other == 1;
        *dim = *dim == 1 ? other : *dim;
        return fits;
    }
    int64_t known = *dim == DIM_DYNAMIC ? other : *dim;
    *dim = known > 1 ? known : DIM_DYNAMIC;
    return true;
}

/* Of operands whose dimensions are aligned at the last one. */
static const struct type *broadcast_aligned(const struct op *op, struct context *context,
                                            const struct type *element) {
    uint32_t rank = largest_rank(op);
    int64_t dims[MAX_RANK];
    for (uint32_t d = 0; d < rank; d++) {
        dims[d] = 1;
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct type *type = op_operand(op, i)->type;
        for (uint32_t d = 0; d < type->rank; d++) {
            if (!broadcast_dim(&dims[rank - type->rank + d], type->dims[d])) {
                return type_unranked(context, element);
            }
        }
    }
    return type_tensor(context, element, rank, dims, NULL);
}

/* Of two operands; the dimensions of the smaller one go where `mapping` says. */
static const struct type *broadcast_mapped(const struct op *op, struct context *context,
                                           const struct type *element, struct int_list mapping) {
    const struct type *lhs = operand_type(op, 0), *rhs = operand_type(op, 1);
    const struct type *large = lhs->rank > rhs->rank ? lhs : rhs;
    const struct type *small = lhs->rank > rhs->rank ? rhs : lhs;
    int64_t dims[MAX_RANK];
    if (mapping.count != small->rank) {
        return type_unranked(context, element);
    }
    for (uint32_t i = 0; i < large->rank; i++) {
        dims[i] = large->dims[i];
    }
    for (uint32_t i = 0; i < small->rank; i++) {
        int64_t at = mapping.items[i];
        if (at < 0 || at >= (int64_t)large->rank) {
            return type_unranked(context, element);
        }
        dims[at] = large->dims[at];
        if (!broadcast_dim(&dims[at], small->dims[i])) {
            return type_unranked(context, element);
        }
    }
    return type_tensor(context, element, large->rank, dims, NULL);
}

const struct type *broadcast_type(const struct op *op, struct context *context,
                                  const struct type *element) {
    bool known = true;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct type *type = operand_type(op, i);
        if (type->kind == TYPE_UNRANKED) {
            return type_unranked(context, element);
        }
        known = known && is_static_or_bounded(type);
    }
    if (op_attr(op, "broadcast_dimensions")) {
        return broadcast_mapped(op, context, element, op_ints(op, "broadcast_dimensions"));
    }
    return known ? broadcast_bounded(op, context, element)
                 : broadcast_aligned(op, context, element);
}

static bool broadcast_infer_as(const struct op *op, struct context *context,
                               const struct type *element, const struct type **types) {
    types[0] = broadcast_type(op, context, element);
    return true;
}

bool broadcast_infer(const struct op *op, struct context *context, const struct type **types) {
    return broadcast_infer_as(op, context, type_element(op_operand(op, 0)->type), types);
}

bool broadcast_infer_complex(const struct op *op, struct context *context,
                             const struct type **types) {
    const struct type *element = type_element(op_operand(op, 0)->type);
    return broadcast_infer_as(op, context, type_complex(context, element), types);
}

bool broadcast_infer_predicate(const struct op *op, struct context *context,
                               const struct type **types) {
    return broadcast_infer_as(op, context, type_integer(context, 1, SIGNLESS), types);
}

bool broadcast_verify(const struct op *op, struct context *context) {
    const struct type *lhs = op_operand(op, 0)->type, *rhs = op_operand(op, 1)->type;
    if (!elements_compatible(lhs, rhs)) {
        return fault(op, context, "mismatched operand types: '%s' and '%s'", say_type(context, lhs),
                     say_type(context, rhs));
    }
    return true;
}

enum op_id op_without_broadcast(const struct op *op) {
    static const struct {
        enum op_id broadcasting, plain;
    } rows[] = {
        {OP_CHLO_BROADCAST_ADD, OP_ADD},
        {OP_CHLO_BROADCAST_AND, OP_AND},
        {OP_CHLO_BROADCAST_ATAN2, OP_ATAN2},
        {OP_CHLO_BROADCAST_COMPARE, OP_COMPARE},
        {OP_CHLO_BROADCAST_COMPLEX, OP_COMPLEX},
        {OP_CHLO_BROADCAST_DIVIDE, OP_DIVIDE},
        {OP_CHLO_BROADCAST_MAXIMUM, OP_MAXIMUM},
        {OP_CHLO_BROADCAST_MINIMUM, OP_MINIMUM},
        {OP_CHLO_BROADCAST_MULTIPLY, OP_MULTIPLY},
        {OP_CHLO_BROADCAST_NEXT_AFTER, OP_CHLO_NEXT_AFTER},
        {OP_CHLO_BROADCAST_OR, OP_OR},
        {OP_CHLO_BROADCAST_POLYGAMMA, OP_CHLO_POLYGAMMA},
        {OP_CHLO_BROADCAST_POWER, OP_POWER},
        {OP_CHLO_BROADCAST_REMAINDER, OP_REMAINDER},
        {OP_CHLO_BROADCAST_SHIFT_LEFT, OP_SHIFT_LEFT},
        {OP_CHLO_BROADCAST_SHIFT_RIGHT_ARITHMETIC, OP_SHIFT_RIGHT_ARITHMETIC},
        {OP_CHLO_BROADCAST_SHIFT_RIGHT_LOGICAL, OP_SHIFT_RIGHT_LOGICAL},
        {OP_CHLO_BROADCAST_SUBTRACT, OP_SUBTRACT},
        {OP_CHLO_BROADCAST_XOR, OP_XOR},
        {OP_CHLO_BROADCAST_ZETA, OP_CHLO_ZETA},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (op_is(op, rows[i].broadcasting)) {
            return rows[i].plain;
        }
    }
    return OP_COUNT_;
}

static bool maps_to_last(const struct op *op, struct int_list mapping) {
    const struct type *a = op_operand(op, 0)->type, *b = op_operand(op, 1)->type;
    if (!type_is_tensor(a) || !type_is_tensor(b)) {
        return false;
    }
    uint32_t least = a->rank < b->rank ? a->rank : b->rank;
    uint32_t most = a->rank < b->rank ? b->rank : a->rank;
    for (uint32_t i = 0; i < mapping.count && least != most; i++) {
        if (mapping.items[i] != most - least + i) {
            return false;
        }
    }
    return least == most || mapping.count == least;
}

bool broadcast_maps_to_last(const struct op *op) {
    return !op_attr(op, "broadcast_dimensions") ||
           maps_to_last(op, op_ints(op, "broadcast_dimensions"));
}

/* Of chlo: what all operands broadcast to. */
struct value *broadcast_reify_joint(struct op *op, struct builder *at) {
    struct value *shapes[3];
    int64_t rank = 0;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        shapes[i] = reify_shape_of(at, op_operand(op, i));
        bool open = rank == DIM_DYNAMIC || shapes[i]->type->dims[0] == DIM_DYNAMIC;
        rank = open                              ? DIM_DYNAMIC
               : shapes[i]->type->dims[0] > rank ? shapes[i]->type->dims[0]
                                                 : rank;
    }
    struct context *context = at->module->context;
    return build_value(at, OP_SHAPE_BROADCAST, op->operand_count, shapes,
                       type_tensor(context, type_index(context), 1, &rank, NULL));
}

struct value *broadcast_reify(struct op *op, struct builder *at) {
    struct context *context = at->module->context;
    if (broadcast_maps_to_last(op)) {
        return broadcast_reify_joint(op, at);
    }
    diag_warning(context->diagnostics, op->location,
                 "'%s' op unsupported non prefix-padded dynamic rank broadcast_dimensions = %s",
                 op->name, say_attr(context, op_attr(op, "broadcast_dimensions")));
    return NULL;
}
