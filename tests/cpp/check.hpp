/* What the C++ test programs share; they are called like those of tests/c. */

#ifndef CHECK_HPP
#define CHECK_HPP

#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <transvase.hpp>

inline int check_count = 0, check_failures = 0;
inline std::filesystem::path inputs, scratch;

// Counts a condition; says where one does not hold and goes on.
#define CHECK(...) check_that(bool(__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)

inline void check_that(bool holds, const char *condition, const char *file, int line) {
    ++check_count;
    if (holds) return;
    ++check_failures;
    std::cerr << file << ':' << line << ": does not hold: " << condition << '\n';
}

// Whether the program was called as it should be.
inline bool begin(int argc, char **argv) {
    if (argc < 3) return false;
    inputs = argv[1];
    scratch = argv[2];
    return true;
}

// Prints the count; the program's exit status.
inline int finish() {
    std::cout << check_count << " checks, " << check_failures << " failed\n";
    return check_failures > 0;
}

// A whole file; empty where it cannot be read.
inline std::string read(const std::filesystem::path &path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline bool starts_with(std::string_view text, std::string_view start) { return text.substr(0, start.size()) == start; }

#endif
