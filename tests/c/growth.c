/*
 * Many conversions, good and bad, do not make the process grow: at most 1 % of resident memory between the end of
 * the warm-up and the end. A third argument is their number, 200 otherwise.
 */

#define _POSIX_C_SOURCE 200809L

#include "check.h"

#include <unistd.h>

/* What is lost at every conversion grows in every round; what an allocator or the system puts aside does not. */
enum { ROUNDS = 3 };

/* Resident memory in bytes, by proc(5): the second number of statm, in pages. 0 where there is no such file. */
static double resident_bytes(void) {
    double total = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file) return 0;
    if (fscanf(file, "%lf %lf", &total, &resident) != 2) resident = 0;
    fclose(file);
    return resident * (double)sysconf(_SC_PAGESIZE);
}

static void convert(const struct bytes *input, const char *to, tvase_status expected) {
    tvase_options *options = tvase_options_new();
    tvase_output *output = NULL;
    tvase_error *error = NULL;
    CHECK(tvase_options_set(options, "quality", "70", &error) == TVASE_OK);
    CHECK(tvase_convert(input->data, input->len, to, options, &output, &error) == expected);
    tvase_error_free(error);
    tvase_output_free(output);
    tvase_options_free(options);
}

static void convert_many(long count) {
    const struct bytes picture = read_input("picture.png"), report = read_input("report.pdf");
    const struct bytes locked = read_input("locked.pdf");
    for (long turn = 0; turn < count; turn++) {
        switch (turn % 4) {
        case 0: convert(&report, "docx", TVASE_OK); break;
        case 1: convert(&locked, "docx", TVASE_PASSWORD_REQUIRED); break;
        case 2: convert(&picture, "nonsense", TVASE_UNKNOWN_TARGET); break;
        default: convert(&picture, "jpeg", TVASE_OK);
        }
    }
    free(locked.data);
    free(report.data);
    free(picture.data);
}

/* Whether `count` conversions leave more than 1 % behind. */
static int grows(long count) {
    const double before = resident_bytes();
    convert_many(count);
    const double after = resident_bytes();
    printf("measured: resident memory %.0f bytes, %.0f after %ld conversions\n", before, after, count);
    return after > before * 1.01;
}

int main(int argc, char **argv) {
    begin(argc, argv);
    const long count = argc > 3 ? strtol(argv[3], NULL, 10) : 200;
    /* The first look is part of the warm-up: it makes pages of the C library resident. */
    resident_bytes();
    convert_many(count / 4);
    int rounds = 1;
    while (rounds <= ROUNDS && grows(count)) rounds++;
    CHECK(rounds <= ROUNDS);
    return finish();
}
