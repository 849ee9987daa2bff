/* What a definition asks of an operation: counts, types, attributes, traits; then the operation's
 * own verifier and the types of its results. */
#include <string.h>

#include "ops/form/form.h"
#include "ops/op_def.h"
#include "ops/sdy/check_shardings.h"
#include "ops/verify/compat.h"
#include "ops/verify/fault.h"
#include "ops/verify/value_type.h"

/* --- groups of operands ----------------------------------------------------------------------- */

static struct op_group group_by_segments(const struct op *op, uint32_t index) {
    struct int_list sizes = op_ints(op, "operandSegmentSizes");
    struct op_group group = {0, 0};
    for (uint32_t i = 0; i < sizes.count && i <= index; i++) {
        group.first += group.count;
        group.count = sizes.items[i] < 0 ? 0 : (uint32_t)sizes.items[i];
    }
    if (group.first > op->operand_count || group.count > op->operand_count - group.first) {
        return (struct op_group){op->operand_count, 0};
    }
    return group;
}

/* One operand for each single group; variadic groups share the rest evenly. */
struct op_group op_operand_group_at(const struct op *op, uint32_t index) {
    const struct op_value_def *defs = op->def->operands;
    uint32_t singles = 0, variadic = 0, first = 0;
    if (op_has(op, OP_SEGMENTS)) {
        return group_by_segments(op, index);
    }
    for (uint32_t i = 0; defs[i].name; i++) {
        singles += defs[i].count == OP_ONE;
        variadic += defs[i].count != OP_ONE;
    }
    uint32_t rest = op->operand_count > singles ? op->operand_count - singles : 0;
    uint32_t each = variadic ? rest / variadic : 0;
    for (uint32_t i = 0; i < index; i++) {
        first += defs[i].count == OP_ONE ? 1 : each;
    }
    uint32_t count = defs[index].count == OP_ONE ? 1 : each;
    if (first > op->operand_count || count > op->operand_count - first) {
        return (struct op_group){op->operand_count, 0};
    }
    return (struct op_group){first, count};
}

struct op_group op_operand_group(const struct op *op, const char *name) {
    for (uint32_t i = 0; op->def->operands[i].name; i++) {
        if (strcmp(op->def->operands[i].name, name) == 0) {
            return op_operand_group_at(op, i);
        }
    }
    return (struct op_group){0, 0};
}

/* --- counts and types ------------------------------------------------------------------------- */

static bool check_count(const struct op *op, struct context *context, const char *what,
                        uint32_t found, struct op_count count) {
    if (found >= count.least && (count.most == OP_VARIADIC || found <= count.most)) {
        return true;
    }
    if (count.most == 0) {
        return op_fault(op, context, "requires zero %ss", what);
    }
    if (count.least == 1 && count.most == 1) {
        bool operand = strcmp(what, "operand") == 0;
        return op_fault(op, context, "requires %s %s", operand ? "a single" : "one", what);
    }
    if (count.least == count.most) {
        return op_fault(op, context, "expected %u %s%s, but found %u", count.least, what,
                        count.least == 1 ? "" : "s", found);
    }
    return op_fault(op, context, "expected %u or more %ss, but found %u", count.least, what, found);
}

static bool check_type(const struct op *op, struct context *context, const char *what,
                       uint32_t number, const struct op_value_def *def, const struct type *type) {
    if (value_type_accepts(def->type, type)) {
        return true;
    }
    struct buffer wanted = {0};
    value_type_describe(&wanted, def->type);
    op_fault(op, context, "%s #%u must be %s%s, but got '%s'", what, number,
             def->count == OP_MANY ? "variadic of " : "", wanted.text, say_type(context, type));
    buffer_free(&wanted);
    return false;
}

