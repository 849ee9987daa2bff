/* One file of bytecode: its tables, then its operations. */
#include "frontend/bytecode/read.h"

#include "frontend/bytecode/bytecode.h"
#include "ir/context.h"

static bool read_file(struct bytecode *file) {
    struct cursor cursor = {.file = file,
                            .at = (const unsigned char *)file->source->text,
                            .end =
                                (const unsigned char *)file->source->text + file->source->length};
    return read_sections(&cursor) && read_strings(file) && read_dialects(file) &&
           read_property_offsets(file) && read_resources(file) && read_entry_offsets(file) &&
           read_operations(file);
}

struct module *bytecode_read(struct context *context, const struct source *source) {
    struct location start = {.source = source, .offset = 0};
    struct asm_parser parser;
    int32_t errors = context->diagnostics->errors;
    parser_begin(&parser, context, source);
    struct bytecode file = {.source = source,
                            .context = context,
                            .module = module_new(context, start),
                            .tables = arena_new(),
                            .scratch = arena_new(),
                            .parser = &parser,
                            .i1 = type_integer(context, 1, SIGNLESS)};
    parser.module = file.module;
    file.module->op->explicit_location = place_file(context, source->name, 0, 0);
    bool good = read_file(&file);
    fill_resources(&parser);
    arena_free(file.scratch);
    arena_free(file.tables);
    parser_end(&parser);
    if (!good || context->diagnostics->errors != errors) {
        module_free(file.module);
        return NULL;
    }
    unwrap_module(file.module);
    return file.module;
}
