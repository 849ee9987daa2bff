/* The words that the reports share. */
#include <string.h>

#include "report/report.h"
#include "sharding/payloads.h"

int32_t report_line(const struct cost_report *report, struct location location) {
    if (location.source != report->source) {
        return 0; /* made by the compiler, or of a formula of its own */
    }
    return (int32_t)line_index_find(&report->lines, location.offset) + report->source->first_line;
}

const char *value_name(struct arena *arena, const struct value *value) {
    if (!value->name) {
        return NULL;
    }
    return value->op && value->op->result_count > 1
               ? arena_printf(arena, "%%%s#%u", value->name, value->index)
               : arena_printf(arena, "%%%s", value->name);
}

/* Three digits and a unit. */
static void say_scaled(struct buffer *out, double number, double step, const char *const *units) {
    uint32_t unit = 0;
    while (number >= step - 0.5 && units[unit + 1]) {
        number /= step;
        unit++;
    }
    int digits = unit == 0 || number >= 100 ? 0 : number >= 10 ? 1 : 2;
    buffer_printf(out, "%.*f %s", digits, number, units[unit]);
}

void say_bytes(struct buffer *out, double bytes) {
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB", NULL};
    say_scaled(out, bytes, 1024, units);
}

void say_flops(struct buffer *out, double flops) {
    static const char *const units[] = {"flop",  "Kflop", "Mflop", "Gflop",
                                        "Tflop", "Pflop", "Eflop", NULL};
    say_scaled(out, flops, 1000, units);
}

void say_seconds(struct buffer *out, double seconds) {
    static const char *const units[] = {"ns", "us", "ms", "s", NULL};
    say_scaled(out, seconds * 1e9, 1000, units);
}

void say_group(struct buffer *out, bool has_axes, struct axis_list axes) {
    if (has_axes && axes.count > 0) {
        axes_say(out, axes);
    } else {
        buffer_add(out, has_axes ? "no axis" : "other groups");
    }
}

void say_factors(struct buffer *out, uint64_t factors) {
    char text[FACTOR_TEXT];
    bool first = true;
    for (uint32_t i = 0; i < 64; i++) {
        if (factors >> i & 1) {
            buffer_printf(out, "%s%s", first ? "" : ", ", factor_spell(text, i));
            first = false;
        }
    }
}

/* --- reasons ---------------------------------------------------------------------------------- */

const char *reason_word(const struct reason *reason) {
    static const char *const words[] = {
        [REASON_NONE] = "none",       [REASON_PASS] = "pass",
        [REASON_WRITTEN] = "written", [REASON_CONSTRAINT] = "constraint",
        [REASON_OPERAND] = "operand", [REASON_RESULT] = "result",
        [REASON_SUM] = "sum",         [REASON_FLOW] = "flow",
        [REASON_CALL] = "call",       [REASON_RETURN] = "return",
        [REASON_NEED] = "need",
    };
    return words[reason->kind];
}

static void say_operation(struct buffer *out, const struct cost_report *report,
                          const struct reason *reason) {
    buffer_add(out, reason->operation);
    if (report_line(report, reason->location) > 0) {
        buffer_printf(out, " (line %d)", (int)report_line(report, reason->location));
    }
}

static void say_by_factors(struct buffer *out, uint64_t factors) {
    if (factors) {
        buffer_add(out, (factors & (factors - 1)) ? ": factors " : ": factor ");
        say_factors(out, factors);
    }
}

void say_reason(struct buffer *out, const struct cost_report *report, const struct reason *reason) {
    uint32_t number = reason->number;
    switch (reason->kind) {
    case REASON_NONE:
    case REASON_PASS:
        buffer_printf(out, "made by the pass %s", reason->operation ? reason->operation : "");
        return;
    case REASON_WRITTEN:
        buffer_add(out, "written in the program: ");
        say_operation(out, report, reason);
        return;
    case REASON_CONSTRAINT:
        buffer_add(out, "asked for by ");
        say_operation(out, report, reason);
        return;
    case REASON_OPERAND:
        say_operation(out, report, reason);
        buffer_printf(out, " needs its operand %u sharded otherwise", number);
        say_by_factors(out, reason->factors);
        return;
    case REASON_RESULT:
        say_operation(out, report, reason);
        buffer_printf(out, " makes its result %u sharded otherwise", number);
        say_by_factors(out, reason->factors);
        return;
    case REASON_SUM:
        say_operation(out, report, reason);
        buffer_add(out, " sums over what is sharded");
        say_by_factors(out, reason->factors);
        return;
    case REASON_FLOW:
        say_operation(out, report, reason);
        buffer_printf(out, " has its value %u sharded otherwise inside", number);
        return;
    case REASON_CALL:
        say_operation(out, report, reason);
        buffer_printf(out, " takes its operand %u sharded otherwise", number);
        return;
    case REASON_RETURN:
        buffer_printf(out, "the sharding given to result %u of the function", number);
        if (report_line(report, reason->location) > 0) {
            buffer_printf(out, " (line %d)", (int)report_line(report, reason->location));
        }
        return;
    case REASON_NEED:
        say_operation(out, report, reason);
        buffer_add(out, " needs what other devices hold");
        return;
    }
}

/* --- cures ------------------------------------------------------------------------------------ */

void say_cure(struct buffer *out, const struct repetition *repetition) {
    const struct sharding *cure = attr_as_sharding(repetition->cure);
    const char *name = repetition->name ? repetition->name : "its result";
    if (repetition->operation) {
        buffer_printf(out, "sdy.sharding_constraint %s <@%s, ", name, cure->mesh_name);
        sharding_say_dims(out, repetition->cure, cure->rank);
        buffer_add(out, ">");
    } else {
        buffer_printf(out, "%s: {sdy.sharding = #sdy.sharding<@%s, ", name, cure->mesh_name);
        sharding_say_dims(out, repetition->cure, cure->rank);
        buffer_add(out, ">}");
    }
}
