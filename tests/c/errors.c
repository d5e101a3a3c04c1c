/* Every status the header lists is reached, with the details that belong to it. */

#include "check.h"

/* Converts with `options`, which may be NULL and are freed, and expects `status`. The caller frees the answer. */
static tvase_error *fails(tvase_status status, struct bytes input, const char *to, tvase_options *options) {
    tvase_output *output = (tvase_output *)inputs_folder;
    tvase_error *error = NULL;
    const tvase_status answer = tvase_convert(input.data, input.len, to, options, &output, &error);
    if (answer != status) fprintf(stderr, "%d instead of %d: %s\n", answer, status, tvase_error_message(error));
    CHECK(answer == status);
    CHECK(output == NULL);
    CHECK(tvase_error_status(error) == status);
    CHECK(tvase_error_name(error) != NULL && tvase_error_message(error) != NULL);
    CHECK(tvase_error_retryable(error) == (status == TVASE_OUT_OF_MEMORY));
    tvase_options_free(options);
    return error;
}

/* New settings with one option. */
static tvase_options *with(const char *key, const char *value) {
    tvase_options *options = tvase_options_new();
    tvase_error *error = NULL;
    if (tvase_options_set(options, key, value, &error) != TVASE_OK) {
        fprintf(stderr, "%s\n", tvase_error_message(error));
        check_failures++;
    }
    tvase_error_free(error);
    return options;
}

static struct bytes text(const char *words) {
    const struct bytes bytes = {(unsigned char *)(uintptr_t)words, strlen(words)};
    return bytes;
}

static void unknown_words(struct bytes picture) {
    tvase_error_free(fails(TVASE_INVALID_OPTION, picture, NULL, NULL));
    tvase_error *error = fails(TVASE_UNKNOWN_TARGET, picture, "nonsense", NULL);
    CHECK(tvase_format_find(tvase_error_supported_target(error, 0)) != NULL);
    CHECK(same(tvase_error_name(error), "UnknownTarget") && tvase_error_hint(error) != NULL);
    tvase_error_free(error);
    tvase_error_free(fails(TVASE_UNKNOWN_SOURCE, text("\x01\x02\x03\x04"), "docx", NULL));
    tvase_error_free(fails(TVASE_EMPTY_INPUT, text(""), "docx", NULL));
    const char *id = "untouched";
    CHECK(tvase_detect((const uint8_t *)"\x01\x02\x03\x04", 4, &id, NULL) == TVASE_UNKNOWN_SOURCE);
    CHECK(id == NULL);
}

static int leads(const char *source, const char *target) {
    const tvase_route *route;
    for (size_t index = 0; (route = tvase_route_at(index)); index++)
        if (same(tvase_route_source(route), source) && same(tvase_route_target(route), target)) return 1;
    return 0;
}

/* A picture to a format no route leads to: which one that is depends on the build. */
static void no_route(struct bytes picture) {
    const tvase_format *format;
    for (size_t index = 0; (format = tvase_format_at(index)); index++)
        if (!leads("png", tvase_format_id(format))) break;
    tvase_error *error = fails(TVASE_UNSUPPORTED_ROUTE, picture, tvase_format_id(format), NULL);
    CHECK(leads("png", tvase_error_supported_target(error, 0)));
    CHECK(same(tvase_error_stage(error), "detect"));
    tvase_error_free(error);
}

static void broken_files(struct bytes photo) {
    tvase_options *options = tvase_options_new();
    CHECK(tvase_options_set_source(options, "png", NULL) == TVASE_OK);
    tvase_error_free(fails(TVASE_FORMAT_MISMATCH, photo, "jpeg", options));

    /* Cut inside the list of records, which begins at byte 78. */
    const struct bytes book = read_input("book.mobi"), head = {book.data, 80};
    tvase_error *error = fails(TVASE_TRUNCATED, head, "pdf", NULL);
    CHECK(same(tvase_error_stage(error), "read") && same(tvase_error_format(error), "mobi"));
    tvase_error_free(error);
    free(book.data);
    tvase_error_free(fails(TVASE_MALFORMED, text("%PDF-1.7\nnothing that belongs into a PDF\n%%EOF\n"), "docx", NULL));
    tvase_error_free(fails(TVASE_TRUNCATED, text("%PDF-1.7\nnothing that ends a PDF\n"), "docx", NULL));
}

