/* stablehlo-legalize-to-vhlo, and vhlo-to-version, which goes by way of StableHLO. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ops/build.h"
#include "ops/verify/fault.h"
#include "transforms/vhlo/vhlo.h"

/* --- what cannot be --------------------------------------------------------------------------- */

/* Once for each operation. */
static void refuse(void *data, const char *why) {
    struct vhlo_pass *pass = data;
    const struct vhlo_op *row = pass->is_of_version ? vhlo_row_of(pass->op) : NULL;
    const char *name = pass->op->name;
    if (pass->op->note < 0) {
        return;
    }
    if (row) {
        name = arena_printf(pass->work.scratch, "vhlo.%s_v%d", row->name, row->since[1] ? 2 : 1);
    }
    diag_error(pass->module->context->diagnostics, pass->op->location,
               "failed to legalize operation '%s' that was explicitly marked illegal: %s", name,
               why);
    pass->op->note = -1;
    pass->failed = true;
}

struct vhlo_pass vhlo_pass_begin(struct module *module, uint16_t target,
                                 bool allow_other_dialects) {
    return (struct vhlo_pass){.module = module,
                              .allow_other_dialects = allow_other_dialects,
                              .work = {.context = module->context,
                                       .scratch = arena_new(),
                                       .arena = module->arena,
                                       .target = target,
                                       .refuse = refuse}};
}

void vhlo_pass_end(struct vhlo_pass *pass) {
    pointer_map_free(&pass->before);
    arena_free(pass->work.scratch);
}

/* --- attributes ------------------------------------------------------------------------------- */

static const struct attr *convert_attr(struct vhlo_pass *pass, const struct named_attr *item) {
    const struct attr *attr = vhlo_property_of(pass->work.context, item);
    if (!attr && pass->allow_other_dialects) {
        return item->value;
    }
    if (!attr) {
        vhlo_refuse(&pass->work, "VHLO has no form of the attribute '%s'", item->name);
    } else {
        vhlo_check_since(&pass->work, vhlo_attr_since(item->value), "attribute", item->name);
    }
    return attr;
}

static bool convert_attrs(struct vhlo_pass *pass, const struct attr_list *from,
                          struct attr_list *to) {
    for (uint32_t i = 0; i < from->count; i++) {
        const struct attr *value = convert_attr(pass, &from->items[i]);
        if (!value) {
            return false;
        }
        attr_list_set(to, pass->work.context, pass->module->arena, from->items[i].name, value);
    }
    return true;
}

/* Properties that VHLO does not have as such are attributes like others there. */
static void add_leftovers(struct vhlo_pass *pass, const struct vhlo_op *row,
                          struct attr_list *attrs) {
    const struct attr_list *properties = &pass->op->properties;
    for (uint32_t i = 0; i < properties->count; i++) {
        if (!vhlo_has_property(row, properties->items[i].name)) {
            attr_list_set(attrs, pass->work.context, pass->module->arena, properties->items[i].name,
                          properties->items[i].value);
        }
    }
}

/* --- types ------------------------------------------------------------------------------------ */

static void convert_type(struct vhlo_pass *pass, struct value *value) {
    const struct type *type = vhlo_type_of(pass->work.context, value->type);
    if (!type && (pass->allow_other_dialects || vhlo_type_meaning(value->type))) {
        return;
    }
    if (!type) {
        vhlo_refuse(&pass->work, "VHLO has no form of the type '%s'",
                    say_type(pass->work.context, value->type));
        return;
    }
    vhlo_check_since(&pass->work, vhlo_type_since(value->type), "type",
                     say_type(pass->work.context, value->type));
    value->type = type;
}

static bool convert_types(struct op *op, void *data) {
    struct vhlo_pass *pass = data;
    uint32_t version;
    pass->op = op;
    if (!vhlo_row_of_def(op->def, &version)) {
        return true;
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        convert_type(pass, &op->results[i]);
    }
    for (uint32_t i = 0; i < op->region_count; i++) {
        FOR_EACH_BLOCK (block, &op->regions[i]) {
            for (uint32_t k = 0; k < block->argument_count; k++) {
                convert_type(pass, block->arguments[k]);
            }
        }
    }
    return true;
}

/* --- operations ------------------------------------------------------------------------------- */

/* What the operation of VHLO that it was had, it has in other versions too: defaults that StableHLO
 * does not write are as they were. */
static void keep_properties(struct vhlo_pass *pass, const struct attr_list *had,
                            struct attr_list *made) {
    for (uint32_t i = 0; i < had->count; i++) {
        if (attr_list_get(made, had->items[i].name)) {
            attr_list_set(made, pass->work.context, pass->module->arena, had->items[i].name,
                          had->items[i].value);
        }
    }
}

/* Its values keep their types, which what is asked of others depends on. */
static void convert(struct vhlo_pass *pass, struct op *op, const struct vhlo_op *row) {
    struct attr_list properties = {0}, attrs = op->attrs, made = {0}, rest = {0};
    char name[80];
    uint32_t version = vhlo_version_for(&pass->work, op, row);
    vhlo_properties_of(&pass->work, op, row, version, &properties);
    add_leftovers(pass, row, &attrs);
    if (pass->failed || !convert_attrs(pass, &properties, &made) ||
        !convert_attrs(pass, &attrs, &rest)) {
        return;
    }
    snprintf(name, sizeof name, "vhlo.%s_v%u", row->name, version);
    const struct op_def *def = vhlo_def_find(pass->work.context, name);
    const struct vhlo_before *before = pointer_map_get(&pass->before, op);
    if (before) {
        keep_properties(pass, &before->properties, &made);
    }
    op->properties = before && before->def == def ? before->properties : made;
    op->attrs = rest;
    op_become(pass->module, op, def);
}

