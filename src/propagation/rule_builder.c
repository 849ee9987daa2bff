/* The rule builder that the `rule` hooks of operations write to (ops/rule_builder.h), and the rules
 * of operations. */
#include "ops/rule_builder.h"
#include "ir/op_def.h"
#include "propagation/propagation.h"

/* One factor of one dimension of one tensor, in the order of their making. */
struct mapping {
    uint32_t tensor, dim, factor;
};

struct rule_builder {
    struct context *context;
    bool conservative;
    bool looks_further; /* than rule_question */
    uint32_t operand_count, result_count;
    const uint32_t *ranks; /* of all tensors */
    const uint32_t *bases; /* where the dimensions of a tensor begin in `dim_counts` */
    uint32_t *dim_counts;  /* how many factors each dimension of each tensor has */
    VECTOR(struct rule_factor) factors;
    VECTOR(struct mapping) mappings;
};

bool rule_is_conservative(const struct rule_builder *builder) {
    return builder->conservative;
}

void rule_looks_further(struct rule_builder *builder) {
    builder->looks_further = true;
}

static uint32_t new_factor(struct rule_builder *builder, int64_t size, enum factor_kind kind) {
    *vector_push(&builder->factors) = (struct rule_factor){.size = size, .kind = kind};
    return (uint32_t)builder->factors.count - 1;
}

static void map_dim(struct rule_builder *builder, uint32_t tensor, uint32_t dim, uint32_t factor) {
    builder->dim_counts[builder->bases[tensor] + dim]++;
    *vector_push(&builder->mappings) = (struct mapping){tensor, dim, factor};
}

/* A factor of size 1 only goes where the dimension has none. */
static void map_unless_trivial(struct rule_builder *builder, uint32_t tensor, int64_t dim,
                               uint32_t factor) {
    if (dim == NO_DIM) {
        return;
    }
    if (dim < 0 || dim >= builder->ranks[tensor]) {
        sdyc_bug("factor of dimension %lld of a tensor of rank %u", (long long)dim,
                 builder->ranks[tensor]);
    }
    if (builder->factors.items[factor].size == 1 &&
        builder->dim_counts[builder->bases[tensor] + dim] != 0) {
        return;
    }
    map_dim(builder, tensor, (uint32_t)dim, factor);
}

void rule_add(struct rule_builder *builder, const int64_t *operands, const int64_t *results,
              int64_t size, enum factor_kind kind) {
    uint32_t factor = new_factor(builder, size, kind);
    for (uint32_t i = 0; i < builder->operand_count; i++) {
        map_unless_trivial(builder, i, operands[i], factor);
    }
    for (uint32_t i = 0; i < builder->result_count; i++) {
        map_unless_trivial(builder, builder->operand_count + i, results[i], factor);
    }
}

void rule_add_unary(struct rule_builder *builder, int64_t operand, int64_t result, int64_t size,
                    enum factor_kind kind) {
    uint32_t factor = new_factor(builder, size, kind);
    map_unless_trivial(builder, 0, operand, factor);
    map_unless_trivial(builder, builder->operand_count, result, factor);
}

void rule_add_binary(struct rule_builder *builder, int64_t lhs, int64_t rhs, int64_t result,
                     int64_t size, enum factor_kind kind) {
    uint32_t factor = new_factor(builder, size, kind);
    map_unless_trivial(builder, 0, lhs, factor);
    map_unless_trivial(builder, 1, rhs, factor);
    map_unless_trivial(builder, builder->operand_count, result, factor);
}

static void map_tensors(struct rule_builder *builder, uint32_t first, uint32_t count, int64_t dim,
                        uint32_t factor) {
    for (uint32_t tensor = first; tensor < first + count; tensor++) {
        if (dim < builder->ranks[tensor]) {
            map_dim(builder, tensor, (uint32_t)dim, factor);
        }
    }
}

void rule_add_everywhere(struct rule_builder *builder, int64_t dim, int64_t size,
                         enum factor_kind kind) {
    map_tensors(builder, 0, builder->operand_count + builder->result_count, dim,
                new_factor(builder, size, kind));
}

