/* Attributes of VHLO that stand for those of StableHLO: #vhlo<precision_v1 HIGH> and structs, whose
 * parts are attributes of VHLO again. */
#include <string.h>

#include "ops/attrs/attrs.h"
#include "ops/attrs/struct_attr.h"
#include "ops/vhlo/attrs.h"

/* --- enumerations ----------------------------------------------------------------------------- */

static const char *const api_versions[] = {
    "API_VERSION_UNSPECIFIED",      "API_VERSION_ORIGINAL",
    "API_VERSION_STATUS_RETURNING", "API_VERSION_STATUS_RETURNING_UNIFIED",
    "API_VERSION_TYPED_FFI",        NULL,
};

static const char *const *cases_of(const struct attr_def *def) {
    const struct vhlo_attr_info *info = def->details;
    return info->cases ? info->cases : info->meaning->details;
}

static const struct attr *parse_case(struct asm_parser *parser, const struct attr_def *def) {
    const struct vhlo_attr_info *info = def->details;
    struct context *context = asm_context(parser);
    int64_t at;
    if (!parse_enum_case(parser, def, cases_of(def), &at)) {
        return NULL;
    }
    return vhlo_attr_holding(context, def,
                             info->cases
                                 ? attr_integer(context, type_integer(context, 32, SIGNLESS), at)
                                 : attr_enum(context, info->meaning, at));
}

static void print_case(struct asm_printer *printer, const struct attr *attr) {
    const struct attr *held = vhlo_attr_held(attr);
    int64_t at = held->kind == ATTR_INTEGER ? held->integer : attr_case(held, 0);
    asm_text(printer, "%s", cases_of(attr->def)[at]);
}

#define ENUM(id, text, ...) VHLO_ATTR(id, text, parse_case, print_case, __VA_ARGS__)
ENUM(api_version, "api_version", .cases = api_versions)
ENUM(comparison_direction, "comparison_direction", .meaning = &attr_comparison_direction)
ENUM(comparison_type, "comparison_type", .meaning = &attr_comparison_type)
ENUM(fft_type, "fft_type", .meaning = &attr_fft_type)
ENUM(precision, "precision", .meaning = &attr_precision)
ENUM(result_accuracy_mode, "result_accuracy_mode", .meaning = &attr_result_accuracy_mode,
     .since = VHLO_VERSION(1, 9))
ENUM(rng_algorithm, "rng_algorithm", .meaning = &attr_rng_algorithm)
ENUM(rng_distribution, "rng_distribution", .meaning = &attr_rng_distribution)
ENUM(transpose, "transpose", .meaning = &attr_transpose)

/* --- fields of structs ------------------------------------------------------------------------ */

/* `<name =` of the first one, `, name =` of those that follow. */
static bool parse_name(struct asm_parser *parser, const char *before, const char *name) {
    return parse_token(parser, before) && parse_keyword(parser, name) && parse_token(parser, "=");
}

static bool parse_int_field(struct asm_parser *parser, const char *before, const char *name,
                            int64_t *value) {
    return parse_name(parser, before, name) && parse_integer(parser, value);
}

static bool parse_dims_field(struct asm_parser *parser, const char *before, const char *name,
                             struct int_list *dims) {
    return parse_name(parser, before, name) &&
           parse_int_list(parser, "[", "]", true, &dims->count, &dims->items);
}

static bool parse_real_field(struct asm_parser *parser, const char *before, const char *name,
                             double *value) {
    const struct attr *number;
    if (!parse_name(parser, before, name) ||
        !parse_attr_of(parser, type_float(asm_context(parser), FLOAT_F64), &number)) {
        return false;
    }
    *value = number->kind == ATTR_FLOAT ? number->real : (double)number->integer;
    return true;
}

/* The attribute that a field of VHLO stands for; one of another definition is an error. */
static bool parse_held_field(struct asm_parser *parser, const char *before, const char *name,
                             const struct attr_def *def, const struct attr **held) {
    if (!parse_name(parser, before, name)) {
        return false;
    }
    *held = vhlo_parse_held(parser, def);
    return *held != NULL;
}

void vhlo_add_dims(struct buffer *out, struct int_list dims) {
    buffer_add(out, "[");
    for (uint32_t i = 0; i < dims.count; i++) {
        buffer_add(out, i ? ", " : "");
        if (dims.items[i] == DIM_DYNAMIC) {
            buffer_add(out, "?");
        } else {
            buffer_printf(out, "%lld", (long long)dims.items[i]);
        }
    }
    buffer_add(out, "]");
}