static bool legalize(struct op *op, void *data) {
    struct vhlo_pass *pass = data;
    const struct vhlo_op *row = vhlo_row_of(op);
    pass->op = op;
    op->note = 0;
    if (row) {
        convert(pass, op, row);
    }
    return !pass->failed;
}

/* --- between VHLO and other dialects ---------------------------------------------------------- */

/* The operand as the operation wants it: cast in front of it, where it is of the other kind. False:
 * there may be no cast. */
static bool cast_operand(struct vhlo_pass *pass, struct op *op, uint32_t index, bool is_vhlo) {
    struct context *context = pass->work.context;
    struct value *value = op_operand(op, index);
    const struct type *type =
        is_vhlo ? vhlo_type_of(context, value->type) : vhlo_type_meaning(value->type);
    if (!type) {
        return true;
    }
    if (!pass->allow_other_dialects) {
        diag_error(context->diagnostics, is_vhlo ? op->location : value_location(value),
                   "failed to legalize unresolved materialization from ('%s') to ('%s') that "
                   "remained live after conversion",
                   say_type(context, value->type), say_type(context, type));
        pass->failed = true;
        return false;
    }
    struct builder builder = builder_before(pass->module, op);
    op_set_operand(op, index, build_unary(&builder, OP_UNREALIZED_CONVERSION_CAST, value, type));
    return true;
}

static bool cast_operands(struct vhlo_pass *pass, struct op *op, bool of_vhlo) {
    uint32_t version;
    bool is_vhlo = vhlo_row_of_def(op->def, &version) != NULL, good = true;
    bool is_cast = op_is(op, OP_UNREALIZED_CONVERSION_CAST);
    for (uint32_t i = 0; good && !is_cast && is_vhlo == of_vhlo && i < op->operand_count; i++) {
        good = cast_operand(pass, op, i, is_vhlo);
    }
    return good;
}

static bool cast_of_vhlo(struct op *op, void *data) {
    return cast_operands(data, op, true);
}

static bool cast_of_others(struct op *op, void *data) {
    return cast_operands(data, op, false);
}

/* --- the passes ------------------------------------------------------------------------------- */

/* Everything in the module becomes VHLO's in the version that the target has. */
static bool from_stablehlo(struct vhlo_pass *pass) {
    pass->work.data = pass;
    op_walk(pass->module->op, legalize, pass);
    if (!pass->failed) {
        op_walk(pass->module->op, convert_types, pass);
    }
    if (!pass->failed && op_walk(pass->module->op, cast_of_vhlo, pass)) {
        op_walk(pass->module->op, cast_of_others, pass);
    }
    return !pass->failed;
}

bool pass_legalize_to_vhlo(struct module *module, const struct pass_options *options) {
    struct vhlo_pass pass =
        vhlo_pass_begin(module, VHLO_CURRENT, pass_bool(options, "allow-other-dialects"));
    bool done = from_stablehlo(&pass);
    vhlo_pass_end(&pass);
    return done;
}

/* "1.4.0"; false: it is not of this form. */
static bool parse_version(const char *text, uint64_t numbers[3]) {
    for (uint32_t i = 0; i < 3; i++) {
        size_t digits = strspn(text, "0123456789");
        if (digits == 0 || digits > 9 || text[digits] != (i < 2 ? '.' : '\0')) {
            return false;
        }
        numbers[i] = strtoull(text, NULL, 10);
        text += digits + 1;
    }
    return true;
}

static bool read_target(struct module *module, const char *text, uint16_t *target) {
    static const char form[] = "Target version must be of the form `#.#.#`.";
    struct diagnostics *diagnostics = module->context->diagnostics;
    struct location location = module->op->location;
    uint64_t numbers[3];
    if (!*text) {
        return diag_error(diagnostics, location, "No target version specified.\n%s", form), false;
    }
    if (!parse_version(text, numbers)) {
        return diag_error(diagnostics, location, "Invalid target version argument '%s'\n%s", text,
                          form),
               false;
    }
    uint64_t version = numbers[0] << 32 | numbers[1];
    if (version < 9) {
        return diag_error(diagnostics, location,
                          "target version %s is less than minimum supported 0.9.0", text),
               false;
    }
    uint64_t current = (uint64_t)(VHLO_CURRENT >> 8) << 32 | (VHLO_CURRENT & 255);
    if (version > current || (version == current && numbers[2] > 0)) {
        return diag_error(diagnostics, location,
                          "target version %s is greater than current version %d.%d.0", text,
                          VHLO_CURRENT >> 8, VHLO_CURRENT & 255),
               false;
    }
    *target = (uint16_t)VHLO_VERSION(numbers[0], numbers[1]);
    return true;
}

bool pass_vhlo_to_version(struct module *module, const struct pass_options *options) {
    uint16_t target;
    if (!read_target(module, pass_string(options, "target"), &target)) {
        return false;
    }
    struct vhlo_pass pass = vhlo_pass_begin(module, target, true);
    pass.is_of_version = true;
    bool done = vhlo_to_stablehlo(&pass) && from_stablehlo(&pass);
    if (!done) {
        diag_error(module->context->diagnostics, module->op->location,
                   "failed to convert VHLO to v%d.%d.0", target >> 8, target & 255);
    }
    vhlo_pass_end(&pass);
    return done;
}
