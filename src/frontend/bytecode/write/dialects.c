/* Attributes and types of StableHLO and chlo in their encodings, and what VHLO has of them too. */
#include "frontend/bytecode/write/writer.h"
#include "ops/attrs/attrs.h"
#include "ops/attrs/struct_attr.h"

/* --- structs and enumerations ----------------------------------------------------------------- */

static void put_field(struct section_writer *emitter, const struct attr_field *field,
                      const char *payload) {
    const void *from = payload + field->offset;
    switch (field->kind) {
    case FIELD_INT:
        put_signed(emitter, *(const int64_t *)from);
        break;
    case FIELD_DIMS:
        put_ints(emitter, *(const struct int_list *)from);
        break;
    case FIELD_BOOL:
        put_byte(emitter, *(const int64_t *)from != 0);
        break;
    case FIELD_TYPE:
        put_type(emitter, *(const struct type *const *)from);
        break;
    case FIELD_ATTR:
        put_attr(emitter, *(const struct attr *const *)from);
        break;
    case FIELD_STRING:
        put_string(emitter, *(const char *const *)from, strlen(*(const char *const *)from));
        break;
    }
}

static void put_fields(struct section_writer *emitter, const struct attr *attr) {
    const struct attr_struct *layout = attr->def->details;
    for (const struct attr_field *field = layout->fields; field->name; field++) {
        put_field(emitter, field, attr->payload);
    }
}

/* --- meshes and bounds ------------------------------------------------------------------------ */

/* VHLO has names as attributes, the dialect itself as strings. */
static void put_word_name(struct section_writer *emitter, int64_t word) {
    const char *name = (const char *)(intptr_t)word;
    if (emitter->form == ENTRY_VHLO) {
        put_attr(emitter, attr_string(emitter->writer->context, name, strlen(name)));
    } else {
        put_string(emitter, name, strlen(name));
    }
}

/* Of VHLO a number, and a byte of the dialect itself. */
static void put_is_there(struct section_writer *emitter, bool is_there) {
    if (emitter->form == ENTRY_VHLO) {
        put_number(emitter, is_there);
    } else {
        put_byte(emitter, is_there);
    }
}

static void put_axis_ref(struct section_writer *emitter, const struct attr *attr) {
    put_word_name(emitter, attr->words[0]);
    put_is_there(emitter, attr->count == 3);
    if (attr->count == 3) {
        put_attr(emitter,
                 attr_dialect(emitter->writer->context, &attr_hlo_sub_axis, 2, attr->words + 1));
    }
}

static void put_mesh(struct section_writer *emitter, const struct attr *attr) {
    struct writer *writer = emitter->writer;
    const struct attr *ids = (const struct attr *)(intptr_t)attr->words[0];
    uint32_t count = attr->count - 1;
    const struct attr **axes = ARENA_ARRAY(writer->scratch, const struct attr *, count);
    for (uint32_t i = 0; i < count; i++) {
        axes[i] = (const struct attr *)(intptr_t)attr->words[i + 1];
    }
    put_attr(emitter, attr_array(writer->context, count, axes));
    if (emitter->form == ENTRY_VHLO) {
        put_flagged(emitter, ids ? attr_number(writer, ids, emitter->form) : 0, ids != NULL);
        return;
    }
    put_byte(emitter, ids != NULL);
    if (ids) {
        put_attr(emitter, ids);
    }
}

static void put_mesh_groups(struct section_writer *emitter, const struct attr *attr) {
    const struct replica_group_axes *groups = attr->payload;
    put_attr(emitter, groups->mesh);
    if (emitter->form == ENTRY_VHLO) {
        put_attr(emitter, groups->axes);
    } else {
        put_attrs(emitter, groups->axes->count, groups->axes->items);
    }
}

static void put_accuracy(struct section_writer *emitter, const struct attr *attr) {
    const struct result_accuracy *accuracy = attr->payload;
    put_f64(emitter, accuracy->atol);
    put_f64(emitter, accuracy->rtol);
    put_signed(emitter, accuracy->ulps);
    put_attr(emitter,
             attr_enum(emitter->writer->context, &attr_result_accuracy_mode, accuracy->mode));
}

