/* A sharded product, compiled and run inside a C program. */
#include <stdio.h>

#include "sdyc/sdyc.h"

int main(int count, char **words) {
    struct sdyc_error *error;
    const char *path = count > 1 ? words[1] : "examples/product.mlir";
    struct sdyc_program *program = sdyc_compile_file(path, NULL, &error);
    if (program == NULL) {
        fputs(sdyc_error_text(error), stderr);
        sdyc_error_free(error);
        return 1;
    }
    float a[4 * 8], b[8 * 2], product[4 * 2]; /* whole tensors, whatever the mesh */
    for (int i = 0; i < 4 * 8; i++) {
        a[i] = 0.5f;
        b[i % 16] = (float)(i % 2);
    }
    const void *inputs[] = {a, b};
    void *outputs[] = {product};
    enum sdyc_status status = sdyc_run(program, inputs, outputs);
    if (status == SDYC_OK) {
        printf("%g %g\n", product[0], product[1]);
    } else {
        fputs(sdyc_error_text(sdyc_run_error(program)), stderr);
    }
    sdyc_free(program);
    return status != SDYC_OK;
}
