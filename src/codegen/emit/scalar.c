/* Values of one point: variables and operators, functions for the rest. In the strips form a
 * function is a strip primitive on one element, so that both make the same bits. */
#include "codegen/emit/internal.h"
#include "codegen/emit/names.h"

#include <string.h>

struct operand emit_named(const char *name) {
    return (struct operand){.text = name, .is_name = true, .node = -1};
}

struct operand emit_expression(struct emitter *e, const char *format, ...) {
    struct buffer text = {0};
    va_list arguments;
    va_start(arguments, format);
    buffer_vprintf(&text, format, arguments);
    va_end(arguments);
    const char *copy = arena_copy(e->arena, text.text, text.length + 1);
    buffer_free(&text);
    return (struct operand){.text = copy, .node = -1};
}

static struct operand declare(struct emitter *e, enum element type, const char *value) {
    const char *name = emit_temporary(e);
    emit_line(e, "const %s %s = %s;", compute_c_type(type), name, value);
    return emit_named(name);
}

/* A variable that holds the value: strip primitives want addresses. */
static struct operand variable(struct emitter *e, enum element type, struct operand value) {
    return value.is_name ? value : declare(e, type, value.text);
}

/* A variable of this C type, which the next line sets by its address. */
static struct operand result_variable(struct emitter *e, const char *c_type) {
    const char *name = emit_temporary(e);
    emit_line(e, "%s %s;", c_type, name);
    return emit_named(name);
}

