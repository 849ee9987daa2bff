/* Programs, each compiled once however often it is brought. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "pjrt/objects.h"
#include "pjrt/traces/trace.h"

enum { LARGE_TEXT = 1 << 20 }; /* bytes of a program */

/* --- errors ----------------------------------------------------------------------------------- */

/* Takes the error; NULL where there is none. */
static struct pjrt_error *take_error(struct sdyc_error *failure) {
    enum sdyc_status status = sdyc_error_status(failure);
    int code = status == SDYC_E_INPUT    ? PJRT_INVALID_ARGUMENT
               : status == SDYC_E_MEMORY ? PJRT_RESOURCE_EXHAUSTED
               : status == SDYC_E_CALL   ? sdyc_error_call_code(failure)
                                         : PJRT_INTERNAL;
    struct pjrt_error *error = failure ? error_new(code, "%s", sdyc_error_text(failure)) : NULL;
    sdyc_error_free(failure);
    return error;
}

/* --- what devices hold of inputs and outputs -------------------------------------------------- */

/* NULL is allowed. */
static void slots_free(struct slot *slots, int count) {
    for (int i = 0; slots && i < count; i++) {
        free(slots[i].dims); /* and all that follows in the same block */
    }
    free(slots);
}

/* Where the part of each device begins. Of a sum each place begins with that of the term. */
static void place_parts(struct slot *slot, const int64_t *places, int behind_term) {
    int64_t term_bytes = (int64_t)slot->bytes / slot->terms;
    for (int device = 0; device < slot->devices; device++) {
        const int64_t *own = places ? places + device * (slot->rank + behind_term) : NULL;
        slot->term_of[device] = own && behind_term ? own[0] : 0;
        slot->offsets[device] = slot->term_of[device] * term_bytes;
        for (int i = 0; i < slot->rank; i++) {
            int64_t place = own ? own[i + behind_term] : 0;
            slot->places[device * slot->rank + i] = place;
            slot->offsets[device] += place * slot->part_dims[i] * slot->steps[i];
        }
    }
}

/* A program without a mesh says nothing of devices: they all hold everything. */
static bool slot_fill(struct slot *slot, const struct sdyc_tensor *tensor,
                      const struct sdyc_parts *parts, int devices) {
    int behind_term = parts->has_terms != 0;
    size_t rank = (size_t)(tensor->rank - behind_term);
    size_t numbers = 4 * rank + (size_t)devices * (2 + rank);
    const int64_t *places = parts->devices == devices ? parts->places : NULL;
    *slot = (struct slot){.type = element_type(tensor->element), .rank = (int)rank};
    slot->devices = devices;
    slot->donated_to = -1;
    slot->dims = calloc(numbers + 1, sizeof *slot->dims);
    if (!slot->dims) {
        return false;
    }
    slot->is_token = parts->is_token;
    slot->memory = memory_kind_of(parts->memory);
    slot->part_dims = slot->dims + rank;
    slot->steps = slot->part_dims + rank;
    slot->counts = slot->steps + rank;
    slot->offsets = slot->counts + rank;
    slot->term_of = slot->offsets + devices;
    slot->places = slot->term_of + devices;
    slot->terms = behind_term ? tensor->dims[0] : 1;
    slot->is_whole = !behind_term;
    for (int i = 0; i < slot->rank; i++) {
        int64_t count = places ? parts->counts[i + behind_term] : 1;
        slot->dims[i] = tensor->dims[i + behind_term];
        slot->part_dims[i] = slot->dims[i] / count;
        slot->counts[i] = count;
        slot->is_whole = slot->is_whole && count == 1;
    }
    slot->bytes = tensor->bytes;
    slot->is_packed = tensor->block < 0;
    row_major_steps(slot->rank, slot->dims, element_bytes(slot->type), slot->steps);
    for (int i = 0; i < slot->rank && slot->bytes > 0; i++) {
        slot->steps[i] = tensor->strides[i + behind_term] * (int64_t)element_bytes(slot->type);
    }
    place_parts(slot, places, behind_term);
    return true;
}

/* Each device has a tensor of its own, as the rank that it is takes and gives it, one behind the
 * other. */