static bool check_counts(const struct op *op, struct context *context) {
    const struct op_def *def = op->def;
    return check_count(op, context, "region", op->region_count, def->regions) &&
           check_count(op, context, "result", op->result_count, op_values_count(def->results)) &&
           check_count(op, context, "operand", op->operand_count, op_values_count(def->operands));
}

/* The sizes of variadic groups add up to what is there. */
static bool check_segments(const struct op *op, struct context *context) {
    const struct {
        const char *name, *what;
        uint32_t found;
    } groups[] = {{"operandSegmentSizes", "operand", op->operand_count},
                  {"resultSegmentSizes", "result", op->result_count}};
    for (size_t i = 0; op_has(op, OP_SEGMENTS) && i < sizeof groups / sizeof *groups; i++) {
        const struct attr *attr = op_attr(op, groups[i].name);
        struct int_list sizes = op_ints(op, groups[i].name);
        int64_t total = 0;
        if (attr && (attr->kind != ATTR_DENSE_ARRAY || !type_is_integer(attr->type, 32))) {
            return op_fault(op, context, "attribute '%s' is to be an array of i32", groups[i].name);
        }
        for (uint32_t k = 0; k < sizes.count; k++) {
            if (sizes.items[k] < 0) {
                return op_fault(op, context, "'%s' attribute cannot have negative elements",
                                groups[i].name);
            }
            total += sizes.items[k];
        }
        if (total != groups[i].found) {
            return op_fault(op, context,
                            "%s count (%u) does not match with the total size (%lld) specified in "
                            "attribute '%s'",
                            groups[i].what, groups[i].found, (long long)total, groups[i].name);
        }
    }
    return true;
}

static bool check_types(const struct op *op, struct context *context) {
    const struct op_def *def = op->def;
    bool good = true;
    for (uint32_t i = 0; def->operands[i].name; i++) {
        struct op_group group = op_operand_group_at(op, i);
        for (uint32_t k = group.first; good && k < group.first + group.count; k++) {
            good =
                check_type(op, context, "operand", k, &def->operands[i], op_operand(op, k)->type);
        }
    }
    for (uint32_t k = 0; good && k < op->result_count; k++) {
        uint32_t i = 0;
        while (i < k && def->results[i].count != OP_MANY && def->results[i + 1].name) {
            i++;
        }
        good = check_type(op, context, "result", k, &def->results[i], op_result(op, k)->type);
    }
    return good;
}

/* --- agreements ------------------------------------------------------------------------------- */

/* What is compared of the operand, result or attribute `name`: equal where it agrees. */
static int64_t agreeing_part(const struct op *op, const char *name, enum op_agreement_kind kind) {
    if (kind == OP_AGREE_SIZE) {
        return op_ints(op, name).count;
    }
    const struct type *type = op->result_count ? op->results[0].type : NULL;
    for (uint32_t i = 0; op->def->operands[i].name; i++) {
        if (strcmp(op->def->operands[i].name, name) == 0) {
            type = op_operand(op, op_operand_group_at(op, i).first)->type;
        }
    }
    return kind == OP_AGREE_RANK   ? (int64_t)type->rank
           : kind == OP_AGREE_TYPE ? (int64_t)(intptr_t)type
                                   : (int64_t)(intptr_t)type_element(type);
}

static bool check_agreement(const struct op *op, struct context *context,
                            const struct op_agreement *agreement) {
    static const char *const words[] = {"element type", "type", "rank", "size"};
    int64_t first = agreeing_part(op, agreement->names[0], agreement->kind);
    struct buffer names = {0};
    bool good = true;
    for (size_t i = 0; i < sizeof agreement->names / sizeof *agreement->names; i++) {
        const char *name = agreement->names[i];
        if (name) {
            buffer_printf(&names, "%s%s", i ? ", " : "", name);
            good = good && agreeing_part(op, name, agreement->kind) == first;
        }
    }
    if (!good) {
        op_fault(op, context, "failed to verify that all of {%s} have same %s", names.text,
                 words[agreement->kind]);
    }
    buffer_free(&names);
    return good;
}

