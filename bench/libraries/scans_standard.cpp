#include "scans_standard.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>

/* Every step-th element of an array. */
template <class T> struct strided {
    using iterator_category = std::forward_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using pointer = T *;
    using reference = T &;
    T *at;
    long step;
    T &operator*() const {
        return *at;
    }
    strided &operator++() {
        at += step;
        return *this;
    }
    strided operator++(int) {
        strided old = *this;
        at += step;
        return old;
    }
    bool operator==(const strided &other) const {
        return at == other.at;
    }
    bool operator!=(const strided &other) const {
        return at != other.at;
    }
};

template <class T, class F> static void scan(const T *from, T *to, long size, long step, F f) {
    if (step == 1) {
        std::inclusive_scan(from, from + size, to, f);
        return;
    }
    const strided<const T> begin{from, step}, end{from + size * step, step};
    std::inclusive_scan(begin, end, strided<T>{to, step}, f);
}

void scan_sum_f32(const float *from, float *to, long size, long step) {
    scan(from, to, size, step, std::plus<float>());
}

void scan_max_f32(const float *from, float *to, long size, long step) {
    scan(from, to, size, step, [](float a, float b) { return std::max(a, b); });
}

void scan_sum_i32(const int32_t *from, int32_t *to, long size, long step) {
    scan(from, to, size, step, [](int32_t a, int32_t b) {
        return static_cast<int32_t>(static_cast<uint32_t>(a) + static_cast<uint32_t>(b));
    });
}
