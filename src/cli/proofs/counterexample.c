/* What shows a refutation: inputs as arrays of NumPy, a program that runs what each device does on
 * its parts of them, and two commands. */
#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/proofs/proof.h"
#include "ops/op_def.h"
#include "value.h"
#include "verify/values/tensor.h"

struct example {
    struct proof *proof;
    const char *folder;
    const struct border *border;
    const struct verify_answer *answer;
};

/* --- arrays ----------------------------------------------------------------------------------- */

static void add_real(struct buffer *text, double value) {
    if (isfinite(value)) {
        buffer_printf(text, " %.17g", value);
    } else {
        buffer_add(text, isnan(value) ? " nan" : value > 0 ? " inf" : " -inf");
    }
}

static void add_number(struct buffer *text, struct kind kind, struct number x) {
    if (kind.class != KIND_INTEGER) {
        add_real(text, real_of(x.re));
        if (kind.class == KIND_COMPLEX) {
            add_real(text, real_of(x.im));
        }
    } else if (kind.is_unsigned) {
        buffer_printf(text, " %llu", (unsigned long long)x.re);
    } else {
        buffer_printf(text, " %lld", (long long)x.re);
    }
}

/* The numbers of tensors one behind the other, as one value of the command line: of one tensor, or
 * of `count` of them with a dimension for their number in front. */
static bool write_array(const struct example *example, const char *name, const struct type *type,
                        bool is_stack, int64_t count, struct tensor *const *tensors) {
    struct buffer element = {0}, text = {0};
    struct kind kind = kind_of(type);
    struct sdyrt_value expected = {.rank = (int)type->rank + is_stack}, value;
    struct sdyrt_npy_error error;
    char path[4096], written[256];
    print_type(&element, type_element(type));
    expected.element = element.text;
    expected.dims[0] = count;
    for (uint32_t d = 0; d < type->rank; d++) {
        expected.dims[d + is_stack] = type->dims[d];
    }
    buffer_printf(&text, "%s=", sdyrt_value_type(written, &expected));
    for (int64_t i = 0; i < count; i++) {
        for (int64_t k = 0; k < tensors[i]->count; k++) {
            add_number(&text, kind, tensor_get(tensors[i], k));
        }
    }
    snprintf(path, sizeof path, "%s/%s", example->folder, name);
    bool read = sdyrt_value_read(text.text, &expected, &value, &error);
    bool done = read && sdyrt_value_write(path, &value, &error);
    if (read) {
        sdyrt_value_free(&value);
    }
    buffer_free(&element);
    buffer_free(&text);
    return done || cli_error("--counterexample: %s", error.text);
}

static bool write_arrays(const struct example *example) {
    const struct verify_values *values = example->answer->values;
    bool done = true;
    char name[64];
    for (uint32_t i = 0; done && i < values->argument_count; i++) {
        const struct crossing *crossing = &example->border->arguments[i];
        snprintf(name, sizeof name, "input%u.npy", i);
        done = write_array(example, name, crossing->whole, false, 1, &values->wholes[i]);
        snprintf(name, sizeof name, "parts%u.npy", i);
        done = done && write_array(example, name, crossing->local, true, values->devices,
                                   &values->parts[i * values->devices]);
    }
    for (uint32_t i = 0; done && i < values->result_count; i++) {
        snprintf(name, sizeof name, "result%u.npy", i);
        done = write_array(example, name, example->border->results[i].whole, false, 1,
                           &values->results[i]);
    }
    return done;
}

/* --- the result that is shown ----------------------------------------------------------------- */

static const struct crossing *shown(const struct example *example) {
    return &example->border->results[example->answer->element.result];
}

/* The wrong part without its padding, as it should be. */
static bool write_part(const struct example *example) {
    const struct verify_element *element = &example->answer->element;
    const struct crossing *crossing = shown(example);
    struct tensor *whole = example->answer->values->results[element->result];
    struct part part = crossing_part(crossing, element->device);
    const struct type *type = type_with_dims(example->proof->global.context, crossing->whole,
                                             crossing->whole->rank, part.extent);
    int64_t strides[MAX_RANK];
    strides_of(crossing->whole, strides);
    struct tensor *wanted =
        tensor_view(type, whole, place_offset(type->rank, part.begin, strides), strides);
    bool done = write_array(example, "part.npy", type, false, 1, &wanted);
    tensor_release(wanted);
    return done;
}

