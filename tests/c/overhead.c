/*
 * What a call through the C library costs: `overhead FILE.jpg [N]` passes a JPEG that is under its limit already, so
 * that the library only copies it, and prints nanoseconds a call. benches/overhead.rs is the same loop in Rust.
 */

#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <transvase.h>

enum { LEN = 1024, ROUNDS = 9 };

static double now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* Nanoseconds a call over `count` calls; less than 0 where one fails. */
static double round_ns(const unsigned char *input, const tvase_options *options, long count) {
    const double start = now_ns();
    for (long turn = 0; turn < count; turn++) {
        tvase_output *output = NULL;
        if (tvase_convert(input, LEN, "jpeg", options, &output, NULL) != TVASE_OK) return -1;
        tvase_output_free(output);
    }
    return (now_ns() - start) / (double)count;
}

int main(int argc, char **argv) {
    unsigned char input[LEN] = {0};
    const long count = argc > 2 ? strtol(argv[2], NULL, 10) : 200000;
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    if (!file || fread(input, 1, LEN, file) == 0) return fprintf(stderr, "overhead FILE.jpg [N]\n"), 2;
    fclose(file);
    tvase_options *options = tvase_options_new();
    if (tvase_options_set_integer(options, "max_bytes", 1 << 20, NULL) != TVASE_OK) return 1;
    double best = round_ns(input, options, count);
    for (int round = 1; round < ROUNDS; round++) {
        const double ns = round_ns(input, options, count);
        if (ns < best) best = ns;
    }
    tvase_options_free(options);
    printf("measured: %.0f ns a call through C (the best of %d rounds of %ld)\n", best, ROUNDS, count);
    return best < 0;
}