static bool slot_fill_split(struct slot *slot, const struct sdyc_tensor *tensor,
                            const struct sdyc_parts *parts, int devices) {
    struct sdyc_parts held = *parts;
    held.devices = 0;
    held.places = NULL;
    if (!slot_fill(slot, tensor, &held, devices)) {
        return false;
    }
    size_t each = (slot->bytes + STORAGE_ALIGNMENT - 1) / STORAGE_ALIGNMENT * STORAGE_ALIGNMENT;
    slot->rank_bytes = slot->is_token ? 0 : each;
    slot->bytes = slot->is_token ? slot->bytes : each * (size_t)devices;
    slot->is_whole = slot->is_whole && devices == 1;
    for (int device = 0; device < devices; device++) {
        slot->offsets[device] = (int64_t)slot->rank_bytes * device;
    }
    return true;
}

/* What the devices of this process have, and of several processes all devices. */
static bool fill_pair(const struct allotment *allotment, const struct sdyc_tensor *tensor,
                      const struct sdyc_parts *parts, struct slot *own, struct slot *all) {
    if (allotment_is_whole(allotment)) {
        return slot_fill(own, tensor, parts, allotment->devices);
    }
    if (allotment->is_split) {
        return slot_fill_split(own, tensor, parts, allotment->own_count) &&
               slot_fill(all, tensor, parts, allotment->devices);
    }
    struct sdyc_parts held;
    bool good = allotment_own_parts(allotment, parts, tensor->rank, &held) &&
                slot_fill(own, tensor, &held, allotment->own_count) &&
                slot_fill(all, tensor, parts, allotment->devices);
    free((int64_t *)(uintptr_t)held.counts);
    return good;
}

/* NULL: no memory. */
static struct slot *new_slots(int count) {
    return calloc((size_t)count + 1, sizeof(struct slot));
}

static bool make_slots(struct compiled *compiled) {
    bool is_alone = allotment_is_whole(&compiled->allotment);
    compiled->inputs = new_slots(compiled->input_count);
    compiled->outputs = new_slots(compiled->output_count);
    compiled->together.inputs = is_alone ? compiled->inputs : new_slots(compiled->input_count);
    compiled->together.outputs = is_alone ? compiled->outputs : new_slots(compiled->output_count);
    return compiled->inputs && compiled->outputs && compiled->together.inputs &&
           compiled->together.outputs;
}

static bool fill_slots(struct compiled *compiled, const struct sdyc_program *program) {
    const struct allotment *allotment = &compiled->allotment;
    compiled->input_count = sdyc_input_count(program);
    compiled->output_count = sdyc_output_count(program);
    bool good = make_slots(compiled);
    for (int i = 0; i < compiled->input_count && good; i++) {
        struct sdyc_tensor tensor = sdyc_input(program, i);
        struct sdyc_parts parts = sdyc_input_parts(program, i);
        good = fill_pair(allotment, &tensor, &parts, &compiled->inputs[i],
                         &compiled->together.inputs[i]);
        compiled->inputs[i].donated_to = sdyc_donated(program, i);
        compiled->inputs[i].is_given_up = sdyc_given_up(program, i) != 0;
    }
    for (int i = 0; i < compiled->output_count && good; i++) {
        struct sdyc_tensor tensor = sdyc_output(program, i);
        struct sdyc_parts parts = sdyc_output_parts(program, i);
        good = fill_pair(allotment, &tensor, &parts, &compiled->outputs[i],
                         &compiled->together.outputs[i]);
    }
    return good;
}

/* --- what people ask -------------------------------------------------------------------------- */

static struct pjrt_named_value cost(const char *name, double value) {
    return (struct pjrt_named_value){.head = {.struct_size = sizeof(struct pjrt_named_value)},
                                     .name = name,
                                     .name_size = strlen(name),
                                     .type = PJRT_NAMED_FLOAT,
                                     .float_value = (float)value,
                                     .value_size = 1};
}

/* Of all devices together; and what is known of the time that a run takes, before the first has
 * ended: as much as a slow processor takes. */
static void count_costs(struct compiled *compiled, const struct sdyc_program *program) {
    double flops = 0, bytes = 0, transcendentals = 0;
    struct sdyc_phase phase;
    for (int i = 0; sdyc_phase(program, i, &phase); i++) {
        flops += phase.flops;
        bytes += phase.bytes;
        transcendentals += phase.transcendentals;
    }
    struct sdyc_outlook outlook = sdyc_outlook(program);
    compiled->has_call = outlook.has_call != 0;
    /* Other processes wait for this one's part in a run, whether anybody here does or not. */
    compiled->has_effect = outlook.has_effect != 0 || compiled->together.count > 0;
    compiled->has_state = outlook.has_state != 0;
    compiled->takes_any_time = outlook.loops == SDYC_LOOPS_OPEN;
    compiled->seconds = outlook.loops == SDYC_LOOPS_NONE ? flops / 1e9 + bytes / 4e9 : -1;
    compiled->costs[0] = cost("flops", flops);
    compiled->costs[1] = cost("bytes accessed", bytes);
    compiled->costs[2] = cost("transcendentals", transcendentals);
}

