// A program of `sdyc emit` in a C++ program, in memory of its own: see the Makefile.
#include <cstdlib>
#include <iostream>
#include <memory>
#include <vector>

#include "product/model.h"

int main() {
    product_options options{};
    options.threads = 2;
    const std::size_t size = (product_memory_size(&options) + 63) / 64 * 64;
    const std::unique_ptr<void, void (*)(void *)> memory(std::aligned_alloc(64, size), std::free);
    options.memory = memory.get();
    product_context *context = nullptr;
    if (product_new(&context, &options) != PRODUCT_OK) {
        return 1;
    }
    const std::vector<float> a(4 * 8, 0.5f), b(8 * 2, 1.0f);
    std::vector<float> product(4 * 2);
    product_main(context, product.data(), a.data(), b.data());
    std::cout << product[0] << ' ' << product[1] << '\n';
    product_free(context);
}
