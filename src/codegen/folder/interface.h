/* What the templates say of a folder's entries: values for template_expand. */
#ifndef SDYC_EMIT_INTERFACE_H
#define SDYC_EMIT_INTERFACE_H

#include "codegen/emit/emit.h"
#include "codegen/folder/constants.h"
#include "codegen/folder/directory.h"
#include "codegen/folder/parts.h"
#include "codegen/folder/template.h"

/* An entry while its folder is made. */
struct folder_entry {
    const struct emit_entry *entry;
    const struct program *program;
    const char *c_name;   /* without the prefix */
    uint32_t input_count; /* without the host */
    struct buffer text;   /* of its phases */
    struct emit_needs needs;
    struct template_row row; /* its values; those of the folder are around them */
};
struct folder {
    const struct emit_directory_options *options;
    const char *prefix;
    struct arena *arena;
    size_t entry_count;
    struct folder_entry *entries;
    struct constant_pool constants;
    struct runtime_parts *runtime, *tools; /* of the program; of main.c */
    struct template_row row;               /* the values of the folder, its entries among them */
};

/* Sets the values, once texts and parts of the runtime are known. */
void interface_set(struct folder *folder);

/* Whether an entry asks something of its host. */
bool folder_has_host(const struct folder *folder);
/* Whether a tensor of the caller's has a dimension whose size is known at run time only. */
bool folder_has_sizes(const struct folder *folder);
/* Whether a tensor of the caller's is not row-major. */
bool folder_has_layouts(const struct folder *folder);
bool folder_has_test(const struct folder *folder);
/* The entry whose sample it is too: the first of those for several numbers of ranks. */
const struct folder_entry *folder_sampled(const struct folder *folder,
                                          const struct folder_entry *entry);
/* Whether ranks run its programs. */
bool folder_has_ranks(const struct folder *folder);

#endif