/* function(a), as an expression; `result` is the C type it yields. */
static struct operand call_unary(struct emitter *e, const char *function, const char *result,
                                 enum element type, struct operand a) {
    if (e->form == EMIT_LOOPS) {
        return emit_expression(e, "sdyrt_%s(%s)", function, a.text);
    }
    struct operand argument = variable(e, type, a), name = result_variable(e, result);
    emit_line(e, "%s(&%s, &%s, 1);", emit_symbol(e, "sdyrt_%s_v", function), name.text,
              argument.text);
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
static struct operand complex_call(struct emitter *e, enum scalar_op op, enum element type,
                                   const char *result, struct operand a, const struct operand *b) {
    struct operand first = variable(e, type, a);
    const char *function = emit_symbol(e, "sdyrt_%s_%s", scalar_names[op], storage_tag(type));
    if (b == NULL) {
        struct operand name = result_variable(e, result);
        emit_line(e, "%s(&%s, &%s);", function, name.text, first.text);
        return name;
    }
    struct operand second = variable(e, type, *b), name = result_variable(e, result);
    emit_line(e, "%s(&%s, &%s, &%s);", function, name.text, first.text, second.text);
    return name;
}

static struct operand complex_binary(struct emitter *e, enum scalar_op op, enum element type,
                                     struct operand a, struct operand b) {
    switch (op) {
    case SCALAR_ADD:
    case SCALAR_SUBTRACT:
    case SCALAR_MULTIPLY:
    case SCALAR_EQ:
    case SCALAR_NE:
        return emit_expression(e, "%s_%s(%s, %s)", complex_name(type), scalar_names[op], a.text,
                               b.text);
    default:
        return complex_call(e, op, type, element_info[type].c_type, a, &b);
    }
}

/* + - * of integers that wrap, as the same operation on numbers without sign; NULL: another. */
static const char *wrapping_operator(enum scalar_op op, enum element type) {
    if (type != ELEMENT_I32 && type != ELEMENT_I64) {
        return NULL;
    }
    return op == SCALAR_ADD        ? "+"
           : op == SCALAR_SUBTRACT ? "-"
           : op == SCALAR_MULTIPLY ? "*"
                                   : NULL;
}

/* Integers whose arithmetic is done in their own type. */
static bool is_plain_integer(enum element type) {
    return type == ELEMENT_I32 || type == ELEMENT_I64 || type == ELEMENT_U32 || type == ELEMENT_U64;
}

/* The greater or the lesser of two integers. */
static struct operand integer_extreme(struct emitter *e, enum scalar_op op, enum element type,
                                      struct operand a, struct operand b) {
    const char *first = variable(e, type, a).text, *second = variable(e, type, b).text;
    return emit_expression(e, "%s %s %s ? %s : %s", first, op == SCALAR_MAXIMUM ? ">" : "<", second,
                           first, second);
}

/* `type` is that of the operands. */
struct operand emit_scalar_binary(struct emitter *e, enum scalar_op op, enum element type,
                                  struct operand a, struct operand b) {
    enum element compute = compute_type(type);
    if (is_complex(compute)) {
        return complex_binary(e, op, compute, a, b);
    }
    const char *c = c_operator(op, compute);
    if (c != NULL) {
        return emit_expression(e, "%s %s %s", a.text, c, b.text);
    }
    c = e->form == EMIT_STRIPS ? wrapping_operator(op, compute) : NULL;
    if (c != NULL) {
        const char *wrapped = compute == ELEMENT_I32 ? "uint32_t" : "uint64_t";
        return emit_expression(e, "(%s)((%s)%s %s (%s)%s)", element_info[compute].c_type, wrapped,
                               a.text, c, wrapped, b.text);
    }
    if (e->form == EMIT_LOOPS) {
        return emit_expression(e, "sdyrt_%s_%s(%s, %s)", scalar_names[op], compute_tag(type),
                               a.text, b.text);
    }
    if ((op == SCALAR_MAXIMUM || op == SCALAR_MINIMUM) && is_plain_integer(type)) {
        return integer_extreme(e, op, type, a, b);
    }
    a = variable(e, type, a);
    struct operand name = result_variable(e, is_comparison(op) ? "uint8_t" : compute_c_type(type));
    emit_line(e, "%s(&%s, &%s, %s, 1);",
              emit_symbol(e, "sdyrt_%s_%s_vs", scalar_names[op], compute_tag(type)), name.text,
              a.text, b.text);
    return name;
}

static struct operand scalar_unary(struct emitter *e, const struct expr *expr, struct operand a) {
    enum element type = expr->args[0]->type, compute = compute_type(type);
    if (is_complex(compute)) {
        return complex_call(e, expr->op, compute, compute_c_type(expr->type), a, NULL);
    }
    if (expr->op == SCALAR_NEGATE && (compute == ELEMENT_F32 || compute == ELEMENT_F64)) {
        return emit_expression(e, "-%s", a.text);
    }
    if (expr->op == SCALAR_NOT && compute == ELEMENT_I1) {
        return emit_expression(e, "!%s", a.text);
    }
    return call_unary(e, emit_text(e, "%s_%s", scalar_names[expr->op], compute_tag(type)),
                      compute_c_type(expr->type), type, a);
}

static struct operand complex_convert(struct emitter *e, enum element from, enum element to,
                                      struct operand a);

static struct operand conversion_steps(struct emitter *e, struct conversion conversion,
                                       enum element type, struct operand a) {
    for (uint32_t i = 0; i < conversion.count; i++) {
        const char *c_type = element_info[conversion.types[i]].c_type;
        /* A storage format in between is a variable of its own in the strips form. */
        a = e->form == EMIT_LOOPS ? emit_expression(e, "sdyrt_%s(%s)", conversion.names[i], a.text)
                                  : call_unary(e, conversion.names[i], c_type, type, a);
        type = conversion.types[i];
    }
    return a;
}

static struct operand scalar_convert(struct emitter *e, enum element from, enum element to,
                                     struct operand a) {
    if (from == to) {
        return a;
    }
    if (is_complex(from) || is_complex(to)) {
        return complex_convert(e, from, to, a);
    }
    return conversion_steps(e, emit_conversion(e, from, to), from, a);
}

/* Between complex types by their parts; a real number has no imaginary part, and none is left of a
 * complex number that becomes real. */
static struct operand complex_convert(struct emitter *e, enum element from, enum element to,
                                      struct operand a) {
    enum element part_from = part_type(from), part_to = part_type(to);
    const char *re = a.text, *im = NULL;
    if (is_complex(from)) {
        a = variable(e, from, a);
        re = emit_text(e, "%s.re", a.text);
        im = emit_text(e, "%s.im", a.text);
    }
    struct operand real = scalar_convert(e, part_from, part_to, declare(e, part_from, re));
    if (!is_complex(to)) {
        return real;
    }
    struct operand imaginary = {.text = "0", .node = -1};
    if (im != NULL) {
        imaginary = scalar_convert(e, part_from, part_to, declare(e, part_from, im));
    }
    return emit_expression(e, "%s(%s, %s)", complex_name(to), real.text, imaginary.text);
}

static struct operand scalar_clamp(struct emitter *e, enum element type,
                                   const struct operand *args) {
    if (e->form == EMIT_LOOPS) {
        return emit_expression(e, "sdyrt_clamp_%s(%s, %s, %s)", compute_tag(type), args[0].text,
                               args[1].text, args[2].text);
    }
    if (is_plain_integer(type)) {
        struct operand least = integer_extreme(e, SCALAR_MAXIMUM, type, args[1], args[0]);
        return integer_extreme(e, SCALAR_MINIMUM, type, least, args[2]);
    }
    struct operand a = variable(e, type, args[1]);
    struct operand name = result_variable(e, compute_c_type(type));
    emit_line(e, "%s(&%s, %s, &%s, %s, 1);",
              emit_symbol(e, "sdyrt_clamp_%s_svs", compute_tag(type)), name.text, args[0].text,
              a.text, args[2].text);
    return name;
}

/* A part of a complex number, or the number that has two parts. */
static struct operand complex_parts(struct emitter *e, const struct expr *expr,
                                    const struct operand *args) {
    if (expr->op == SCALAR_COMPLEX) {
        return emit_expression(e, "%s(%s, %s)", complex_name(expr->type), args[0].text,
                               args[1].text);
    }
    return emit_expression(e, "%s.%s", variable(e, expr->args[0]->type, args[0]).text,
                           expr->op == SCALAR_REAL ? "re" : "im");
}

static struct operand scalar_operation(struct emitter *e, const struct expr *expr) {
    struct operand args[3] = {{0}};
    for (uint32_t i = 0; i < expr->arg_count; i++) {
        args[i] = emit_scalar(e, expr->args[i]);
    }
    if (expr->op == SCALAR_CONVERT) {
        return scalar_convert(e, expr->args[0]->type, expr->type, args[0]);
    }
    if (expr->op == SCALAR_BITCAST) {
        enum element from = expr->args[0]->type;
        return conversion_steps(e, emit_bitcast(e, from, expr->type), from, args[0]);
    }
    if (expr->op == SCALAR_SELECT) {
        return emit_expression(e, "%s ? %s : %s", args[0].text, args[1].text, args[2].text);
    }
    if (expr->op == SCALAR_REAL || expr->op == SCALAR_IMAG || expr->op == SCALAR_COMPLEX) {
        return complex_parts(e, expr, args);
    }
    struct operand value =
        expr->op == SCALAR_CLAMP ? scalar_clamp(e, expr->type, args)
        : expr->arg_count == 2
            ? emit_scalar_binary(e, expr->op, expr->args[0]->type, args[0], args[1])
            : scalar_unary(e, expr, args[0]);
    const char *rounding = emit_rounding(e, expr);
    return rounding == NULL
               ? value
               : call_unary(e, rounding, compute_c_type(expr->type), expr->type, value);
}

/* "arg0_x", as in the header; with its number where the buffer is in the memory of another. */
static const char *border_name(struct emitter *e, const struct kernel_buffer *buffer) {
    const struct argument *arguments =
        buffer->kind == BUFFER_INPUT ? e->program->inputs : e->program->outputs;
    const char *name = c_argument_name(e->arena, &arguments[buffer->number]);
    bool is_guest = buffer->same && buffer->same->kind == buffer->kind;
    return is_guest ? emit_text(e, "%s_v%u", name, buffer->id) : name;
}

const char *emit_buffer_name(struct emitter *e, const struct kernel_buffer *buffer) {
    if (e->in_folder && (buffer->kind == BUFFER_INPUT || buffer->kind == BUFFER_OUTPUT)) {
        return border_name(e, buffer);
    }
    return emit_text(e, buffer->kind == BUFFER_TILE ? "tile%u" : "v%u",
                     e->named.are_numbered ? emit_place(e, buffer) : buffer->id);
}

/* The type that a computed place is clamped and multiplied in: vectors gather by places of 32 bits
 * in one instruction. */
static enum element place_type(const struct emitter *e, const struct kernel_buffer *buffer,
                               enum element index) {
    bool is_small = element_info[index].bits < 32 || index == ELEMENT_I32;
    return e->form == EMIT_LOOPS && is_small && buffer->elements <= INT32_MAX ? ELEMENT_I32
                                                                              : ELEMENT_I64;
}

/* stride * clamp(index, 0, most) */
static const char *indirect_term(struct emitter *e, const struct kernel_buffer *buffer,
                                 const struct indirect *indirect) {
    enum element type = place_type(e, buffer, indirect->index->type);
    const char *index =
        emit_text(e, "(%s)%s", element_info[type].c_type, emit_scalar(e, indirect->index).text);
    if (indirect->most >= 0) {
        const char *raw = declare(e, type, index).text;
        const char *most = emit_integer(e, indirect->most);
        const char *clamped =
            emit_text(e, "%s < 0 ? 0 : %s > %s ? %s : %s", raw, raw, most, most, raw);
        index = declare(e, type, clamped).text;
    }
    return indirect->stride == 1
               ? index
               : emit_text(e, "%s * %s", index, emit_integer(e, indirect->stride));
}

/* Index of the access's first element at the current point, its scalar indirect terms included. */
static struct integer address_of(struct emitter *e, const struct access *access) {
    struct integer at = emit_affine(e, &access->at, access->buffer->kind == BUFFER_TILE);
    for (uint32_t i = 0; i < access->indirect_count; i++) {
        if (e->by_strips && emit_is_strip(e, access->indirect[i].index)) {
            continue; /* added by the gather */
        }
        const char *term = indirect_term(e, access->buffer, &access->indirect[i]);
        bool is_zero = at.known && at.value == 0;
        at = emit_unknown_integer(is_zero ? term : emit_text(e, "%s + %s", at.text, term));
    }
    return at;
}

struct operand emit_pointer(struct emitter *e, const struct access *access) {
    const char *name = emit_buffer_name(e, access->buffer);
    struct integer address = address_of(e, access);
    return address.known && address.value == 0 ? emit_named(name)
                                               : emit_expression(e, "%s + %s", name, address.text);
}

static struct operand load_text(struct emitter *e, const struct expr *expr) {
    const struct access *access = &expr->access;
    const char *name = emit_buffer_name(e, access->buffer);
    const char *address = address_of(e, access).text;
    if (!is_narrow(expr->type)) {
        return emit_expression(e, "%s[%s]", name, address);
    }
    const char *function =
        emit_text(e, "convert_%s_%s", storage_tag(expr->type), compute_tag(expr->type));
    if (e->form == EMIT_LOOPS) {
        return emit_expression(e, "sdyrt_%s(%s[%s])", function, name, address);
    }
    struct operand result = result_variable(e, compute_c_type(expr->type));
    emit_line(e, "%s(&%s, %s + %s, 1);", emit_symbol(e, "sdyrt_%s_v", function), result.text, name,
              address);
    return result;
}

static struct operand guard_text(struct emitter *e, const struct expr *expr) {
    const char *condition = emit_condition(e, expr->guards, expr->guard_count);
    if (condition == NULL) {
        return emit_scalar(e, expr->args[0]);
    }
    const char *other = emit_scalar(e, expr->args[1]).text;
    if (expr->args[0]->kind == EXPR_LOAD && expr->args[0]->access.indirect_count == 0 &&
        !is_narrow(expr->type)) {
        return emit_expression(e, "%s ? %s : %s", condition, load_text(e, expr->args[0]).text,
                               other);
    }
    const char *name = emit_temporary(e);
    emit_line(e, "%s %s = %s;", compute_c_type(expr->type), name, other);
    emit_open(e, "if (%s)", condition);
    size_t scope = emit_scope(e);
    emit_line(e, "%s = %s;", name, emit_scalar(e, expr->args[0]).text);
    emit_leave(e, scope);
    emit_close(e);
    return emit_named(name);
}

static struct operand index_text(struct emitter *e, const struct expr *expr) {
    const char *index = emit_affine(e, &expr->affine, false).text;
    if (is_complex(expr->type)) {
        return emit_expression(e, "%s(%s, 0)", complex_name(expr->type), index);
    }
    return emit_expression(e, "(%s)(%s)", compute_c_type(expr->type), index);
}

static struct operand accumulator_value(struct emitter *e, const struct expr *expr) {
    const char *name = e->reduction.accumulators[expr->number];
    struct operand value = emit_named(name);
    if (e->element != NULL && e->strip.count != 0 && !e->strip.sequential) {
        value = emit_expression(e, "%s[%s]", name, e->element);
    }
    enum element type = emit_accumulator_type(e, expr->number);
    return scalar_convert(e, type, expr->type, value);
}

/* Whether a value is printed where its one reader stands: tcc keeps what is nested in registers and
 * every variable in memory, which loops over single numbers feel. */
static bool is_nested(struct emitter *e, const struct expr *expr, const struct operand *value) {
    enum element type = compute_type(expr->type);
    bool keeps_type = type == ELEMENT_F32 || type == ELEMENT_F64 || type == ELEMENT_I32 ||
                      type == ELEMENT_I64 || type == ELEMENT_U32 || type == ELEMENT_U64;
    return e->form == EMIT_STRIPS && e->kernel->dim_count == 0 && keeps_type && !value->is_name &&
           emit_node_of(e, expr)->uses <= 1 &&
           (expr->kind == EXPR_LOAD || expr->kind == EXPR_SCALAR);
}

/* The value at the current point: a variable or a literal. */
struct operand emit_scalar(struct emitter *e, const struct expr *expr) {
    expr = emit_value_of(e, expr);
    struct operand known = emit_known(e, expr);
    if (known.text != NULL) {
        return known;
    }
    struct operand value = {0};
    switch (expr->kind) {
    case EXPR_CONSTANT:
        return (struct operand){.text = emit_literal(e, expr), .node = -1};
    case EXPR_LOAD:
        value = load_text(e, expr);
        break;
    case EXPR_INDEX:
        value = index_text(e, expr);
        break;
    case EXPR_SCALAR:
        value = scalar_operation(e, expr);
        break;
    case EXPR_REDUCED:
    case EXPR_ACCUMULATOR:
        value = accumulator_value(e, expr);
        break;
    case EXPR_TERM:
        return emit_scalar(e, e->kernel->reduction->term[expr->number]);
    case EXPR_GUARD:
        value = guard_text(e, expr);
        break;
    case EXPR_VALUE:
        sdyc_bug("value of a statement was not resolved");
    }
    if (is_nested(e, expr, &value)) {
        return emit_expression(e, "(%s)", value.text);
    }
    value = variable(e, expr->type, value);
    value.node = known.node;
    emit_remember(e, known.node, value.text, false);
    return value;
}

/* buffer[at] = value, converted to what the buffer stores; or the element of a strip. */
static void scalar_store(struct emitter *e, const struct access *store, enum element type,
                         struct operand value, const char *strip) {
    enum element element = access_element(store);
    const char *name = strip != NULL ? strip : emit_buffer_name(e, store->buffer);
    const char *address = strip != NULL ? e->element : address_of(e, store).text;
    bool as_it_is = is_narrow(element) && compute_type(type) == ELEMENT_F32;
    value = as_it_is ? value : scalar_convert(e, type, element, value);
    if (!is_narrow(element)) {
        emit_line(e, "%s[%s] = %s;", name, address, value.text);
        return;
    }
    const char *function =
        emit_text(e, "convert_%s_%s", compute_tag(element), storage_tag(element));
    if (e->form == EMIT_LOOPS) {
        emit_line(e, "%s[%s] = sdyrt_%s(%s);", name, address, function, value.text);
    } else {
        emit_line(e, "%s(%s + %s, &%s, 1);", emit_symbol(e, "sdyrt_%s_v", function), name, address,
                  variable(e, type, value).text);
    }
}

static struct operand combined(struct emitter *e, const struct statement *statement,
                               struct operand value) {
    const struct expr old = {
        .kind = EXPR_LOAD, .type = statement->store.buffer->element, .access = statement->store};
    enum element type = statement->value->type;
    struct operand before = variable(e, type, load_text(e, &old));
    value = emit_scalar_binary(e, statement->combine, type, before, value);
    const char *wrapping = emit_wrapping(e, statement->combine, type);
    return wrapping == NULL ? value : call_unary(e, wrapping, compute_c_type(type), type, value);
}

void emit_scalar_statement(struct emitter *e, const struct statement *statement,
                           const char *strip) {
    size_t scope = emit_scope(e);
    if (statement->condition != NULL) {
        emit_open(e, "if (%s)", emit_scalar(e, statement->condition).text);
        scope = emit_scope(e);
    }
    struct operand value = emit_scalar(e, statement->value);
    if (statement->combine != SCALAR_NONE) {
        value = combined(e, statement, value);
    }
    scalar_store(e, &statement->store, statement->value->type, value, strip);
    if (statement->condition != NULL) {
        emit_leave(e, scope);
        emit_close(e);
    }
}
