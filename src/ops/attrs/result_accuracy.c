/* #stablehlo.result_accuracy<atol = 1.0e-05, ulps = 2, mode = #stablehlo...<TOLERANCE>>. Words: the
 * bits of atol and rtol, ulps, mode. */
#include <string.h>

#include "ir/asm.h"
#include "ops/attrs/attrs.h"

/* `name = 1.0,` or nothing. */
static bool parse_real_field(struct asm_parser *parser, const char *name, double *value) {
    const struct attr *number;
    if (!optional_keyword(parser, name)) {
        return true;
    }
    const struct type *f64 = type_float(asm_context(parser), FLOAT_F64);
    if (!parse_token(parser, "=") || !parse_attr_of(parser, f64, &number)) {
        return false;
    }
    *value = number->kind == ATTR_FLOAT ? number->real : (double)number->integer;
    return parse_token(parser, ",");
}

static const struct attr *parse(struct asm_parser *parser, const struct attr_def *def) {
    struct result_accuracy accuracy = {0};
    const struct attr *mode;
    struct location location = asm_location(parser);
    if (!parse_token(parser, "<") || !parse_real_field(parser, "atol", &accuracy.atol) ||
        !parse_real_field(parser, "rtol", &accuracy.rtol)) {
        return NULL;
    }
    if (optional_keyword(parser, "ulps") &&
        (!parse_token(parser, "=") || !parse_integer(parser, &accuracy.ulps) ||
         !parse_token(parser, ","))) {
        return NULL;
    }
    if (!parse_keyword(parser, "mode") || !parse_token(parser, "=") || !parse_attr(parser, &mode) ||
        !parse_token(parser, ">")) {
        return NULL;
    }
    accuracy.mode = attr_case(mode, 0);
    if (accuracy.atol < 0 || accuracy.rtol < 0 || accuracy.ulps < 0) {
        asm_error_at(parser, location, "Negative tolerance");
        return NULL;
    }
    if (accuracy.mode != 2 && (accuracy.atol != 0 || accuracy.rtol != 0 || accuracy.ulps != 0)) {
        asm_error_at(parser, location,
                     "Invalid tolerances for ResultAccuracyAttr with mode %s, must be all zero.",
                     accuracy.mode == 1 ? "HIGHEST" : "DEFAULT");
        return NULL;
    }
    int64_t words[4] = {0, 0, accuracy.ulps, accuracy.mode};
    memcpy(&words[0], &accuracy.atol, sizeof words[0]);
    memcpy(&words[1], &accuracy.rtol, sizeof words[1]);
    return attr_dialect(asm_context(parser), def, 4, words);
}

static void print_real_field(struct asm_printer *printer, const char *name, double value) {
    if (value != 0) {
        asm_text(printer, "%s = ", name);
        float_print(asm_out(printer), FLOAT_F64, &value);
        asm_text(printer, ", ");
    }
}

static void print(struct asm_printer *printer, const struct attr *attr) {
    static const char *const modes[] = {"DEFAULT", "HIGHEST", "TOLERANCE"};
    const struct result_accuracy *accuracy = (const struct result_accuracy *)attr->payload;
    asm_text(printer, "<");
    print_real_field(printer, "atol", accuracy->atol);
    print_real_field(printer, "rtol", accuracy->rtol);
    if (accuracy->ulps != 0) {
        asm_text(printer, "ulps = %lld, ", (long long)accuracy->ulps);
    }
    asm_text(printer, "mode = #stablehlo.result_accuracy_mode<%s>>", modes[accuracy->mode]);
}

static const void *payload(struct arena *arena, const int64_t *words, uint32_t count) {
    (void)count;
    struct result_accuracy *accuracy = ARENA_NEW(arena, struct result_accuracy);
    memcpy(&accuracy->atol, &words[0], sizeof words[0]);
    memcpy(&accuracy->rtol, &words[1], sizeof words[1]);
    accuracy->ulps = words[2];
    accuracy->mode = words[3];
    return accuracy;
}

const struct attr_def attr_result_accuracy = {
    .name = "stablehlo.result_accuracy",
    .mnemonic = "result_accuracy",
    .parse = parse,
    .print = print,
    .payload = payload,
    .summary = "The requested accuracy for transcendental unary ops.",
};
