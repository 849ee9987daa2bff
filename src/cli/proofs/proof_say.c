/* What is said of a program that was judged. */
#include "cli/proofs/proof.h"

static void say_place(struct buffer *out, const struct op *op) {
    struct line_column at = location_line_column(op->location);
    const char *name = op->location.source ? op->location.source->name : "";
    buffer_printf(out, "%s:%d:%d: ", name, at.line, at.column);
}

static void say_list(struct buffer *out, const int64_t *items, uint32_t count) {
    buffer_add(out, "[");
    for (uint32_t i = 0; i < count; i++) {
        buffer_printf(out, "%s%lld", i ? ", " : "", (long long)items[i]);
    }
    buffer_add(out, "]");
}

static void say_element(struct buffer *out, const struct verify_element *element) {
    buffer_printf(out, "  result %u, device %lld, element ", element->result,
                  (long long)element->device);
    say_list(out, element->local, element->rank);
    buffer_add(out, ", which is ");
    say_list(out, element->global, element->rank);
    buffer_add(out, " of the whole");
    if (element->has_values) {
        buffer_printf(out, ": %.9g instead of %.9g, for random inputs", element->got,
                      element->expected);
    }
    buffer_add(out, "\n");
}

/* What was given up before. */
static void say_exceeded(struct buffer *out, const struct verify_answer *answer) {
    if (answer->exceeded[0]) {
        buffer_printf(out, "; relations would take %s", answer->exceeded);
    }
    buffer_add(out, "\n");
}

/* What is meant by an element, and what device d holds; where that is known. */
static void say_relations(struct buffer *out, const struct verify_answer *answer) {
    bool is_needed = answer->needed[0] && strcmp(answer->needed, "unknown") != 0;
    if (is_needed) {
        buffer_printf(out, "  an element of which is  %s\n", answer->needed);
    }
    if (answer->held[0] && strcmp(answer->held, "unknown") != 0) {
        buffer_printf(out, "  device d holds          %s\n", answer->held);
    }
}

static void say_answer(struct buffer *out, const struct verify_answer *answer) {
    switch (answer->verdict) {
    case VERIFY_PROVED:
        if (answer->by_relations) {
            buffer_add(out, "proved by relations\n");
            return;
        }
        buffer_printf(out, "proved by evaluation (2^-%d", answer->bits);
        if (answer->compares) {
            buffer_printf(out, "; floats compared in %u random orders", answer->runs);
        }
        buffer_printf(out, ")%s%s", answer->sizes[0] ? ", sizes made smaller: " : "",
                      answer->sizes);
        say_exceeded(out, answer);
        return;
    case VERIFY_REFUTED:
        say_place(out, answer->op);
        buffer_printf(out, "refuted: %s: %s\n", answer->op->name, answer->why);
        if (answer->meant) {
            buffer_add(out, "  in the place of ");
            say_place(out, answer->meant);
            buffer_printf(out, "%s\n", answer->meant->name);
        }
        say_relations(out, answer);
        if (answer->devices[0]) {
            buffer_printf(out, "  result %u is wrong on devices %s\n", answer->element.result,
                          answer->devices);
        }
        if (answer->element.is_given) {
            say_element(out, &answer->element);
        }
        return;
    case VERIFY_UNDECIDED:
        say_place(out, answer->op);
        buffer_printf(out, "not decided, because of %s: %s", answer->op->name, answer->why);
        say_exceeded(out, answer);
        return;
    }
}

void proof_say(const struct proof *proof, const struct border *border,
               const struct verify_answer *answer) {
    struct buffer out = {0};
    if (answer) {
        say_answer(&out, answer);
    } else {
        say_place(&out, proof->partitioned_entry);
        buffer_printf(&out, "refuted: %s\n", border->fault);
    }
    if (!proof->quiet) {
        border_say(&out, border);
    }
    fputs(out.text, proof->told);
    buffer_free(&out);
}
