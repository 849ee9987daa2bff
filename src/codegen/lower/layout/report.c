/* `sdyc layouts`: the order of every value with a buffer and why; every conversion that remains,
 * what it costs, why it is there and what would spare it. As text and as JSON. */
#include "codegen/lower/layout/layout.h"
#include "codegen/lower/lower.h"
#include "codegen/lower/lower_thresholds.h"
#include "codegen/lower/schedule/schedule.h"

#include "machine_rates.h"

struct conversion {
    const struct node *from, *to; /* a copy, or a node whose kernel reads across its order */
    double bytes;                 /* read, and written where it is a copy */
    bool is_fused;
};
struct report {
    struct graph *graph;
    struct buffer *out;
    double moved, converted; /* bytes of all kernels, and of conversions among them */
    VECTOR(const struct node *) values;
    VECTOR(struct conversion) conversions;
};

/* --- words ------------------------------------------------------------------------------------ */

static bool is_channels_last(const struct node *node) {
    uint8_t wanted[KERNEL_DIMS];
    uint32_t rank = node_rank(node);
    if (rank < 3 || rank > 5) {
        return false;
    }
    for (uint32_t i = 0; i < rank; i++) {
        wanted[i] = (uint8_t)(i == 0 ? 0 : i + 1 == rank ? 1 : i + 1);
    }
    uint8_t order[KERNEL_DIMS];
    node_order_with_axes(node, wanted, order);
    return order_same(node, node->place.order, order);
}

/* "[0, 2, 3, 1]", slowest first, without instance axes. */
static void print_dims(struct buffer *out, const struct node *node) {
    const char *separator = "[";
    for (uint32_t i = 0; i < node->rank; i++) {
        if (node->place.order[i] >= node->lead) {
            buffer_printf(out, "%s%u", separator, node->place.order[i] - node->lead);
            separator = ", ";
        }
    }
    buffer_add(out, "]");
}

/* PyTorch's names; of a shape that both fit, both. NULL: it has none. */
static const char *format_name(const struct node *node) {
    bool is_last = is_channels_last(node),
         is_contiguous = order_is_row_major(node, node->place.order);
    return is_last && is_contiguous ? "contiguous, channels_last"
           : is_last                ? "channels_last"
           : is_contiguous          ? "contiguous"
                                    : NULL;
}

static void print_order(struct buffer *out, const struct node *node) {
    const char *name = format_name(node);
    print_dims(out, node);
    if (name) {
        buffer_printf(out, " %s", name);
    }
}

static void print_name(struct buffer *out, const struct node *node) {
    if (node->border.output >= 0) {
        buffer_printf(out, "result %d", node->border.output);
    } else if (node->kind == NODE_INPUT) {
        buffer_printf(out, "%%arg%u", node->border.input);
    } else {
        buffer_printf(out, "%%%d", node->id);
    }
}

static int32_t line_of(const struct node *node) {
    return node->op && node->op->location.source ? location_line_column(node->op->location).line
                                                 : 0;
}

/* The operation, its type and its line. */
static void print_maker(struct buffer *out, const struct node *node) {
    buffer_printf(out, "%s ", node->op ? node->op->name : "argument");
    print_type(out, node->type);
    if (line_of(node) > 0) {
        buffer_printf(out, ", line %d", line_of(node));
    }
}

static void print_reason(struct buffer *out, const struct node *node) {
    const struct node *asker = node->layout.asker;
    buffer_add(out, node->layout.reason        ? node->layout.reason
                    : node->kind == NODE_INPUT ? "the caller's"
                    : node->border.output >= 0 ? "result of the program"
                                               : "row-major");
    if (node->layout.reason && asker && (asker->op || asker->kind == NODE_INPUT)) {
        buffer_add(out, ": ");
        print_name(out, asker);
        buffer_add(out, " of ");
        print_maker(out, asker);
    }
}

/* What would spare a conversion. */
static void print_remedy(struct buffer *out, const struct conversion *conversion) {
    const struct node *from = conversion->from, *to = conversion->to;
    if (from->kind == NODE_INPUT && !from->layout.callers) {
        buffer_printf(out, "giving it so: --input-format=%u:", from->border.input);
        print_dims(out, to);
    } else if (to->border.output >= 0) {
        buffer_printf(out, "taking it as it comes: --output-format=%d:any", to->border.output);
    } else if (to->layout.reason && to->layout.asker == NULL) {
        buffer_add(out, "nothing: the order is asked for, and the value is made in another");
    } else {
        buffer_add(out, "nothing: its readers want different orders");
    }
}

