/* Calls the function of sizes.mlir with three rows where six have room, and two columns of three. */
#include <stdio.h>
#include <string.h>

#include "sizes/model.h"

static int is_size(const struct sizes_tensor *tensor, int of, int dim) {
    return tensor->size_of == of && tensor->size_dim == dim && strcmp(tensor->element, "i32") == 0;
}

int main(void) {
    const float rows[6 * 2] = {1, 2, 3, 4, 5, 6, 1e30f, 1e30f}, w[2 * 3] = {1, 10, -1e30f, 1, 10};
    const int32_t row_count = 3, column_count = 2;
    float product[6 * 3], sum[2];
    int32_t sizes[2];
    struct sizes_context *context;
    if (!is_size(&sizes_main_inputs[2], 0, 0) || !is_size(&sizes_main_inputs[3], 1, 1) ||
        !is_size(&sizes_main_outputs[2], 0, 0) || !is_size(&sizes_main_outputs[3], 0, 1) ||
        sizes_main_inputs[0].size_of != -1 || sizes_main_inputs[0].dims[0] != 6 ||
        sizes_new(&context, NULL) != SIZES_OK) {
        return 1;
    }
    sizes_main(context, product, sum, &sizes[0], &sizes[1], rows, w, &row_count, &column_count);
    sizes_free(context);
    printf("%dx%d:", sizes[0], sizes[1]);
    for (int i = 0; i < sizes[0]; i++) {
        for (int j = 0; j < sizes[1]; j++) {
            printf(" %g", product[i * 3 + j]);
        }
    }
    printf("; %g %g\n", sum[0], sum[1]);
    return 0;
}
