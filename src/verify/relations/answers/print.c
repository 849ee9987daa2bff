/* Relations as text: what an element of a value is, by the device d and the place of the element.
 *
 *     if 0 <= 4 * d + i < 10: (sum k < 8 of argument0[4 * d + i, k] * argument1[k, j]) else 0 */
#include "ops/op_def.h"
#include "verify/relations/answers/report.h"

enum { MOST_PRINTED = 40 }; /* terms of one text; those behind are dots */

struct printing {
    struct prover *p;
    struct buffer *text;
    uint32_t printed;
};

/* --- forms ------------------------------------------------------------------------------------ */

/* Variables are named by the dimension that they run along, bound ones by their number. */
static void print_var(struct printing *s, const struct vars *vars, uint32_t var) {
    uint32_t digit = 0, digits = 0;
    for (uint32_t v = 0; v < vars->count; v++) {
        digit += v < var && vars->dim[v] == vars->dim[var];
        digits += vars->dim[v] == vars->dim[var];
    }
    if (vars->dim[var] == UINT8_MAX) {
        buffer_printf(s->text, "k%u", var);
    } else if (digits > 1) {
        buffer_printf(s->text, "i%u.%u", vars->dim[var], digit);
    } else {
        buffer_printf(s->text, "i%u", vars->dim[var]);
    }
}

/* `is_first` becomes false. */
static void print_times(struct printing *s, int64_t times, bool *is_first) {
    int64_t size = times < 0 ? -times : times;
    buffer_add(s->text, *is_first ? times < 0 ? "-" : "" : times < 0 ? " - " : " + ");
    *is_first = false;
    if (size != 1) {
        buffer_printf(s->text, "%lld * ", (long long)size);
    }
}

/* Whether the numbers of devices are their number times one number. */
static bool is_linear(const struct prover *p, const struct spread *spread) {
    bool linear = true;
    for (int64_t d = 2; linear && d < p->devices; d++) {
        linear = spread_at(spread, d) == d * spread_at(spread, 1);
    }
    return linear;
}

static void print_spread(struct printing *s, const struct spread *spread, bool *is_first) {
    if (is_linear(s->p, spread)) {
        print_times(s, spread_at(spread, 1), is_first);
        buffer_add(s->text, "d");
        return;
    }
    print_times(s, 1, is_first);
    buffer_add(s->text, "[");
    for (int64_t d = 0; d < s->p->devices && d < 8; d++) {
        buffer_printf(s->text, "%s%lld", d ? " " : "", (long long)spread_at(spread, d));
    }
    buffer_add(s->text, s->p->devices > 8 ? " ...](d)" : "](d)");
}

static void print_term(struct printing *s, const struct vars *vars, struct side side);

static void print_form(struct printing *s, const struct vars *vars, const struct form *form) {
    bool is_first = true;
    struct vars none = {.count = 0};
    if (form->device) {
        print_spread(s, form->device, &is_first);
    }
    for (uint32_t v = 0; v < vars->count; v++) {
        if (form->of[v]) {
            print_times(s, form->of[v], &is_first);
            print_var(s, vars, v);
        }
    }
    for (uint32_t i = 0; i < form->symbol_count; i++) {
        print_times(s, form->symbols[i].times, &is_first);
        print_term(s, &none, side_of_constant(form->symbols[i].term));
    }
    if (is_first) {
        buffer_printf(s->text, "%lld", (long long)form->constant);
    } else if (form->constant) {
        buffer_printf(s->text, " %c %lld", form->constant < 0 ? '-' : '+',
                      (long long)(form->constant < 0 ? -form->constant : form->constant));
    }
}

static void print_conds(struct printing *s, const struct vars *vars, uint32_t count,
                        const struct cond *conds) {
    for (uint32_t i = 0; i < count; i++) {
        buffer_add(s->text, i ? " and " : "");
        if (conds[i].low != INT64_MIN) {
            buffer_printf(s->text, "%lld <= ", (long long)conds[i].low);
        }
        print_form(s, vars, &conds[i].form);
        if (conds[i].high != INT64_MAX) {
            buffer_printf(s->text, " < %lld", (long long)conds[i].high);
        }
    }
}

/* --- terms ------------------------------------------------------------------------------------ */

static void print_number(struct printing *s, int64_t kind, int64_t word) {
    double value;
    memcpy(&value, &word, sizeof value);
    if (kind == KIND_TRUTH) {
        buffer_add(s->text, word ? "true" : "false");
    } else if (kind_is_integer(kind) && kind & 1) {
        buffer_printf(s->text, "%llu", (unsigned long long)word);
    } else if (kind_is_integer(kind)) {
        buffer_printf(s->text, "%lld", (long long)word);
    } else {
        buffer_printf(s->text, "%g", value);
    }
}

