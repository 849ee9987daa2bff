/* What a program asks of its host while it runs: to print a value, to record one, to give the next
 * of the infeed, to take one for the outfeed. The operations are numbered, and the function gets
 * one more argument: the host that the code calls. */
#ifndef SDYC_CODEGEN_EFFECTS_H
#define SDYC_CODEGEN_EFFECTS_H

#include "ir/op_def.h"

struct effect {
    enum op_effect kind;
    const struct type *type; /* of one instance of the value */
    const char *name;        /* of the value printed, or of the probe */
};
struct effect_list { /* as VECTOR(struct effect) */
    struct effect *items;
    size_t count, capacity;
};

/* Numbers the operations of the entry function (NULL: main), appends what they ask to the list, and
 * gives the function the argument, where there are any. The list is heap memory: vector_free. */
void effects_extract(struct module *module, const char *entry, struct effect_list *list);

#endif
