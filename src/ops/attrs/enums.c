/* Enumerations: `#stablehlo<precision HIGHEST>`. One word, the number of the case. */
#include <string.h>

#include "ir/asm.h"
#include "ops/attrs/attrs.h"

const void *attr_words_payload(struct arena *arena, const int64_t *words, uint32_t count) {
    (void)arena;
    (void)count;
    return words;
}

/* ::mlir::stablehlo::FftType: what MLIR calls the enumeration "stablehlo.fft_type". */
static const char *class_name(struct asm_parser *parser, const struct attr_def *def) {
    char words[64];
    size_t length = 0;
    bool begins = true;
    for (const char *c = def->mnemonic; *c && length + 1 < sizeof words; c++) {
        if (*c != '_') {
            words[length++] = (char)(begins && *c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c);
        }
        begins = *c == '_';
    }
    words[length] = 0;
    return arena_printf(asm_arena(parser), "::mlir::%.*s::%s", (int)strcspn(def->name, "."),
                        def->name, words);
}

/* What a fault means for the attribute: an error of its own. */
static const struct attr *no_case(struct asm_parser *parser, const struct attr_def *def) {
    const char *name = class_name(parser, def);
    bool is_chlo = strncmp(def->name, "chlo.", 5) == 0;
    asm_error(parser, "failed to parse %s_%sAttr parameter 'value' which is to be a `%s`",
              is_chlo ? "CHLO" : "StableHLO", strrchr(name, ':') + 1, name);
    return NULL;
}

bool parse_enum_case(struct asm_parser *parser, const struct attr_def *def,
                     const char *const *cases, int64_t *at) {
    struct location location = asm_location(parser);
    const char *word;
    if (!optional_any_keyword(parser, &word)) {
        return asm_error(parser, "expected valid keyword or string");
    }
    struct buffer known = {0};
    for (*at = 0; cases[*at]; (*at)++) {
        if (strcmp(cases[*at], word) == 0) {
            buffer_free(&known);
            return true;
        }
        buffer_printf(&known, "%s%s", *at ? ", " : "", cases[*at]);
    }
    asm_error_at(parser, location, "expected %s to be one of: %s; found '%s'%s",
                 class_name(parser, def), known.text, word,
                 suggest_name(asm_arena(parser), word, cases, (size_t)*at));
    buffer_free(&known);
    return false;
}

static const struct attr *parse_case(struct asm_parser *parser, const struct attr_def *def) {
    int64_t at;
    return parse_enum_case(parser, def, (const char *const *)def->details, &at)
               ? attr_enum(asm_context(parser), def, at)
               : no_case(parser, def);
}

static void print_case(struct asm_printer *printer, const struct attr *attr) {
    asm_text(printer, "%s", ((const char *const *)attr->def->details)[attr->words[0]]);
}

static const struct attr *parse_bracketed(struct asm_parser *parser, const struct attr_def *def) {
    if (!parse_token(parser, "<")) {
        return NULL;
    }
    const struct attr *attr = parse_case(parser, def);
    return attr && parse_token(parser, ">") ? attr : NULL;
}

static void print_bracketed(struct asm_printer *printer, const struct attr *attr) {
    asm_text(printer, "<");
    print_case(printer, attr);
    asm_text(printer, ">");
}

#define CASES(...)                                                                                 \
    (const char *const[]) {                                                                        \
        __VA_ARGS__, NULL                                                                          \
    }
#define ENUM_(id, dialect, mnemonic_, summary_, parse_, print_, ...)                               \
    extern const struct attr_def attr_##id;                                                        \
    const struct attr_def attr_##id = {                                                            \
        .name = dialect "." mnemonic_,                                                             \
        .mnemonic = mnemonic_,                                                                     \
        .parse = parse_,                                                                           \
        .print = print_,                                                                           \
        .payload = attr_words_payload,                                                             \
        .summary = summary_,                                                                       \
        .details = __VA_ARGS__,                                                                    \
    };
#define ENUM(id, dialect, mnemonic, summary, ...)                                                  \
    ENUM_(id, dialect, mnemonic, summary, parse_case, print_case, __VA_ARGS__)

#define DIRECTIONS  CASES("EQ", "NE", "GE", "GT", "LE", "LT")
#define COMPARISONS CASES("NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED")
#define PRECISIONS  CASES("DEFAULT", "HIGH", "HIGHEST")

ENUM(precision, "stablehlo", "precision",
     "XLA precision for an operand. Has backend specific meaning.", PRECISIONS)
ENUM(comparison_direction, "stablehlo", "comparison_direction",
     "Which comparison operation to perform.", DIRECTIONS)
ENUM(comparison_type, "stablehlo", "comparison_type", "Which comparison type to use.", COMPARISONS)
ENUM(fft_type, "stablehlo", "fft_type", "XLA fast fourier transform type.",
     CASES("FFT", "IFFT", "RFFT", "IRFFT"))
ENUM(transpose, "stablehlo", "transpose", "Transpose options",
     CASES("TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"))
ENUM(rng_algorithm, "stablehlo", "rng_algorithm", "XLA PRNG algorithm to be used.",
     CASES("DEFAULT", "THREE_FRY", "PHILOX"))
ENUM(rng_distribution, "stablehlo", "rng_distribution", "XLA PRNG distribution to be used.",
     CASES("UNIFORM", "NORMAL"))
ENUM_(result_accuracy_mode, "stablehlo", "result_accuracy_mode", "XLA result accuracy mode.",
      parse_bracketed, print_bracketed, CASES("DEFAULT", "HIGHEST", "TOLERANCE"))
ENUM(chlo_precision, "chlo", "precision",
     "XLA precision for an operand. Has backend specific meaning.", PRECISIONS)
ENUM(chlo_comparison_direction, "chlo", "comparison_direction",
     "Which comparison operation to perform.", DIRECTIONS)
ENUM(chlo_comparison_type, "chlo", "comparison_type", "Which comparison type to use.", COMPARISONS)

int64_t attr_case(const struct attr *attr, int64_t otherwise) {
    return attr && attr->kind == ATTR_DIALECT && attr->count > 0 ? attr->words[0] : otherwise;
}

const struct attr *attr_enum(struct context *context, const struct attr_def *def, int64_t value) {
    return attr_dialect(context, def, 1, &value);
}

bool comparison_holds(enum comparison_direction direction, bool less, bool equal, bool greater) {
    switch (direction) {
    case COMPARE_EQ:
        return equal;
    case COMPARE_NE:
        return !equal;
    case COMPARE_GE:
        return greater || equal;
    case COMPARE_GT:
        return greater;
    case COMPARE_LE:
        return less || equal;
    case COMPARE_LT:
        return less;
    }
    return false;
}