static void print_leaf(struct printing *s, const struct vars *vars, struct side side) {
    const struct proof_term *term = side.term;
    if (term->kind == TERM_CONSTANT) {
        print_number(s, term->word[0], term->word[1]);
        return;
    }
    if (term->kind == TERM_PLACE) {
        buffer_add(s->text, "(");
        print_form(s, vars, &side.at[0]);
        buffer_add(s->text, ")");
        return;
    }
    static const char *const names[] = {[TERM_ARGUMENT] = "argument",
                                        [TERM_TENSOR] = "constant",
                                        [TERM_CARRIED] = "turn",
                                        [TERM_LOOP] = "loop",
                                        [TERM_PARAMETER] = "parameter"};
    buffer_printf(s->text, "%s%lld", names[term->kind],
                  term->kind == TERM_TENSOR ? (long long)term->id : (long long)term->word[0]);
    if (term->kind == TERM_CARRIED || term->kind == TERM_LOOP) {
        buffer_printf(s->text, ".%lld", (long long)term->word[1]);
    }
    for (uint32_t c = 0; c < term->frame; c++) {
        buffer_add(s->text, c ? ", " : "[");
        print_form(s, vars, &side.at[c]);
    }
    buffer_add(s->text, term->frame ? "]" : "");
}

static const char *operation_name(int64_t id) {
    const char *name = id >= 0 && id < OP_COUNT_ ? op_table[id]->name : "function";
    const char *dot = strchr(name, '.');
    return dot ? dot + 1 : name;
}

static const char *name_of_fold(int64_t fold) {
    static const char *const names[] = {
        [FOLD_ADD] = "sum", [FOLD_MULTIPLY] = "product", [FOLD_MAX] = "max",
        [FOLD_MIN] = "min", [FOLD_AND] = "all",          [FOLD_OR] = "any"};
    return names[fold];
}

static void print_bounds(struct printing *s, const struct opened *opened) {
    for (uint32_t b = 0; b < opened->term->bounds; b++) {
        buffer_add(s->text, b ? ", " : " ");
        print_var(s, &opened->vars, opened->bound[b]);
        buffer_printf(s->text, " < %lld", (long long)opened->term->bound[b]);
    }
}

static void print_list(struct printing *s, const struct opened *opened, const char *between) {
    const struct proof_term *term = opened->term;
    buffer_add(s->text, "(");
    for (uint32_t i = 0; i < term->operands; i++) {
        buffer_add(s->text, i ? between : "");
        if (term->kind == TERM_SUM &&
            term->operand[i].term != constant_small(s->p, term->word[0], 1)) {
            if (term->word[1 + i] != constant_small(s->p, term->word[0], 1)->word[1]) {
                print_number(s, term->word[0], term->word[1 + i]);
                buffer_add(s->text, " * ");
            }
        } else if (term->kind == TERM_SUM) {
            print_number(s, term->word[0], term->word[1 + i]);
            continue;
        }
        print_term(s, &opened->vars, opened->sides[i]);
    }
    buffer_add(s->text, ")");
}

static void print_guard(struct printing *s, const struct opened *opened) {
    buffer_add(s->text, "(if ");
    print_conds(s, &opened->vars, opened->term->operands - 2,
                guard_conds(s->p, opened->term, opened));
    buffer_add(s->text, ": ");
    print_term(s, &opened->vars, opened->sides[0]);
    buffer_add(s->text, " else ");
    print_term(s, &opened->vars, opened->sides[1]);
    buffer_add(s->text, ")");
}

static void print_made(struct printing *s, const struct opened *opened) {
    const struct proof_term *term = opened->term;
    switch (term->kind) {
    case TERM_SUM:
        print_list(s, opened, " + ");
        return;
    case TERM_PRODUCT:
        print_list(s, opened, " * ");
        return;
    case TERM_GUARD:
        print_guard(s, opened);
        return;
    case TERM_FOLD:
        buffer_add(s->text, name_of_fold(term->word[0]));
        break;
    case TERM_REDUCE:
        buffer_printf(s->text, "(%s", name_of_fold(term->word[0]));
        print_bounds(s, opened);
        buffer_add(s->text, " of ");
        print_term(s, &opened->vars, opened->sides[0]);
        buffer_add(s->text, ")");
        return;
    case TERM_DILATED:
        buffer_printf(s->text, "apart %lld ", (long long)term->word[0]);
        break;
    case TERM_STRETCHED:
        buffer_printf(s->text, "repeated %lld ", (long long)term->word[0]);
        break;
    case TERM_DIGITS:
        buffer_add(s->text, "digits");
        break;
    default:
        buffer_add(s->text, operation_name(term->word[0]));
        break;
    }
    if (term->bounds) {
        buffer_add(s->text, " over");
        print_bounds(s, opened);
        buffer_add(s->text, " ");
    }
    print_list(s, opened, ", ");
}

static void print_term(struct printing *s, const struct vars *vars, struct side side) {
    struct opened opened;
    if (term_is_leaf(side.term) && side.term->kind != TERM_DILATED &&
        side.term->kind != TERM_STRETCHED) {
        print_leaf(s, vars, side);
    } else if (s->printed++ >= MOST_PRINTED || !side_open(s->p, vars, side, &opened)) {
        buffer_add(s->text, "...");
    } else {
        print_made(s, &opened);
    }
}

void view_print(struct prover *p, struct buffer *text, const struct view *view) {
    struct printing s = {p, text, 0};
    if (!view) {
        buffer_add(text, "unknown");
        return;
    }
    if (view->conds) {
        buffer_add(text, "if ");
        print_conds(&s, &view->vars, view->conds, view->cond);
        buffer_add(text, ": ");
    }
    print_term(&s, &view->vars, view->side);
    if (view->conds) {
        buffer_add(text, " else ");
        print_term(&s, &view->vars, side_of_constant(view->other));
    }
    if (view->limits) {
        buffer_add(text, " as far as ");
        print_conds(&s, &view->vars, view->limits, view->limit);
    }
}
