/* Operations of other dialects that stand beside ours in what MLIR's tools are given: they are
 * read, verified and printed. Programs with them cannot be compiled. */
#include "ops/hooks.h"
#include "ops/verify/fault.h"

/* `...`: traits, operands, results, attrs and verify. */
#define NEIGHBOUR(id, name_, text, form_, ...)                                                     \
    const struct op_def op_##id = {                                                                \
        .name = name_,                                                                             \
        .summary = text,                                                                           \
        .form = form_,                                                                             \
        .regions = {0, 0},                                                                         \
        .parse = parse_by_form,                                                                    \
        .print = print_by_form,                                                                    \
        .infer = infer_nothing,                                                                    \
        .rule = rule_none,                                                                         \
        .needs = needs_all_whole,                                                                  \
        .emit = emit_unsupported,                                                                  \
        .canonicalize = canonicalize_nothing,                                                      \
        COMMON_HOOKS,                                                                              \
        __VA_ARGS__,                                                                               \
    };
#define PLAIN              .attrs = no_attrs, .verify = verify_nothing
#define ONE(name, kind)    .operands = OPERANDS({name, kind, OP_ONE})
#define TWO(a, b, kind)    .operands = OPERANDS({a, kind, OP_ONE}, {b, kind, OP_ONE})
#define MANY(name, kind)   .operands = OPERANDS({name, kind, OP_MANY})
#define RESULT(name, kind) .results = RESULTS({name, kind, OP_ONE})

/* --- arith ------------------------------------------------------------------------------------ */

#define BINARY(id, text, kind, flags, ...)                                                         \
    NEIGHBOUR(arith_##id, "arith." #id, text, "$lhs , $rhs " flags "@attrs : @same_type",          \
              .traits = OP_PURE | OP_SAME_TYPES, TWO("lhs", "rhs", kind), RESULT("result", kind),  \
              .verify = verify_nothing, __VA_ARGS__)
#define INTEGER(id, text) BINARY(id, text, VALUE_INTEGER_LIKE, "", .attrs = no_attrs)
#define EXACT(id, text)                                                                            \
    BINARY(id, text, VALUE_INTEGER_LIKE, "@exact ",                                                \
           .attrs = ATTRS({.name = "isExact", .kind = OP_ATTR_UNIT}))
#define FLOATING(id, text)                                                                         \
    BINARY(id, text, VALUE_FLOAT_LIKE, "@fastmath ", .attrs = arith_fastmath_attrs)

INTEGER(andi, "the bits that are set in both")
INTEGER(ceildivsi, "the quotient of signed integers, upwards")
INTEGER(ceildivui, "the quotient of unsigned integers, upwards")
EXACT(divui, "the quotient of unsigned integers")
INTEGER(floordivsi, "the quotient of signed integers, downwards")
INTEGER(maxui, "the larger one of unsigned integers")
INTEGER(minsi, "the smaller one of signed integers")
INTEGER(minui, "the smaller one of unsigned integers")
INTEGER(ori, "the bits that are set in either")
INTEGER(remsi, "what a division of signed integers leaves")
INTEGER(remui, "what a division of unsigned integers leaves")
BINARY(shli, "bits shifted to the left", VALUE_INTEGER_LIKE, "@overflow ",
       .attrs = arith_overflow_attrs)
EXACT(shrsi, "bits shifted to the right, the sign kept")
EXACT(shrui, "bits shifted to the right")
INTEGER(xori, "the bits in which integers differ")
FLOATING(addf, "the sum of floats")
FLOATING(divf, "the quotient of floats")
FLOATING(maximumf, "the larger float, NaN where either is")
FLOATING(maxnumf, "the larger float, the other one where one is NaN")
FLOATING(minimumf, "the smaller float, NaN where either is")
FLOATING(minnumf, "the smaller float, the other one where one is NaN")
FLOATING(mulf, "the product of floats")
FLOATING(remf, "what a division of floats leaves")
FLOATING(subf, "the difference of floats")
NEIGHBOUR(arith_negf, "arith.negf", "the opposite of a float",
          "$operand @fastmath @attrs : @same_type", .traits = OP_PURE | OP_SAME_TYPES,
          ONE("operand", VALUE_FLOAT_LIKE), RESULT("result", VALUE_FLOAT_LIKE),
          .attrs = arith_fastmath_attrs, .verify = verify_nothing)

