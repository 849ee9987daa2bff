/* Sets of flags: `#arith.overflow<nsw, nuw>`. One word, a bit for each. */
#include <string.h>

#include "ir/asm.h"
#include "ops/attrs/attrs.h"

struct flags {
    const char *class_name, *parameter; /* as errors call them */
    const char *separator;              /* between those that are printed */
    const char *names[9];               /* of no flag, then of each bit */
    const char *all;                    /* of all bits together; NULL: none is for that */
};

static uint32_t flag_count(const struct flags *flags) {
    uint32_t count = 0;
    while (count + 1 < sizeof flags->names / sizeof *flags->names && flags->names[count + 1]) {
        count++;
    }
    return count;
}

/* The bits that a word stands for; false: it stands for none. */
static bool flag_of(const struct flags *flags, const char *word, int64_t *bits) {
    uint32_t count = flag_count(flags);
    if (flags->all && strcmp(word, flags->all) == 0) {
        *bits = (INT64_C(1) << count) - 1;
        return true;
    }
    for (uint32_t i = 0; i <= count; i++) {
        if (strcmp(word, flags->names[i]) == 0) {
            *bits = i ? INT64_C(1) << (i - 1) : 0;
            return true;
        }
    }
    return false;
}

static void no_flag(struct asm_parser *parser, const struct flags *flags,
                    struct location location) {
    struct buffer known = {0};
    for (uint32_t i = 0; i <= flag_count(flags); i++) {
        buffer_printf(&known, "%s%s", i ? ", " : "", flags->names[i]);
    }
    asm_error_at(parser, location, "expected %s to be one of: %s%s%s", flags->class_name,
                 known.text, flags->all ? ", " : "", flags->all ? flags->all : "");
    asm_error(parser, "failed to parse %s parameter 'value' which is to be a `%s`",
              flags->parameter, flags->class_name);
    buffer_free(&known);
}

static const struct attr *parse_flags(struct asm_parser *parser, const struct attr_def *def) {
    const struct flags *flags = def->details;
    int64_t value = 0, bits;
    if (!parse_token(parser, "<")) {
        return NULL;
    }
    do {
        struct location location = asm_location(parser);
        const char *word;
        if (!optional_any_keyword(parser, &word)) {
            asm_error(parser, "expected valid keyword or string");
            return NULL;
        }
        if (!flag_of(flags, word, &bits)) {
            no_flag(parser, flags, location);
            return NULL;
        }
        value |= bits;
    } while (optional_token(parser, ","));
    return parse_token(parser, ">") ? attr_enum(asm_context(parser), def, value) : NULL;
}

static void print_flags(struct asm_printer *printer, const struct attr *attr) {
    const struct flags *flags = attr->def->details;
    uint32_t count = flag_count(flags);
    int64_t value = attr->words[0];
    const char *separator = "";
    if (value == 0 || (flags->all && value == (INT64_C(1) << count) - 1)) {
        asm_text(printer, "<%s>", value ? flags->all : flags->names[0]);
        return;
    }
    asm_text(printer, "<");
    for (uint32_t i = 0; i < count; i++) {
        if (value >> i & 1) {
            asm_text(printer, "%s%s", separator, flags->names[i + 1]);
            separator = flags->separator;
        }
    }
    asm_text(printer, ">");
}

#define FLAGS(id, mnemonic_, summary_, ...)                                                        \
    extern const struct attr_def attr_##id;                                                        \
    const struct attr_def attr_##id = {                                                            \
        .name = "arith." mnemonic_,                                                                \
        .mnemonic = mnemonic_,                                                                     \
        .parse = parse_flags,                                                                      \
        .print = print_flags,                                                                      \
        .payload = attr_words_payload,                                                             \
        .summary = summary_,                                                                       \
        .details = &(const struct flags){__VA_ARGS__},                                             \
    };

FLAGS(arith_fastmath, "fastmath", "Floating point fast math flags",
      .class_name = "::mlir::arith::FastMathFlags", .parameter = "Arith_FastMathAttr",
      .separator = ",",
      .names = {"none", "reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn"}, .all = "fast")
FLAGS(arith_overflow, "overflow", "Integer overflow arith flags",
      .class_name = "::mlir::arith::IntegerOverflowFlags", .parameter = "Arith_IntegerOverflowAttr",
      .separator = ", ", .names = {"none", "nsw", "nuw"})