/* --- a program of all devices ----------------------------------------------------------------- */

static void add_stack_type(struct buffer *out, int64_t count, const struct type *type) {
    buffer_printf(out, "tensor<%lldx", (long long)count);
    for (uint32_t d = 0; d < type->rank; d++) {
        buffer_printf(out, "%lldx", (long long)type->dims[d]);
    }
    print_type(out, type_element(type));
    buffer_add(out, ">");
}

/* "1:2, 0:4": row `device` of a stack, or a part from its beginning. */
static void add_slice(struct buffer *out, int64_t row, uint32_t rank, const int64_t *extents) {
    buffer_add(out, " [");
    if (row >= 0) {
        buffer_printf(out, "%lld:%lld%s", (long long)row, (long long)row + 1, rank ? ", " : "");
    }
    for (uint32_t d = 0; d < rank; d++) {
        buffer_printf(out, "%s0:%lld", d ? ", " : "", (long long)extents[d]);
    }
    buffer_add(out, "]");
}

/* %a3_0: what device 3 has of argument 0. */
static void add_argument(struct buffer *out, const struct example *example, uint32_t argument,
                         int64_t device) {
    const struct type *type = example->border->arguments[argument].local;
    int64_t devices = example->border->devices;
    buffer_printf(out, "  %%s%lld_%u = stablehlo.slice %%a%u", (long long)device, argument,
                  argument);
    add_slice(out, device, type->rank, type->dims);
    buffer_add(out, " : (");
    add_stack_type(out, devices, type);
    buffer_add(out, ") -> ");
    add_stack_type(out, 1, type);
    buffer_printf(out, "\n  %%a%lld_%u = stablehlo.reshape %%s%lld_%u : (", (long long)device,
                  argument, (long long)device, argument);
    add_stack_type(out, 1, type);
    buffer_add(out, ") -> ");
    print_type(out, type);
    buffer_add(out, "\n");
}

static void add_types(struct buffer *out, const struct crossing *crossings, uint32_t count,
                      int64_t devices) {
    for (int64_t i = 0; i < devices * count; i++) {
        buffer_add(out, i ? ", " : "");
        print_type(out, crossings[i % count].local);
    }
}

static void add_programs(struct buffer *out, const struct border *border) {
    int64_t replicas = border->replicas > 1 ? border->replicas : 1;
    int64_t partitions = border->devices / replicas;
    buffer_add(out, ") {programs = [");
    for (int64_t d = 0; d < border->devices; d++) {
        buffer_add(out, d % partitions ? ", @partition_of_each"
                        : d            ? "], [@partition_of_each"
                                       : "[@partition_of_each");
    }
    buffer_add(out, "]]} : (");
}

static void add_run(struct buffer *out, const struct border *border) {
    uint32_t arguments = border->argument_count, results = border->result_count;
    buffer_printf(out, "  %%r:%lld = \"interpreter.run_parallel\"(",
                  (long long)(border->devices * results));
    for (int64_t i = 0; i < border->devices * arguments; i++) {
        buffer_printf(out, "%s%%a%lld_%lld", i ? ", " : "", (long long)(i / arguments),
                      (long long)(i % arguments));
    }
    add_programs(out, border);
    add_types(out, border->arguments, arguments, border->devices);
    buffer_add(out, ") -> (");
    add_types(out, border->results, results, border->devices);
    buffer_add(out, ")\n");
}

