/* Makes MPI ready with a level of threads, and a context of so many: levels LEVEL THREADS [elsewhere], where a thread that is not
 * MPI's main one makes it. Prints the status and what the context says. */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "model.h"

static void *make(void *threads) {
    struct model_context *context = NULL;
    struct model_options options = {.threads = *(const int *)threads};
    enum model_status status = model_new(&context, &options);
    printf("%d %s\n", (int)status, status == MODEL_OK ? "" : model_error(context));
    model_free(context);
    return NULL;
}

int main(int count, char **words) {
    int level = atoi(words[1]), threads = atoi(words[2]), given;
    pthread_t other;
    MPI_Init_thread(NULL, NULL, level, &given);
    if (count > 3 && pthread_create(&other, NULL, make, &threads) == 0) {
        pthread_join(other, NULL);
    } else {
        make(&threads);
    }
    MPI_Finalize();
    return given != level;
}
