/* Values of one point: variables and operators, functions for the rest. In the strips form a
 * function is a strip primitive on one element, so that both make the same bits. */
#include "codegen/emit/internal.h"

#include <string.h>

static const char *const scalar_names[SCALAR_COUNT] = {
#define SCALAR(id, name, arity) [SCALAR_##id] = name,
#include "ops/scalar.def"
#undef SCALAR
};

static const char *declare(struct emitter *e, enum element type, const char *value) {
    const char *name = emit_temporary(e);
    emit_line(e, "const %s %s = %s;", compute_c_type(type), name, value);
    return name;
}

/* A variable that holds the value: strip primitives want addresses. */
static const char *variable(struct emitter *e, enum element type, const char *value) {
    bool is_name = strpbrk(value, "([ -!.") == NULL && (value[0] < '0' || value[0] > '9');
    return is_name ? value : declare(e, type, value);
}

/* function(a), as an expression; `result` is the C type it yields. */
static const char *call_unary(struct emitter *e, const char *function, const char *result,
                              enum element type, const char *a) {
    if (e->form == EMIT_LOOPS) {
        return emit_text(e, "sdyrt_%s(%s)", function, a);
    }
    const char *argument = variable(e, type, a), *name = emit_temporary(e);
    emit_line(e, "%s %s;", result, name);
    emit_line(e, "%s(&%s, &%s, 1);", emit_symbol(e, "sdyrt_%s_v", function), name, argument);
    return name;
}

static const char *c_operator(enum scalar_op op, enum element type) {
    bool arithmetic =
        type == ELEMENT_F32 || type == ELEMENT_F64 || type == ELEMENT_U32 || type == ELEMENT_U64;
    bool is_float = type == ELEMENT_F32 || type == ELEMENT_F64, is_bit = type == ELEMENT_I1;
    switch (op) {
    case SCALAR_ADD:
        return is_bit ? "|" : arithmetic ? "+" : NULL;
    case SCALAR_SUBTRACT:
        return arithmetic ? "-" : NULL;
    case SCALAR_MULTIPLY:
        return is_bit ? "&" : arithmetic ? "*" : NULL;
    case SCALAR_DIVIDE:
        return is_float ? "/" : NULL;
    case SCALAR_MAXIMUM:
        return is_bit ? "|" : NULL;
    case SCALAR_MINIMUM:
        return is_bit ? "&" : NULL;
    case SCALAR_AND:
        return "&";
    case SCALAR_OR:
        return "|";
    case SCALAR_XOR:
        return "^";
    case SCALAR_EQ:
        return "==";
    case SCALAR_NE:
        return "!=";
    case SCALAR_LT:
        return "<";
    case SCALAR_LE:
        return "<=";
    case SCALAR_GT:
        return ">";
    case SCALAR_GE:
        return ">=";
    default:
        return NULL;
    }
}

static bool is_comparison(enum scalar_op op) {
    return op >= SCALAR_EQ && op <= SCALAR_GE;
}

static const char *complex_name(enum element type) {
    return type == ELEMENT_C64 ? "complex64" : "complex128";
}

/* A function of the runtime on complex numbers: they are passed by address in both forms. */
static const char *complex_call(struct emitter *e, enum scalar_op op, enum element type,
                                const char *result, const char *a, const char *b) {
    const char *name = emit_temporary(e), *first = variable(e, type, a);
    const char *function = emit_symbol(e, "sdyrt_%s_%s", scalar_names[op], storage_tag(type));
    emit_line(e, "%s %s;", result, name);
    if (b == NULL) {
        emit_line(e, "%s(&%s, &%s);", function, name, first);
    } else {
        emit_line(e, "%s(&%s, &%s, &%s);", function, name, first, variable(e, type, b));
    }
    return name;
}

static const char *complex_binary(struct emitter *e, enum scalar_op op, enum element type,
                                  const char *a, const char *b) {
    switch (op) {
    case SCALAR_ADD:
    case SCALAR_SUBTRACT:
    case SCALAR_MULTIPLY:
    case SCALAR_DIVIDE:
    case SCALAR_EQ:
    case SCALAR_NE:
        return emit_text(e, "%s_%s(%s, %s)", complex_name(type), scalar_names[op], a, b);
    default:
        return complex_call(e, op, type, element_info[type].c_type, a, b);
    }
}

