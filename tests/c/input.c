/* Inputs: several files that become one, and files that documents name. */

#include "check.h"

/* Adds an input of the test by its bytes, which are gone before the conversion. How many they are. */
static size_t add(tvase_input *input, const char *name) {
    const struct bytes bytes = read_input(name);
    CHECK(tvase_input_add(input, bytes.data, bytes.len, name, NULL) == TVASE_OK);
    free(bytes.data);
    return bytes.len;
}

/* The same for a file that documents call `name`. */
static size_t add_resource(tvase_input *input, const char *name, const char *from) {
    const struct bytes bytes = read_input(from);
    CHECK(tvase_input_add_resource(input, name, bytes.data, bytes.len, NULL) == TVASE_OK);
    free(bytes.data);
    return bytes.len;
}

/* Converts and frees an input, and expects it to succeed. The caller frees the result. */
static tvase_output *converted(tvase_input *input, const char *to, const tvase_options *options) {
    tvase_output *output = NULL;
    tvase_error *error = (tvase_error *)input;
    CHECK(tvase_convert_input(input, to, options, &output, &error) == TVASE_OK);
    CHECK(error == NULL && same(tvase_output_format(output), to));
    tvase_input_free(input);
    tvase_error_free(error);
    return output;
}

/* Converts and frees an input, and expects `status` and a message with `words` in it. The caller frees the answer. */
static tvase_error *fails(tvase_status status, tvase_input *input, const char *to, const tvase_options *options,
                          const char *words) {
    tvase_output *output = (tvase_output *)input;
    tvase_error *error = NULL;
    CHECK(tvase_convert_input(input, to, options, &output, &error) == status);
    CHECK(output == NULL && tvase_error_status(error) == status);
    const char *message = tvase_error_message(error);
    CHECK(message != NULL && strstr(message, words) != NULL);
    tvase_input_free(input);
    return error;
}

/* Read again by tests/c_library.rs: the text of both, one behind the other. */
static void files_are_joined(void) {
    tvase_input *input = tvase_input_new();
    add(input, "book.mobi");
    CHECK(tvase_input_add_file(input, path_in(inputs_folder, "report.pdf"), NULL) == TVASE_OK);
    tvase_output *output = converted(input, "docx", NULL);
    FILE *file = fopen(path_in(scratch_folder, "joined.docx"), "wb");
    CHECK(file != NULL && fwrite(tvase_output_data(output), 1, tvase_output_len(output), file) > 0);
    if (file) fclose(file);
    tvase_output_free(output);
}

static void one_file_is_converted_as_ever(void) {
    const struct bytes report = read_input("report.pdf");
    tvase_output *alone = NULL, *first = NULL;
    CHECK(tvase_convert(report.data, report.len, "docx", NULL, &alone, NULL) == TVASE_OK);
    const size_t len = tvase_output_len(alone);
    tvase_input *input = tvase_input_new();
    CHECK(tvase_input_add(input, report.data, report.len, NULL, NULL) == TVASE_OK);
    /* A conversion leaves its input as it is. */
    CHECK(tvase_convert_input(input, "docx", NULL, &first, NULL) == TVASE_OK);
    tvase_output *second = converted(input, "docx", NULL);
    CHECK(len > 0 && tvase_output_len(first) == len && tvase_output_len(second) == len);
    CHECK(memcmp(tvase_output_data(first), tvase_output_data(alone), len) == 0);
    CHECK(memcmp(tvase_output_data(second), tvase_output_data(alone), len) == 0);
    tvase_output_free(second);
    tvase_output_free(first);
    tvase_output_free(alone);
    free(report.data);
}

static void an_error_names_the_file(void) {
    tvase_input *input = tvase_input_new();
    add(input, "book.mobi");
    add(input, "locked.pdf");
    tvase_error_free(fails(TVASE_PASSWORD_REQUIRED, input, "docx", NULL, "locked.pdf: "));

    input = tvase_input_new();
    add(input, "book.mobi");
    CHECK(tvase_input_add(input, NULL, 0, NULL, NULL) == TVASE_OK);
    tvase_error_free(fails(TVASE_EMPTY_INPUT, input, "docx", NULL, "input 2: "));
    tvase_error_free(fails(TVASE_EMPTY_INPUT, tvase_input_new(), "docx", NULL, ""));

    /* What the name takes it for. */
    input = tvase_input_new();
    CHECK(tvase_input_add(input, (const uint8_t *)"\1\2\3\4", 4, "odd.pdf", NULL) == TVASE_OK);
    tvase_error_free(fails(TVASE_UNKNOWN_SOURCE, input, "docx", NULL, "neither PDF nor"));
}

static void options_hold_for_each_file(void) {
    tvase_options *options = tvase_options_new();
    CHECK(tvase_options_set(options, "password", "open", NULL) == TVASE_OK);
    tvase_input *input = tvase_input_new();
    add(input, "book.mobi");
    add(input, "locked.pdf");
    tvase_output_free(converted(input, "docx", options));
    tvase_options_free(options);
}

