/* C has no word for catching. What catches is a frame whose unwind information names a personality
   routine: the unwinder asks it, on its way up, whether the frame has a handler, and jumps to where
   that says. So the frame is a few instructions of assembly, which save one register and call, and
   the personality is a function in C. It needs neither a compiler nor a library of C++, and no
   option of the compiler: code that gcc and clang make for these processors can be unwound. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* for RTLD_NOLOAD */
#endif
#include "catch.h"

#if (defined(__x86_64__) || defined(__aarch64__)) && defined(__ELF__) &&                           \
    (defined(__GNUC__) || defined(__clang__))

#include <dlfcn.h>
#include <string.h>
#include <unwind.h>

/* The call, and where it goes on after an exception, whose address is then its result. */
__attribute__((visibility("hidden"))) void *
sdyrt_catch_frame(sdyrt_ffi_handler *handler, struct sdyrt_ffi_frame *frame, int *threw);
extern __attribute__((visibility("hidden"))) const char sdyrt_catch_landing[];

#if defined(__x86_64__)
__asm__(".text\n"
        ".p2align 4\n"
        ".globl sdyrt_catch_frame, sdyrt_catch_landing\n"
        ".hidden sdyrt_catch_frame, sdyrt_catch_landing\n"
        ".type sdyrt_catch_frame, @function\n"
        "sdyrt_catch_frame:\n"
        "  .cfi_startproc\n"
        "  .cfi_personality 0x1b, sdyrt_catch_personality\n" /* relative to here, in 4 bytes */
        "  pushq %rbx\n"
        "  .cfi_def_cfa_offset 16\n"
        "  .cfi_offset %rbx, -16\n"
        "  movq %rdx, %rbx\n"
        "  movq %rdi, %rax\n"
        "  movq %rsi, %rdi\n"
        "  callq *%rax\n"
        "sdyrt_catch_return:\n"
        "  popq %rbx\n"
        "  .cfi_remember_state\n"
        "  .cfi_def_cfa_offset 8\n"
        "  retq\n"
        "sdyrt_catch_landing:\n"
        "  .cfi_restore_state\n"
        "  movl $1, (%rbx)\n"
        "  jmp sdyrt_catch_return\n"
        "  .cfi_endproc\n"
        ".size sdyrt_catch_frame, .-sdyrt_catch_frame\n");
#else
__asm__(".text\n"
        ".p2align 4\n"
        ".globl sdyrt_catch_frame, sdyrt_catch_landing\n"
        ".hidden sdyrt_catch_frame, sdyrt_catch_landing\n"
        ".type sdyrt_catch_frame, %function\n"
        "sdyrt_catch_frame:\n"
        "  .cfi_startproc\n"
        "  .cfi_personality 0x1b, sdyrt_catch_personality\n"
        "  stp x29, x30, [sp, #-32]!\n"
        "  .cfi_def_cfa_offset 32\n"
        "  .cfi_offset x29, -32\n"
        "  .cfi_offset x30, -24\n"
        "  mov x29, sp\n"
        "  str x19, [sp, #16]\n"
        "  .cfi_offset x19, -16\n"
        "  mov x19, x2\n"
        "  mov x9, x0\n"
        "  mov x0, x1\n"
        "  blr x9\n"
        "sdyrt_catch_return:\n"
        "  ldr x19, [sp, #16]\n"
        "  ldp x29, x30, [sp], #32\n"
        "  .cfi_remember_state\n"
        "  .cfi_def_cfa_offset 0\n"
        "  .cfi_restore x19\n"
        "  .cfi_restore x29\n"
        "  .cfi_restore x30\n"
        "  ret\n"
        "sdyrt_catch_landing:\n"
        "  .cfi_restore_state\n"
        "  mov w9, #1\n"
        "  str w9, [x19]\n"
        "  b sdyrt_catch_return\n"
        "  .cfi_endproc\n"
        ".size sdyrt_catch_frame, .-sdyrt_catch_frame\n");
#endif

/* Every exception ends here, but what unwinds by force does not: a thread that is cancelled. */
__attribute__((used)) static _Unwind_Reason_Code
sdyrt_catch_personality(int version, _Unwind_Action actions, _Unwind_Exception_Class kind,
                        struct _Unwind_Exception *exception, struct _Unwind_Context *context) {
    (void)kind;
    if (version != 1 || (actions & _UA_FORCE_UNWIND)) {
        return _URC_CONTINUE_UNWIND;
    }
    if (actions & _UA_SEARCH_PHASE) {
        return _URC_HANDLER_FOUND;
    }
    if (!(actions & _UA_HANDLER_FRAME)) {
        return _URC_CONTINUE_UNWIND;
    }
    _Unwind_SetGR(context, __builtin_eh_return_data_regno(0), (uintptr_t)exception);
    _Unwind_SetIP(context, (uintptr_t)sdyrt_catch_landing);
    return _URC_INSTALL_CONTEXT;
}

/* A function of the library of C++ that is loaded already; NULL: there is none. */
static void *find(const char *name) {
    void *library = dlopen("libstdc++.so.6", RTLD_NOW | RTLD_NOLOAD);
    void *function = dlsym(library != NULL ? library : RTLD_DEFAULT, name);
    if (library != NULL) {
        dlclose(library); /* it was loaded before, and stays */
    }
    return function;
}

/* C++ counts exceptions that nobody has caught: it is told, where it can be. */
static void end_exception(struct _Unwind_Exception *exception) {
    void *begin = find("__cxa_begin_catch"), *end = find("__cxa_end_catch");
    void *(*begin_catch)(void *exception);
    void (*end_catch)(void);
    memcpy(&begin_catch, &begin, sizeof begin);
    memcpy(&end_catch, &end, sizeof end);
    if (begin != NULL && end != NULL) {
        begin_catch(exception);
        end_catch();
    } else {
        _Unwind_DeleteException(exception);
    }
}

struct sdyrt_ffi_error *sdyrt_catch(sdyrt_ffi_handler *handler, struct sdyrt_ffi_frame *frame,
                                    int *threw) {
    *threw = 0;
    void *result = sdyrt_catch_frame(handler, frame, threw);
    if (*threw) {
        end_exception(result);
        return NULL;
    }
    return (struct sdyrt_ffi_error *)result;
}

#else

struct sdyrt_ffi_error *sdyrt_catch(sdyrt_ffi_handler *handler, struct sdyrt_ffi_frame *frame,
                                    int *threw) {
    *threw = 0;
    return handler(frame);
}

#endif