static void count_memory(struct compiled *compiled, const struct sdyc_program *program) {
    struct sdyc_memory memory;
    sdyc_memory(program, &memory);
    compiled->temporaries = (int64_t)(memory.arena + memory.kept + memory.scratch);
}

/* The program of one device into *text, which the caller frees. */
static struct pjrt_error *partitioned_text(const struct compiled *compiled, char **text) {
    struct sdyc_error *failure = NULL;
    char *code = code_whole(&compiled->code);
    if (!code) {
        return error_no_memory();
    }
    sdyc_report(code, compiled->code.size, "program", NULL, SDYC_REPORT_PROGRAM, text, &failure);
    free(code);
    return take_error(failure);
}

/* How inputs and results lie, and how they are sharded. */
static struct pjrt_error *make_attributes(struct compiled *compiled) {
    const struct slot *inputs = compiled->inputs, *outputs = compiled->outputs;
    int input_count = compiled->input_count, output_count = compiled->output_count;
    struct pjrt_error *error = memory_layouts_make(&compiled->input_layouts, inputs, input_count);
    if (!error) {
        error = memory_layouts_make(&compiled->output_layouts, outputs, output_count);
    }
    if (!error) {
        error = shardings_make(&compiled->input_shardings, compiled->together.inputs, input_count);
    }
    return error ? error
                 : shardings_make(&compiled->output_shardings, compiled->together.outputs,
                                  output_count);
}

/* Into *text; under the client's lock. */
static struct pjrt_error *complete_text(struct compiled *compiled, const char *partitioned,
                                        char **text) {
    struct pjrt_error *error = make_attributes(compiled);
    if (error) {
        return error;
    }
    *text = text_with_attributes(partitioned, compiled);
    return *text ? NULL : error_no_memory();
}

struct pjrt_error *compiled_text(struct compiled *compiled, const char **text) {
    pthread_mutex_lock(&compiled->client->lock);
    const char *made = compiled->text;
    pthread_mutex_unlock(&compiled->client->lock);
    char *partitioned = NULL;
    struct pjrt_error *error = made ? NULL : partitioned_text(compiled, &partitioned);
    pthread_mutex_lock(&compiled->client->lock);
    if (!compiled->text && !error) {
        error = complete_text(compiled, partitioned, &compiled->text);
    }
    *text = compiled->text;
    pthread_mutex_unlock(&compiled->client->lock);
    free(partitioned);
    return error;
}

/* --- compiling -------------------------------------------------------------------------------- */

/* How a program is compiled: the same as another one, or NULL; for which of the own ranks. */
struct manner {
    const struct sdyc_program *like;
    bool is_profiled;
    int rank;
};

/* As one of the ranks; devices that are ranks of their own have a thread each. */
static void compile_for_rank(const struct compiled *compiled, int rank,
                             struct sdyc_options *options, struct sdyc_run_options *run) {
    bool is_split = compiled->allotment.is_split;
    run->ranks = compiled->together.ranks[rank];
    run->rank_of = is_split ? NULL : compiled->allotment.rank_of;
    run->rank_of_count = is_split ? 0 : compiled->allotment.devices;
    run->takes_parts = 1;
    run->team = is_split ? NULL : run->team;
    options->threads = is_split ? 1 : options->threads;
}

static struct pjrt_error *compile(const struct compiled *compiled, const char *code, size_t size,
                                  const struct manner *manner, struct sdyc_program **program) {
    const struct pjrt_client *client = compiled->client;
    struct sdyc_options options = SDYC_OPTIONS_INIT;
    struct sdyc_run_options run = SDYC_RUN_OPTIONS_INIT;
    struct sdyc_error *failure;
    options.run = &run;
    options.calls = calls_registered();
    options.even_parts = 1;
    run.profile = manner->is_profiled;
    run.team = client->team;
    run.constants = client->constants;
    run.like = manner->like;
    if (compiled->together.count > 0) {
        compile_for_rank(compiled, manner->rank, &options, &run);
    }
    *program = sdyc_compile(code, size, "program", &options, &failure);
    return take_error(failure);
}

