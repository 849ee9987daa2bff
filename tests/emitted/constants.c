/* Constants that a context is given: by pointer, by path, and not at all. The argument is the folder of the program. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apart/model.h"

enum { MOST = 4096 };

static void fail(const char *what) {
    fprintf(stderr, "constants: %s\n", what);
    exit(1);
}

/* A context with these options gives what it should. */
static void check(const struct apart_options *options, const char *what) {
    struct apart_context *context = NULL;
    const float x[4] = {1, 1, 1, 1};
    float y[4] = {0};
    unsigned char yes = 0;
    if (apart_new(&context, options) != APART_OK || apart_new_f1(context, y, &yes, x) != APART_OK ||
        y[0] != 2 || y[3] != 5) {
        fail(what);
    }
    apart_free(context);
}

static void check_refused(const struct apart_options *options, const char *what) {
    struct apart_context *context = NULL;
    if (apart_new(&context, options) != APART_E_CONSTANTS || context != NULL) {
        fail(what);
    }
}

int main(int count, char **words) {
    static _Alignas(64) char data[MOST];
    struct apart_options options;
    char path[MOST];
    FILE *file;
    size_t size;
    snprintf(path, sizeof path, "%s/model.data", count > 1 ? words[1] : ".");
    file = fopen(path, "rb");
    size = file != NULL ? fread(data, 1, sizeof data, file) : 0;
    if (size < 8 || fclose(file) != 0) {
        fail("no constants");
    }
    memset(&options, 0, sizeof options);
    check_refused(NULL, "no options");
    check_refused(&options, "no constants");
    options.constants_path = words[0];
    check_refused(&options, "another file");
    options.constants_path = path;
    check(&options, "by path");
    options.constants_path = NULL;
    options.constants = data;
    check(&options, "by pointer");
    data[size - 1] ^= 1;
    check_refused(&options, "another program's");
    return 0;
}
