/* `sdyc machine`: what is known of the processor that programs are compiled for. */
#include "machine.h"
#include "cli/cli.h"
#include "machine_measure.h"

struct report {
    struct sdyrt_machine machine;
    struct sdyrt_machine_measured measured;
    bool is_measured;
};

/* --- as text ---------------------------------------------------------------------------------- */

/* Bytes in the largest unit that leaves a whole number, or one digit behind the point. */
static void add_size(struct buffer *out, int64_t bytes) {
    static const char *const units[] = {"B", "KB", "MB", "GB", "TB"};
    double value = (double)bytes;
    size_t unit = 0;
    while (value >= 1024 && unit + 1 < sizeof units / sizeof *units) {
        value /= 1024;
        unit++;
    }
    buffer_printf(out, value < 10 && value != (double)(int64_t)value ? "%.1f %s" : "%.0f %s", value,
                  units[unit]);
}

static void add_sets(struct buffer *out, const struct sdyrt_machine_class *class) {
    buffer_add(out, sdyrt_isa_name(class->isa));
    buffer_add(out, class->has_bf16 ? ", bf16" : "");
    buffer_add(out, class->has_vbmi ? ", vbmi" : "");
    buffer_add(out, class->has_vnni ? ", vnni" : "");
    buffer_add(out, class->has_amx ? ", amx" : "");
}

static void add_class(struct buffer *out, const struct sdyrt_machine_class *class) {
    buffer_add(out, "class (what the choice of kernels depends on)\n  instruction sets  ");
    add_sets(out, class);
    buffer_printf(out, "\n  vectors           %lld bytes\n", (long long)class->vector_bytes);
    buffer_printf(out, "  lines, pages      %lld, %lld bytes\n", (long long)class->line_bytes,
                  (long long)class->page_bytes);
    for (int i = 0; i < SDYRT_CACHE_COUNT; i++) {
        buffer_printf(out, "  %-16s  ", sdyrt_level_name(i));
        add_size(out, class->cache_bytes[i]);
        buffer_add(out, "\n");
    }
}

static void add_cores(struct buffer *out, const struct sdyrt_machine *machine) {
    buffer_printf(out, "  cores             %lld, of %lld online, %lld allowed by affinity, ",
                  (long long)machine->cores, (long long)machine->cores_online,
                  (long long)machine->cores_allowed);
    if (machine->cores_quota > 0) {
        buffer_printf(out, "a quota of %.3g\n", machine->cores_quota);
    } else {
        buffer_add(out, "no quota\n");
    }
}

static void add_memory(struct buffer *out, const struct sdyrt_machine *machine) {
    buffer_add(out, "  memory            ");
    add_size(out, machine->memory_bytes);
    if (machine->memory_limit > 0) {
        buffer_add(out, ", limited to ");
        add_size(out, machine->memory_limit);
    }
    buffer_printf(out, ", %lld node%s\n", (long long)machine->memory_nodes,
                  machine->memory_nodes == 1 ? "" : "s");
}

static void add_caches(struct buffer *out, const struct sdyrt_machine *machine) {
    for (int i = 0; i < SDYRT_CACHE_COUNT; i++) {
        buffer_printf(out, "  %-16s  ", sdyrt_level_name(i));
        add_size(out, machine->cache_bytes[i]);
        if (machine->cache_cores[i] > 0) {
            buffer_printf(out, ", for up to %lld threads", (long long)machine->cache_cores[i]);
        }
        buffer_add(out, "\n");
    }
}

/* A rate a cycle as one a second, where the frequency is known; and what was measured. */
static void add_rate(struct buffer *out, const struct report *report, const char *unit, double rate,
                     double measured) {
    double hertz = (double)report->machine.hertz;
    buffer_printf(out, "%6.4g", rate);
    if (hertz > 0) {
        buffer_printf(out, "  %8.4g %s", 1e-9 * hertz * rate, unit);
    }
    if (measured > 0) {
        buffer_printf(out, "  measured %8.4g %s", 1e-9 * measured, unit);
    }
    buffer_add(out, "\n");
}

static void add_rates(struct buffer *out, const struct report *report) {
    const struct sdyrt_machine *machine = &report->machine;
    const struct sdyrt_machine_measured *measured = &report->measured;
    buffer_add(out, "operations of products, at most, a cycle of one core\n");
    for (int i = 0; i < SDYRT_RATE_COUNT; i++) {
        buffer_printf(out, "  %-16s  ", sdyrt_rate_name(i));
        add_rate(out, report, "Gop/s", machine->operations[i],
                 i <= SDYRT_RATE_F32 ? measured->operations_second[i] : 0);
    }
    buffer_add(out, "bytes read, at most, a cycle of one core\n");
    for (int i = 0; i < SDYRT_LEVEL_COUNT; i++) {
        buffer_printf(out, "  %-16s  ", sdyrt_level_name(i));
        add_rate(out, report, "GB/s", machine->bytes[i], measured->bytes_second[i]);
    }
}

static void add_text(struct buffer *out, const struct report *report) {
    const struct sdyrt_machine *machine = &report->machine;
    add_class(out, &machine->class);
    buffer_printf(out, "processor\n  name              %s\n  make              %s\n", machine->name,
                  machine->make);
    if (machine->hertz > 0) {
        buffer_printf(out, "  frequency         %.3g GHz\n", 1e-9 * (double)machine->hertz);
    }
    add_cores(out, machine);
    add_memory(out, machine);
    add_caches(out, machine);
    add_rates(out, report);
}

