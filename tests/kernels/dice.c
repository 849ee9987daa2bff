#include "dice.h"

uint64_t dice_bits(struct dice *dice) {
    dice->state ^= dice->state >> 12;
    dice->state ^= dice->state << 25;
    dice->state ^= dice->state >> 27;
    return dice->state * UINT64_C(0x2545f4914f6cdd1d);
}

struct dice dice_of(uint64_t seed, const char *family, int64_t number) {
    uint64_t mixed = UINT64_C(0xcbf29ce484222325) ^ seed * UINT64_C(0x9e3779b97f4a7c15);
    for (const char *at = family; *at != '\0'; at++) {
        mixed = (mixed ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
    }
    struct dice dice = {mixed ^ ((uint64_t)number + 1) * UINT64_C(0xbf58476d1ce4e5b9)};
    dice.state = dice.state == 0 ? 1 : dice.state;
    dice_bits(&dice);
    dice_bits(&dice);
    return dice;
}

int64_t dice_between(struct dice *dice, int64_t low, int64_t high) {
    uint64_t count = (uint64_t)high - (uint64_t)low + 1;
    return (int64_t)((uint64_t)low + (dice_bits(dice) >> 8) % count);
}

bool dice_one_in(struct dice *dice, int64_t sides) {
    return dice_between(dice, 1, sides) == 1;
}

double dice_real(struct dice *dice) {
    return (double)((int64_t)dice_bits(dice) >> 11) * 0x1p-52;
}

int64_t dice_extent(struct dice *dice, int64_t most) {
    int64_t extent;
    switch (dice_between(dice, 0, 7)) {
    case 0:
        extent = dice_between(dice, 0, 2);
        break;
    case 1:
    case 2:
        extent = dice_between(dice, 1, 9);
        break;
    case 3:
    case 4:
    case 5:
        extent = ((int64_t)1 << dice_between(dice, 1, 10)) + dice_between(dice, -1, 1);
        break;
    default:
        extent = dice_between(dice, 1, most);
    }
    return extent <= most ? extent : dice_between(dice, 1, most);
}

void dice_shuffle(struct dice *dice, int64_t *numbers, int64_t count) {
    for (int64_t i = 0; i < count; i++) {
        int64_t other = dice_between(dice, 0, i);
        numbers[i] = numbers[other];
        numbers[other] = i;
    }
}