static void print_name(struct asm_printer *printer, const char *name) {
    asm_text(printer, "#vhlo.string_v1<");
    asm_string(printer, name, strlen(name));
    asm_text(printer, ">");
}

/* What stands for a tensor, or for an attribute of StableHLO. */
static void print_held(struct asm_printer *printer, const struct attr_def *def,
                       const struct attr *held) {
    const struct attr attr = {.kind = ATTR_DIALECT, .def = def, .payload = held};
    asm_text(printer, "#%s", def->name);
    def->print(printer, &attr);
}

/* --- bounds, aliases, accuracies -------------------------------------------------------------- */

static const struct attr *parse_bounds(struct asm_parser *parser, const struct attr_def *def) {
    struct context *context = asm_context(parser);
    struct int_list dims;
    if (!parse_dims_field(parser, "<", "bounds", &dims) || !parse_token(parser, ">")) {
        return NULL;
    }
    return vhlo_attr_holding(context, def,
                             attr_dialect(context, &attr_bounds, dims.count, dims.items));
}

static void print_bounds(struct asm_printer *printer, const struct attr *attr) {
    asm_text(printer, "<bounds = ");
    vhlo_add_dims(asm_out(printer), attr_as_bounds(vhlo_attr_held(attr))->dims);
    asm_text(printer, ">");
}

static const struct attr *parse_alias(struct asm_parser *parser, const struct attr_def *def) {
    struct context *context = asm_context(parser);
    struct output_alias alias;
    if (!parse_dims_field(parser, "<", "outputTupleIndices", &alias.output_tuple_indices) ||
        !parse_int_field(parser, ",", "operandIndex", &alias.operand_index) ||
        !parse_dims_field(parser, ",", "operandTupleIndices", &alias.operand_tuple_indices) ||
        !parse_token(parser, ">")) {
        return NULL;
    }
    return vhlo_attr_holding(context, def, struct_attr_make(context, &attr_output_alias, &alias));
}

static void print_alias(struct asm_printer *printer, const struct attr *attr) {
    const struct output_alias *alias = vhlo_attr_held(attr)->payload;
    asm_text(printer, "<outputTupleIndices = ");
    vhlo_add_dims(asm_out(printer), alias->output_tuple_indices);
    asm_text(printer,
             ", operandIndex = %lld, operandTupleIndices = ", (long long)alias->operand_index);
    vhlo_add_dims(asm_out(printer), alias->operand_tuple_indices);
    asm_text(printer, ">");
}

static const struct attr *parse_accuracy(struct asm_parser *parser, const struct attr_def *def) {
    struct context *context = asm_context(parser);
    double atol, rtol;
    int64_t words[4];
    const struct attr *mode;
    if (!parse_real_field(parser, "<", "atol", &atol) ||
        !parse_real_field(parser, ",", "rtol", &rtol) ||
        !parse_int_field(parser, ",", "ulps", &words[2]) ||
        !parse_held_field(parser, ",", "mode", &attr_vhlo_result_accuracy_mode, &mode) ||
        !parse_token(parser, ">")) {
        return NULL;
    }
    memcpy(&words[0], &atol, sizeof words[0]);
    memcpy(&words[1], &rtol, sizeof words[1]);
    words[3] = attr_case(mode, 0);
    return vhlo_attr_holding(context, def, attr_dialect(context, &attr_result_accuracy, 4, words));
}

static void print_accuracy(struct asm_printer *printer, const struct attr *attr) {
    const struct result_accuracy *accuracy = vhlo_attr_held(attr)->payload;
    struct buffer *out = asm_out(printer);
    asm_text(printer, "<atol = ");
    float_print(out, FLOAT_F64, &accuracy->atol);
    asm_text(printer, ", rtol = ");
    float_print(out, FLOAT_F64, &accuracy->rtol);
    asm_text(printer, ", ulps = %lld, mode = ", (long long)accuracy->ulps);
    asm_text(printer, "#vhlo<result_accuracy_mode_v1 %s>",
             cases_of(&attr_vhlo_result_accuracy_mode)[accuracy->mode]);
    asm_text(printer, ">");
}

VHLO_ATTR(output_operand_alias, "output_operand_alias", parse_alias, print_alias,
          .meaning = &attr_output_alias)
