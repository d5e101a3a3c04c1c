/*
 * What the test programs share: a check that counts, and the files they work on.
 *
 * A program is called with a folder of inputs (report.pdf, book.mobi, photo.jpg, picture.png, locked.pdf, which
 * opens with "open", and album.mobi, which names the picture pictures/one.png) and an empty folder to write to.
 */

#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <transvase.h>

static int check_count, check_failures;
static const char *inputs_folder, *scratch_folder;

/* Counts a condition; says where one does not hold and goes on. */
#define CHECK(condition) check_that((condition) ? 1 : 0, #condition, __FILE__, __LINE__)

static inline void check_that(int holds, const char *condition, const char *file, int line) {
    check_count++;
    if (!holds) {
        check_failures++;
        fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, condition);
    }
}

/* Whether two strings are equal; NULL equals NULL alone. */
static inline int same(const char *a, const char *b) {
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static inline void begin(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "%s INPUTS SCRATCH\n", argv[0]);
        exit(2);
    }
    inputs_folder = argv[1];
    scratch_folder = argv[2];
}

/* Prints the count; the program's exit status. */
static inline int finish(void) {
    printf("%d checks, %d failed\n", check_count, check_failures);
    return check_failures > 0;
}

/* A path in a folder. It lives until the next but three. */
static inline const char *path_in(const char *folder, const char *name) {
    static char paths[4][1024];
    static unsigned turn;
    char *path = paths[turn++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

struct bytes {
    unsigned char *data;
    size_t len;
};

/* A whole file; NULL where it cannot be read. */
static inline struct bytes read_path(const char *path) {
    struct bytes bytes = {NULL, 0};
    FILE *file = fopen(path, "rb");
    if (!file) return bytes;
    fseek(file, 0, SEEK_END);
    const long len = ftell(file);
    rewind(file);
    bytes.data = malloc((size_t)len + 1);
    if (bytes.data) bytes.len = fread(bytes.data, 1, (size_t)len, file);
    fclose(file);
    return bytes;
}

/* An input of the test; without it there is nothing to test. */
static inline struct bytes read_input(const char *name) {
    const struct bytes bytes = read_path(path_in(inputs_folder, name));
    if (!bytes.data) {
        fprintf(stderr, "the input %s is missing\n", name);
        exit(2);
    }
    return bytes;
}

/* Whether a file begins with `magic`. */
static inline int starts_with(const unsigned char *data, size_t len, const char *magic) {
    return len >= strlen(magic) && memcmp(data, magic, strlen(magic)) == 0;
}

#endif