void rule_add_operands(struct rule_builder *builder, int64_t dim, int64_t size,
                       enum factor_kind kind) {
    map_tensors(builder, 0, builder->operand_count, dim, new_factor(builder, size, kind));
}

void rule_add_results(struct rule_builder *builder, int64_t dim, int64_t size,
                      enum factor_kind kind) {
    map_tensors(builder, builder->operand_count, builder->result_count, dim,
                new_factor(builder, size, kind));
}

void rule_block(struct rule_builder *builder, bool blocked) {
    builder->factors.items[builder->factors.count - 1].is_blocked = blocked;
}

void rule_add_dims(struct rule_builder *builder, const struct type *type, uint32_t count) {
    for (uint32_t dim = 0; dim < count; dim++) {
        rule_add_everywhere(builder, dim, type->dims[dim], FACTOR_PASS_THROUGH);
    }
}

void rule_add_dims_unless_equal(struct rule_builder *builder, const struct type *a,
                                const struct type *b, enum factor_kind kind, bool blocked) {
    for (uint32_t dim = 0; dim < a->rank; dim++) {
        bool equal = a->dims[dim] == b->dims[dim];
        rule_add_everywhere(builder, dim, a->dims[dim], equal ? FACTOR_PASS_THROUGH : kind);
        rule_block(builder, !equal && blocked);
    }
}

/* --- from the mappings to a rule -------------------------------------------------------------- */

static void add_missing_factors(struct rule_builder *builder) {
    for (uint32_t t = 0; t < builder->operand_count + builder->result_count; t++) {
        for (uint32_t dim = 0; dim < builder->ranks[t]; dim++) {
            if (builder->dim_counts[builder->bases[t] + dim] == 0) {
                map_dim(builder, t, dim, new_factor(builder, 1, FACTOR_PASS_THROUGH));
            }
        }
    }
}

static const struct attr *finish(struct rule_builder *builder, struct arena *arena) {
    add_missing_factors(builder);
    uint32_t tensor_count = builder->operand_count + builder->result_count;
    uint32_t dim_count = builder->bases[tensor_count];
    struct rule_dim *dims = ARENA_ARRAY(arena, struct rule_dim, dim_count);
    uint32_t **lists = ARENA_ARRAY(arena, uint32_t *, dim_count);
    for (uint32_t i = 0; i < dim_count; i++) {
        lists[i] = ARENA_ARRAY(arena, uint32_t, builder->dim_counts[i]);
        dims[i].factors = lists[i];
    }
    for (size_t i = 0; i < builder->mappings.count; i++) {
        struct mapping mapping = builder->mappings.items[i];
        uint32_t slot = builder->bases[mapping.tensor] + mapping.dim;
        lists[slot][dims[slot].count++] = mapping.factor;
    }
    struct rule_tensor *tensors = ARENA_ARRAY(arena, struct rule_tensor, tensor_count);
    for (uint32_t t = 0; t < tensor_count; t++) {
        tensors[t] =
            (struct rule_tensor){.rank = builder->ranks[t], .dims = dims + builder->bases[t]};
    }
    struct sharding_rule rule = {
        .factor_count = (uint32_t)builder->factors.count,
        .operand_count = builder->operand_count,
        .result_count = builder->result_count,
        .factors = builder->factors.items,
        .tensors = tensors,
    };
    return sharding_rule_attr(builder->context, &rule);
}

static uint32_t rank_of(const struct type *type) {
    return type->kind == TYPE_TENSOR || type->kind == TYPE_MEMREF ? type->rank : 0;
}

static bool has_static_shape(const struct type *type) {
    return type->kind != TYPE_UNRANKED && (type->kind != TYPE_TENSOR || type_is_static(type));
}

/* Rules are about static shapes: factors have sizes. */
static bool has_static_shapes(const struct op *op) {
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (!has_static_shape(op_operand(op, i)->type)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        if (!has_static_shape(op->results[i].type)) {
            return false;
        }
    }
    return true;
}

