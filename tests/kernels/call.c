#include "call.h"

#include <stddef.h>
#include <string.h>

#if defined(__x86_64__)

enum { SAVED = 6 }; /* rbx, rbp, r12 to r15 */

struct state {
    uint64_t saved[SAVED];
    uint64_t flags;
};

/* Puts marks into the registers that a function keeps, calls it with ten arguments and stores what
   these registers and the flags are then. */
void kernels_call(kernel_function *function, const union argument *arguments, struct state *found);

__asm__(".text\n"
        ".globl kernels_call\n"
        ".type kernels_call, @function\n"
        "kernels_call:\n"
        "    push %rbx\n    push %rbp\n    push %r12\n    push %r13\n    push %r14\n"
        "    push %r15\n    push %rdx\n"
        "    sub $32, %rsp\n"
        "    mov %rdi, %r11\n"
        "    mov %rsi, %r10\n"
        "    mov 48(%r10), %rax\n    mov %rax, (%rsp)\n"
        "    mov 56(%r10), %rax\n    mov %rax, 8(%rsp)\n"
        "    mov 64(%r10), %rax\n    mov %rax, 16(%rsp)\n"
        "    mov 72(%r10), %rax\n    mov %rax, 24(%rsp)\n"
        "    mov (%r10), %rdi\n    mov 8(%r10), %rsi\n    mov 16(%r10), %rdx\n"
        "    mov 24(%r10), %rcx\n    mov 32(%r10), %r8\n    mov 40(%r10), %r9\n"
        "    movabs $0x1badb00200000001, %rbx\n"
        "    movabs $0x1badb00200000002, %rbp\n"
        "    movabs $0x1badb00200000003, %r12\n"
        "    movabs $0x1badb00200000004, %r13\n"
        "    movabs $0x1badb00200000005, %r14\n"
        "    movabs $0x1badb00200000006, %r15\n"
        "    xor %eax, %eax\n"
        "    call *%r11\n"
        "    mov 32(%rsp), %r10\n"
        "    mov %rbx, (%r10)\n    mov %rbp, 8(%r10)\n    mov %r12, 16(%r10)\n"
        "    mov %r13, 24(%r10)\n    mov %r14, 32(%r10)\n    mov %r15, 40(%r10)\n"
        "    pushfq\n    pop %rax\n    mov %rax, 48(%r10)\n"
        "    cld\n"
        "    add $32, %rsp\n"
        "    pop %rdx\n    pop %r15\n    pop %r14\n    pop %r13\n    pop %r12\n    pop %rbp\n"
        "    pop %rbx\n"
        "    ret\n"
        ".size kernels_call, .-kernels_call\n");

/* What rounds and traps: not what was rounded before. */
static uint32_t vector_control(void) {
    uint32_t status;
    __asm__ volatile("stmxcsr %0" : "=m"(status));
    return status & ~UINT32_C(0x3f);
}

/* The control word of the old registers for floats, and which of these hold something. */
static uint64_t old_control(void) {
    struct {
        uint16_t words[14];
    } environment;
    __asm__ volatile("fnstenv %0\n\tfldenv %0" : "+m"(environment));
    return (uint64_t)environment.words[0] << 16 | environment.words[4];
}

const char *call_checked(kernel_function *function, const union argument *arguments, int count) {
    enum { DIRECTION = 1 << 10 };
    union argument all[CALL_ARGUMENTS] = {{NULL}};
    struct state found;
    memcpy(all, arguments, (size_t)count * sizeof *arguments);
    const uint32_t vectors = vector_control();
    const uint64_t old = old_control();
    kernels_call(function, all, &found);
    for (int i = 0; i < SAVED; i++) {
        if (found.saved[i] != UINT64_C(0x1badb00200000001) + (uint64_t)i) {
            return "a register that functions keep";
        }
    }
    return vector_control() != vectors      ? "how vectors of floats are rounded"
           : old_control() != old           ? "the registers of long doubles"
           : (found.flags & DIRECTION) != 0 ? "the direction of string instructions"
                                            : NULL;
}

#else

#include <fenv.h>

typedef void any_function(int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t,
                          int64_t, int64_t);

const char *call_checked(kernel_function *function, const union argument *arguments, int count) {
    union argument all[CALL_ARGUMENTS] = {{NULL}};
    memcpy(all, arguments, (size_t)count * sizeof *arguments);
    const int rounding = fegetround();
    ((any_function *)function)(all[0].number, all[1].number, all[2].number, all[3].number,
                               all[4].number, all[5].number, all[6].number, all[7].number,
                               all[8].number, all[9].number);
    return fegetround() != rounding ? "how floats are rounded" : NULL;
}

#endif