static void instance_free(const struct compiled *compiled, struct instance *instance) {
    for (int i = 0; instance->others && i + 1 < compiled->together.count; i++) {
        sdyc_free(instance->others[i]);
    }
    free(instance->others);
    sdyc_free(instance->program);
    sdyc_free(instance->profiled);
    free(instance);
}

/* A program for each of the own ranks. */
static struct pjrt_error *compile_all(const struct compiled *compiled, const char *code,
                                      size_t size, const struct sdyc_program *like,
                                      struct instance *instance) {
    int more = compiled->together.count - 1;
    instance->others = more > 0 ? calloc((size_t)more, sizeof *instance->others) : NULL;
    if (more > 0 && !instance->others) {
        return error_no_memory();
    }
    struct manner manner = {.like = like};
    struct pjrt_error *error = compile(compiled, code, size, &manner, &instance->program);
    for (int i = 0; i < more && !error; i++) {
        manner.rank = i + 1;
        manner.like = sdyc_outlook(instance->program).has_call ? like : instance->program;
        error = compile(compiled, code, size, &manner, &instance->others[i]);
    }
    return error;
}

static struct pjrt_error *instance_new(const struct compiled *compiled, const char *code,
                                       size_t size, const struct sdyc_program *like,
                                       struct instance **instance) {
    *instance = calloc(1, sizeof **instance);
    if (!*instance) {
        return error_no_memory();
    }
    struct pjrt_error *error = compile_all(compiled, code, size, like, *instance);
    if (error) {
        instance_free(compiled, *instance);
        *instance = NULL;
    }
    return error;
}

static void compiled_free(struct compiled *compiled) {
    while (compiled->idle) {
        struct instance *instance = compiled->idle;
        compiled->idle = instance->next;
        instance_free(compiled, instance);
    }
    free(compiled->together.ranks);
    if (compiled->together.inputs != compiled->inputs) {
        slots_free(compiled->together.inputs, compiled->input_count);
    }
    if (compiled->together.outputs != compiled->outputs) {
        slots_free(compiled->together.outputs, compiled->output_count);
    }
    slots_free(compiled->inputs, compiled->input_count);
    slots_free(compiled->outputs, compiled->output_count);
    shardings_free(&compiled->input_shardings, compiled->input_count);
    shardings_free(&compiled->output_shardings, compiled->output_count);
    memory_layouts_free(compiled->input_layouts, compiled->input_count);
    memory_layouts_free(compiled->output_layouts, compiled->output_count);
    allotment_free(&compiled->allotment);
    code_free(&compiled->code);
    free(compiled->text);
    free(compiled->name);
    free(compiled);
}

/* JAX has no word for channels in blocks, which a layout that is left open may become. */
static struct pjrt_error *check_layouts(const struct sdyc_program *program) {
    bool has_blocks = false;
    for (int i = 0; i < sdyc_input_count(program); i++) {
        has_blocks = has_blocks || sdyc_input(program, i).block > 0;
    }
    for (int i = 0; i < sdyc_output_count(program); i++) {
        has_blocks = has_blocks || sdyc_output(program, i).block > 0;
    }
    return has_blocks ? error_new(PJRT_UNIMPLEMENTED,
                                  "the best layout of an argument or result of %s has its channels "
                                  "in blocks; name an order of dimensions instead of Layout.AUTO",
                                  sdyc_name(program))
                      : NULL;
}