/* `type` is that of the operands. */
const char *emit_scalar_binary(struct emitter *e, enum scalar_op op, enum element type,
                               const char *a, const char *b) {
    enum element compute = compute_type(type);
    if (is_complex(compute)) {
        return complex_binary(e, op, compute, a, b);
    }
    const char *c = c_operator(op, compute);
    if (c != NULL) {
        return emit_text(e, "%s %s %s", a, c, b);
    }
    if (e->form == EMIT_LOOPS) {
        return emit_text(e, "sdyrt_%s_%s(%s, %s)", scalar_names[op], compute_tag(type), a, b);
    }
    a = variable(e, type, a);
    const char *name = emit_temporary(e);
    emit_line(e, "%s %s;", is_comparison(op) ? "uint8_t" : compute_c_type(type), name);
    emit_line(e, "%s(&%s, &%s, %s, 1);",
              emit_symbol(e, "sdyrt_%s_%s_vs", scalar_names[op], compute_tag(type)), name, a, b);
    return name;
}

static const char *scalar_unary(struct emitter *e, const struct expr *expr, const char *a) {
    enum element type = expr->args[0]->type, compute = compute_type(type);
    if (is_complex(compute)) {
        return complex_call(e, expr->op, compute, compute_c_type(expr->type), a, NULL);
    }
    if (expr->op == SCALAR_NEGATE && (compute == ELEMENT_F32 || compute == ELEMENT_F64)) {
        return emit_text(e, "-%s", a);
    }
    if (expr->op == SCALAR_NOT && compute == ELEMENT_I1) {
        return emit_text(e, "!%s", a);
    }
    return call_unary(e, emit_text(e, "%s_%s", scalar_names[expr->op], compute_tag(type)),
                      compute_c_type(expr->type), type, a);
}

static const char *complex_convert(struct emitter *e, enum element from, enum element to,
                                   const char *a);

static const char *scalar_convert(struct emitter *e, enum element from, enum element to,
                                  const char *a) {
    if (from == to) {
        return a;
    }
    if (is_complex(from) || is_complex(to)) {
        return complex_convert(e, from, to, a);
    }
    struct conversion conversion = emit_conversion(e, from, to);
    enum element type = from;
    for (uint32_t i = 0; i < conversion.count; i++) {
        const char *c_type = element_info[conversion.types[i]].c_type;
        /* A storage format in between is a variable of its own in the strips form. */
        a = e->form == EMIT_LOOPS ? emit_text(e, "sdyrt_%s(%s)", conversion.names[i], a)
                                  : call_unary(e, conversion.names[i], c_type, type, a);
        type = conversion.types[i];
    }
    return a;
}

/* Between complex types by their parts; a real number has no imaginary part, and none is left of a
 * complex number that becomes real. */
static const char *complex_convert(struct emitter *e, enum element from, enum element to,
                                   const char *a) {
    enum element part_from = from == ELEMENT_C64    ? ELEMENT_F32
                             : from == ELEMENT_C128 ? ELEMENT_F64
                                                    : from;
    enum element part_to = to == ELEMENT_C64 ? ELEMENT_F32 : to == ELEMENT_C128 ? ELEMENT_F64 : to;
    const char *re = a, *im = "0";
    if (is_complex(from)) {
        a = variable(e, from, a);
        re = emit_text(e, "%s.re", a);
        im = emit_text(e, "%s.im", a);
    }
    re = scalar_convert(e, part_from, part_to, declare(e, part_from, re));
    if (!is_complex(to)) {
        return re;
    }
    if (is_complex(from)) {
        im = scalar_convert(e, part_from, part_to, declare(e, part_from, im));
    }
    return emit_text(e, "%s(%s, %s)", complex_name(to), re, im);
}

static const char *scalar_clamp(struct emitter *e, enum element type, const char *low,
                                const char *a, const char *high) {
    if (e->form == EMIT_LOOPS) {
        return emit_text(e, "sdyrt_clamp_%s(%s, %s, %s)", compute_tag(type), low, a, high);
    }
    a = variable(e, type, a);
    const char *name = emit_temporary(e);
    emit_line(e, "%s %s;", compute_c_type(type), name);
    emit_line(e, "%s(&%s, %s, &%s, %s, 1);",
              emit_symbol(e, "sdyrt_clamp_%s_svs", compute_tag(type)), name, low, a, high);
    return name;
}

/* A part of a complex number, or the number that has two parts. */
static const char *complex_parts(struct emitter *e, const struct expr *expr,
                                 const char *const *args) {
    if (expr->op == SCALAR_COMPLEX) {
        return emit_text(e, "%s(%s, %s)", complex_name(expr->type), args[0], args[1]);
    }
    return emit_text(e, "%s.%s", variable(e, expr->args[0]->type, args[0]),
                     expr->op == SCALAR_REAL ? "re" : "im");
}