static void put_other(struct section_writer *emitter, const struct attr *attr) {
    if (attr->def == &attr_bounds) {
        put_ints(emitter, (struct int_list){.items = attr->words, .count = attr->count});
    } else if (attr->def == &attr_result_accuracy) {
        put_accuracy(emitter, attr);
    } else if (attr->def == &attr_hlo_sub_axis) {
        put_signed(emitter, attr->words[0]);
        put_signed(emitter, attr->words[1]);
    } else if (attr->def == &attr_hlo_axis_ref) {
        put_axis_ref(emitter, attr);
    } else if (attr->def == &attr_hlo_mesh_axis) {
        put_word_name(emitter, attr->words[0]);
        put_signed(emitter, attr->words[1]);
    } else if (attr->def == &attr_hlo_mesh) {
        put_mesh(emitter, attr);
    } else {
        put_mesh_groups(emitter, attr);
    }
}

/* --- by code ---------------------------------------------------------------------------------- */

/* The code of a dialect's own attribute; -1: it has none. */
static int64_t code_of(const struct attr_codes *codes, const struct attr *attr) {
    for (uint64_t i = 0; attr->def && i < codes->count; i++) {
        const struct attr_code *by = &codes->items[i];
        if (by->cases == attr->def || by->fields == attr->def || by->other == attr->def) {
            return (int64_t)i;
        }
    }
    return -1;
}

void write_coded(struct section_writer *emitter, const struct attr_codes *codes,
                 const struct attr *attr) {
    uint64_t code = (uint64_t)code_of(codes, attr);
    const struct attr_code *by = &codes->items[code];
    put_number(emitter, code);
    if (by->cases) {
        put_number(emitter, (uint64_t)attr_case(attr, 0) + by->first);
    } else if (by->fields) {
        put_fields(emitter, attr);
    } else {
        put_other(emitter, attr);
    }
}

bool write_dialect_attr(struct section_writer *emitter, const struct attr *attr) {
    static const struct attr_codes *const all[] = {&stablehlo_attr_codes, &chlo_attr_codes};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (code_of(all[i], attr) >= 0) {
            write_coded(emitter, all[i], attr);
            return true;
        }
    }
    return false;
}

/* --- quantized types -------------------------------------------------------------------------- */

static void put_storage_range(struct section_writer *emitter, const struct quantized *quantized) {
    put_signed(emitter, quantized->storage_min);
    put_signed(emitter, quantized->storage_max);
}

static void put_per_axis(struct section_writer *emitter, const struct quantized *quantized) {
    put_number(emitter, (uint64_t)quantized->axis);
    put_storage_range(emitter, quantized);
    put_number(emitter, quantized->count);
    for (uint32_t i = 0; i < quantized->count; i++) {
        put_f64(emitter, quantized->scales[i]);
    }
    put_ints(emitter,
             (struct int_list){.items = quantized->zero_points, .count = quantized->count});
}

void put_quantized(struct section_writer *emitter, const struct type *type) {
    const struct quantized *quantized = type_as_quantized(type);
    put_number(emitter, quantized->is_signed);
    put_type(emitter, quantized->storage);
    put_type(emitter, quantized->expressed);
    if (quantized->axis != QUANTIZED_PER_TENSOR) {
        put_per_axis(emitter, quantized);
        return;
    }
    put_f64(emitter, quantized->scales[0]);
    put_signed(emitter, quantized->zero_points[0]);
    put_storage_range(emitter, quantized);
}

/* --- types ------------------------------------------------------------------------------------ */

/* Quantized types stand as text: not all readers have the encoding of their dialect. */
bool write_dialect_type(struct section_writer *emitter, const struct type *type) {
    if (type->kind == TYPE_TOKEN) {
        put_number(emitter, 0);
        return true;
    }
    if (type->kind == TYPE_DIALECT && type->count) {
        put_number(emitter, 1);
        put_types(emitter, type->count, type->items);
        return true;
    }
    return false;
}
