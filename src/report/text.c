/* The report for people: at a terminal, or in a page. */
#include "report/report.h"
#include "report/tables.h"

enum { REPETITIONS_SHOWN = 10 };

static void say_place(struct buffer *out, const struct cost_report *report, const char *operation,
                      struct location location) {
    buffer_add(out, operation);
    if (report_line(report, location) > 0) {
        buffer_printf(out, " (line %d)", (int)report_line(report, location));
    }
}

/* The line in the text; nothing where there is none. */
static void add_line(struct table *table, const struct cost_report *report,
                     struct location location) {
    int32_t line = report_line(report, location);
    if (line > 0) {
        buffer_add_integer(&table->writer->line, line);
    }
    table_add(table);
}

/* Where a machine is described: nothing else takes a time. */
static bool has_times(const struct cost_report *report) {
    return report->machine.links.count > 0 || machine_works(&report->machine);
}

static void add_seconds(struct table *table, double seconds) {
    say_seconds(&table->writer->line, seconds);
    table_add(table);
}

static void add_bytes(struct table *table, double bytes) {
    say_bytes(&table->writer->line, bytes);
    table_add(table);
}

/* --- collectives ------------------------------------------------------------------------------ */

static void add_reason(struct table *table, const struct cost_report *report,
                       const struct collective_cost *cost) {
    struct buffer *line = &table->writer->line;
    say_reason(line, report, cost->reason);
    if (report_line(report, cost->loop) > 0) {
        buffer_printf(line, ", in the loop of line %d", (int)report_line(report, cost->loop));
    }
    buffer_add(line, cost->counts ? "" : "; not counted: another case sends as much or more");
    table_add(table);
}

static void add_collective(struct table *table, const struct cost_report *report,
                           const struct collective_cost *cost) {
    struct buffer *line = &table->writer->line;
    const struct traffic *traffic = &cost->traffic;
    bool pairs = traffic->kind == TRAFFIC_COLLECTIVE_PERMUTE;
    add_line(table, report, cost->location);
    table_add_text(table, traffic_name(traffic->kind));
    say_group(line, cost->has_axes, cost->axes);
    table_add(table);
    buffer_printf(line, pairs ? "%lld pairs" : "%lld of %lld", (long long)traffic->groups,
                  (long long)traffic->size);
    table_add(table);
    if (cost->type) {
        print_type(line, cost->type);
    }
    table_add(table);
    buffer_printf(line, cost->times.is_known ? "%lld" : "%lld or more",
                  (long long)cost->times.count);
    table_add(table);
    add_bytes(table, (double)extent_product(traffic->each, cost->times.count));
    add_bytes(table, (double)extent_product(traffic->all, cost->times.count));
    if (has_times(report)) {
        add_seconds(table, cost->seconds * (double)cost->times.count);
    }
    add_reason(table, report, cost);
}

/* The name is at hand. */
static void add_sum(struct table *table, const struct cost_report *report,
                    const struct axes_cost *sum) {
    table_add(table);
    table_add_number(table, sum->collectives);
    add_bytes(table, (double)sum->each);
    add_bytes(table, (double)sum->all);
    if (has_times(report)) {
        add_seconds(table, sum->seconds);
    }
}

static void write_sums(struct report_writer *writer, const struct cost_report *report) {
    static const char *const head[] = {"", "collectives", "sent by one", "by all", "time"};
    struct table table = {.writer = writer, .columns = has_times(report) ? 5 : 4, .right = 0x1e};
    table_head(&table, head);
    for (size_t i = 0; i < report->axes.count; i++) {
        const struct axes_cost *sum = &report->axes.items[i];
        buffer_add(&writer->line, sum->has_axes && sum->axes.count > 0 ? "along " : "");
        say_group(&writer->line, sum->has_axes, sum->axes);
        add_sum(&table, report, sum);
    }
    for (int kind = 0; kind < TRAFFIC_KINDS; kind++) {
        if (report->kinds[kind].collectives > 0) {
            buffer_add(&writer->line, traffic_name((enum traffic_kind)kind));
            add_sum(&table, report, &report->kinds[kind]);
        }
    }
    buffer_add(&writer->line, report->all_known ? "total" : "total, or more");
    add_sum(&table, report, &report->total);
    write_table(&table);
}