/* --- what there is ---------------------------------------------------------------------------- */

static void add_conversion(struct report *report, const struct node *from, const struct node *to,
                           bool is_fused) {
    double bytes = (is_fused ? node_bytes(from) : 2 * node_bytes(to)) * layout_turns(to->in);
    *vector_push(&report->conversions) = (struct conversion){from, to, bytes, is_fused};
    report->converted += is_fused ? 0 : bytes;
}

static void see_read(const struct seen_read *seen, void *data) {
    struct report *report = data;
    const struct node *node = seen->read->node;
    const struct node *reader = seen->reader;
    if (!node->fusion.materialised || node_has_one_order(node) ||
        (read_is_along(seen, reader->place.order, node->place.order) &&
         !reader->layout.is_conversion)) {
        return;
    }
    bool is_copy = reader->fusion.materialised && node_is_view(reader);
    if (is_copy || reader->fusion.materialised || !node_is_view(reader)) {
        add_conversion(report, node, reader, !is_copy);
    }
}

static void collect(struct report *report, const struct subgraph *subgraph) {
    for (size_t i = 0; i < subgraph->nodes.count; i++) {
        const struct node *node = subgraph->nodes.items[i];
        for (uint32_t r = 0; node->regions && r < node->regions->count; r++) {
            collect(report, node->regions->subgraphs[r]);
        }
        if (node->fusion.materialised || node->fusion.evaluations.count > 0) {
            node_element_reads(report->graph, node, see_read, report);
        }
        if (node->fusion.materialised && node->kind != NODE_CONSTANT && node_rank(node) >= 2) {
            *vector_push(&report->values) = node;
        }
    }
}

/* --- text ------------------------------------------------------------------------------------- */

static void text_value(struct buffer *out, const struct node *node) {
    print_name(out, node);
    buffer_add(out, ": ");
    print_maker(out, node);
    buffer_add(out, "  order ");
    print_order(out, node);
    buffer_add(out, "  (");
    print_reason(out, node);
    buffer_add(out, ")\n");
}

static void text_conversion(struct buffer *out, const struct conversion *conversion) {
    buffer_add(out, conversion->is_fused ? "read across, of " : "conversion of ");
    print_name(out, conversion->from);
    buffer_add(out, ": ");
    print_maker(out, conversion->from);
    buffer_add(out, "  ");
    print_order(out, conversion->from);
    buffer_add(out, " -> ");
    print_order(out, conversion->to);
    buffer_printf(out, "  %.0f bytes, about %.4f ms\n", conversion->bytes,
                  1e3 * conversion->bytes / MOVED_BYTES);
    buffer_add(out, conversion->is_fused ? "    by " : "    because: ");
    if (conversion->is_fused) {
        print_name(out, conversion->to);
        buffer_add(out, " of ");
        print_maker(out, conversion->to);
        buffer_add(out, ", whose kernel does it on the way\n");
        return;
    }
    print_reason(out, conversion->to);
    buffer_add(out, "\n    spared by ");
    print_remedy(out, conversion);
    buffer_add(out, "\n");
}

static double percent(const struct report *report) {
    return report->moved > 0 ? 100 * report->converted / report->moved : 0;
}

static uint32_t copies(const struct report *report) {
    uint32_t count = 0;
    for (size_t i = 0; i < report->conversions.count; i++) {
        count += !report->conversions.items[i].is_fused;
    }
    return count;
}

static void write_text(const struct report *report) {
    for (size_t i = 0; i < report->values.count; i++) {
        text_value(report->out, report->values.items[i]);
    }
    for (size_t i = 0; i < report->conversions.count; i++) {
        text_conversion(report->out, &report->conversions.items[i]);
    }
    buffer_printf(report->out, "%u conversion%s %.0f bytes, %.1f %% of the %.0f of all kernels\n",
                  copies(report), copies(report) == 1 ? " moves" : "s move", report->converted,
                  percent(report), report->moved);
}

/* --- JSON ------------------------------------------------------------------------------------- */

/* `"key": ` and what a printer makes, as a string. */
static void json_field(struct buffer *out, const char *key, struct buffer *text) {
    buffer_printf(out, "\"%s\": ", key);
    json_string(out, text->text ? text->text : "");
    buffer_free(text);
    *text = (struct buffer){0};
}

