#include "api/failure.h"

#include <stdlib.h>

char *guard_message(const struct memory *memory) {
    char what[MEMORY_TEXT];
    memory_text(memory, what);
    size_t size = strlen(what) + sizeof "sdyc: error: \n";
    char *text = malloc(size);
    if (text) {
        snprintf(text, size, "sdyc: error: %s\n", what);
    }
    return text;
}

enum sdyc_status guard_failure(const struct memory *memory, char **error) {
    bool is_bug = memory->bug[0] != '\0';
    *error = is_bug ? guard_message(memory) : NULL;
    return is_bug ? SDYC_E_INTERNAL : SDYC_E_MEMORY;
}