/* --- as JSON ---------------------------------------------------------------------------------- */

static void add_integers(struct buffer *out, const char *name, const int64_t *values, int count) {
    buffer_printf(out, "\"%s\": [", name);
    for (int i = 0; i < count; i++) {
        buffer_printf(out, "%s%lld", i ? ", " : "", (long long)values[i]);
    }
    buffer_add(out, "]");
}

static void add_reals(struct buffer *out, const char *name, const double *values, int count,
                      const char *(*name_of)(int)) {
    buffer_printf(out, "\"%s\": {", name);
    for (int i = 0; i < count; i++) {
        buffer_printf(out, "%s\"%s\": %.6g", i ? ", " : "", name_of(i), values[i]);
    }
    buffer_add(out, "}");
}

static const char *level_name(int level) {
    return sdyrt_level_name(level);
}

static const char *rate_name(int rate) {
    return sdyrt_rate_name(rate);
}

static void add_json_class(struct buffer *out, const struct sdyrt_machine_class *class) {
    buffer_printf(
        out,
        "{\"class\": {\"isa\": \"%s\", \"bf16\": %d, \"vbmi\": %d, \"vnni\": %d, \"amx\": "
        "%d, \"vector_bytes\": %lld, \"line_bytes\": %lld, \"page_bytes\": %lld, ",
        sdyrt_isa_name(class->isa), class->has_bf16, class->has_vbmi, class->has_vnni,
        class->has_amx, (long long)class->vector_bytes, (long long)class->line_bytes,
        (long long)class->page_bytes);
    add_integers(out, "cache_bytes", class->cache_bytes, SDYRT_CACHE_COUNT);
    buffer_add(out, "},\n");
}

static void add_json_measured(struct buffer *out, const struct sdyrt_machine_measured *measured) {
    buffer_add(out, ",\n \"measured\": {");
    add_reals(out, "operations_second", measured->operations_second, SDYRT_RATE_F32 + 1, rate_name);
    buffer_add(out, ", ");
    add_reals(out, "bytes_second", measured->bytes_second, SDYRT_LEVEL_COUNT, level_name);
    buffer_add(out, ", ");
    add_integers(out, "bytes_read", measured->bytes_read, SDYRT_LEVEL_COUNT);
    buffer_add(out, "}");
}

static void add_json(struct buffer *out, const struct report *report) {
    const struct sdyrt_machine *machine = &report->machine;
    add_json_class(out, &machine->class);
    buffer_add(out, " \"name\": ");
    json_string(out, machine->name);
    buffer_add(out, ", \"make\": ");
    json_string(out, machine->make);
    buffer_printf(out,
                  ", \"hertz\": %lld,\n \"cores\": %lld, \"cores_online\": %lld, "
                  "\"cores_allowed\": %lld, \"cores_quota\": %.6g,\n"
                  " \"memory_nodes\": %lld, \"memory_bytes\": %lld, \"memory_limit\": %lld,\n ",
                  (long long)machine->hertz, (long long)machine->cores,
                  (long long)machine->cores_online, (long long)machine->cores_allowed,
                  machine->cores_quota, (long long)machine->memory_nodes,
                  (long long)machine->memory_bytes, (long long)machine->memory_limit);
    add_integers(out, "cache_bytes", machine->cache_bytes, SDYRT_CACHE_COUNT);
    buffer_add(out, ", ");
    add_integers(out, "cache_threads", machine->cache_cores, SDYRT_CACHE_COUNT);
    buffer_add(out, ",\n ");
    add_reals(out, "operations_cycle", machine->operations, SDYRT_RATE_COUNT, rate_name);
    buffer_add(out, ",\n ");
    add_reals(out, "bytes_cycle", machine->bytes, SDYRT_LEVEL_COUNT, level_name);
    if (report->is_measured) {
        add_json_measured(out, &report->measured);
    }
    buffer_add(out, "}\n");
}

/* --- the command ------------------------------------------------------------------------------ */

static bool print(bool measure, bool json) {
    struct report report = {.is_measured = measure};
    struct buffer out = {0};
    sdyrt_machine_describe(&report.machine);
    if (measure && sdyrt_machine_measure(&report.machine, &report.measured) != 0) {
        return cli_error("there is not enough memory to measure with");
    }
    if (json) {
        add_json(&out, &report);
    } else {
        add_text(&out, &report);
    }
    bool done = write_text("-", out.text, out.length);
    buffer_free(&out);
    return done;
}

int command_machine(int count, char **words) {
    bool measure = false, json = false;
    const struct flag group[] = {
        {"measure", FLAG_SWITCH, &measure, NULL,
         "Measure what one core does, beside what its description says; takes a second.", NULL},
        {"json", FLAG_SWITCH, &json, NULL, "Print JSON.", NULL},
        {0},
    };
    struct command_line line = {
        .usage = "sdyc machine [--measure] [--json]",
        .about = "Prints what is known of the processor at hand: the class that the choice of "
                 "kernels depends\non, and the cores, memory and rates that schedules and reports "
                 "go by.",
        .groups = (const struct flag *const[]){group, NULL},
    };
    enum flags_result result = flags_parse(&line, count, words);
    if (result != FLAGS_RUN) {
        return flags_status(result);
    }
    if (line.file) {
        cli_error("sdyc machine takes no file");
        return flags_status(FLAGS_WRONG);
    }
    return !print(measure, json);
}
