/* Operations as VHLO has them in the version that is asked for: their properties, with the defaults
 * that StableHLO leaves out, and what they may not do yet. */
#include <stdarg.h>
#include <string.h>

#include "ops/attrs/attrs.h"
#include "ops/attrs/struct_attr.h"
#include "ops/vhlo/vhlo.h"

/* --- what the target does not know ------------------------------------------------------------ */

bool vhlo_refuse(const struct vhlo_work *work, const char *format, ...) {
    struct buffer text = {0};
    va_list arguments;
    va_start(arguments, format);
    buffer_vprintf(&text, format, arguments);
    va_end(arguments);
    work->refuse(work->data, text.text);
    buffer_free(&text);
    return false;
}

void vhlo_check_since(const struct vhlo_work *work, uint16_t since, const char *what,
                      const char *name) {
    if (since > work->target) {
        vhlo_refuse(work, "%s '%s' is not in version %u.%u.0 of StableHLO: it came with %u.%u.0",
                    what, name, work->target >> 8, work->target & 255u, since >> 8, since & 255u);
    }
}

uint32_t vhlo_version_for(const struct vhlo_work *work, const struct op *op,
                          const struct vhlo_op *row) {
    vhlo_check_since(work, row->since[0], "operation", op->name);
    return row->since[1] && row->since[1] <= work->target ? 2 : 1;
}

/* --- defaults --------------------------------------------------------------------------------- */

static const struct attr *integer_list(struct context *context, uint32_t rank, const int64_t *dims,
                                       uint32_t width, int64_t value) {
    const struct type *element = type_integer(context, width, SIGNLESS);
    const struct type *type = type_tensor(context, element, rank, dims, NULL);
    bool any = type_count(type) > 0;
    return attr_dense(context, type, &value, any ? type_bytes(element) : 0, any);
}

/* Of how many dimensions an operation lists something: those of its window, or of an image. */
static int64_t listed_dims(const struct op *op) {
    const struct conv_dims *conv = attr_as_conv(op_attr(op, "dimension_numbers"));
    return conv ? conv->input_spatial.count : op_ints(op, "window_dimensions").count;
}

static const struct attr *default_elements(struct context *context, const struct op *op,
                                           const struct vhlo_property *property) {
    const int64_t dims[] = {listed_dims(op), 2};
    bool is_padding = strcmp(property->name, "padding") == 0;
    return integer_list(context, is_padding ? 2 : 1, dims, property->form == FORM_BOOLS ? 1 : 64,
                        property->otherwise == DEFAULT_ONES);
}

static const struct attr *default_accuracy(struct context *context) {
    const int64_t words[4] = {0};
    return attr_dialect(context, &attr_result_accuracy, 4, words);
}

static const struct attr *default_cases(struct context *context,
                                        const struct vhlo_property *property) {
    if (strcmp(property->name, "precision_config") != 0) {
        return attr_enum(context, &attr_comparison_type, COMPARE_NO_TYPE);
    }
    const struct attr *precision = attr_enum(context, &attr_precision, 0);
    return attr_array(context, 2, (const struct attr *const[]){precision, precision});
}

/* Functions of XLA's typed interface take a dictionary. */
static const struct attr *default_text(struct context *context, const struct op *op) {
    enum { TYPED_FFI = 4 };
    return op_int(op, "api_version", 1) == TYPED_FFI ? attr_dict(context, 0, NULL)
                                                     : attr_string(context, "", 0);
}

static const struct attr *default_value(struct context *context, const struct op *op,
                                        const struct vhlo_property *property) {
    static const int64_t none[] = {0};
    switch (property->otherwise) {
    case DEFAULT_FALSE:
        return attr_bool(context, false);
    case DEFAULT_ZERO:
        return attr_i64(context, 0);
    case DEFAULT_MINUS_ONE:
        return attr_i64(context, -1);
    case DEFAULT_ONES:
    case DEFAULT_ZEROS:
        return default_elements(context, op, property);
    case DEFAULT_NO_TEXT:
        return default_text(context, op);
    case DEFAULT_NO_ITEMS:
    case DEFAULT_NO_LAYOUTS:
        return attr_array(context, 0, NULL);
    case DEFAULT_NO_NAMES:
        return attr_dict(context, 0, NULL);
    case DEFAULT_NO_ELEMENTS:
        return integer_list(context, 1, none, 64, 0);
    case DEFAULT_FIRST:
        return default_cases(context, property);
    case DEFAULT_API:
        return attr_integer(context, type_integer(context, 32, SIGNLESS), 1);
    case DEFAULT_ACCURACY:
        return default_accuracy(context);
    case DEFAULT_NONE:
        break;
    }
    return property->form == FORM_FLAG ? attr_bool(context, false) : NULL;
}

/* --- values ----------------------------------------------------------------------------------- */

static const struct attr *field_value(struct context *context, const struct attr_field *field,
                                      const char *payload) {
    const void *from = payload + field->offset;
    switch (field->kind) {
    case FIELD_INT:
        return attr_i64(context, *(const int64_t *)from);
    case FIELD_BOOL:
        return attr_bool(context, *(const int64_t *)from != 0);
    case FIELD_DIMS:
        return attr_i64_array(context, ((const struct int_list *)from)->count,
                              ((const struct int_list *)from)->items);
    case FIELD_TYPE:
        return attr_type(context, *(const struct type *const *)from);
    default:
        return NULL;
    }
}

