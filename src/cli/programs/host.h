/* What `sdyc run` is to a program that runs: values for its infeed, a folder for its outfeed. */
#ifndef SDYC_CLI_HOST_H
#define SDYC_CLI_HOST_H

#include "cli/cli.h"
#include "sdyc/sdyc.h"

struct cli_host {
    struct text_list infeed;  /* values, one for each time that the program reads */
    const char *outfeed;      /* folder: outfeed0.npy, outfeed1.npy, ...; NULL: they are printed */
    const char *probe_folder; /* of interpreter.probe */
    bool print_dense;
    size_t read, written; /* so far */
};
/* The host as the library takes it. */
struct sdyc_host library_host_of(struct cli_host *host);
/* Begins the index of probes anew. */
void host_forget_probes(const struct cli_host *host);

#endif
