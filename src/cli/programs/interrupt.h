/* Ctrl-C while a program runs. */
#ifndef SDYC_INTERRUPT_H
#define SDYC_INTERRUPT_H

#include <stdbool.h>

#include "sdyc/sdyc.h"

/* From here on SIGINT cancels the run of the program; a second one ends the process. */
void interrupt_watch(struct sdyc_program *program);
/* As before; the program may be freed. */
void interrupt_forget(void);
/* Whether the signal has come. */
bool interrupt_came(void);
/* Ends the process as the signal would have, after what there was to clean up. */
void interrupt_end(void);

#endif
