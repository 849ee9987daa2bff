/* Digits of the numbers of devices. */
#include "sharding/digits.h"

#include <string.h>

#include "sharding/devices.h"

static bool nest(const struct digits *digits) {
    for (uint32_t i = 1; i < digits->count; i++) {
        if (digits->at[i] % digits->at[i - 1] != 0) {
            return false;
        }
    }
    return true;
}

static bool cut_at(struct digits *digits, int64_t stride) {
    uint32_t i = 0;
    while (i < digits->count && digits->at[i] < stride) {
        i++;
    }
    if (i < digits->count && digits->at[i] == stride) {
        return true;
    }
    if (digits->count == MOST_DIGITS + 1) {
        return false;
    }
    memmove(&digits->at[i + 1], &digits->at[i], (digits->count - i) * sizeof *digits->at);
    digits->at[i] = stride;
    digits->count++;
    return true;
}

bool digits_cut(struct digits *digits, int64_t low, int64_t high) {
    struct digits with = *digits;
    if (!cut_at(&with, low) || !cut_at(&with, high) || !nest(&with)) {
        return false;
    }
    *digits = with;
    return true;
}

bool digits_cut_axis(struct digits *digits, const struct mesh *mesh, struct axis_ref axis) {
    int64_t low = device_stride(mesh, axis);
    return digits_cut(digits, low, low * axis_size(mesh, axis));
}