static void protected_files(void) {
    const struct bytes locked = read_input("locked.pdf");
    tvase_error *error = fails(TVASE_PASSWORD_REQUIRED, locked, "docx", NULL);
    CHECK(same(tvase_error_format(error), "pdf"));
    tvase_error_free(error);
    tvase_error_free(fails(TVASE_PASSWORD_INCORRECT, locked, "docx", with("password", "wrong")));
    tvase_output *output = NULL;
    tvase_options *options = with("password", "open");
    CHECK(tvase_convert(locked.data, locked.len, "docx", options, &output, NULL) == TVASE_OK);
    tvase_output_free(output);
    tvase_options_free(options);
    free(locked.data);

    /* Record 0 begins where the first entry of the list at byte 78 says; byte 13 of it is the kind of encryption. */
    const struct bytes book = read_input("book.mobi");
    const size_t record = (size_t)book.data[78] << 24 | (size_t)book.data[79] << 16 | (size_t)book.data[80] << 8 |
                          book.data[81];
    book.data[record + 13] = 2;
    tvase_error_free(fails(TVASE_DRM_PROTECTED, book, "pdf", NULL));
    free(book.data);
}

static void ceilings(struct bytes photo, struct bytes picture) {
    tvase_error *error = fails(TVASE_TARGET_UNREACHABLE, photo, "jpeg", with("max_bytes", "1"));
    CHECK(tvase_error_smallest_bytes(error) > 1 && tvase_error_smallest_bytes(error) < photo.len);
    CHECK(same(tvase_error_stage(error), "fit"));
    tvase_error_free(error);

    tvase_options *options = tvase_options_new();
    CHECK(tvase_options_set_limit(options, "input_bytes", 10, NULL) == TVASE_OK);
    error = fails(TVASE_LIMIT_EXCEEDED, picture, "jpeg", options);
    CHECK(same(tvase_error_which(error), "input_bytes"));
    CHECK(tvase_error_limit(error) == 10 && tvase_error_seen(error) == picture.len);
    tvase_error_free(error);
}

/* What no input can be made to do: the option `fail_point` of test builds does it. */
static void failures_on_request(struct bytes picture) {
    tvase_error_free(fails(TVASE_MISSING_RESOURCE, picture, "jpeg", with("fail_point", "missing-resource")));
    tvase_error *error = fails(TVASE_OUT_OF_MEMORY, picture, "jpeg", with("fail_point", "out-of-memory"));
    CHECK(tvase_error_cause(error) != NULL);
    tvase_error_free(error);
    error = fails(TVASE_INTERNAL, picture, "jpeg", with("fail_point", "panic"));
    CHECK(same(tvase_error_cause(error), "a panic on request"));
    tvase_error_free(error);

    tvase_options *options = with("fail_point", "endless");
    CHECK(tvase_options_set_timeout_ms(options, 20, NULL) == TVASE_OK);
    tvase_error_free(fails(TVASE_TIMED_OUT, picture, "jpeg", options));

    options = with("fail_point", "endless");
    tvase_cancel_token *token = tvase_cancel_new();
    CHECK(tvase_options_set_cancel(options, token, NULL) == TVASE_OK);
    tvase_cancel(token);
    tvase_error_free(fails(TVASE_CANCELLED, picture, "jpeg", options));
    tvase_cancel_free(token);
}

static void files(void) {
    const char *input = path_in(inputs_folder, "picture.png");
    tvase_error *error = NULL;
    CHECK(tvase_convert_file("no/such/file.pdf", path_in(scratch_folder, "out.docx"), NULL, NULL, NULL, &error) ==
          TVASE_NO_INPUT);
    CHECK(tvase_error_status(error) == TVASE_NO_INPUT);
    CHECK(strstr(tvase_error_message(error), "no/such/file.pdf") != NULL);
    tvase_error_free(error);
    CHECK(tvase_convert_file(input, path_in(scratch_folder, "missing/out.jpg"), NULL, NULL, NULL, &error) == TVASE_IO);
    CHECK(tvase_error_status(error) == TVASE_IO && !tvase_error_retryable(error));
    tvase_error_free(error);
}

int main(int argc, char **argv) {
    begin(argc, argv);
    const struct bytes photo = read_input("photo.jpg"), picture = read_input("picture.png");
    unknown_words(picture);
    no_route(picture);
    broken_files(photo);
    protected_files();
    ceilings(photo, picture);
    failures_on_request(picture);
    files();
    free(picture.data);
    free(photo.data);
    return finish();
}
