/* The module as it is after each priority, in files: what `module-dump-directory` asks for. */
#include "propagation/propagation.h"
#include "transforms/transforms.h"

bool dump_priority(struct propagation *state) {
    if (*state->dump_directory == '\0') {
        return true;
    }
    struct buffer name = {0};
    buffer_printf(&name, "00.propagation_after_user_priority_%lld",
                  (long long)state->user_priority);
    propagation_write(state);
    bool done = save_module(state->module, state->dump_directory, name.text);
    buffer_free(&name);
    return done;
}