/* A property that is a field of a struct; no type where the struct is not there. */
static const struct attr *part_value(struct context *context, const struct op *op,
                                     const struct vhlo_op *row, const char *name) {
    for (const struct property_struct *each = row->structs; each->name; each++) {
        const struct attr_struct *layout = each->def->details;
        const struct attr *attr = op_property(op, each->name);
        for (uint32_t i = 0; layout->fields[i].name; i++) {
            const char *field = each->fields ? each->fields[i] : layout->fields[i].name;
            if (strcmp(field, name) == 0) {
                return attr && attr->def == each->def
                           ? field_value(context, &layout->fields[i], attr->payload)
                           : attr_type(context, type_none(context));
            }
        }
    }
    return NULL;
}

static const struct attr *channel_id(struct context *context, const struct op *op) {
    const struct attr *handle = op_property(op, "channel_handle");
    const struct channel_handle *channel =
        handle ? attr_payload(handle, &attr_channel_handle) : NULL;
    return attr_i64(context, channel ? channel->handle : 0);
}

static const struct attr *property_value(struct context *context, const struct op *op,
                                         const struct vhlo_op *row,
                                         const struct vhlo_property *property) {
    const struct attr *value = op_property(op, property->name);
    switch (property->form) {
    case FORM_PART:
        return part_value(context, op, row, property->name);
    case FORM_CHANNEL:
        return channel_id(context, op);
    case FORM_LEFT_OUT: /* the padding of a convolution that takes it as an operand */
        return integer_list(context, 2, (const int64_t[]){listed_dims(op), 2}, 64, 0);
    case FORM_FLAG:
        return value ? attr_bool(context, true) : default_value(context, op, property);
    default:
        return value ? value : default_value(context, op, property);
    }
}

/* Whether leaving it out loses nothing: an earlier version does not have it. */
static bool says_nothing(const struct vhlo_property *property, const struct attr *value) {
    bool is_no_part =
        property->form == FORM_PART && value->kind == ATTR_TYPE && value->type->kind == TYPE_NONE;
    bool is_empty = value->kind == ATTR_DENSE_ARRAY && value->count == 0;
    bool is_false = property->form == FORM_FLAG && value->integer == 0;
    return is_no_part || is_empty || is_false || property->form == FORM_LEFT_OUT ||
           property_is_default(value, property->otherwise);
}

/* --- what earlier versions do not allow ------------------------------------------------------- */

static bool keeps_elements(const struct op *op) {
    bool same = true;
    for (uint32_t i = 0; i < op->operand_count && i < op->result_count; i++) {
        same = same && type_element(op_operand(op, i)->type) == type_element(op->results[i].type);
    }
    return same;
}

static void refuse(const struct vhlo_work *work, const struct op *op, const char *what,
                   uint16_t since) {
    if (work->target < since) {
        vhlo_refuse(work, "'%s' %s is not in version %u.%u.0 of StableHLO: it came with %u.%u.0",
                    op->name, what, work->target >> 8, work->target & 255u, since >> 8,
                    since & 255u);
    }
}

static bool has_future(const struct op *op) {
    bool found = false;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct type *type = op_operand(op, i)->type;
        found = found || (type->kind == TYPE_DIALECT && type->count);
    }
    return found;
}

static void check_custom_call(const struct vhlo_work *work, const struct op *op) {
    const struct attr *config = op_property(op, "backend_config");
    if (op_int(op, "api_version", 1) == 4 || (config && config->kind == ATTR_DICT)) {
        refuse(work, op, "of XLA's typed interface", VHLO_VERSION(1, 3));
    }
    if (has_future(op)) {
        refuse(work, op, "of a future", VHLO_VERSION(1, 17));
    }
}

static void check_op(const struct vhlo_work *work, const struct op *op, const struct vhlo_op *row,
                     uint32_t version) {
    static const enum op_id one_operand[] = {OP_ALL_GATHER, OP_ALL_REDUCE, OP_ALL_TO_ALL,
                                             OP_COLLECTIVE_BROADCAST};
    static const enum op_id one_element_type[] = {OP_ALL_REDUCE,     OP_REDUCE,
                                                  OP_REDUCE_SCATTER, OP_REDUCE_WINDOW,
                                                  OP_SCATTER,        OP_SELECT_AND_SCATTER};
    if (version == 1 && OP_IS_IN(op, one_operand) && op->operand_count != 1) {
        refuse(work, op, "of several operands", row->since[1]);
    }
    if (version == 1 && op_is(op, OP_COMPOSITE) && op->region_count) {
        refuse(work, op, "with regions", row->since[1]);
    }
    if (OP_IS_IN(op, one_element_type) && !keeps_elements(op)) {
        refuse(work, op, "with results of another element type", VHLO_VERSION(0, 17));
    }
    if (op_is(op, OP_CUSTOM_CALL)) {
        check_custom_call(work, op);
    }
}

/* --- all of them ------------------------------------------------------------------------------ */

void vhlo_properties_of(const struct vhlo_work *work, const struct op *op,
                        const struct vhlo_op *row, uint32_t version, struct attr_list *properties) {
    struct context *context = work->context;
    check_op(work, op, row, version);
    for (const struct vhlo_property *each = row->properties; each->name; each++) {
        const struct attr *value = property_value(context, op, row, each);
        if (!value) {
            vhlo_refuse(work, "'%s' needs the attribute '%s' in a portable artifact", op->name,
                        each->name);
            return;
        }
        if (vhlo_property_is_in(each, version)) {
            attr_list_set(properties, context, work->scratch, each->name, value);
        } else if (!says_nothing(each, value)) {
            refuse(work, op, arena_printf(work->scratch, "with the attribute '%s'", each->name),
                   row->since[1]);
        }
    }
}