static void json_order(struct buffer *out, const char *key, const struct node *node) {
    struct buffer text = {0};
    buffer_printf(out, "\"%s\": {\"order\": ", key);
    print_dims(out, node);
    buffer_add(out, ", ");
    buffer_add(&text, format_name(node) ? format_name(node) : "");
    json_field(out, "name", &text);
    buffer_add(out, "}");
}

static void json_node(struct buffer *out, const struct node *node) {
    struct buffer text = {0};
    print_name(&text, node);
    json_field(out, "value", &text);
    buffer_printf(out, ", \"line\": %d, ", line_of(node));
    print_type(&text, node->type);
    json_field(out, "type", &text);
    buffer_add(out, ", ");
}

static void json_reason(struct buffer *out, const struct node *node) {
    struct buffer text = {0};
    print_reason(&text, node);
    buffer_add(out, ", ");
    json_field(out, "reason", &text);
}

static void json_conversion(struct buffer *out, const struct conversion *conversion) {
    struct buffer text = {0};
    json_node(out, conversion->from);
    json_order(out, "from", conversion->from);
    buffer_add(out, ", ");
    json_order(out, "to", conversion->to);
    buffer_printf(out, ", \"bytes\": %.0f, \"modelled_ms\": %.6f, \"fused\": %s", conversion->bytes,
                  1e3 * conversion->bytes / MOVED_BYTES, conversion->is_fused ? "true" : "false");
    json_reason(out, conversion->to);
    if (!conversion->is_fused) {
        print_remedy(&text, conversion);
        buffer_add(out, ", ");
        json_field(out, "spared_by", &text);
    }
}

static void write_json(const struct report *report) {
    struct buffer *out = report->out;
    buffer_add(out, "{\"values\": [");
    for (size_t i = 0; i < report->values.count; i++) {
        buffer_add(out, i ? ",\n  {" : "\n  {");
        json_node(out, report->values.items[i]);
        json_order(out, "layout", report->values.items[i]);
        json_reason(out, report->values.items[i]);
        buffer_add(out, "}");
    }
    buffer_add(out, "],\n\"conversions\": [");
    for (size_t i = 0; i < report->conversions.count; i++) {
        buffer_add(out, i ? ",\n  {" : "\n  {");
        json_conversion(out, &report->conversions.items[i]);
        buffer_add(out, "}");
    }
    buffer_printf(out, "],\n\"conversion_bytes\": %.0f, \"all_bytes\": %.0f}\n", report->converted,
                  report->moved);
}

/* --- all together ----------------------------------------------------------------------------- */

/* What stands in a loop is done as often as the layout pass takes it to be. */
static double bytes_of_steps(const struct step_list *steps, double turns) {
    double bytes = 0;
    for (uint32_t i = 0; i < steps->count; i++) {
        const struct step *step = &steps->items[i];
        if (step->selector && step->selector->kind == BUFFER_KEPT) {
            continue; /* of the first run alone */
        }
        const struct subgraph inside = {.repeats = step->kind == STEP_LOOP};
        bytes += step->kind == STEP_KERNEL ? turns * step->kernel->bytes : 0;
        for (uint32_t p = 0; p < step->part_count; p++) {
            bytes += bytes_of_steps(&step->parts[p], turns * layout_turns(&inside));
        }
    }
    return bytes;
}

/* Bytes of all kernels; the graph is lowered for that. */
static double bytes_moved(struct graph *graph) {
    struct program *program = graph_lower(graph);
    program_tile(program);
    program_split(program);
    return bytes_of_steps(&program->steps, 1);
}

static void warn(const struct report *report) {
    const struct graph *graph = report->graph;
    if (report->converted > LAYOUT_MUCH * report->moved && copies(report) > 0) {
        diag_warning(graph->diagnostics, graph->func->location,
                     "conversions between layouts move %.1f %% of the bytes that the program moves",
                     percent(report));
    }
}

void graph_layout_report(struct graph *graph, bool is_json, struct buffer *out) {
    struct report report = {.graph = graph, .out = out};
    collect(&report, graph->main);
    report.moved = bytes_moved(graph);
    if (is_json) {
        write_json(&report);
    } else {
        write_text(&report);
    }
    warn(&report);
    vector_free(&report.values);
    vector_free(&report.conversions);
}