/* The main function: parts of all devices in, the wrong part out. */
static void add_main(struct buffer *out, const struct example *example) {
    const struct border *border = example->border;
    const struct verify_element *element = &example->answer->element;
    const struct crossing *crossing = shown(example);
    struct part part = crossing_part(crossing, element->device);
    struct buffer type = {0};
    print_type(&type, type_with_dims(example->proof->global.context, crossing->whole,
                                     crossing->whole->rank, part.extent));
    buffer_add(out, "func.func public @main(");
    for (uint32_t i = 0; i < border->argument_count; i++) {
        buffer_printf(out, "%s%%a%u: ", i ? ", " : "", i);
        add_stack_type(out, border->devices, border->arguments[i].local);
    }
    buffer_printf(out, ") -> %s {\n", type.text);
    for (int64_t d = 0; d < border->devices; d++) {
        for (uint32_t i = 0; i < border->argument_count; i++) {
            add_argument(out, example, i, d);
        }
    }
    add_run(out, border);
    buffer_printf(out, "  %%part = stablehlo.slice %%r#%lld",
                  (long long)(element->device * border->result_count + element->result));
    add_slice(out, -1, crossing->whole->rank, part.extent);
    buffer_add(out, " : (");
    print_type(out, crossing->local);
    buffer_printf(out, ") -> %s\n  return %%part : %s\n}\n", type.text, type.text);
    buffer_free(&type);
}

/* The partitioned program's functions, without the module around them. */
static void add_functions(struct buffer *out, const struct module *module) {
    struct buffer text = {0};
    print_module(&text, module, &(struct print_options){0});
    const char *begin = strchr(text.text, '\n'), *end = strrchr(text.text, '}');
    if (begin && end && end > begin) {
        buffer_printf(out, "%.*s", (int)(end - begin), begin);
    }
    buffer_free(&text);
}

static bool write_program(struct example *example) {
    struct module *module = example->proof->partitioned.module;
    struct op *func = entry_function(module, NULL);
    struct buffer text = {0};
    char path[4096];
    op_set_property(module, func, "sym_name",
                    attr_string(module->context, "partition_of_each", strlen("partition_of_each")));
    add_functions(&text, module);
    add_main(&text, example);
    snprintf(path, sizeof path, "%s/devices.mlir", example->folder);
    bool done = write_text(path, text.text, text.length);
    buffer_free(&text);
    return done;
}

/* --- commands --------------------------------------------------------------------------------- */

static void add_files(struct buffer *out, const char *folder, const char *flag, const char *name,
                      uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        buffer_printf(out, " --%s='@%s/%s%u.npy'", flag, folder, name, i);
    }
}

static bool write_commands(const struct example *example) {
    const struct verify_values *values = example->answer->values;
    const struct verify_element *element = &example->answer->element;
    struct buffer text = {0};
    char path[4096];
    buffer_add(&text, "# What the global program gives:\n");
    buffer_printf(&text, "sdyc run '%s'", example->proof->global.source.name);
    add_files(&text, example->folder, "input", "input", values->argument_count);
    add_files(&text, example->folder, "expected-output", "result", values->result_count);
    buffer_printf(&text,
                  "\n# Device %lld's part of result %u, by the partition, is another one:\n"
                  "sdyc run '%s/devices.mlir'",
                  (long long)element->device, element->result, example->folder);
    add_files(&text, example->folder, "input", "parts", values->argument_count);
    buffer_printf(&text, " --expected-output='@%s/part.npy'\n", example->folder);
    snprintf(path, sizeof path, "%s/commands.sh", example->folder);
    bool done = write_text(path, text.text, text.length);
    buffer_free(&text);
    return done;
}

static bool make_folder(const char *path) {
    return mkdir(path, 0777) == 0 || errno == EEXIST ||
           cli_error("--counterexample: cannot make %s: %s", path, strerror(errno));
}

bool proof_write_counterexample(struct proof *proof, const struct border *border,
                                const struct verify_answer *answer) {
    struct example example = {proof, proof->counterexample, border, answer};
    if (shown(&example)->unreduced.count > 0) {
        return cli_error("--counterexample: result %u is a sum over devices, which no device has",
                         answer->element.result);
    }
    return make_folder(example.folder) && write_arrays(&example) && write_part(&example) &&
           write_program(&example) && write_commands(&example);
}
