#include "conv_places.h"

#include "conv_plan.h"
#include "conv_routes.h"
#include "sizes.h"

enum { BY_GROUP = SDYRT_CONV_RANK + 2, DIGITS };

/* An element by its channel of the result and of the input, its tap, and its group. */
struct element {
    int64_t digit[DIGITS];
};

static int moves_alone(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan) {
    switch (plan->route) {
    case SDYRT_CONV_LINES:
    case SDYRT_CONV_FEW:
    case SDYRT_CONV_PIXELS:
        return 1;
    case SDYRT_CONV_PAIRS:
    case SDYRT_CONV_WINOGRAD:
        return is_narrow(c->type);
    default:
        return 0;
    }
}

int sdyrt_conv_places_of(const struct sdyrt_conv *conv, const struct sdyrt_conv_plan *plan,
                         struct sdyrt_conv_places *places) {
    struct conv_part part;
    int forwards = conv->kernel_in > 0 && conv->kernel_out > 0;
    for (int dim = 0; dim < SDYRT_CONV_RANK; dim++) {
        forwards = forwards && !conv->reversed[dim] &&
                   (conv->kernel_size[dim] == 1 || conv->kernel_spatial[dim] > 0);
    }
    if (!forwards || sdyrt_conv_packed_bytes(conv, plan) == 0) {
        return 0;
    }
    sdyrt_conv_part(conv, 0, 0, &part);
    *places = (struct sdyrt_conv_places){.conv = part.conv,
                                         .plan = *plan,
                                         .out_channels = conv->out_channels,
                                         .dense = is_narrow(conv->type)};
    places->group_elements = pieces(part.conv.out_channels, panel_width(conv->type)) * plan->panel;
    return moves_alone(conv, plan);
}

/* The digits of a place, from the one with the greatest stride down; the channels of the result
   number those of all groups. */
static struct element element_at(const struct sdyrt_conv_places *places, int64_t place) {
    const struct sdyrt_conv *c = &places->conv;
    const int64_t strides[BY_GROUP] = {c->kernel_out, c->kernel_in, c->kernel_spatial[CONV_D],
                                       c->kernel_spatial[CONV_H], c->kernel_spatial[CONV_W]};
    const int64_t sizes[BY_GROUP] = {places->out_channels, c->in_channels, c->kernel_size[CONV_D],
                                     c->kernel_size[CONV_H], c->kernel_size[CONV_W]};
    struct element e = {{0}};
    for (int64_t above = INT64_MAX;;) {
        int next = -1;
        for (int i = 0; i < BY_GROUP; i++) {
            if (sizes[i] > 1 && strides[i] < above && (next < 0 || strides[i] > strides[next])) {
                next = i;
            }
        }
        if (next < 0) {
            break;
        }
        above = strides[next];
        e.digit[next] = place / above;
        place %= above;
    }
    e.digit[BY_GROUP] = e.digit[0] / c->out_channels;
    e.digit[0] %= c->out_channels;
    return e;
}

/* In a panel, as the pixels' packers write it. */
static int64_t place_in_panel(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan,
                              const struct element *e) {
    const int64_t width = panel_width(c->type), column = e->digit[0] % width, *tap = &e->digit[2];
    const int64_t first = e->digit[1] / plan->channels * plan->channels;
    const int64_t channels = minimum(plan->channels, c->in_channels - first);
    const int64_t row = tap[CONV_H] / plan->tap_rows * plan->tap_rows;
    const int64_t rows = minimum(plan->tap_rows, c->kernel_size[CONV_H] - row);
    const int64_t line = tap[CONV_D] * rows + tap[CONV_H] - row;
    const int64_t across = c->kernel_size[CONV_W], channel = e->digit[1] - first;
    const int64_t before =
        width * (taps_of(c) * first + c->kernel_size[CONV_D] * row * across * channels);
    const int64_t by_taps = (line * across + tap[CONV_W]) * channels + channel;
    if (plan->route == SDYRT_CONV_FEW) {
        return before + column * c->kernel_size[CONV_D] * rows * across * channels + by_taps;
    }
    return before + column +
           width * (plan->route == SDYRT_CONV_LINES
                        ? (line * channels + channel) * across + tap[CONV_W]
                        : by_taps);
}

int64_t sdyrt_conv_place(const struct sdyrt_conv_places *places, int64_t place) {
    const struct sdyrt_conv *c = &places->conv;
    const struct element e = element_at(places, place);
    const int64_t *tap = &e.digit[2], before = e.digit[BY_GROUP] * places->group_elements;
    if (places->dense) {
        const int64_t number =
            (tap[CONV_D] * c->kernel_size[CONV_H] + tap[CONV_H]) * c->kernel_size[CONV_W] +
            tap[CONV_W];
        return before + (number * c->in_channels + e.digit[1]) * c->out_channels + e.digit[0];
    }
    const int64_t width = panel_width(c->type), panel = e.digit[0] / width;
    return before + panel * width * taps_of(c) * c->in_channels +
           place_in_panel(c, &places->plan, &e);
}