static void write_collectives(struct report_writer *writer, const struct cost_report *report) {
    bool times = has_times(report);
    const char *const head[] = {
        "line",   "collective",           "along", "groups", "operand", "times", "sent by one",
        "by all", times ? "time" : "why", "why"};
    struct table table = {
        .writer = writer, .columns = times ? 10 : 9, .right = times ? 0x1e1 : 0xe1};
    if (report->collectives.count == 0) {
        buffer_add(&writer->line, "Devices send each other nothing.");
        write_paragraph(writer);
        return;
    }
    buffer_add(&writer->line, "What devices send each other:");
    write_paragraph(writer);
    table_head(&table, head);
    for (size_t i = 0; i < report->collectives.count; i++) {
        add_collective(&table, report, &report->collectives.items[i]);
    }
    write_table(&table);
    write_sums(writer, report);
}

/* --- memory ----------------------------------------------------------------------------------- */

static void add_live(struct table *table, const struct cost_report *report,
                     const struct live_value *live) {
    struct buffer *line = &table->writer->line;
    const struct value *value = live->value;
    add_bytes(table, (double)live->bytes);
    print_type(line, value->type);
    table_add(table);
    const char *name = value_name(report->arena, value);
    buffer_printf(line, "%s%s", name ? name : "", name ? ", " : "");
    say_place(line, report, value->op ? value->op->name : "an argument", value_location(value));
    table_add(table);
}

static void write_memory(struct report_writer *writer, const struct cost_report *report) {
    const struct memory_cost *memory = &report->memory;
    struct table table = {.writer = writer, .columns = 3, .right = 1};
    struct buffer *line = &writer->line;
    buffer_add(line, "Memory of a device: at most ");
    say_bytes(line, (double)memory->peak);
    if (memory->at) {
        buffer_add(line, ", at ");
        say_place(line, report, memory->at->name, memory->at->location);
    }
    buffer_add(line, "; arguments ");
    say_bytes(line, (double)memory->arguments);
    buffer_add(line, ", results ");
    say_bytes(line, (double)memory->results);
    buffer_add(line, memory->largest_count > 0 ? ". The largest values there:" : ".");
    write_paragraph(writer);
    for (uint32_t i = 0; i < memory->largest_count; i++) {
        add_live(&table, report, &memory->largest[i]);
    }
    write_table(&table);
}

static void write_work(struct report_writer *writer, const struct cost_report *report) {
    struct buffer *line = &writer->line;
    buffer_add(line, "Work of a device: ");
    say_flops(line, report->flops);
    if (report->machine.memory > 0) {
        buffer_add(line, ", ");
        say_bytes(line, report->bytes);
        buffer_add(line, " read and written");
    }
    buffer_add(line, report->flops_known ? "." : ", or more: a loop's turns are not known.");
    write_paragraph(writer);
}

/* --- time ------------------------------------------------------------------------------------- */

static void write_time(struct report_writer *writer, const struct cost_report *report) {
    struct buffer *line = &writer->line;
    double work = report->work, sent = report->total.seconds;
    buffer_add(line, "Time of a run on that machine: ");
    say_seconds(line, sent);
    buffer_add(line, " of sending");
    if (machine_works(&report->machine)) {
        buffer_add(line, " and ");
        say_seconds(line, work);
        buffer_add(line, " of work: ");
        say_seconds(line, work + sent);
        buffer_add(line, " one after the other, ");
        say_seconds(line, work > sent ? work : sent);
        buffer_add(line, " if all of the shorter hides behind the longer");
    }
    buffer_add(line, report->all_known && report->flops_known ? "." : ", or more.");
    write_paragraph(writer);
}

/* --- scaling ---------------------------------------------------------------------------------- */

static void add_percent(struct table *table, double part) {
    buffer_printf(&table->writer->line, "%.0f %%", 100 * part);
    table_add(table);
}

static void add_scaling(struct table *table, const struct cost_report *report,
                        const struct scaling_row *row, bool is_weak) {
    const struct scaling_row *first = &report->scaling.rows.items[0];
    const struct scaling_part *part = is_weak ? &row->weak : &row->strong,
                              *base = is_weak ? &first->weak : &first->strong;
    double time = part->work + part->sent, base_time = base->work + base->sent;
    double devices = is_weak ? 1 : (double)row->devices / (double)first->devices;
    table_add_number(table, row->size);
    table_add_number(table, row->devices);
    say_flops(&table->writer->line, part->flops);
    table_add(table);
    add_bytes(table, (double)part->peak);
    add_bytes(table, (double)part->each);
    if (has_times(report)) {
        add_seconds(table, part->work);
        add_seconds(table, part->sent);
        add_percent(table, time > 0 ? base_time / (time * devices) : 1);
    }
}

