/* What files are, without converting them; the expected figures are read from the files themselves. */

#include "check.h"

static tvase_inspection *inspected(struct bytes input, const char *password) {
    tvase_inspection *inspection = NULL;
    tvase_error *error = NULL;
    const tvase_status status = tvase_inspect(input.data, input.len, password, &inspection, &error);
    CHECK(status == TVASE_OK && inspection != NULL);
    if (status != TVASE_OK) fprintf(stderr, "%s\n", tvase_error_message(error));
    tvase_error_free(error);
    CHECK(tvase_inspection_bytes(inspection) == input.len);
    return inspection;
}

/* Four bytes of a file, the highest first. */
static uint32_t big_endian(const unsigned char *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* How often a word stands in a file and no letter behind it. */
static uint32_t count(struct bytes file, const char *word) {
    const size_t len = strlen(word);
    uint32_t found = 0;
    for (size_t at = 0; at + len < file.len; at++)
        found += memcmp(file.data + at, word, len) == 0 && file.data[at + len] != 's';
    return found;
}

static void a_picture_has_dimensions(void) {
    const struct bytes picture = read_input("picture.png");
    tvase_inspection *inspection = inspected(picture, NULL);
    CHECK(same(tvase_inspection_format(inspection), "png"));
    /* The chunk IHDR comes first and begins with width and height (PNG specification, 11.2.1). */
    CHECK(tvase_inspection_width_px(inspection) == big_endian(picture.data + 16));
    CHECK(tvase_inspection_height_px(inspection) == big_endian(picture.data + 20));
    CHECK(tvase_inspection_pages(inspection) == 0 && !tvase_inspection_encrypted(inspection));
    CHECK(tvase_inspection_title(inspection) == NULL && tvase_inspection_author(inspection, 0) == NULL);
    tvase_inspection_free(inspection);
    free(picture.data);
}

static void a_document_has_pages_and_says_who_wrote_it(void) {
    const struct bytes report = read_input("report.pdf");
    tvase_inspection *inspection = inspected(report, NULL);
    CHECK(same(tvase_inspection_format(inspection), "pdf"));
    /* Each page is an object of this type (ISO 32000-1, 7.7.3.3), in plain text in files made this way. */
    CHECK(tvase_inspection_pages(inspection) == count(report, "/Type /Page") + count(report, "/Type/Page"));
    CHECK(tvase_inspection_width_px(inspection) == 0 && tvase_inspection_height_px(inspection) == 0);
    CHECK(tvase_inspection_title(inspection) != NULL && strlen(tvase_inspection_title(inspection)) > 0);
    CHECK(tvase_inspection_author(inspection, 0) != NULL && tvase_inspection_author(inspection, 1) == NULL);
    CHECK(tvase_inspection_keyword(inspection, 0) == NULL && tvase_inspection_publisher(inspection) == NULL);
    tvase_inspection_free(inspection);
    free(report.data);

    const struct bytes book = read_input("book.mobi");
    inspection = inspected(book, NULL);
    CHECK(same(tvase_inspection_format(inspection), "mobi") && tvase_inspection_author(inspection, 0) != NULL);
    tvase_inspection_free(inspection);
    free(book.data);
}

static void a_locked_file_says_so(void) {
    const struct bytes locked = read_input("locked.pdf");
    const char *passwords[] = {NULL, "open"};
    for (int index = 0; index < 2; index++) {
        tvase_inspection *inspection = inspected(locked, passwords[index]);
        CHECK(same(tvase_inspection_format(inspection), "pdf") && tvase_inspection_encrypted(inspection));
        tvase_inspection_free(inspection);
    }
    free(locked.data);
}

static void failures_have_their_status(void) {
    tvase_inspection *inspection = (tvase_inspection *)&check_count;
    tvase_error *error = NULL;
    const uint8_t noise[] = {1, 2, 3, 4};
    CHECK(tvase_inspect(noise, sizeof noise, NULL, &inspection, &error) == TVASE_UNKNOWN_SOURCE);
    CHECK(inspection == NULL && tvase_error_status(error) == TVASE_UNKNOWN_SOURCE);
    tvase_error_free(error);
    CHECK(tvase_inspect(noise, sizeof noise, "\xff", &inspection, &error) == TVASE_INVALID_OPTION);
    CHECK(same(tvase_error_which(error), "password"));
    tvase_error_free(error);
}

int main(int argc, char **argv) {
    begin(argc, argv);
    a_picture_has_dimensions();
    a_document_has_pages_and_says_who_wrote_it();
    a_locked_file_says_so();
    failures_have_their_status();
    return finish();
}