VHLO_ATTR(result_accuracy, "result_accuracy", parse_accuracy, print_accuracy,
          .meaning = &attr_result_accuracy, .since = VHLO_VERSION(1, 9))
VHLO_ATTR(type_extensions, "type_extensions", parse_bounds, print_bounds, .meaning = &attr_bounds)

/* --- meshes ----------------------------------------------------------------------------------- */

static const struct attr *parse_sub_axis(struct asm_parser *parser, const struct attr_def *def) {
    struct context *context = asm_context(parser);
    int64_t words[2];
    return parse_int_field(parser, "<", "pre_size", &words[0]) &&
                   parse_int_field(parser, ",", "size", &words[1]) && parse_token(parser, ">")
               ? vhlo_attr_holding(context, def,
                                   attr_dialect(context, &attr_hlo_sub_axis, 2, words))
               : NULL;
}

static void print_sub_axis(struct asm_printer *printer, const struct attr *attr) {
    const int64_t *words = vhlo_attr_held(attr)->words;
    asm_text(printer, "<pre_size = %lld, size = %lld>", (long long)words[0], (long long)words[1]);
}

VHLO_ATTR(sub_axis_info, "sub_axis_info", parse_sub_axis, print_sub_axis,
          .meaning = &attr_hlo_sub_axis, .since = VHLO_VERSION(1, 16))

static const struct attr *parse_axis_ref(struct asm_parser *parser, const struct attr_def *def) {
    struct context *context = asm_context(parser);
    const struct attr *name, *sub_axis = NULL;
    if (!parse_held_field(parser, "<", "name", &attr_vhlo_string, &name) ||
        (peek_token(parser, ",") &&
         !parse_held_field(parser, ",", "sub_axis_info", &attr_vhlo_sub_axis_info, &sub_axis)) ||
        !parse_token(parser, ">")) {
        return NULL;
    }
    return vhlo_attr_holding(context, def, attr_axis_ref(context, name->text, sub_axis));
}

static void print_axis_ref(struct asm_printer *printer, const struct attr *attr) {
    const struct attr *held = vhlo_attr_held(attr);
    asm_text(printer, "<name = ");
    print_name(printer, (const char *)(intptr_t)held->words[0]);
    if (held->count == 3) {
        asm_text(printer, ", sub_axis_info = #vhlo.sub_axis_info_v1<pre_size = %lld, size = %lld>",
                 (long long)held->words[1], (long long)held->words[2]);
    }
    asm_text(printer, ">");
}

static const struct attr *parse_mesh_axis(struct asm_parser *parser, const struct attr_def *def) {
    struct context *context = asm_context(parser);
    const struct attr *name;
    int64_t size;
    return parse_held_field(parser, "<", "name", &attr_vhlo_string, &name) &&
                   parse_int_field(parser, ",", "size", &size) && parse_token(parser, ">")
               ? vhlo_attr_holding(context, def, attr_mesh_axis(context, name->text, size))
               : NULL;
}

static void print_mesh_axis(struct asm_printer *printer, const struct attr *attr) {
    const int64_t *words = vhlo_attr_held(attr)->words;
    asm_text(printer, "<name = ");
    print_name(printer, (const char *)(intptr_t)words[0]);
    asm_text(printer, ", size = %lld>", (long long)words[1]);
}

/* Axes of a definition of StableHLO's. */
static const struct attr *parse_axes(struct asm_parser *parser, const char *before,
                                     const struct attr_def *def) {
    const struct attr *list;
    struct location location = asm_location(parser);
    if (!parse_held_field(parser, before, "axes", &attr_vhlo_array, &list)) {
        return NULL;
    }
    list = vhlo_attr_meaning(asm_context(parser),
                             vhlo_attr_holding(asm_context(parser), &attr_vhlo_array, list));
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->items[i]->def != def) {
            asm_error_at(parser, location, "expected a list of VHLO's form of #%s", def->name);
            return NULL;
        }
    }
    return list;
}

static const struct attr *parse_mesh(struct asm_parser *parser, const struct attr_def *def) {
    struct context *context = asm_context(parser);
    const struct attr *ids = NULL, *axes = parse_axes(parser, "<", &attr_hlo_mesh_axis);
    if (!axes ||
        (peek_token(parser, ",") &&
         !parse_held_field(parser, ",", "device_ids", &attr_vhlo_tensor, &ids)) ||
        !parse_token(parser, ">")) {
        return NULL;
    }
    return vhlo_attr_holding(context, def, attr_mesh_of(context, axes, ids));
}