static void write_scaling_table(struct report_writer *writer, const struct cost_report *report,
                                bool is_weak) {
    const char *const head[] = {report->scaling.axis, "devices",      "work",       "memory",
                                "sent by one",        "time of work", "of sending", "efficiency"};
    struct table table = {.writer = writer, .columns = has_times(report) ? 8 : 5, .right = 0xff};
    buffer_add(&writer->line, is_weak ? "Weak scaling, parts that stay as large as they are here:"
                                      : "Strong scaling, this program on more devices:");
    write_paragraph(writer);
    table_head(&table, head);
    for (size_t i = 0; i < report->scaling.rows.count; i++) {
        add_scaling(&table, report, &report->scaling.rows.items[i], is_weak);
    }
    write_table(&table);
}

static void write_scaling(struct report_writer *writer, const struct cost_report *report) {
    if (report->scaling.axis) {
        write_scaling_table(writer, report, false);
        write_scaling_table(writer, report, true);
    }
}

/* --- what is repeated ------------------------------------------------------------------------- */

static void add_repetition(struct table *table, const struct cost_report *report,
                           const struct repetition *repetition) {
    struct buffer *line = &table->writer->line;
    add_line(table, report, repetition->location);
    buffer_printf(line, "\"%s\"", repetition->axis.name);
    table_add(table);
    table_add_number(table, repetition->operations);
    say_flops(line, repetition->flops);
    table_add(table);
    add_bytes(table, repetition->bytes);
    if (repetition->first) {
        say_place(line, report, repetition->first, repetition->first_location);
    } else {
        buffer_add(line, "the argument itself");
    }
    table_add(table);
    say_cure(line, repetition);
    table_add(table);
}

static void write_repeated(struct report_writer *writer, const struct cost_report *report) {
    static const char *const head[] = {"line", "along",   "operations", "computed",
                                       "held", "most by", "cure: write"};
    struct table table = {.writer = writer, .columns = 7, .right = 0x1d};
    size_t count = report->repeated.count;
    if (count == 0) {
        buffer_add(&writer->line, "Devices repeat nothing that they could share.");
        write_paragraph(writer);
        return;
    }
    buffer_add(&writer->line, "What devices repeat though they could share it, and what that "
                              "costs each of them:");
    write_paragraph(writer);
    table_head(&table, head);
    for (size_t i = 0; i < count && i < REPETITIONS_SHOWN; i++) {
        add_repetition(&table, report, report->repeated.items[i]);
    }
    write_table(&table);
    if (count > REPETITIONS_SHOWN) {
        buffer_printf(&writer->line, "And %zu that cost less (all of them: --json).",
                      count - REPETITIONS_SHOWN);
        write_paragraph(writer);
    }
}

/* --- all of it -------------------------------------------------------------------------------- */

static void write_mesh(struct report_writer *writer, const struct cost_report *report) {
    struct buffer *line = &writer->line;
    if (!report->mesh) {
        buffer_add(line, "The program has no mesh: it runs on one device.");
        write_paragraph(writer);
        return;
    }
    buffer_printf(line, "mesh @%s (", report->mesh_name);
    for (uint32_t i = 0; i < report->mesh->axis_count; i++) {
        buffer_printf(line, "%s\"%s\"=%lld", i ? ", " : "", report->mesh->axes[i].name,
                      (long long)report->mesh->axes[i].size);
    }
    int64_t devices = mesh_device_count(report->mesh);
    buffer_printf(line, ": %lld device%s)", (long long)devices, devices == 1 ? "" : "s");
    write_paragraph(writer);
}

static void write_report(struct report_writer *writer, const struct cost_report *report) {
    write_mesh(writer, report);
    write_collectives(writer, report);
    write_memory(writer, report);
    write_work(writer, report);
    if (has_times(report)) {
        write_time(writer, report);
    }
    write_scaling(writer, report);
    if (report->mesh) {
        write_repeated(writer, report);
    }
    buffer_free(&writer->line);
}

void report_text(struct buffer *out, const struct cost_report *report) {
    struct report_writer writer = {.out = out};
    write_report(&writer, report);
    buffer_remove_controls(out);
}

void report_html(struct buffer *out, const struct cost_report *report) {
    struct report_writer writer = {.out = out, .is_html = true};
    write_report(&writer, report);
}
