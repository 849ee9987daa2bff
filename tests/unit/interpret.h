/* A reference for the emitter: programs evaluated point by point, as their definition reads. */
#ifndef SDYC_TEST_INTERPRET_H
#define SDYC_TEST_INTERPRET_H

#include "codegen/program/program.h"

/* Runs the program on dense inputs; `arena` is its memory. Values are computed in double and
 * rounded to their type; supports f64, f32, bf16, i64, i32 and i1. */
void interpret(const struct program *program, char *arena, const void *const *inputs,
               void *const *outputs);

#endif
