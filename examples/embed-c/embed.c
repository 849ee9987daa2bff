/* A program of `sdyc emit` in a C program: see the Makefile. */
#include <stdio.h>

#include "product/model.h"

int main(void) {
    struct product_context *context;
    float a[4 * 8], b[8 * 2], product[4 * 2];
    for (int i = 0; i < 4 * 8; i++) {
        a[i] = 0.5f;
        b[i % 16] = (float)(i % 2);
    }
    if (product_new(&context, NULL) != PRODUCT_OK) {
        return 1;
    }
    product_main(context, product, a, b);
    printf("%g %g\n", product[0], product[1]);
    product_free(context);
    return 0;
}
