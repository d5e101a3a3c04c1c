// Makes a picture smaller, between buffers: `convert examples/photo.jpg small.jpg 100000`.

#include <fstream>
#include <iostream>
#include <iterator>
#include <transvase.hpp>

int main(int argc, char **argv) try {
    if (argc != 4) {
        std::cerr << "usage: convert IN OUT MAX_BYTES\n";
        return TVASE_INVALID_OPTION;
    }
    std::ifstream input(argv[1], std::ios::binary);
    const std::vector<char> photo{std::istreambuf_iterator<char>(input), {}};

    auto settings = transvase::options()
                        .max_bytes(std::stoull(argv[3]))
                        .timeout(std::chrono::minutes(1))
                        .progress([](std::string_view stage, std::uint64_t done, std::uint64_t total) {
                            std::cerr << stage << ' ' << done << '/' << total << '\n';
                            return true;  // false would end the conversion
                        });
    const auto small = transvase::convert(photo, std::string(transvase::detect(photo)), settings);
    for (const auto &warning : small.warnings()) std::cerr << warning.place << ": " << warning.message << '\n';

    std::ofstream(argv[2], std::ios::binary) << small.text();
    std::cout << photo.size() << " bytes became " << small.size() << '\n';
} catch (const transvase::error &error) {
    std::cerr << error.name() << ": " << error.what() << '\n';
    if (error.code() == TVASE_TARGET_UNREACHABLE) std::cerr << error.smallest_bytes() << " bytes are possible\n";
    return error.code();
}
