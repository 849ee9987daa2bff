/* Continues a text by a model that sdyc made: decode TEXT [COUNT] */
#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CACHE (2 * 2 * 128 * 2 * 16) /* layers, keys and values, positions, heads, numbers */

int main(int count, char **words) {
    const char *text = count > 1 ? words[1] : "A";
    int32_t length = (int32_t)strlen(text), more = count > 2 ? atoi(words[2]) : 60;
    static float cache[CACHE];
    struct model_context *context;
    if (length == 0 || length + more > 128 || model_new(&context, NULL) != MODEL_OK) {
        fputs("no text, too much of it, or no memory\n", stderr);
        return 1;
    }
    int32_t token = 0, next = 0;
    for (int32_t position = 0; position < length + more; position++) {
        token = position < length ? text[position] : next;
        putchar(token);
        model_main(context, &next, cache, &token, &position, cache); /* the cache is donated */
    }
    putchar('\n');
    model_free(context);
    return 0;
}
