/* How long a device takes for an operation: as long as its arithmetic takes, or as long as memory
 * takes for what is read and written, whichever is longer (S. Williams, A. Waterman, D. Patterson,
 * "Roofline", 2009). An element by element operation is part of the one that alone reads its
 * result, where that is such an operation too; what is repeated, and constants, are not in memory.
 */
#include <math.h>
#include <string.h>

#include "ops/flops.h"
#include "ops/op_def.h"
#include "ops/scalar.h"
#include "report/report.h"

static bool is_pointwise(const struct op *op) {
    return op->def->scalar != SCALAR_NONE && op->result_count == 1;
}

/* Whether one element by element operation of the same block alone reads the value. */
static bool is_read_by_pointwise(const struct value *value) {
    const struct op *reader = NULL;
    uint32_t uses = 0;
    FOR_EACH_USE (use, value) {
        reader = use->user;
        uses++;
    }
    return uses == 1 && value->op && reader->block == value->op->block && is_pointwise(reader);
}

static bool is_stored(const struct value *value) {
    const struct op *op = value->op;
    return !op || !(op->def->memory == OP_MEMORY_NONE ||
                    (is_pointwise(op) && is_read_by_pointwise(value)));
}

/* Of operations that touch a part of their first operand: it is read, and written elsewhere. */
static double moved_part(const struct value *part) {
    return 2 * (double)value_bytes(part->type);
}

static double operand_bytes(const struct value *value) {
    while (value->op && value->op->def->memory == OP_MEMORY_NONE && value->op->operand_count > 0) {
        value = op_operand(value->op, 0);
    }
    return is_stored(value) ? (double)value_bytes(value->type) : 0;
}

static double op_bytes(const struct op *op) {
    if (op->result_count == 0 || op->region_count > 1 || op->def->flow != OP_FLOW_NONE ||
        op_has(op, OP_CALL) || op_has(op, OP_TERMINATOR) || op->def->memory == OP_MEMORY_NONE) {
        return 0;
    }
    if (op->def->memory == OP_MEMORY_UPDATE) {
        return moved_part(op_operand(op, 1));
    }
    if (op->def->memory == OP_MEMORY_RESULT) {
        return moved_part(op_result(op, 0));
    }
    double bytes = 0;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        bytes += operand_bytes(op_operand(op, i));
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        bytes += is_stored(&op->results[i]) ? (double)value_bytes(op->results[i].type) : 0;
    }
    return bytes;
}

/* The rate of a type: that of what is multiplied, where it differs from the result. */
static double rate_of(const struct machine *machine, const struct op *op) {
    struct buffer name = {0};
    double rate = machine->flops;
    print_type(&name, type_element(op_operand(op, 0)->type));
    for (size_t i = 0; i < machine->rates.count; i++) {
        if (name.text && strcmp(machine->rates.items[i].type, name.text) == 0) {
            rate = machine->rates.items[i].flops;
        }
    }
    buffer_free(&name);
    return rate;
}

void note_work(struct cost_report *report, const struct op *op, struct times times) {
    const struct machine *machine = &report->machine;
    struct traffic unused;
    double flops = op_flops(op), count = (double)times.count, seconds = 0, bytes = 0;
    if (!op_traffic(op, 1, report->context, report->arena, &unused)) {
        bytes = op_bytes(op);
    }
    double rate = flops > 0 && op->operand_count > 0 ? rate_of(machine, op) : 0;
    seconds = rate > 0 ? flops / rate : 0;
    seconds = machine->memory > 0 ? fmax(seconds, bytes / machine->memory) : seconds;
    report->flops += flops * count;
    report->bytes += bytes * count;
    report->work += seconds * count;
    report->flops_known = report->flops_known && (times.is_known || (flops == 0 && seconds == 0));
}