static const struct attr *build_rule(struct context *context, const struct op *op,
                                     bool conservative, bool *looks_further) {
    struct arena *arena = arena_new();
    uint32_t tensor_count = op->operand_count + op->result_count;
    uint32_t *ranks = ARENA_ARRAY(arena, uint32_t, tensor_count);
    uint32_t *bases = ARENA_ARRAY(arena, uint32_t, (size_t)tensor_count + 1);
    for (uint32_t t = 0; t < tensor_count; t++) {
        ranks[t] = rank_of(op_tensor_type(op, t));
        bases[t + 1] = bases[t] + ranks[t];
    }
    struct rule_builder builder = {
        .context = context,
        .conservative = conservative,
        .operand_count = op->operand_count,
        .result_count = op->result_count,
        .ranks = ranks,
        .bases = bases,
        .dim_counts = ARENA_ARRAY(arena, uint32_t, bases[tensor_count]),
    };
    memory_at(op->location);
    const struct attr *rule = op->def->rule(op, &builder) ? finish(&builder, arena) : NULL;
    *looks_further = builder.looks_further;
    vector_free(&builder.factors);
    vector_free(&builder.mappings);
    arena_free(arena);
    return rule;
}

/* --- rules that are known --------------------------------------------------------------------- */

/* What most rules are built from, one copy in the context: the definition, types and properties,
 * which are equal where their pointers are. NULL: it has regions, which rules may look at, or more
 * types and properties than are worth keeping. Programs repeat their operations, and several passes
 * ask for the rule of each. */
static const char *rule_question(struct context *context, const struct op *op, bool conservative) {
    enum { MOST_WORDS = 64 };
    uintptr_t words[MOST_WORDS];
    uint32_t count = 0;
    if (op->region_count ||
        3 + op->operand_count + op->result_count + 2 * op->properties.count > MOST_WORDS) {
        return NULL;
    }
    words[count++] = (uintptr_t)op->def;
    words[count++] = conservative;
    words[count++] = op->operand_count;
    for (uint32_t t = 0; t < op->operand_count + op->result_count; t++) {
        words[count++] = (uintptr_t)op_tensor_type(op, t);
    }
    for (uint32_t i = 0; i < op->properties.count; i++) {
        words[count++] = (uintptr_t)op->properties.items[i].name;
        words[count++] = (uintptr_t)op->properties.items[i].value;
    }
    return intern_bytes(context->strings, (const char *)words, count * sizeof *words);
}

const struct attr *op_build_rule(struct context *context, const struct op *op, bool conservative) {
    if (op->def->rule == rule_none || !has_static_shapes(op)) {
        return NULL;
    }
    const char *question = rule_question(context, op, conservative);
    const struct attr *rule = question ? pointer_map_get(&context->rules, question) : NULL;
    if (rule) {
        return rule;
    }
    bool looks_further;
    rule = build_rule(context, op, conservative, &looks_further);
    if (rule && question && !looks_further) {
        pointer_map_put(&context->rules, question, (void *)(uintptr_t)rule);
    }
    return rule;
}

const struct attr *op_sharding_rule(struct context *context, const struct op *op,
                                    bool conservative) {
    const struct attr *own = op_attr(op, "sdy.sharding_rule");
    return attr_as_rule(own) ? own : op_build_rule(context, op, conservative);
}

const struct attr *identity_rule(struct context *context, const struct type *type,
                                 uint32_t operand_count) {
    struct rule_factor factors[MAX_RANK];
    struct rule_dim dims[MAX_RANK];
    uint32_t numbers[MAX_RANK];
    for (uint32_t i = 0; i < type->rank; i++) {
        factors[i] = (struct rule_factor){.size = type->dims[i]};
        numbers[i] = i;
        dims[i] = (struct rule_dim){.count = 1, .factors = &numbers[i]};
    }
    struct arena *arena = arena_new();
    struct rule_tensor *tensors = ARENA_ARRAY(arena, struct rule_tensor, (size_t)operand_count + 1);
    for (uint32_t t = 0; t <= operand_count; t++) {
        tensors[t] = (struct rule_tensor){.rank = type->rank, .dims = dims};
    }
    struct sharding_rule rule = {
        .factor_count = type->rank,
        .operand_count = operand_count,
        .result_count = 1,
        .factors = factors,
        .tensors = tensors,
    };
    const struct attr *attr = sharding_rule_attr(context, &rule);
    arena_free(arena);
    return attr;
}
