/* Custom calls that say what must hold of sizes: they go where it does, else they are errors. */
#include <string.h>

#include "ops/verify/compat.h"
#include "ops/verify/fault.h"
#include "transforms/dynamism/dynamism.h"

enum { MOST_INPUTS = 32 };

struct assertions {
    struct module *module;
    bool enabled, failed;
};

static const char *message_of(const struct op *op) {
    const struct attr *message = op_attr(op, "error_message");
    return message && message->kind == ATTR_STRING ? message->text : NULL;
}

static bool is_scalar(const struct type *type, uint32_t width) {
    return type->kind == TYPE_TENSOR && type->rank == 0 && type->element->kind == TYPE_INTEGER &&
           type->element->signedness == SIGNLESS && type->element->width == width;
}

static bool check_attr_names(const struct op *op, struct context *context,
                             const struct attr_list *list) {
    static const char *const known[] = {"api_version", "backend_config", "call_target_name",
                                        "error_message", "has_side_effect"};
    for (uint32_t i = 0; i < list->count; i++) {
        bool good = false;
        for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
            good = good || strcmp(list->items[i].name, known[k]) == 0;
        }
        if (!good) {
            return fault(op, context, "%s is not a supported attribute", list->items[i].name);
        }
    }
    return true;
}

/* `{0}`, `{1}`: numbers of inputs that there are. */
static bool check_specifiers(const struct op *op, struct context *context, const char *message) {
    int64_t inputs = (int64_t)op->operand_count - 1;
    for (const char *at = strchr(message, '{'); at; at = strchr(at + 1, '{')) {
        size_t length = strcspn(at, ",:}");
        size_t digits = strspn(at + 1, "0123456789");
        int64_t number = 0;
        for (size_t i = 0; i < digits && number < 1000; i++) {
            number = 10 * number + (at[1 + i] - '0');
        }
        if (at[length] && digits > 0 && digits == length - 1 && number >= inputs) {
            return fault(op, context,
                         "expects error_message to contain format specifiers with "
                         "error_message_input index less than %lld. Found specifier %.*s",
                         (long long)inputs, (int)length + 1, at);
        }
    }
    return true;
}

static bool check_form(const struct op *op, struct context *context) {
    const struct attr *config = op_property(op, "backend_config");
    if (op->operand_count < 1 || op->operand_count > 1 + MOST_INPUTS) {
        return fault(op, context, "expects 1 <= size(operands) <= %d", 1 + MOST_INPUTS);
    }
    if (op->result_count != 0) {
        return fault(op, context, "expects size(results) = 0");
    }
    if (!check_attr_names(op, context, &op->properties) ||
        !check_attr_names(op, context, &op->attrs)) {
        return false;
    }
    if (config && (config->length > 0 || config->count > 0)) {
        return fault(op, context, "expects an empty backend_config");
    }
    if (!is_scalar(op_operand(op, 0)->type, 1)) {
        return fault(op, context,
                     "expects assert_what (operand #0) to be a constant of type tensor<i1>");
    }
    for (uint32_t i = 1; i < op->operand_count; i++) {
        const struct type *type = op_operand(op, i)->type;
        if (!is_scalar(type, 32) && !is_scalar(type, 64)) {
            return fault(op, context,
                         "expects error_message_input (operand #%u) to be a constant of type "
                         "tensor<i32> or tensor<i64>",
                         i);
        }
    }
    if (!message_of(op)) {
        return fault(op, context, "expects an error_message attribute");
    }
    return check_specifiers(op, context, message_of(op));
}

/* The message with the numbers of its inputs. */
static bool report(const struct op *op, struct context *context) {
    struct buffer text = {0};
    for (const char *at = message_of(op); *at;) {
        size_t digits = *at == '{' ? strspn(at + 1, "0123456789") : 0;
        size_t length = strcspn(at, "}");
        struct int_list input = {0};
        uint32_t number = 0;
        for (size_t i = 0; i < digits && number < 1000; i++) {
            number = 10 * number + (uint32_t)(at[1 + i] - '0');
        }
        if (digits > 0 && at[length] && 1 + number < op->operand_count &&
            constant_integers(op_operand(op, 1 + number), &input)) {
            buffer_printf(&text, "%lld", (long long)input.items[0]);
            at += length + 1;
        } else {
            buffer_add_char(&text, *at++);
        }
    }
    fault(op, context, "%s", text.text ? text.text : "");
    buffer_free(&text);
    return false;
}

static bool holds(const struct op *op, struct context *context) {
    struct int_list what, input;
    if (!check_form(op, context)) {
        return false;
    }
    if (!constant_integers(op_operand(op, 0), &what)) {
        return fault(op, context, "expects static assert_what (operand #0)");
    }
    if (what.items[0] != 0) {
        return true;
    }
    for (uint32_t i = 1; i < op->operand_count; i++) {
        if (!constant_integers(op_operand(op, i), &input)) {
            return fault(op, context, "expects static error_message_input (operand #%u)", i);
        }
    }
    return report(op, context);
}

static bool is_assertion(const struct op *op) {
    const struct attr *target =
        op_is(op, OP_CUSTOM_CALL) ? op_property(op, "call_target_name") : NULL;
    return target && target->kind == ATTR_STRING && strcmp(target->text, "shape_assertion") == 0;
}

static bool check_known(struct op *op, void *data) {
    struct assertions *assertions = data;
    struct int_list what;
    bool is_false = is_assertion(op) && op->operand_count > 0 &&
                    constant_integers(op_operand(op, 0), &what) && what.items[0] == 0;
    if (is_false && !holds(op, assertions->module->context)) {
        assertions->failed = true;
    }
    return true;
}

bool known_assertions_hold(struct module *module) {
    struct assertions assertions = {.module = module};
    op_walk(module->op, check_known, &assertions);
    return !assertions.failed;
}

static bool check(struct op *op, void *data) {
    struct assertions *assertions = data;
    if (!is_assertion(op)) {
        return true;
    }
    if (assertions->enabled && !holds(op, assertions->module->context)) {
        assertions->failed = true;
    } else if (op->result_count == 0) {
        op_erase(op);
    }
    return true;
}

bool pass_check_shape_assertions(struct module *module, const struct pass_options *options) {
    struct assertions assertions = {.module = module,
                                    .enabled = pass_bool(options, "enable-shape-assertions")};
    op_walk_post(module->op, check, &assertions);
    return !assertions.failed;
}
