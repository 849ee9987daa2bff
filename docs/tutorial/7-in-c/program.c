/* A perceptron that sdyc made, in a program of its own. */
#include "model.h"

#include <stdio.h>

int main(void) {
    float x[8 * 4], w1[4 * 16], w2[16 * 2], y[8 * 2];
    for (int i = 0; i < 64; i++) {
        w1[i] = i % 16 < 8 ? 0.25f : -0.5f;
        x[i % 32] = 1.0f;
        w2[i % 32] = i % 2 == 0 ? 1.0f : 0.5f;
    }
    struct model_context *context; /* threads and memory */
    if (model_new(&context, NULL) != MODEL_OK) {
        fputs("no memory\n", stderr);
        return 1;
    }
    model_main(context, y, x, w1, w2);
    printf("%.4f %.4f\n", y[0], y[1]);
    model_free(context);
    return 0;
}
