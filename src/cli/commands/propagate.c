/* `sdyc propagate`: every value's sharding decided. */
#include "cli/cli.h"

int command_propagate(int count, char **words) {
    return opt_with("sdyc propagate [FILE|-] [FLAG]...",
                    "Decides the sharding of every value, as Shardy does, and prints the module: "
                    "`sdyc opt -sdy-propagation-pipeline`.",
                    "sdy-propagation-pipeline", count, words);
}
