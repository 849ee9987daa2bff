// A sharded product, compiled and run inside a C++ program (include/sdyc/sdyc.hpp).
#include <iostream>
#include <vector>

#include <sdyc/sdyc.hpp>

int main(int count, char **words) {
    try {
        sdyc::options options;
        options.threads = 2;
        sdyc::program program =
            sdyc::program::from_file(count > 1 ? words[1] : "../product.mlir", options);
        std::vector<float> a(4 * 8, 0.5f), b(8 * 2), product(4 * 2);
        for (std::size_t i = 1; i < b.size(); i += 2) {
            b[i] = 1;
        }
        const void *inputs[] = {a.data(), b.data()};
        void *outputs[] = {product.data()};
        program.run(inputs, outputs);
        std::cout << product[0] << ' ' << product[1] << '\n';
    } catch (const sdyc::error &error) {
        const sdyc::message &first = error.messages().front();
        std::cerr << first.file << ", line " << first.line << ": " << first.text << '\n';
        return 1;
    }
}