static bool check_agreements(const struct op *op, struct context *context) {
    const struct op_agreement *agreement = op->def->agreements;
    for (; agreement && agreement->names[0]; agreement++) {
        if (!check_agreement(op, context, agreement)) {
            return false;
        }
    }
    return true;
}

/* --- regions ---------------------------------------------------------------------------------- */

/* Named regions have one block each, which is not empty where it is known how it ends. */
static bool check_region_blocks(const struct op *op, struct context *context, uint32_t number,
                                const char *name) {
    const struct block *first = op->regions[number].first;
    bool is_single = op->def->ends_with != NULL;
    if (first && first->next && is_single) {
        return op_fault(op, context, "expects region #%u to have 0 or 1 blocks", number);
    }
    if (!first || first->next) {
        return op_fault(op, context,
                        "region #%u ('%s') failed to verify constraint: region with 1 blocks",
                        number, name);
    }
    return first->last || !is_single || op_fault(op, context, "expects a non-empty block");
}

static bool check_regions(const struct op *op, struct context *context) {
    const char *name = NULL;
    for (uint32_t i = 0; i < op->region_count; i++) {
        bool named = i < sizeof op->def->region_names / sizeof *op->def->region_names;
        name = named && op->def->region_names[i] ? op->def->region_names[i] : name;
        if (name && !check_region_blocks(op, context, i, name)) {
            return false;
        }
    }
    return true;
}

/* --- attributes ------------------------------------------------------------------------------- */

static bool is_dense_of_integers(const struct attr *value) {
    return value->kind == ATTR_DENSE && !attr_is_resource(value) && value->type &&
           type_element(value->type)->kind == TYPE_INTEGER &&
           type_element(value->type)->width == 64 &&
           type_element(value->type)->signedness == SIGNLESS;
}

static bool items_are(const struct attr *value, const char *dialect_attr) {
    for (uint32_t i = 0; dialect_attr && i < value->count; i++) {
        const struct attr *item = value->items[i];
        if (item->kind != ATTR_DIALECT || strcmp(item->def->name, dialect_attr) != 0) {
            return false;
        }
    }
    return true;
}

static bool integer_of_width(const struct attr *value, uint32_t width, bool is_unsigned) {
    return value->kind == ATTR_INTEGER && value->type && value->type->kind == TYPE_INTEGER &&
           value->type->width == width &&
           value->type->signedness == (is_unsigned ? UNSIGNED : SIGNLESS);
}

static bool elements_kind(const struct attr *value) {
    return value->kind == ATTR_DENSE || value->kind == ATTR_DENSE_STRING ||
           value->kind == ATTR_DENSE_RESOURCE || value->kind == ATTR_SPARSE ||
           value->kind == ATTR_OPAQUE;
}

static bool kind_fits(const struct op_attr_def *def, const struct attr *value) {
    switch (def->kind) {
    case OP_ATTR_ANY:
        return true;
    case OP_ATTR_INT:
        return integer_of_width(value, 64, false);
    case OP_ATTR_I32:
        return integer_of_width(value, 32, false);
    case OP_ATTR_UI32:
        return integer_of_width(value, 32, true);
    case OP_ATTR_UI64:
        return integer_of_width(value, 64, true);
    case OP_ATTR_BOOL:
        return integer_of_width(value, 1, false);
    case OP_ATTR_F32:
        return value->kind == ATTR_FLOAT && value->type->float_kind == FLOAT_F32;
    case OP_ATTR_F64:
        return value->kind == ATTR_FLOAT && value->type->float_kind == FLOAT_F64;
    case OP_ATTR_UNIT:
        return value->kind == ATTR_UNIT;
    case OP_ATTR_STRING:
    case OP_ATTR_SYMBOL_NAME:
        return value->kind == ATTR_STRING;
    case OP_ATTR_TYPE:
        return value->kind == ATTR_TYPE;
    case OP_ATTR_INT_ARRAY:
        return value->kind == ATTR_DENSE_ARRAY && value->type->width == 64;
    case OP_ATTR_BOOL_ARRAY:
        return value->kind == ATTR_DENSE_ARRAY && value->type->width == 1;
    case OP_ATTR_INT_MATRIX:
        return is_dense_of_integers(value);
    case OP_ATTR_SYMBOL:
        return value->kind == ATTR_SYMBOL;
    case OP_ATTR_ARRAY:
        return value->kind == ATTR_ARRAY && items_are(value, def->dialect_attr);
    case OP_ATTR_DICT:
        return value->kind == ATTR_DICT;
    case OP_ATTR_DENSE:
        return elements_kind(value);
    case OP_ATTR_DIALECT:
        return value->kind == ATTR_DIALECT && strcmp(value->def->name, def->dialect_attr) == 0;
    }
    return false;
}

