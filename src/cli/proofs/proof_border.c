/* Shardings of arguments and results that somebody says: the partitioned program by its attributes,
 * or the caller by flags. */
#include "cli/proofs/proof.h"

#include <stdlib.h>
#include <string.h>

#include "ops/op_def.h"

/* --- stated ----------------------------------------------------------------------------------- */

static bool has_attribute(const struct op *func, const char *name) {
    bool found = false;
    for (uint32_t i = 0; i < func_input_count(func); i++) {
        found = found || func_argument_attr(func, i, name);
    }
    for (uint32_t i = 0; i < func_result_count(func); i++) {
        found = found || func_result_attr(func, i, name);
    }
    return found;
}

/* What XLA notes of a module whose parts it has made: a list of texts for arguments, a text for all
 * results. */
static const char parameters_name[] = "mhlo.spmd_parameters_shardings";
static const char output_name[] = "mhlo.spmd_output_sharding";

/* "{{replicated}, {devices=[2]<=[2]}}" at the braces inside: true, and the next one in *begin and
 * *length. */
static bool next_in_list(const char **at, const char **begin, size_t *length) {
    const char *c = strchr(*at, '{');
    int depth = 0;
    *begin = c;
    for (; c && *c != '\0'; c++) {
        depth += (*c == '{') - (*c == '}');
        if (depth == 0) {
            *at = c + 1;
            *length = (size_t)(c + 1 - *begin);
            return true;
        }
    }
    return false;
}

static void note_arguments(struct module *module, struct op *func, const struct attr *texts) {
    uint32_t count = func_input_count(func);
    const struct attr **items = ARENA_ARRAY(module->context->arena, const struct attr *, count + 1);
    for (uint32_t i = 0; i < count && i < texts->count; i++) {
        items[i] = texts->items[i]->kind == ATTR_STRING ? texts->items[i] : NULL;
    }
    func_set_argument_attrs(module, func, "mhlo.sharding", items);
}

static void note_results(struct module *module, struct op *func, const struct attr *text) {
    uint32_t count = func_result_count(func);
    struct context *context = module->context;
    const struct attr **items = ARENA_ARRAY(context->arena, const struct attr *, count + 1);
    const char *at = text->text, *begin;
    bool is_list = at[0] == '{' && at[1 + strspn(at + 1, " ")] == '{';
    size_t length;
    at += is_list;
    for (uint32_t i = 0; i < count && next_in_list(&at, &begin, &length); i++) {
        items[i] = attr_string(context, begin, length);
    }
    func_set_result_attrs(module, func, "mhlo.sharding", items);
}

static void note_module(struct module *module, struct op *func) {
    const struct attr *arguments = op_attr(module->op, parameters_name);
    const struct attr *results = op_attr(module->op, output_name);
    if (arguments && arguments->kind == ATTR_ARRAY) {
        note_arguments(module, func, arguments);
    }
    if (results && results->kind == ATTR_STRING) {
        note_results(module, func, results);
    }
}

/* Shardings of GSPMD's form become those of Shardy's, in a copy of the program. */
bool proof_find_stated(struct proof *proof) {
    const struct op *entry = proof->partitioned_entry, *module = op_parent(entry);
    if (has_attribute(entry, "sdy.sharding")) {
        proof->stated_entry = entry;
        return true;
    }
    if (!has_attribute(entry, "mhlo.sharding") && !op_attr(module, parameters_name) &&
        !op_attr(module, output_name)) {
        return true;
    }
    const struct source *source = &proof->partitioned.source;
    struct compilation *stated = &proof->stated;
    if (!compilation_take_text(stated, source->name, source->text, source->length) ||
        !compilation_parse(stated)) {
        return false;
    }
    note_module(stated->module, entry_function(stated->module, NULL));
    if (!compilation_run(stated, "sdyc-import-gspmd", NULL)) {
        return false;
    }
    proof->stated_entry = entry_function(stated->module, NULL);
    return true;
}

