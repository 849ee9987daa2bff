/* The machine that a program is meant for, as its description says. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/report.h"

/* --- its description -------------------------------------------------------------------------- */

struct unit {
    const char *name;
    double size;
};

/* "25GB/s" with the units of bytes; 0: it is no such quantity. Ends at the end of the text. */
static double quantity(const char *text, const struct unit *units) {
    char *end;
    double number = strtod(text, &end);
    for (; units->name; units++) {
        if (end != text && strcmp(end, units->name) == 0 && number > 0 && isfinite(number)) {
            return number * units->size;
        }
    }
    return 0;
}

static double seconds_of(const char *text) {
    static const struct unit units[] = {
        {"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}, {NULL, 0}};
    return quantity(text, units);
}

static double bandwidth_of(const char *text) {
    static const struct unit units[] = {
        {"B/s", 1},        {"KB/s", 1e3},     {"MB/s", 1e6},        {"GB/s", 1e9},
        {"TB/s", 1e12},    {"KiB/s", 1024.0}, {"MiB/s", 1048576.0}, {"GiB/s", 1073741824.0},
        {"Mbit/s", 125e3}, {"Gbit/s", 125e6}, {"Tbit/s", 125e9},    {NULL, 0}};
    return quantity(text, units);
}

static double flops_of(const char *text) {
    static const struct unit units[] = {{"flop/s", 1},     {"Mflop/s", 1e6},  {"Gflop/s", 1e9},
                                        {"Tflop/s", 1e12}, {"Pflop/s", 1e15}, {"Gop/s", 1e9},
                                        {"Top/s", 1e12},   {"Pop/s", 1e15},   {NULL, 0}};
    return quantity(text, units);
}

/* "x=1us:900GB/s" or "1us:900GB/s"; `item` is a copy. */
static bool add_link(struct machine *machine, char *item) {
    struct machine_link link = {0};
    char *equals = strrchr(item, '=');
    if (equals) {
        *equals = '\0';
        link.axis = item;
        item = equals + 1;
    }
    char *colon = strchr(item, ':');
    if (!colon) {
        return false;
    }
    *colon = '\0';
    bool none = strcmp(item, "0") == 0;
    link.latency = none ? 0 : seconds_of(item);
    link.bandwidth = bandwidth_of(colon + 1);
    *vector_push(&machine->links) = link;
    return (none || link.latency > 0) && link.bandwidth > 0;
}

static bool is_type(const char *name, size_t length) {
    static const char *const types[] = {"f64", "f32", "f16",  "bf16", "i1",  "i2",
                                        "i4",  "i8",  "i16",  "i32",  "i64", "ui2",
                                        "ui4", "ui8", "ui16", "ui32", "ui64"};
    bool found = length > 2 && strncmp(name, "f8", 2) == 0;
    for (size_t i = 0; i < sizeof types / sizeof *types && !found; i++) {
        found = strlen(types[i]) == length && strncmp(name, types[i], length) == 0;
    }
    return found;
}

/* "50Tflop/s", "bf16=400Tflop/s", "memory=2TB/s", "launch=5us"; false: it is none of them. */
static bool add_quantity(struct machine *machine, char *item) {
    const char *equals = strchr(item, '='), *value = equals ? equals + 1 : item;
    size_t length = equals ? (size_t)(equals - item) : 0;
    double flops = flops_of(value);
    if (!equals) {
        machine->flops = flops > 0 ? flops : machine->flops;
        return flops > 0;
    }
    if (flops > 0 && is_type(item, length)) {
        item[length] = '\0';
        *vector_push(&machine->rates) = (struct machine_rate){item, flops};
        return true;
    }
    if (length == 6 && strncmp(item, "memory", length) == 0 && bandwidth_of(value) > 0) {
        machine->memory = bandwidth_of(value);
        return true;
    }
    if (length == 6 && strncmp(item, "launch", length) == 0 && seconds_of(value) > 0) {
        machine->launch = seconds_of(value);
        return true;
    }
    return false;
}

bool machine_parse(struct machine *machine, const char *text, struct arena *arena,
                   const char **error) {
    *machine = (struct machine){0};
    while (*text) {
        size_t length = strcspn(text, ",");
        char *item = arena_printf(arena, "%.*s", (int)length, text);
        if (!add_quantity(machine, item) && !add_link(machine, item)) {
            *error = arena_printf(
                arena,
                "'%.*s' describes no machine: it has links, 10us:25GB/s (a latency "
                "and a bandwidth) or x=1us:900GB/s (of one axis), rates, 100Tflop/s or "
                "bf16=400Tflop/s, memory=2TB/s and launch=5us, separated by commas",
                (int)length, text);
            return false;
        }
        text += length;
        text += *text == ',';
    }
    return true;
}

void machine_free(struct machine *machine) {
    vector_free(&machine->links);
    vector_free(&machine->rates);
}

bool machine_works(const struct machine *machine) {
    return machine->flops > 0 || machine->rates.count > 0 || machine->memory > 0;
}