static const char *scalar_operation(struct emitter *e, const struct expr *expr) {
    const char *args[3] = {NULL};
    for (uint32_t i = 0; i < expr->arg_count; i++) {
        args[i] = emit_scalar(e, expr->args[i]).text;
    }
    if (expr->op == SCALAR_CONVERT) {
        return scalar_convert(e, expr->args[0]->type, expr->type, args[0]);
    }
    if (expr->op == SCALAR_SELECT) {
        return emit_text(e, "%s ? %s : %s", args[0], args[1], args[2]);
    }
    if (expr->op == SCALAR_REAL || expr->op == SCALAR_IMAG || expr->op == SCALAR_COMPLEX) {
        return complex_parts(e, expr, args);
    }
    const char *value = expr->op == SCALAR_CLAMP
                            ? scalar_clamp(e, expr->type, args[0], args[1], args[2])
                        : expr->arg_count == 2
                            ? emit_scalar_binary(e, expr->op, expr->args[0]->type, args[0], args[1])
                            : scalar_unary(e, expr, args[0]);
    const char *rounding = emit_rounding(e, expr);
    return rounding == NULL
               ? value
               : call_unary(e, rounding, compute_c_type(expr->type), expr->type, value);
}

const char *emit_buffer_name(struct emitter *e, const struct kernel_buffer *buffer) {
    return emit_text(e, buffer->kind == BUFFER_TILE ? "tile%u" : "v%u", buffer->id);
}

/* stride * clamp(index, 0, most) */
static const char *indirect_term(struct emitter *e, const struct indirect *indirect) {
    const char *index = emit_text(e, "(int64_t)%s", emit_scalar(e, indirect->index).text);
    if (indirect->most >= 0) {
        const char *raw = declare(e, ELEMENT_I64, index);
        const char *most = emit_integer(e, indirect->most);
        index = declare(e, ELEMENT_I64,
                        emit_text(e, "%s < 0 ? 0 : %s > %s ? %s : %s", raw, raw, most, most, raw));
    }
    return indirect->stride == 1
               ? index
               : emit_text(e, "%s * %s", index, emit_integer(e, indirect->stride));
}

const char *emit_address(struct emitter *e, const struct access *access) {
    const char *text = emit_affine(e, &access->at, access->buffer->kind == BUFFER_TILE);
    for (uint32_t i = 0; i < access->indirect_count; i++) {
        if (e->form == EMIT_STRIPS && emit_is_strip(e, access->indirect[i].index)) {
            continue; /* added by the gather */
        }
        const char *term = indirect_term(e, &access->indirect[i]);
        text = strcmp(text, "0") == 0 ? term : emit_text(e, "%s + %s", text, term);
    }
    return text;
}

const char *emit_pointer(struct emitter *e, const struct access *access) {
    const char *name = emit_buffer_name(e, access->buffer), *address = emit_address(e, access);
    return strcmp(address, "0") == 0 ? name : emit_text(e, "%s + %s", name, address);
}

static const char *load_text(struct emitter *e, const struct expr *expr) {
    const struct access *access = &expr->access;
    const char *name = emit_buffer_name(e, access->buffer), *address = emit_address(e, access);
    if (!is_narrow(expr->type)) {
        return emit_text(e, "%s[%s]", name, address);
    }
    const char *function =
        emit_text(e, "convert_%s_%s", storage_tag(expr->type), compute_tag(expr->type));
    if (e->form == EMIT_LOOPS) {
        return emit_text(e, "sdyrt_%s(%s[%s])", function, name, address);
    }
    const char *result = emit_temporary(e);
    emit_line(e, "%s %s;", compute_c_type(expr->type), result);
    emit_line(e, "%s(&%s, %s + %s, 1);", emit_symbol(e, "sdyrt_%s_v", function), result, name,
              address);
    return result;
}