static void print_mesh(struct asm_printer *printer, const struct attr *attr) {
    const struct attr *mesh = vhlo_attr_held(attr);
    asm_text(printer, "<axes = #vhlo.array_v1<[");
    for (uint32_t i = 1; i < mesh->count; i++) {
        asm_text(printer, i > 1 ? ", " : "");
        print_held(printer, &attr_vhlo_mesh_axis, (const struct attr *)(intptr_t)mesh->words[i]);
    }
    asm_text(printer, "]>");
    if (mesh->words[0]) {
        asm_text(printer, ", device_ids = ");
        print_held(printer, &attr_vhlo_tensor, (const struct attr *)(intptr_t)mesh->words[0]);
    }
    asm_text(printer, ">");
}

VHLO_ATTR(axis_ref, "axis_ref", parse_axis_ref, print_axis_ref, .meaning = &attr_hlo_axis_ref,
          .since = VHLO_VERSION(1, 16))
VHLO_ATTR(mesh_axis, "mesh_axis", parse_mesh_axis, print_mesh_axis, .meaning = &attr_hlo_mesh_axis,
          .since = VHLO_VERSION(1, 16))
VHLO_ATTR(mesh, "mesh", parse_mesh, print_mesh, .meaning = &attr_hlo_mesh,
          .since = VHLO_VERSION(1, 16))

/* A mesh, or a string: the name of one. */
static const struct attr *parse_groups(struct asm_parser *parser, const struct attr_def *def) {
    struct context *context = asm_context(parser);
    const struct attr *mesh;
    if (!parse_name(parser, "<", "mesh")) {
        return NULL;
    }
    struct location location = asm_location(parser);
    if (!parse_attr(parser, &mesh)) {
        return NULL;
    }
    struct replica_group_axes groups = {.axes = parse_axes(parser, ",", &attr_hlo_axis_ref)};
    if (!groups.axes || !parse_token(parser, ">")) {
        return NULL;
    }
    if (mesh->def == &attr_vhlo_string) {
        groups.mesh = attr_symbol(context, vhlo_attr_held(mesh)->text);
    } else if (mesh->def == &attr_vhlo_mesh) {
        groups.mesh = vhlo_attr_held(mesh);
    } else {
        asm_error_at(parser, location, "expected a mesh or its name here");
        return NULL;
    }
    return vhlo_attr_holding(context, def,
                             struct_attr_make(context, &attr_replica_group_mesh_axes, &groups));
}

static void print_groups(struct asm_printer *printer, const struct attr *attr) {
    const struct replica_group_axes *groups = vhlo_attr_held(attr)->payload;
    asm_text(printer, "<mesh = ");
    if (groups->mesh->kind == ATTR_SYMBOL) {
        print_name(printer, groups->mesh->text);
    } else {
        print_held(printer, &attr_vhlo_mesh, groups->mesh);
    }
    asm_text(printer, ", axes = #vhlo.array_v1<[");
    for (uint32_t i = 0; i < groups->axes->count; i++) {
        asm_text(printer, i ? ", " : "");
        print_held(printer, &attr_vhlo_axis_ref, groups->axes->items[i]);
    }
    asm_text(printer, "]>>");
}

VHLO_ATTR(replica_group_mesh_axes, "replica_group_mesh_axes", parse_groups, print_groups,
          .meaning = &attr_replica_group_mesh_axes, .since = VHLO_VERSION(1, 16))

/* --- all -------------------------------------------------------------------------------------- */

const struct attr_def *const vhlo_struct_attrs[] = {
    &attr_vhlo_axis_ref,
    &attr_vhlo_comparison_direction,
    &attr_vhlo_comparison_type,
    &attr_vhlo_fft_type,
    &attr_vhlo_mesh,
    &attr_vhlo_mesh_axis,
    &attr_vhlo_output_operand_alias,
    &attr_vhlo_precision,
    &attr_vhlo_replica_group_mesh_axes,
    &attr_vhlo_result_accuracy,
    &attr_vhlo_result_accuracy_mode,
    &attr_vhlo_rng_algorithm,
    &attr_vhlo_rng_distribution,
    &attr_vhlo_sub_axis_info,
    &attr_vhlo_transpose,
    &attr_vhlo_type_extensions,
    NULL,
};