/* --- given ------------------------------------------------------------------------------------ */

/* The text behind "3:" of the flag for this argument or result; NULL: there is none. */
static const char *text_for(const struct text_list *list, uint32_t index) {
    for (size_t i = 0; i < list->texts.count; i++) {
        char *end;
        unsigned long number = strtoul(list->texts.items[i], &end, 10);
        if (number == index && *end == ':') {
            return end + 1;
        }
    }
    return NULL;
}

static bool check_numbers(const struct text_list *list, const char *what, uint32_t count) {
    for (size_t i = 0; i < list->texts.count; i++) {
        const char *text = list->texts.items[i];
        char *end;
        unsigned long number = strtoul(text, &end, 10);
        if (end == text || *end != ':' || strchr(text, '\n')) {
            return cli_error("--%s=%s: not of the form NUMBER:SHARDING, 0:[{\"x\"}, {}]", what,
                             text);
        }
        if (number >= count) {
            return cli_error("--%s=%s: the program has %u %ss", what, text, count, what);
        }
    }
    return true;
}

/* As a sharding says its mesh: mesh<["x"=4]>. NULL: there is none. */
static const char *mesh_text(const struct proof *proof, struct arena *arena) {
    if (proof->mesh) {
        return arena_printf(arena, "mesh<%s>", proof->mesh);
    }
    FOR_EACH_OP (op, op_parent(proof->propagated_entry)->regions[0].first) {
        if (op_is(op, OP_SDY_MESH)) {
            struct buffer text = {0};
            print_attr(&text, op_property(op, "mesh"));
            const char *said = arena_printf(arena, "%s", text.text + strlen("#sdy."));
            buffer_free(&text);
            return said;
        }
    }
    return NULL;
}

static void add_value(struct buffer *out, const char *mesh, const struct type *type,
                      const char *text, bool is_first) {
    buffer_add(out, is_first ? "" : ",\n  ");
    print_type(out, type);
    if (text) {
        buffer_printf(out, " {sdy.sharding = #sdy.sharding<%s, %s>}", mesh, text);
    }
}

/* A declaration whose arguments and results are sharded as the flags say: what reads shardings and
 * says what is wrong with them is the parser. */
static void write_declaration(struct buffer *out, const struct proof *proof, const char *mesh) {
    const struct op *func = proof->propagated_entry;
    buffer_add(out, "func.func private @main(\n  ");
    for (uint32_t i = 0; i < func_input_count(func); i++) {
        add_value(out, mesh, func->regions[0].first->arguments[i]->type,
                  text_for(&proof->arguments, i), i == 0);
    }
    buffer_add(out, ") -> (\n  ");
    for (uint32_t i = 0; i < func_result_count(func); i++) {
        add_value(out, mesh, func_result_type(func, i), text_for(&proof->results, i), i == 0);
    }
    buffer_add(out, ")\n");
}

static const struct op *declaration_in(const struct module *module) {
    FOR_EACH_OP (op, module->op->regions[0].first) {
        if (op_has(op, OP_FUNCTION)) {
            return op;
        }
    }
    return NULL;
}

bool proof_find_given(struct proof *proof) {
    const struct op *func = proof->propagated_entry;
    if (proof->arguments.texts.count + proof->results.texts.count == 0) {
        return true;
    }
    const char *mesh = mesh_text(proof, proof->given.arena);
    if (!check_numbers(&proof->arguments, "argument", func_input_count(func)) ||
        !check_numbers(&proof->results, "result", func_result_count(func))) {
        return false;
    }
    if (!mesh) {
        return cli_error("the program has no mesh that shardings could be of: --mesh='[\"x\"=4]'");
    }
    struct buffer text = {0};
    write_declaration(&text, proof, mesh);
    bool done = compilation_take_text(&proof->given, "flags", text.text, text.length) &&
                compilation_parse(&proof->given);
    buffer_free(&text);
    proof->given_entry = done ? declaration_in(proof->given.module) : NULL;
    return done;
}
