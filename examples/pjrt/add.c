/* A client of PJRT in C, which takes any plugin: compiles a program and runs it on four numbers.
 *
 *     cc -I DIR add.c -ldl -o add && ./add libsdyc_pjrt.so      DIR holds OpenXLA's pjrt_c_api.h */
#include "pjrt_c_api.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const PJRT_Api *api;
static char program[] = "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
                        "  %0 = stablehlo.add %a, %a : tensor<4xf32>\n"
                        "  return %0 : tensor<4xf32>\n"
                        "}\n";

/* CALL(Client_Devices, .client = client) calls PJRT_Client_Devices and gives its arguments back. */
#define CALL(name, ...)                                                                            \
    ({                                                                                             \
        PJRT_##name##_Args args = {.struct_size = PJRT_##name##_Args_STRUCT_SIZE, __VA_ARGS__};    \
        check(api->PJRT_##name(&args));                                                            \
        args;                                                                                      \
    })

static void check(PJRT_Error *error) {
    if (error) {
        PJRT_Error_Message_Args args = {.struct_size = PJRT_Error_Message_Args_STRUCT_SIZE,
                                        .error = error};
        api->PJRT_Error_Message(&args);
        fprintf(stderr, "%.*s\n", (int)args.message_size, args.message);
        exit(1);
    }
}

int main(int count, char **words) {
    void *library = count > 1 ? dlopen(words[1], RTLD_NOW) : NULL;
    const PJRT_Api *(*get)(void) =
        library ? (const PJRT_Api *(*)(void))dlsym(library, "GetPjrtApi") : NULL;
    if (!get) {
        fprintf(stderr, "use: %s PLUGIN\n", words[0]);
        return 1;
    }
    api = get();
    const float numbers[4] = {1, 2, 3, 4};
    const int64_t shape[1] = {4};
    PJRT_Program code = {.struct_size = PJRT_Program_STRUCT_SIZE,
                         .code = program,
                         .code_size = strlen(program),
                         .format = "mlir",
                         .format_size = 4};
    float results[4];

    PJRT_Client *client = CALL(Client_Create).client;
    PJRT_Device *device = CALL(Client_AddressableDevices, .client = client).addressable_devices[0];
    PJRT_LoadedExecutable *doubled =
        CALL(Client_Compile, .client = client, .program = &code, .compile_options = "").executable;
    PJRT_Buffer *input =
        CALL(Client_BufferFromHostBuffer, .client = client, .data = numbers,
             .type = PJRT_Buffer_Type_F32, .dims = shape, .num_dims = 1, .device = device)
            .buffer;
    PJRT_Buffer *output, *const *inputs = &input, **outputs = &output;
    PJRT_ExecuteOptions options = {.struct_size = PJRT_ExecuteOptions_STRUCT_SIZE};
    CALL(LoadedExecutable_Execute, .executable = doubled, .options = &options,
         .argument_lists = &inputs, .num_devices = 1, .num_args = 1, .output_lists = &outputs);
    PJRT_Event *copied =
        CALL(Buffer_ToHostBuffer, .src = output, .dst = results, .dst_size = sizeof results).event;
    CALL(Event_Await, .event = copied);
    printf("%g %g %g %g\n", results[0], results[1], results[2], results[3]);
    return 0;
}
