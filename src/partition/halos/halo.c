/* Windows over a dimension whose elements are cut into equal parts. */
#include "partition/halos/halo.h"

#include "partition/parts.h"
#include "sharding/devices.h"

struct halo halo_of(const struct need_window *window, int64_t parts, int64_t size,
                    int64_t looking) {
    return (struct halo){.window = window,
                         .parts = parts,
                         .size = size,
                         .part = parts_size(size, parts),
                         .looking_part = parts_size(looking, parts)};
}

/* --- what the windows of a device look at ----------------------------------------------------- */

/* Numbers that no tensor has are left alone, for their products would not fit. */
static bool is_moderate(const struct halo *halo) {
    const int64_t most = INT64_C(1) << 40;
    const struct need_window *window = halo->window;
    return halo->parts <= MOST_LISTED_DEVICES && halo->size < most && halo->looking_part < most &&
           window->step < most && window->reach < most && window->dilation < most &&
           window->low < most && window->low > -most &&
           extent_product(window->step, halo->looking_part) < most;
}

/* The places from the first that the windows of the device at `place` look at up to the last. */
static int64_t first_place(const struct halo *halo, int64_t place) {
    return place * halo->looking_part * halo->window->step - halo->window->low;
}

static int64_t place_count(const struct halo *halo) {
    return (halo->looking_part - 1) * halo->window->step + halo->window->reach;
}

bool halo_is_empty(const struct halo *halo) {
    int64_t dilation = halo->window->dilation;
    if (!is_moderate(halo)) {
        return false; /* never mind: the devices could not be asked one by one */
    }
    for (int64_t place = 0; place < halo->parts; place++) {
        int64_t begin = first_place(halo, place), end = begin + place_count(halo) - 1;
        int64_t first = divide_up(begin, dilation), last = divide_down(end, dilation);
        first = first < 0 ? 0 : first;
        last = last > halo->size - 1 ? halo->size - 1 : last;
        if (first <= last && (first / halo->part != place || last / halo->part != place)) {
            return false;
        }
    }
    return true;
}

bool halo_is_local(const struct halo *halo) {
    const struct need_window *window = halo->window;
    int64_t looked = extent_product(halo->looking_part, window->step);
    return window->low == 0 && looked < INT64_MAX &&
           looked == extent_product(halo->part, window->dilation) &&
           extent_sum(looked - window->step, window->reach) <= looked;
}

bool halo_reach(const struct halo *halo, struct halo_reach *reach) {
    const struct need_window *window = halo->window;
    if (!is_moderate(halo) || halo->looking_part * window->step % window->dilation != 0) {
        return false;
    }
    int64_t begin = first_place(halo, 0), end = begin + place_count(halo) - 1;
    int64_t first = divide_up(begin, window->dilation), last = divide_down(end, window->dilation);
    int64_t stride = halo->looking_part * window->step / window->dilation;
    *reach = (struct halo_reach){.first = first,
                                 .count = last - first + 1,
                                 .step = stride - halo->part,
                                 .low = first * window->dilation - begin,
                                 .high = end - last * window->dilation,
                                 .begin = INT64_MAX,
                                 .end = INT64_MIN};
    for (int64_t place = 0; place < halo->parts; place++) {
        int64_t from = first + place * stride, to = from + reach->count;
        from = from < 0 ? 0 : from;
        to = to > halo->size ? halo->size : to;
        int64_t own = place * halo->part;
        if (from < to) {
            reach->begin = from - own < reach->begin ? from - own : reach->begin;
            reach->end = to - own > reach->end ? to - own : reach->end;
        }
    }
    return reach->begin < reach->end;
}

int64_t halo_sent(const struct halo *halo, const struct halo_reach *reach) {
    int64_t from = reach->begin > 0 ? reach->begin : 0;
    int64_t to = reach->end < halo->part ? reach->end : halo->part;
    return reach->end - reach->begin - (from < to ? to - from : 0);
}