bool op_attr_is_of_class(const struct op_attr_def *def, const struct attr *value) {
    switch (def->kind) {
    case OP_ATTR_INT:
    case OP_ATTR_I32:
    case OP_ATTR_UI32:
    case OP_ATTR_UI64:
        return value->kind == ATTR_INTEGER;
    case OP_ATTR_F32:
    case OP_ATTR_F64:
        return value->kind == ATTR_FLOAT;
    case OP_ATTR_INT_MATRIX: {
        bool is_list = value->kind == ATTR_DENSE && !attr_is_resource(value);
        const struct type *element = is_list ? type_element(value->type) : NULL;
        return element && (element->kind == TYPE_INTEGER || element->kind == TYPE_INDEX);
    }
    case OP_ATTR_ARRAY:
        return value->kind == ATTR_ARRAY;
    default:
        return kind_fits(def, value);
    }
}

static const char *kind_words(const struct op_attr_def *def) {
    static const char *const words[] = {
        [OP_ATTR_ANY] = "any attribute",
        [OP_ATTR_INT] = "64-bit signless integer attribute",
        [OP_ATTR_I32] = "32-bit signless integer attribute",
        [OP_ATTR_UI32] = "32-bit unsigned integer attribute",
        [OP_ATTR_UI64] = "64-bit unsigned integer attribute",
        [OP_ATTR_F32] = "32-bit float attribute",
        [OP_ATTR_F64] = "64-bit float attribute",
        [OP_ATTR_BOOL] = "bool attribute",
        [OP_ATTR_UNIT] = "unit attribute",
        [OP_ATTR_STRING] = "string attribute",
        [OP_ATTR_TYPE] = "type attribute",
        [OP_ATTR_INT_ARRAY] = "i64 dense array attribute",
        [OP_ATTR_BOOL_ARRAY] = "i1 dense array attribute",
        [OP_ATTR_INT_MATRIX] = "64-bit signless integer elements attribute",
        [OP_ATTR_SYMBOL] = "flat symbol reference attribute",
        [OP_ATTR_SYMBOL_NAME] = "string attribute",
        [OP_ATTR_ARRAY] = "array attribute",
        [OP_ATTR_DICT] = "dictionary of named attribute values",
        [OP_ATTR_DENSE] = "constant vector/tensor attribute",
        [OP_ATTR_DIALECT] = "dialect attribute",
    };
    const struct attr_def *attr = def->dialect_attr ? attr_def_find(def->dialect_attr) : NULL;
    return def->words              ? def->words
           : attr && attr->summary ? attr->summary
           : attr                  ? attr->name
                                   : words[def->kind];
}