/* What a large text took while it was compiled, or while JAX made it, goes back to the system. */
static void give_back_memory(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

/* Opens the ranks that this process is. */
static struct pjrt_error *join(struct compiled *compiled) {
    const struct allotment *allotment = &compiled->allotment;
    int count = allotment_own_ranks(allotment);
    size_t devices = (size_t)allotment->devices;
    int *processes = calloc(devices + 1, sizeof *processes);
    free(compiled->together.ranks);
    compiled->together.ranks = calloc((size_t)count + 1, sizeof *compiled->together.ranks);
    compiled->together.count = 0;
    struct pjrt_error *error = processes && compiled->together.ranks ? NULL : error_no_memory();
    for (size_t i = 0; i < devices && !error; i++) {
        processes[i] = allotment->processes[allotment->rank_of[i]];
    }
    for (int i = 0; i < count && !error; i++) {
        struct process_list list = {allotment->processes, allotment->process_count, i};
        if (allotment->is_split) {
            list.processes = processes;
            list.count = allotment->devices;
        }
        error = client_ranks_among(compiled->client, &list, &compiled->together.ranks[i]);
        compiled->together.count++;
    }
    free(processes);
    return error;
}

static struct pjrt_error *join_and_compile(struct compiled *compiled, const char *code,
                                           size_t size) {
    struct pjrt_error *error = join(compiled);
    return error ? error : instance_new(compiled, code, size, NULL, &compiled->idle);
}

/* A process is one rank with all its devices where they follow the axes of the mesh, which the
 * compilation finds out; else each of them is one. All processes find the same. */
static struct pjrt_error *compile_first(struct compiled *compiled, const char *code, size_t size) {
    struct allotment *allotment = &compiled->allotment;
    bool is_alone = allotment_is_whole(allotment);
    allotment->is_split = !is_alone && !allotment_is_even(allotment);
    struct pjrt_error *error = join_and_compile(compiled, code, size);
    if (error && !is_alone && !allotment->is_split) {
        allotment->is_split = true;
        error_free(error);
        error = join_and_compile(compiled, code, size);
    }
    return error;
}

static struct pjrt_error *compiled_new(struct pjrt_client *client, const char *code, size_t size,
                                       const struct allotment *allotment,
                                       struct compiled **result) {
    struct compiled *compiled = calloc(1, sizeof *compiled);
    if (!compiled || !allotment_copy(&compiled->allotment, allotment)) {
        free(compiled);
        return error_no_memory();
    }
    compiled->client = client;
    compiled->devices = allotment->own_count;
    compiled->references = 1;
    struct pjrt_error *error = compile_first(compiled, code, size);
    if (!error) {
        error = check_layouts(compiled->idle->program);
    }
    if (!error && !(code_keep(&compiled->code, code, size, compiled->idle->program) &&
                    fill_slots(compiled, compiled->idle->program) &&
                    (compiled->name = strdup(sdyc_name(compiled->idle->program))))) {
        error = error_no_memory();
    }
    if (error) {
        compiled_free(compiled);
        return error;
    }
    compiled->first = compiled->idle->program;
    count_costs(compiled, compiled->idle->program);
    count_memory(compiled, compiled->idle->program);
    compiled->is_fresh = size >= LARGE_TEXT;
    if (compiled->is_fresh) {
        give_back_memory();
    }
    *result = compiled;
    return NULL;
}

/* --- one for all ------------------------------------------------------------------------------ */

/* Two sums of FNV's kind over different multipliers, eight bytes at a time. */
static void hash(uint64_t key[2], const char *bytes, size_t size, int devices) {
    key[0] = UINT64_C(14695981039346656037) ^ (uint64_t)devices;
    key[1] = UINT64_C(0x9e3779b97f4a7c15) + size;
    for (size_t i = 0; i < size; i += sizeof(uint64_t)) {
        uint64_t word = 0;
        memcpy(&word, bytes + i, size - i < sizeof word ? size - i : sizeof word);
        key[0] = (key[0] ^ word) * UINT64_C(1099511628211);
        key[0] ^= key[0] >> 32;
        key[1] = (key[1] + word) * UINT64_C(0xbf58476d1ce4e5b9);
        key[1] ^= key[1] >> 29;
    }
}

static bool is_same(const struct compiled *compiled, const uint64_t key[2], const char *code,
                    size_t size, const struct allotment *allotment) {
    return !compiled->has_state && compiled->key[0] == key[0] && compiled->key[1] == key[1] &&
           allotment_same(&compiled->allotment, allotment) && code_is(&compiled->code, code, size);
}

static struct compiled *find(struct pjrt_client *client, const uint64_t key[2], const char *code,
                             size_t size, const struct allotment *allotment) {
    struct compiled *compiled = client->programs;
    while (compiled && !is_same(compiled, key, code, size, allotment)) {
        compiled = compiled->next;
    }
    if (compiled) {
        compiled->references++;
    }
    return compiled;
}

struct pjrt_error *compiled_get(struct pjrt_client *client, const char *code, size_t size,
                                const struct allotment *allotment, struct compiled **compiled) {
    uint64_t key[2];
    hash(key, code, size, allotment->devices);
    pthread_mutex_lock(&client->lock);
    *compiled = find(client, key, code, size, allotment);
    pthread_mutex_unlock(&client->lock);
    if (*compiled) {
        return NULL;
    }
    struct pjrt_error *error = compiled_new(client, code, size, allotment, compiled);
    if (error) {
        return error;
    }
    pthread_mutex_lock(&client->lock);
    memcpy((*compiled)->key, key, sizeof key);
    (*compiled)->next = client->programs;
    client->programs = *compiled;
    pthread_mutex_unlock(&client->lock);
    return NULL;
}

void compiled_release(struct compiled *compiled) {
    if (!compiled) {
        return;
    }
    struct pjrt_client *client = compiled->client;
    pthread_mutex_lock(&client->lock);
    bool is_last = --compiled->references == 0;
    struct compiled **place = &client->programs;
    while (is_last && *place && *place != compiled) {
        place = &(*place)->next;
    }
    if (is_last && *place) {
        *place = compiled->next;
    }
    pthread_mutex_unlock(&client->lock);
    if (is_last) {
        compiled_free(compiled);
    }
}

void compiled_give_up(struct compiled *compiled, const struct pjrt_error *error) {
    if (compiled->together.count > 0) {
        sdyc_ranks_give_up(compiled->together.ranks[0], error_text(error));
    }
}

struct compiled *compiled_share(struct compiled *compiled) {
    pthread_mutex_lock(&compiled->client->lock);
    compiled->references++;
    pthread_mutex_unlock(&compiled->client->lock);
    return compiled;
}

static struct pjrt_error *compile_again(const struct compiled *compiled,
                                        struct instance **instance) {
    char *code = code_whole(&compiled->code);
    struct pjrt_error *error =
        code ? instance_new(compiled, code, compiled->code.size, compiled->first, instance)
             : error_no_memory();
    free(code);
    return error;
}

/* --- running ---------------------------------------------------------------------------------- */

struct pjrt_error *compiled_borrow(struct compiled *compiled, struct instance **instance) {
    struct pjrt_client *client = compiled->client;
    pthread_mutex_lock(&client->lock);
    while (!compiled->idle && compiled->busy > compiled->away) {
        pthread_cond_wait(&client->queue.returned, &client->lock);
    }
    *instance = compiled->idle;
    if (*instance) {
        compiled->idle = (*instance)->next;
    }
    compiled->busy++;
    pthread_mutex_unlock(&client->lock);
    /* All are in callbacks, one of which may be further out on this thread. */
    struct pjrt_error *error = *instance ? NULL : compile_again(compiled, instance);
    if (error) {
        compiled_give_back(compiled, NULL, 0);
    }
    return error;
}

void compiled_give_back(struct compiled *compiled, struct instance *instance, double seconds) {
    if (instance && instance->profiled && !trace_is_on()) {
        sdyc_free(instance->profiled);
        instance->profiled = NULL;
    }
    pthread_mutex_lock(&compiled->client->lock);
    if (instance) {
        instance->next = compiled->idle;
        compiled->idle = instance;
        compiled->seconds = compiled->takes_any_time ? -1 : seconds;
    }
    bool is_first = compiled->is_fresh;
    compiled->is_fresh = false;
    compiled->busy--;
    pthread_cond_signal(&compiled->client->queue.returned);
    pthread_mutex_unlock(&compiled->client->lock);
    if (is_first) {
        give_back_memory();
    }
}

/* --- traces ----------------------------------------------------------------------------------- */

/* What the trace cannot have for want of memory, it does without. */
static void compile_profiled(const struct compiled *compiled, struct instance *instance) {
    char *code = code_whole(&compiled->code);
    int64_t begin = trace_now();
    const struct manner manner = {.like = compiled->first, .is_profiled = true};
    struct pjrt_error *error =
        code ? compile(compiled, code, compiled->code.size, &manner, &instance->profiled) : NULL;
    if (instance->profiled) {
        instance->trace = 0;
        trace_add_compilation(instance, begin, trace_now());
    }
    error_free(error);
    free(code);
}

struct sdyc_program *instance_program(const struct compiled *compiled, struct instance *instance) {
    if (!trace_is_on()) {
        return instance->program;
    }
    if (!instance->profiled) {
        compile_profiled(compiled, instance);
    }
    return instance->profiled ? instance->profiled : instance->program;
}

void compiled_end_traces(struct pjrt_client *client) {
    pthread_mutex_lock(&client->lock);
    for (struct compiled *compiled = client->programs; compiled; compiled = compiled->next) {
        for (struct instance *idle = compiled->idle; idle; idle = idle->next) {
            sdyc_free(idle->profiled);
            idle->profiled = NULL;
        }
    }
    pthread_mutex_unlock(&client->lock);
}
