/* Attributes and types as VHLO has them, with the versions that they came with. */
#include "frontend/bytecode/write/writer.h"
#include "ops/attrs/attrs.h"

static void refuse_writing(void *data, const char *why) {
    writer_error(data, "%s", why);
}

struct vhlo_work vhlo_work_of(struct writer *writer) {
    return (struct vhlo_work){.context = writer->context,
                              .scratch = writer->scratch,
                              .arena = writer->scratch,
                              .target = writer->target,
                              .refuse = refuse_writing,
                              .data = writer};
}

static void check_since(struct writer *writer, uint16_t since, const char *what, const char *name) {
    const struct vhlo_work work = vhlo_work_of(writer);
    vhlo_check_since(&work, since, what, name);
}

enum entry_form property_form(const struct named_attr *property) {
    bool is_api = strcmp(property->name, "api_version") == 0 &&
                  property->value->kind == ATTR_INTEGER &&
                  type_is_integer(property->value->type, 32);
    return is_api ? ENTRY_API_VERSION : ENTRY_VHLO;
}

/* --- attributes ------------------------------------------------------------------------------- */

static void write_list(struct section_writer *emitter, const struct attr *attr) {
    struct context *context = emitter->writer->context;
    const int64_t dims[] = {attr->count};
    const struct type *type = type_tensor(context, attr->type, 1, dims, NULL);
    write_vhlo_attr(emitter,
                    attr_dense(context, type, attr->data,
                               attr->count * (size_t)type_bytes(attr->type), attr->count == 1));
}

static void write_number(struct section_writer *emitter, const struct attr *attr) {
    if (emitter->form == ENTRY_API_VERSION) {
        put_number(emitter, 5);
        put_number(emitter, (uint64_t)attr->integer);
    } else if (type_is_integer(attr->type, 1)) {
        put_number(emitter, 2);
        put_number(emitter, attr->integer != 0);
    } else {
        put_number(emitter, 9);
        put_type(emitter, attr->type);
        put_integer_value(emitter, attr);
    }
}

void write_vhlo_attr(struct section_writer *emitter, const struct attr *attr) {
    switch (attr->kind) {
    case ATTR_ARRAY:
        put_number(emitter, 1);
        put_attrs(emitter, attr->count, attr->items);
        break;
    case ATTR_DICT:
        put_number(emitter, 6);
        put_dictionary(emitter, attr);
        break;
    case ATTR_INTEGER:
        write_number(emitter, attr);
        break;
    case ATTR_FLOAT:
        put_number(emitter, 8);
        put_type(emitter, attr->type);
        put_float_value(emitter, attr);
        break;
    case ATTR_STRING:
    case ATTR_SYMBOL:
        put_number(emitter, 14);
        put_string(emitter, attr->text,
                   attr->kind == ATTR_STRING ? attr->length : strlen(attr->text));
        break;
    case ATTR_DENSE:
        put_number(emitter, 15);
        put_type(emitter, attr->type);
        put_dense_value(emitter, attr);
        break;
    case ATTR_DENSE_ARRAY:
        write_list(emitter, attr);
        break;
    case ATTR_TYPE:
        put_number(emitter, 17);
        put_type(emitter, attr->type);
        break;
    default:
        check_since(emitter->writer, vhlo_attr_since(attr), "attribute", attr->def->name);
        write_coded(emitter, &vhlo_attr_codes, attr);
        break;
    }
}

/* --- types ------------------------------------------------------------------------------------ */

enum { TENSOR = 20, ENCODED_TENSOR = 21, QUANTIZED = 24, WITNESS = 26, QUANTIZED_PER_AXIS = 30 };
enum { COMPLEX = 1, FUNCTION = 8, INDEX = 9, TOKEN = 22, TUPLE = 23, UNRANKED = 25 };
enum { NONE = 33, BUFFER = 41, FUTURE = 42 };

static uint64_t type_code(const struct type *type) {
    const struct vhlo_scalar *scalar = vhlo_scalar_of(type);
    switch (type->kind) {
    case TYPE_TENSOR:
        return type->encoding ? ENCODED_TENSOR : TENSOR;
    case TYPE_COMPLEX:
        return COMPLEX;
    case TYPE_FUNCTION:
        return FUNCTION;
    case TYPE_INDEX:
        return INDEX;
    case TYPE_TOKEN:
        return TOKEN;
    case TYPE_TUPLE:
        return TUPLE;
    case TYPE_UNRANKED:
        return UNRANKED;
    case TYPE_NONE:
        return NONE;
    case TYPE_MEMREF:
        return BUFFER;
    case TYPE_QUANTIZED:
        return type_as_quantized(type)->axis == QUANTIZED_PER_TENSOR ? QUANTIZED
                                                                     : QUANTIZED_PER_AXIS;
    case TYPE_DIALECT:
        return type->count ? FUTURE : WITNESS;
    default:
        return scalar->code;
    }
}

static void write_type_contents(struct section_writer *emitter, const struct type *type,
                                uint64_t code) {
    switch (code) {
    case ENCODED_TENSOR:
        put_attr(emitter, type->encoding);
        /* fall through */
    case TENSOR:
    case BUFFER:
        put_ints(emitter, (struct int_list){.items = type->dims, .count = type->rank});
        put_type(emitter, type->element);
        break;
    case COMPLEX:
    case UNRANKED:
        put_type(emitter, type->element);
        break;
    case FUNCTION:
        put_types(emitter, type->input_count, type->items);
        put_types(emitter, type->count - type->input_count, type->items + type->input_count);
        break;
    case TUPLE:
    case FUTURE:
        put_types(emitter, type->count, type->items);
        break;
    case QUANTIZED:
    case QUANTIZED_PER_AXIS:
        put_quantized(emitter, type);
        break;
    default:
        break;
    }
}

void write_vhlo_type(struct section_writer *emitter, const struct type *type) {
    uint64_t code = type_code(type);
    uint16_t since = vhlo_type_own_since(type);
    if (since > emitter->writer->target) {
        struct buffer text = {0};
        print_type(&text, type);
        check_since(emitter->writer, since, "type", text.text);
        buffer_free(&text);
    }
    put_number(emitter, code);
    write_type_contents(emitter, type, code);
}