static const char *guard_text(struct emitter *e, const struct expr *expr) {
    const char *condition = emit_condition(e, expr->guards, expr->guard_count);
    if (condition == NULL) {
        return emit_scalar(e, expr->args[0]).text;
    }
    const char *other = emit_scalar(e, expr->args[1]).text;
    if (expr->args[0]->kind == EXPR_LOAD && expr->args[0]->access.indirect_count == 0 &&
        !is_narrow(expr->type)) {
        return emit_text(e, "%s ? %s : %s", condition, load_text(e, expr->args[0]), other);
    }
    const char *name = emit_temporary(e);
    emit_line(e, "%s %s = %s;", compute_c_type(expr->type), name, other);
    emit_open(e, "if (%s)", condition);
    size_t scope = emit_scope(e);
    emit_line(e, "%s = %s;", name, emit_scalar(e, expr->args[0]).text);
    emit_leave(e, scope);
    emit_close(e);
    return name;
}

static const char *index_text(struct emitter *e, const struct expr *expr) {
    const char *index = emit_affine(e, &expr->affine, false);
    if (is_complex(expr->type)) {
        return emit_text(e, "%s(%s, 0)", complex_name(expr->type), index);
    }
    return emit_text(e, "(%s)(%s)", compute_c_type(expr->type), index);
}

static const char *accumulator_text(struct emitter *e, const struct expr *expr) {
    const char *name = e->accumulators[expr->number];
    if (e->element != NULL && e->strip.count != 0 && !e->strip.sequential) {
        name = emit_text(e, "%s[%s]", name, e->element);
    }
    enum element type = e->kernel->reduction->types[expr->number];
    return type == expr->type ? name : scalar_convert(e, type, expr->type, name);
}

/* The value at the current point: a variable or a literal. */
struct operand emit_scalar(struct emitter *e, const struct expr *expr) {
    expr = emit_value_of(e, expr);
    struct operand known = emit_known(e, expr);
    if (known.text != NULL) {
        return known;
    }
    const char *text = NULL;
    switch (expr->kind) {
    case EXPR_CONSTANT:
        return (struct operand){emit_literal(e, expr), false, -1};
    case EXPR_LOAD:
        text = load_text(e, expr);
        break;
    case EXPR_INDEX:
        text = index_text(e, expr);
        break;
    case EXPR_SCALAR:
        text = scalar_operation(e, expr);
        break;
    case EXPR_REDUCED:
    case EXPR_ACCUMULATOR:
        text = accumulator_text(e, expr);
        break;
    case EXPR_TERM:
        return emit_scalar(e, e->kernel->reduction->term[expr->number]);
    case EXPR_GUARD:
        text = guard_text(e, expr);
        break;
    case EXPR_VALUE:
        sdyc_bug("value of a statement was not resolved");
    }
    text = variable(e, expr->type, text);
    emit_remember(e, known.node, text, false);
    return (struct operand){text, false, known.node};
}

/* buffer[at] = value, converted to what the buffer stores. */
static void scalar_store(struct emitter *e, const struct access *store, enum element type,
                         const char *value) {
    enum element element = store->buffer->element;
    const char *name = emit_buffer_name(e, store->buffer), *address = emit_address(e, store);
    value = type == element || (is_narrow(element) && compute_type(type) == ELEMENT_F32)
                ? value
                : scalar_convert(e, type, element, value);
    if (!is_narrow(element)) {
        emit_line(e, "%s[%s] = %s;", name, address, value);
        return;
    }
    const char *function =
        emit_text(e, "convert_%s_%s", compute_tag(element), storage_tag(element));
    if (e->form == EMIT_LOOPS) {
        emit_line(e, "%s[%s] = sdyrt_%s(%s);", name, address, function, value);
    } else {
        emit_line(e, "%s(%s + %s, &%s, 1);", emit_symbol(e, "sdyrt_%s_v", function), name, address,
                  variable(e, type, value));
    }
}

static const char *combined(struct emitter *e, const struct statement *statement,
                            const char *value) {
    const struct expr old = {
        .kind = EXPR_LOAD, .type = statement->store.buffer->element, .access = statement->store};
    enum element type = statement->value->type;
    const char *before = variable(e, type, load_text(e, &old));
    return emit_scalar_binary(e, statement->combine, type, before, value);
}

void emit_scalar_statement(struct emitter *e, const struct statement *statement) {
    size_t scope = emit_scope(e);
    if (statement->condition != NULL) {
        emit_open(e, "if (%s)", emit_scalar(e, statement->condition).text);
        scope = emit_scope(e);
    }
    const char *value = emit_scalar(e, statement->value).text;
    if (statement->combine != SCALAR_NONE) {
        value = combined(e, statement, value);
    }
    scalar_store(e, &statement->store, statement->value->type, value);
    if (statement->condition != NULL) {
        emit_leave(e, scope);
        emit_close(e);
    }
}