/* A cast between elements of one shape, the wider ones behind or in front. */
enum widths { WIDER, NARROWER, ANY_WIDTH };

static bool verify_widths(const struct op *op, struct context *context, enum widths widths) {
    const struct type *in = op_operand(op, 0)->type, *out = op_result(op, 0)->type;
    uint32_t from = type_bits(type_element(in)), to = type_bits(type_element(out));
    bool same_shape = type_is_tensor(in) == type_is_tensor(out) &&
                      (!type_is_tensor(in) || type_with_element(context, in, out->element) == out);
    bool fits = widths == WIDER ? to > from : widths == NARROWER ? to < from : true;
    return (same_shape && fits) ||
           op_fault(op, context, "operand type '%s' and result type '%s' are cast incompatible",
                    say_type(context, in), say_type(context, out));
}

static bool verify_wider(const struct op *op, struct context *context) {
    return verify_widths(op, context, WIDER);
}

static bool verify_narrower(const struct op *op, struct context *context) {
    return verify_widths(op, context, NARROWER);
}

static bool verify_numbers(const struct op *op, struct context *context) {
    return verify_widths(op, context, ANY_WIDTH);
}

#define CAST(id, text, from, to, verify_)                                                          \
    NEIGHBOUR(arith_##id, "arith." #id, text, "$in @attrs : @type:in to @type:out",                \
              .traits = OP_PURE, ONE("in", VALUE_##from##_LIKE), RESULT("out", VALUE_##to##_LIKE), \
              .attrs = no_attrs, .verify = verify_)

CAST(extf, "a float as a wider one", FLOAT, FLOAT, verify_wider)
CAST(extsi, "a signed integer as a wider one", INTEGER, INTEGER, verify_wider)
CAST(extui, "an unsigned integer as a wider one", INTEGER, INTEGER, verify_wider)
CAST(fptosi, "a float as a signed integer", FLOAT, INTEGER, verify_numbers)
CAST(fptoui, "a float as an unsigned integer", FLOAT, INTEGER, verify_numbers)
CAST(sitofp, "a signed integer as a float", INTEGER, FLOAT, verify_numbers)
CAST(truncf, "a float as a narrower one", FLOAT, FLOAT, verify_narrower)
CAST(trunci, "an integer as a narrower one", INTEGER, INTEGER, verify_narrower)
CAST(uitofp, "an unsigned integer as a float", INTEGER, FLOAT, verify_numbers)

/* --- shape ------------------------------------------------------------------------------------ */

#define SHAPE(id, text, form, ...)                                                                 \
    NEIGHBOUR(shape_##id, "shape." #id, text, form, .traits = OP_PURE, PLAIN, __VA_ARGS__)
#define SIZES(id, text)                                                                            \
    SHAPE(id, text, "$lhs , $rhs @attrs : @type:lhs , @type:rhs -> @type:result",                  \
          TWO("lhs", "rhs", VALUE_SIZE), RESULT("result", VALUE_SIZE))

SIZES(add, "the sum of sizes")
SIZES(div, "the quotient of sizes")
SIZES(mul, "the product of sizes")
SHAPE(any, "one of several shapes that are known to be equal",
      "$inputs @attrs : @type:inputs -> @type:result", MANY("inputs", VALUE_SHAPE),
      RESULT("result", VALUE_SHAPE))
SHAPE(assuming_all, "a witness of all that several witness", "$inputs @attrs @of_witness @witness",
      MANY("inputs", VALUE_WITNESS), RESULT("result", VALUE_WITNESS))
NEIGHBOUR(shape_cstr_require, "shape.cstr_require", "a witness that something holds",
          "$pred , $msg @attrs @of_i1 @witness", .traits = OP_PURE, ONE("pred", VALUE_ANY),
          RESULT("result", VALUE_WITNESS),
          .attrs = ATTRS({.name = "msg", .kind = OP_ATTR_STRING, .required = true}),
          .verify = verify_nothing)
SHAPE(from_extent_tensor, "extents as a shape", "$input @attrs : @type:input @gives_shape",
      ONE("input", VALUE_ANY), RESULT("result", VALUE_SHAPE))
SHAPE(from_extents, "extents as a shape", "$extents @attrs : @type:extents @gives_shape",
      MANY("extents", VALUE_SIZE), RESULT("shape", VALUE_SHAPE))
SHAPE(get_extent, "one extent of a shape",
      "$shape , $dim @attrs : @type:shape , @type:dim -> @type:extent",
      .operands = OPERANDS({"shape", VALUE_SHAPE, OP_ONE}, {"dim", VALUE_SIZE, OP_ONE}),
      RESULT("extent", VALUE_SIZE))
SHAPE(index_to_size, "an index as a size", "$arg @attrs @of_index @gives_size",
      ONE("arg", VALUE_ANY), RESULT("result", VALUE_SIZE))
SHAPE(is_broadcastable, "whether shapes broadcast", "$shapes @attrs : @type:shapes @gives_i1",
      MANY("shapes", VALUE_SHAPE), RESULT("result", VALUE_ANY))
SHAPE(rank, "the number of extents", "$shape @attrs : @type:shape -> @type:rank",
      ONE("shape", VALUE_SHAPE), RESULT("rank", VALUE_SIZE))
SHAPE(shape_eq, "whether shapes are equal", "$shapes @attrs : @type:shapes @gives_i1",
      MANY("shapes", VALUE_SHAPE), RESULT("result", VALUE_ANY))
SHAPE(size_to_index, "a size as an index", "$arg @attrs : @type:arg @gives_index",
      ONE("arg", VALUE_SIZE), RESULT("result", VALUE_ANY))
SHAPE(value_as_shape, "a tensor of extents as a shape", "$arg @attrs : @type:arg -> @type:result",
      ONE("arg", VALUE_ANY), RESULT("result", VALUE_SHAPE))

/* --- others ----------------------------------------------------------------------------------- */

NEIGHBOUR(tensor_rank, "tensor.rank", "the number of dimensions",
          "$tensor @attrs : @type:tensor @gives_index", .traits = OP_PURE, PLAIN,
          ONE("tensor", VALUE_SHAPED), RESULT("result", VALUE_ANY), .result_name = "rank")
NEIGHBOUR(tensor_reshape, "tensor.reshape", "elements in another shape",
          "$source ~ ( ~ $shape ~ ) @attrs : @function_type", .traits = OP_PURE, PLAIN,
          TWO("source", "shape", VALUE_SHAPED), RESULT("result", VALUE_SHAPED),
          .result_name = "reshape")
NEIGHBOUR(cf_assert, "cf.assert", "an assertion at run time", "$arg , $msg @attrs @of_i1",
          .traits = 0, ONE("arg", VALUE_ANY), .results = no_values,
          .attrs = ATTRS({.name = "msg", .kind = OP_ATTR_STRING, .required = true}),
          .verify = verify_nothing)
NEIGHBOUR(func_constant, "func.constant", "a function as a value", "@attrs $value : @type:result",
          .traits = OP_PURE, .operands = no_values, RESULT("result", VALUE_ANY),
          .attrs = ATTRS({.name = "value", .kind = OP_ATTR_SYMBOL, .required = true}),
          .verify = verify_nothing, .result_name = "f")
NEIGHBOUR(func_call_indirect, "func.call_indirect", "a call of a function that is a value",
          "$callee ~ ( ~ $callee_operands ~ ) @attrs : @callee_type", .traits = 0, PLAIN,
          .operands = OPERANDS({"callee", VALUE_ANY, OP_ONE},
                               {"callee_operands", VALUE_ANY, OP_MANY}),
          .results = RESULTS({"results", VALUE_ANY, OP_MANY}))

#define QUANT(id, text)                                                                            \
    NEIGHBOUR(quant_##id, "quant." #id, text, "$input @attrs : @type:input to @type:result",       \
              .traits = OP_PURE, PLAIN, ONE("input", VALUE_ANY), RESULT("result", VALUE_ANY))
QUANT(dcast, "quantized elements as floats")
QUANT(qcast, "floats as quantized elements")
QUANT(scast, "quantized elements as what stores them, or back")
