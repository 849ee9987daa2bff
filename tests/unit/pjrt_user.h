/* A client as JAX is one, in C: what tests of the plugin call it by. */
#ifndef TEST_PJRT_USER_H
#define TEST_PJRT_USER_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "pjrt/objects.h"
#include "pjrt/proto.h"
#include "support/support.h"

/* A program on four devices that adds a number to a tensor, whose memory it takes. */
extern const char pjrt_adding[];

/* CompileOptions for devices 3, 2, 1, 0. */
struct proto_writer pjrt_four_devices(void);
struct pjrt_client *pjrt_new_client(int64_t devices);
/* NULL, and the executable; or why there is none. */
struct pjrt_error *pjrt_try_compile(struct pjrt_client *client, const char *code,
                                    struct pjrt_executable **executable);
struct pjrt_executable *pjrt_compile(struct pjrt_client *client, const char *code);
struct pjrt_buffer *pjrt_from_host(struct pjrt_client *client, int device, const float *data,
                                   size_t rank, const int64_t *dims);
void pjrt_destroy(struct pjrt_buffer *buffer);
/* Executes a program on buffers, argument by argument; its output is given to each device. */
struct pjrt_error *pjrt_execute(struct pjrt_executable *executable, size_t count,
                                struct pjrt_buffer *const arguments[][4],
                                struct pjrt_buffer *outputs[4]);
/* What a buffer holds, once it is made. */
void pjrt_read_eight(struct pjrt_buffer *buffer, float result[8]);
/* Runs the program that adds once: a += b. */
void pjrt_run(struct pjrt_executable *executable, struct pjrt_buffer *a[4],
              struct pjrt_buffer *b[4]);

#endif
