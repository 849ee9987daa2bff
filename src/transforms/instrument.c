/* Puts a probe behind every operation that makes numbers, so that a run can record them. */
#include <string.h>

#include "ops/build.h"
#include "transforms/pass.h"

struct instrumentation {
    struct module *module;
    bool by_location; /* probes are named after the places of their operations */
    int64_t count;
    VECTOR(struct op *) ops;
};

static bool collect(struct op *op, void *data) {
    struct instrumentation *instrumentation = data;
    if (!op_is(op, OP_CONSTANT) && op->block) {
        *vector_push(&instrumentation->ops) = op;
    }
    return true;
}

static bool holds_numbers(const struct type *type) {
    enum type_kind kind = type_element(type)->kind;
    return type_is_static(type) &&
           (kind == TYPE_INTEGER || kind == TYPE_FLOAT || kind == TYPE_COMPLEX);
}

/* "probe2"; "sum.2" at a place that the text calls "sum" or "sum@...". */
static const struct attr *next_id(struct instrumentation *instrumentation, const struct op *op) {
    struct context *context = instrumentation->module->context;
    const struct attr *place = place_location(op->explicit_location);
    bool named = instrumentation->by_location && place && location_kind(place) == LOCATION_NAME;
    size_t length = named ? strcspn(place->text, "@") : 0;
    struct buffer id = {0};
    buffer_printf(&id, "%.*s%s%lld", (int)length, named ? place->text : "", named ? "." : "probe",
                  (long long)++instrumentation->count);
    const struct attr *attr = attr_string(context, id.text, id.length);
    buffer_free(&id);
    return attr;
}

static void probe(struct instrumentation *instrumentation, struct op *op, struct value *value) {
    struct module *module = instrumentation->module;
    struct builder at = builder_after(module, op);
    struct value *probed = build_unary(&at, OP_INTERPRETER_PROBE, value, value->type);
    op_set_property(module, probed->op, "probe_id", next_id(instrumentation, op));
    value_replace_uses(value, probed);
    op_set_operand(probed->op, 0, value);
}

bool pass_instrument_with_probe(struct module *module, const struct pass_options *options) {
    struct instrumentation instrumentation = {.module = module,
                                              .by_location = pass_bool(options, "useDebugInfo")};
    op_walk_post(module->op, collect, &instrumentation);
    for (size_t i = 0; i < instrumentation.ops.count; i++) {
        struct op *op = instrumentation.ops.items[i];
        for (uint32_t j = 0; j < op->result_count; j++) {
            if (holds_numbers(op_result(op, j)->type)) {
                probe(&instrumentation, op, op_result(op, j));
            }
        }
    }
    vector_free(&instrumentation.ops);
    return true;
}