/* What the constraint is beyond the kind, where the value does not satisfy it; NULL: it does. */
static const char *attr_fault(const struct op_attr_def *def, const struct attr *value) {
    static const char *const limits[] = {
        [OP_ATTR_ANY_VALUE] = "",
        [OP_ATTR_NON_NEGATIVE] = " whose value is non-negative",
        [OP_ATTR_POSITIVE] = " whose value is positive",
    };
    bool good = kind_fits(def, value) &&
                (def->limit != OP_ATTR_NON_NEGATIVE || value->integer >= 0) &&
                (def->limit != OP_ATTR_POSITIVE || value->integer > 0) &&
                (!def->accepts || def->accepts(value));
    return good ? NULL : limits[def->limit];
}

/* Inherent attributes among those that a form gives in braces: a fault is reported there. */
bool form_attrs_verify(const struct op_state *state, struct location location,
                       struct context *context) {
    for (const struct op_attr_def *def = state->def->attrs; def->name; def++) {
        const struct attr *value = attr_list_get(&state->attrs, def->name);
        const char *fault = value ? attr_fault(def, value) : NULL;
        if (fault) {
            return diag_error(context->diagnostics, location,
                              "custom op '%s' '%s' op attribute '%s' failed to satisfy constraint: "
                              "%s%s; found %s",
                              state->name, state->name, def->name, kind_words(def), fault,
                              say_attr(context, value));
        }
    }
    return true;
}

/* An attribute that is there under nearly the name that is missing. */
static const char *instead_of(const struct op *op, struct context *context, const char *name) {
    for (uint32_t i = 0; i < op->attrs.count; i++) {
        const char *other = op->attrs.items[i].name;
        if (nearest_name(other, &name, 1)) {
            return arena_printf(context->arena, "; did you mean '%s' instead of '%s'?", name,
                                other);
        }
    }
    return "";
}

static bool check_attrs(const struct op *op, struct context *context) {
    bool good = true;
    for (const struct op_attr_def *def = op->def->attrs; def->name; def++) {
        const struct attr *value = op_attr(op, def->name);
        const char *fault = value ? attr_fault(def, value) : NULL;
        if (fault) {
            good =
                op_fault(op, context, "attribute '%s' failed to satisfy constraint: %s%s; found %s",
                         def->name, kind_words(def), fault, say_attr(context, value));
        }
    }
    return good;
}

/* Of those missing, the first by name is reported. */
static bool check_required_attrs(const struct op *op, struct context *context) {
    const struct op_attr_def *missing = NULL;
    for (const struct op_attr_def *def = op->def->attrs; def->name; def++) {
        if (def->required && !op_attr(op, def->name) &&
            (!missing || strcmp(def->name, missing->name) < 0)) {
            missing = def;
        }
    }
    return !missing || op_fault(op, context, "requires attribute '%s'%s", missing->name,
                                instead_of(op, context, missing->name));
}

/* --- traits ----------------------------------------------------------------------------------- */

/* The first operand's or result's type, and whether all others agree with it. */
static bool all_agree(const struct op *op,
                      bool (*agree)(const struct type *a, const struct type *b)) {
    const struct type *first = NULL;
    for (uint32_t i = 0; i < op->operand_count + op->result_count; i++) {
        const struct type *type = i < op->operand_count
                                      ? op_operand(op, i)->type
                                      : op_result(op, i - op->operand_count)->type;
        first = first ? first : type;
        if (!agree(first, type)) {
            return false;
        }
    }
    return true;
}

static bool same(const struct type *a, const struct type *b) {
    return a == b;
}

static bool same_element(const struct type *a, const struct type *b) {
    return type_element(a) == type_element(b);
}

/* One static extent at most in every dimension, unknown ones aside. */
/* Unranked tensors are no ranked ones, but compatible with all shapes. */
static bool one_kind(const struct op *op) {
    uint32_t unranked = 0, ranked = 0;
    for (uint32_t i = 0; i < op->operand_count + op->result_count; i++) {
        const struct type *type = i < op->operand_count
                                      ? op_operand(op, i)->type
                                      : op_result(op, i - op->operand_count)->type;
        unranked += type->kind == TYPE_UNRANKED;
        ranked += type->kind == TYPE_TENSOR;
    }
    return unranked == 0 || ranked == 0;
}

