/* The list of functions for custom calls that a user of the library makes. */
#ifndef SDYC_CALLS_H
#define SDYC_CALLS_H

struct call_handler;
struct sdyc_calls;

/* As the code generator takes them; NULL: none. */
const struct call_handler *calls_handlers(const struct sdyc_calls *calls);

#endif
