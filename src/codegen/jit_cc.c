/* The loops form through the system's C compiler, loaded as a shared object. */
#include "codegen/jit.h"

bool jit_load_cc(struct loaded_code *code, const char *text, const struct program *program,
                 struct diagnostics *diagnostics) {
    (void)code;
    (void)text;
    (void)program;
    return diag_error(diagnostics, (struct location){0}, "--jit=cc: no C compiler was found");
}