static bool one_shape(const struct op *op) {
    int64_t dims[MAX_RANK];
    const struct type *first = NULL;
    for (uint32_t i = 0; i < op->operand_count + op->result_count; i++) {
        const struct type *type = i < op->operand_count
                                      ? op_operand(op, i)->type
                                      : op_result(op, i - op->operand_count)->type;
        if (!is_shaped(type) || type->kind == TYPE_UNRANKED) {
            continue;
        }
        bool is_first = !first;
        first = first ? first : type;
        if (type->rank != first->rank) {
            return false;
        }
        for (uint32_t d = 0; d < type->rank; d++) {
            if (!is_first && !dims_compatible(dims[d], type->dims[d])) {
                return false;
            }
            dims[d] = is_first || dims[d] == DIM_DYNAMIC ? type->dims[d] : dims[d];
        }
    }
    return true;
}

static bool one_shape_and_kind(const struct op *op) {
    return one_kind(op) && one_shape(op);
}

static bool check_pairs(const struct op *op, struct context *context) {
    if (!(op->def->traits & (OP_PAIRWISE_TYPES | OP_PAIRWISE_ELEMENTS))) {
        return true;
    }
    if (op->operand_count != op->result_count) {
        return op_fault(op, context,
                        "requires the same number of operands and results, but found %u and %u",
                        op->operand_count, op->result_count);
    }
    bool whole = op_has(op, OP_PAIRWISE_TYPES);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct type *operand = op_operand(op, i)->type, *result = op_result(op, i)->type;
        if (whole ? operand != result : type_element(operand) != type_element(result)) {
            return op_fault(op, context,
                            "requires the same %s for operand and result at index %u: found '%s' "
                            "and '%s'",
                            whole ? "type" : "element type", i, say_type(context, operand),
                            say_type(context, result));
        }
    }
    return true;
}

static bool check_traits(const struct op *op, struct context *context) {
    static const struct {
        uint32_t trait;
        bool (*agree)(const struct type *a, const struct type *b); /* NULL: of one shape */
        const char *message;
        bool some; /* there must be an operand */
    } checks[] = {
        {OP_SAME_TYPES, same, "requires the same type for all operands and results", true},
        {OP_SAME_ELEMENTS, same_element,
         "requires the same element type for all operands and results", true},
        {OP_COMPATIBLE_TYPES, types_compatible,
         "requires compatible types for all operands and results", true},
        {OP_COMPATIBLE_ELEMENTS, elements_compatible,
         "requires compatible element types for all operands and results", true},
        {OP_SHAPE_FIRST, NULL, "requires the same shape for all operands and results", true},
        {OP_ELEMENTWISE | OP_SAME_SHAPE, NULL,
         "all non-scalar operands/results must have the same shape and base type", false},
        {OP_SAME_SHAPE, NULL, "requires the same shape for all operands and results", true},
    };
    const struct op_count some = {1, OP_VARIADIC};
    /* Where all types are one, as they mostly are, everything agrees. */
    bool plain = op->operand_count != 0 && all_agree(op, same);
    size_t count = plain ? 0 : sizeof checks / sizeof *checks;
    for (size_t i = 0; i < count; i++) {
        /* Local operands and results of a collective are parts of one tensor: its own check. */
        if (checks[i].trait == OP_SAME_TYPES && op_has(op, OP_COLLECTIVE)) {
            continue;
        }
        if (!op_has(op, checks[i].trait)) {
            continue;
        }
        if (checks[i].some && !check_count(op, context, "operand", op->operand_count, some)) {
            return false;
        }
        bool base_too = (checks[i].trait & OP_ELEMENTWISE) != 0;
        if (checks[i].agree ? !all_agree(op, checks[i].agree)
            : base_too      ? !one_shape_and_kind(op)
                            : !one_shape(op)) {
            return op_fault(op, context, "%s", checks[i].message);
        }
    }
    return check_pairs(op, context);
}

