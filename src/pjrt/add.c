/* Sums of arrays of any element type: a program. */
#include <stdio.h>
#include <string.h>

#include "pjrt/objects.h"

struct pjrt_error *add_elements(struct pjrt_client *client, int type, int64_t count, void *sum,
                                const void *other) {
    struct sdyc_options options = SDYC_OPTIONS_INIT;
    options.team = client->team;
    char text[512], tensor[64];
    snprintf(tensor, sizeof tensor, "tensor<%lldx%s>", (long long)count, element_name(type));
    snprintf(text, sizeof text,
             "func.func @main(%%a: %s {tf.aliasing_output = 0 : i32}, %%b: %s) -> %s {\n"
             "  %%0 = stablehlo.add %%a, %%b : %s\n"
             "  return %%0 : %s\n}\n",
             tensor, tensor, tensor, tensor, tensor);
    struct sdyc_program *program = sdyc_compile(text, strlen(text), "sum", &options, NULL);
    if (!program) {
        return error_no_memory();
    }
    const void *inputs[] = {sum, other};
    void *outputs[] = {sum};
    enum sdyc_status status = sdyc_run(program, inputs, outputs);
    sdyc_free(program);
    return status == SDYC_OK ? NULL : error_no_memory();
}
