/* Prints libFuzzer's dictionary: the words of the table of operations. */
#include <ctype.h>
#include <string.h>

#include "ops/op_def.h"

static void print_word(const char *word, size_t length) {
    printf("\"%.*s\"\n", (int)length, word);
}

/* The words of an assembly form: what is not `@kind:name`. */
static void print_form(const char *form) {
    for (; form && *form; form++) {
        size_t length = 0;
        while (isalpha((unsigned char)form[length]) || form[length] == '_') {
            length++;
        }
        if (length > 2) {
            print_word(form, length);
        }
        form += length;
        if (!*form) {
            return;
        }
    }
}

int main(void) {
    static const char *const others[] = {"tensor<",
                                         "tuple<",
                                         "complex<",
                                         "memref<",
                                         "vector<",
                                         "dense<",
                                         "array<i64: ",
                                         "#sdy.mesh",
                                         "loc(",
                                         "unit",
                                         "true",
                                         "false",
                                         "f8E4M3",
                                         "bf16",
                                         "quant",
                                         "@main",
                                         "0x",
                                         "1.0e+10",
                                         "?x",
                                         "{-#",
                                         "#-}",
                                         "dense_resource<",
                                         "sparse<",
                                         "dialect_resources",
                                         "external_resources",
                                         "builtin",
                                         "__elided__",
                                         "0x04000000",
                                         "0x0400000000000000",
                                         "affine_map<",
                                         "opaque<",
                                         "sdy.sharding",
                                         "sdy.sharding_per_value",
                                         "sdy.manual_axes"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        print_word(others[i], strlen(others[i]));
    }
    for (size_t i = 0; i < OP_COUNT_; i++) {
        const struct op_def *def = op_table[i];
        print_word(def->name, strlen(def->name));
        print_form(def->form);
        for (const struct op_attr_def *attr = def->attrs; attr->name; attr++) {
            print_word(attr->name, strlen(attr->name));
            if (attr->dialect_attr) {
                printf("\"#%s<\"\n", attr->dialect_attr);
            }
        }
    }
    return 0;
}