/* --- result types ----------------------------------------------------------------------------- */

/* Says what a fault means for the results: an error of its own. */
static void no_types(const struct op *op, struct context *context) {
    op_fault(op, context, "failed to infer returned types");
}

static bool other_types(const struct op *op, struct context *context, uint32_t count,
                        const struct type *const *inferred) {
    struct arena *scratch = arena_new();
    const struct type **found = ARENA_ARRAY(scratch, const struct type *, op->result_count + 1);
    for (uint32_t i = 0; i < op->result_count; i++) {
        found[i] = op_result(op, i)->type;
    }
    op_fault(op, context,
             "inferred type(s) %s are incompatible with return type(s) of operation %s",
             say_types(context, count, inferred), say_types(context, op->result_count, found));
    no_types(op, context);
    arena_free(scratch);
    return false;
}

static bool compare_results(const struct op *op, struct context *context, const struct type **types,
                            uint32_t room) {
    int32_t errors = context->diagnostics->errors;
    if (!op->def->infer(op, context, types)) {
        bool silent = context->diagnostics->errors == errors; /* there is no telling */
        if (!silent) {
            no_types(op, context);
        }
        return silent;
    }
    uint32_t count = 0;
    while (count < room && types[count]) {
        count++;
    }
    bool good = count == op->result_count;
    for (uint32_t i = 0; good && i < count; i++) {
        const struct type *found = op_result(op, i)->type;
        good = op_has(op, OP_SHAPES_SUFFICE) ? shapes_compatible(types[i], found)
                                             : types_compatible(types[i], found);
    }
    return good || other_types(op, context, count, types);
}

/* At least as many as `infer` may find: it goes by results, operands or what regions return. */
static uint32_t most_results(const struct op *op) {
    uint32_t most = op->operand_count > op->result_count ? op->operand_count : op->result_count;
    for (uint32_t i = 0; i < op->region_count; i++) {
        const struct block *block = op->regions[i].first;
        const struct op *end = block ? block_terminator(block) : NULL;
        most = end && end->operand_count > most ? end->operand_count : most;
    }
    return most;
}

#define FEW_RESULTS 8

static bool check_results(const struct op *op, struct context *context) {
    const struct type *few[FEW_RESULTS] = {0};
    uint32_t most = most_results(op);
    if (most <= FEW_RESULTS) {
        return compare_results(op, context, few, FEW_RESULTS);
    }
    struct arena *scratch = arena_new();
    bool good = compare_results(op, context, ARENA_ARRAY(scratch, const struct type *, most), most);
    arena_free(scratch);
    return good;
}

bool op_verify_itself(const struct op *op, struct context *context) {
    bool good = check_sdy_attrs(op, context);
    if (op->def == &op_unregistered) {
        return good;
    }
    return good && check_attrs(op, context) && check_counts(op, context) &&
           check_segments(op, context) && check_required_attrs(op, context) &&
           check_types(op, context) && check_agreements(op, context) &&
           check_regions(op, context) && check_traits(op, context) &&
           (op_has(op, OP_INFERRED) || op->def->verify(op, context));
}

bool op_verify_types(const struct op *op, struct context *context) {
    if (op->def == &op_unregistered) {
        return true;
    }
    if (op_has(op, OP_INFERRED) && !op->def->verify(op, context)) {
        no_types(op, context);
        return false;
    }
    /* Operands that do not broadcast are reported, and their unknown type fits any result. */
    int32_t errors = context->diagnostics->errors;
    return check_results(op, context) && context->diagnostics->errors == errors;
}

bool op_verify(const struct op *op, struct context *context) {
    return op_verify_itself(op, context) && op_verify_types(op, context) &&
           (!op->def->verify_symbols || op->def->verify_symbols(op, context));
}