static void pictures_are_not_joined(void) {
    tvase_input *input = tvase_input_new();
    add(input, "photo.jpg");
    add(input, "picture.png");
    tvase_error_free(fails(TVASE_UNSUPPORTED_ROUTE, input, "png", NULL, "cannot be joined"));
}

/* The limit is one byte below what `input` has, which is converted and freed. */
static void is_over(tvase_input *input, size_t len) {
    tvase_options *options = tvase_options_new();
    CHECK(tvase_options_set_limit(options, "input_bytes", len - 1, NULL) == TVASE_OK);
    tvase_error *error = fails(TVASE_LIMIT_EXCEEDED, input, "docx", options, "");
    CHECK(same(tvase_error_which(error), "input_bytes"));
    CHECK(tvase_error_limit(error) == len - 1 && tvase_error_seen(error) == len);
    tvase_error_free(error);
    tvase_options_free(options);
}

static void limits_hold_for_all_together(void) {
    tvase_input *input = tvase_input_new();
    size_t len = add(input, "report.pdf");
    len += add(input, "book.mobi");
    is_over(input, len);

    input = tvase_input_new();
    len = add(input, "album.mobi");
    len += add_resource(input, "pictures/one.png", "picture.png");
    is_over(input, len);

    const struct bytes report = read_input("report.pdf");
    free(report.data);
    input = tvase_input_new();
    CHECK(tvase_input_add_file(input, path_in(inputs_folder, "report.pdf"), NULL) == TVASE_OK);
    is_over(input, report.len);
}

static void a_path_is_read_by_the_conversion(void) {
    tvase_input *input = tvase_input_new();
    CHECK(tvase_input_add_file(input, "no/such/file.pdf", NULL) == TVASE_OK);
    tvase_error_free(fails(TVASE_NO_INPUT, input, "docx", NULL, "no/such/file.pdf"));
}

/* Whether a result has `words` among its bytes; the names of the files in a zip archive are there as they are. */
static int holds(const tvase_output *output, const char *words) {
    const unsigned char *data = tvase_output_data(output);
    const size_t len = tvase_output_len(output), most = strlen(words);
    for (size_t at = 0; at + most <= len; at++)
        if (memcmp(data + at, words, most) == 0) return 1;
    return 0;
}

/* The message of a warning; NULL where the result has none of this code. */
static const char *told(const tvase_output *output, const char *code) {
    const tvase_warning *warning;
    for (size_t index = 0; (warning = tvase_output_warning(output, index)); index++)
        if (same(tvase_warning_code(warning), code)) return tvase_warning_message(warning);
    return NULL;
}

static void a_book_gets_the_picture_it_names(void) {
    tvase_input *input = tvase_input_new();
    add(input, "album.mobi");
    tvase_output *output = converted(input, "docx", NULL);
    CHECK(!holds(output, "word/media/") && told(output, "ResourceIgnored") == NULL);
    tvase_output_free(output);

    input = tvase_input_new();
    add(input, "album.mobi");
    add_resource(input, "./pictures/one.png", "picture.png");
    output = converted(input, "docx", NULL);
    CHECK(holds(output, "word/media/") && told(output, "ResourceIgnored") == NULL);
    tvase_output_free(output);
}

static void a_file_that_nothing_names_is_told(void) {
    tvase_input *input = tvase_input_new();
    add(input, "album.mobi");
    add_resource(input, "pictures/one.png", "picture.png");
    CHECK(tvase_input_add_resource(input, "style.css", NULL, 0, NULL) == TVASE_OK);
    tvase_output *output = converted(input, "docx", NULL);
    CHECK(same(told(output, "ResourceIgnored"), "nothing in the input names style.css"));
    tvase_output_free(output);
}

static void no_name_leads_out_of_the_folder(void) {
    const char *const names[] = {"../x", "a/../../x", "/etc/passwd", "", "."};
    tvase_input *input = tvase_input_new();
    add(input, "album.mobi");
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        tvase_error *error = NULL;
        CHECK(tvase_input_add_resource(input, names[index], NULL, 0, &error) == TVASE_INVALID_OPTION);
        CHECK(tvase_error_status(error) == TVASE_INVALID_OPTION && tvase_error_hint(error) != NULL);
        const char *message = tvase_error_message(error);
        CHECK(message != NULL && strstr(message, names[index]) != NULL);
        tvase_error_free(error);
    }
    /* What is refused changes nothing. */
    tvase_output_free(converted(input, "docx", NULL));
}

int main(int argc, char **argv) {
    begin(argc, argv);
    files_are_joined();
    one_file_is_converted_as_ever();
    an_error_names_the_file();
    options_hold_for_each_file();
    pictures_are_not_joined();
    limits_hold_for_all_together();
    a_path_is_read_by_the_conversion();
    a_book_gets_the_picture_it_names();
    a_file_that_nothing_names_is_told();
    no_name_leads_out_of_the_folder();
    return finish();
}
