/* `sdyc partition`: one program for all devices, in plain StableHLO. */
#include "cli/cli.h"

int command_partition(int count, char **words) {
    return opt_with("sdyc partition [FILE|-] [FLAG]...",
                    "Goes the whole way to local shapes and collectives and prints plain "
                    "StableHLO: `sdyc opt -sdyc-partition-pipeline`.",
                    "sdyc-partition-pipeline", count, words);
}
