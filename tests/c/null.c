/* NULL everywhere: every function answers, none crashes. */

#include "check.h"

static void calls_that_can_fail(void) {
    tvase_output *output = NULL;
    tvase_error *error = NULL;
    const char *id = "untouched";
    const uint8_t byte = 0;

    CHECK(tvase_convert(NULL, 0, NULL, NULL, NULL, NULL) == TVASE_INVALID_OPTION);
    CHECK(tvase_convert(NULL, 1, "docx", NULL, &output, NULL) == TVASE_INVALID_OPTION);
    CHECK(tvase_convert(NULL, 0, "docx", NULL, &output, NULL) == TVASE_EMPTY_INPUT);
    CHECK(tvase_convert(&byte, 1, NULL, NULL, &output, NULL) == TVASE_INVALID_OPTION);
    CHECK(tvase_convert(&byte, (size_t)-1, "docx", NULL, &output, NULL) == TVASE_INVALID_OPTION);
    CHECK(tvase_convert(&byte, 1, "docx", NULL, NULL, &error) == TVASE_INVALID_OPTION);
    CHECK(same(tvase_error_which(error), "output") && output == NULL);
    tvase_error_free(error);

    tvase_input *input = tvase_input_new();
    CHECK(tvase_convert_input(NULL, NULL, NULL, NULL, NULL) == TVASE_INVALID_OPTION);
    CHECK(tvase_convert_input(input, NULL, NULL, &output, NULL) == TVASE_INVALID_OPTION);
    CHECK(tvase_convert_input(input, "docx", NULL, &output, NULL) == TVASE_EMPTY_INPUT);
    CHECK(tvase_convert_input(input, "docx", NULL, NULL, NULL) == TVASE_INVALID_OPTION);
    CHECK(tvase_convert_input(NULL, "docx", NULL, &output, &error) == TVASE_INVALID_OPTION);
    CHECK(same(tvase_error_which(error), "input") && output == NULL);
    tvase_error_free(error);
    tvase_input_free(input);

    CHECK(tvase_convert_file(NULL, NULL, NULL, NULL, NULL, NULL) == TVASE_INVALID_OPTION);
    CHECK(tvase_convert_file("in.pdf", NULL, NULL, NULL, NULL, NULL) == TVASE_INVALID_OPTION);
    CHECK(tvase_convert_file("in.pdf", "no-extension", NULL, NULL, NULL, NULL) == TVASE_UNKNOWN_TARGET);
    CHECK(tvase_detect(NULL, 1, &id, NULL) == TVASE_INVALID_OPTION && id == NULL);
    CHECK(tvase_detect(NULL, 0, NULL, NULL) == TVASE_EMPTY_INPUT);

    tvase_inspection *inspection = (tvase_inspection *)&output;
    CHECK(tvase_inspect(NULL, 1, NULL, &inspection, NULL) == TVASE_INVALID_OPTION && inspection == NULL);
    CHECK(tvase_inspect(NULL, 0, NULL, &inspection, NULL) == TVASE_EMPTY_INPUT);
    CHECK(tvase_inspect(&byte, 1, NULL, NULL, &error) == TVASE_INVALID_OPTION);
    CHECK(same(tvase_error_which(error), "inspection"));
    tvase_error_free(error);
}

static void setters(void) {
    CHECK(tvase_options_set(NULL, NULL, NULL, NULL) == TVASE_INVALID_OPTION);
    CHECK(tvase_options_set_integer(NULL, "quality", 1, NULL) == TVASE_INVALID_OPTION);
    CHECK(tvase_options_set_number(NULL, "margin", 1, NULL) == TVASE_INVALID_OPTION);
    CHECK(tvase_options_set_flag(NULL, "lossless", true, NULL) == TVASE_INVALID_OPTION);
    CHECK(tvase_options_set_source(NULL, "pdf", NULL) == TVASE_INVALID_OPTION);
    CHECK(tvase_options_set_limit(NULL, "pages", 1, NULL) == TVASE_INVALID_OPTION);
    CHECK(tvase_options_set_timeout_ms(NULL, 1, NULL) == TVASE_INVALID_OPTION);
    CHECK(tvase_options_add_font(NULL, "face", NULL, 0, NULL) == TVASE_INVALID_OPTION);
    CHECK(tvase_options_add_font_file(NULL, "face.ttf", NULL) == TVASE_INVALID_OPTION);
    CHECK(tvase_options_use_system_fonts(NULL, NULL) == TVASE_INVALID_OPTION);
    CHECK(tvase_options_set_cancel(NULL, NULL, NULL) == TVASE_INVALID_OPTION);
    CHECK(tvase_options_set_progress(NULL, NULL, NULL, NULL) == TVASE_INVALID_OPTION);
    CHECK(tvase_options_copy(NULL) == NULL);

    tvase_options *options = tvase_options_new();
    CHECK(tvase_options_set_integer(options, NULL, 1, NULL) == TVASE_INVALID_OPTION);
    CHECK(tvase_options_set_number(options, NULL, 1, NULL) == TVASE_INVALID_OPTION);
    CHECK(tvase_options_set_flag(options, NULL, true, NULL) == TVASE_INVALID_OPTION);
    CHECK(tvase_options_set_source(options, NULL, NULL) == TVASE_INVALID_OPTION);
    CHECK(tvase_options_set_limit(options, NULL, 1, NULL) == TVASE_INVALID_OPTION);
    CHECK(tvase_options_add_font(options, "face", NULL, 1, NULL) == TVASE_INVALID_OPTION);
    CHECK(tvase_options_add_font_file(options, NULL, NULL) == TVASE_INVALID_OPTION);
    tvase_options_free(options);
}

static void inputs(void) {
    const uint8_t byte = 0;
    tvase_error *error = NULL;
    CHECK(tvase_input_add(NULL, &byte, 1, NULL, NULL) == TVASE_INVALID_OPTION);
    CHECK(tvase_input_add_file(NULL, "one.pdf", NULL) == TVASE_INVALID_OPTION);
    CHECK(tvase_input_add_resource(NULL, "one.png", &byte, 1, NULL) == TVASE_INVALID_OPTION);

    tvase_input *input = tvase_input_new();
    CHECK(tvase_input_add(input, NULL, 1, NULL, &error) == TVASE_INVALID_OPTION);
    CHECK(same(tvase_error_which(error), "bytes"));
    tvase_error_free(error);
    CHECK(tvase_input_add(input, &byte, (size_t)-1, NULL, NULL) == TVASE_INVALID_OPTION);
    CHECK(tvase_input_add(input, &byte, 1, "\xFF", &error) == TVASE_INVALID_OPTION);
    CHECK(same(tvase_error_which(error), "name"));
    tvase_error_free(error);
    CHECK(tvase_input_add_file(input, NULL, NULL) == TVASE_INVALID_OPTION);
    CHECK(tvase_input_add_resource(input, NULL, &byte, 1, NULL) == TVASE_INVALID_OPTION);
    CHECK(tvase_input_add_resource(input, "one.png", NULL, 1, NULL) == TVASE_INVALID_OPTION);
    tvase_input_free(input);
}

static void readers_of_results(void) {
    CHECK(tvase_output_data(NULL) == NULL && tvase_output_len(NULL) == 0);
    CHECK(tvase_output_format(NULL) == NULL && tvase_output_route(NULL) == NULL);
    CHECK(tvase_output_warning(NULL, 0) == NULL);
    CHECK(tvase_warning_code(NULL) == NULL && tvase_warning_message(NULL) == NULL);
    CHECK(tvase_warning_place(NULL) == NULL && tvase_warning_page(NULL) == 0);
}

static void readers_of_inspections(void) {
    CHECK(tvase_inspection_format(NULL) == NULL && tvase_inspection_bytes(NULL) == 0);
    CHECK(tvase_inspection_pages(NULL) == 0 && !tvase_inspection_encrypted(NULL));
    CHECK(tvase_inspection_width_px(NULL) == 0 && tvase_inspection_height_px(NULL) == 0);
    CHECK(tvase_inspection_title(NULL) == NULL && tvase_inspection_author(NULL, 0) == NULL);
    CHECK(tvase_inspection_subject(NULL) == NULL && tvase_inspection_keyword(NULL, 0) == NULL);
    CHECK(tvase_inspection_publisher(NULL) == NULL && tvase_inspection_language(NULL) == NULL);
    CHECK(tvase_inspection_identifier(NULL) == NULL && tvase_inspection_date(NULL) == NULL);
    CHECK(tvase_inspection_producer(NULL) == NULL);
}

static void readers_of_errors(void) {
    CHECK(tvase_error_status(NULL) == TVASE_OK);
    CHECK(tvase_error_name(NULL) == NULL && tvase_error_message(NULL) == NULL && tvase_error_hint(NULL) == NULL);
    CHECK(tvase_error_stage(NULL) == NULL && tvase_error_format(NULL) == NULL && tvase_error_cause(NULL) == NULL);
    CHECK(tvase_error_which(NULL) == NULL && tvase_error_limit(NULL) == 0 && tvase_error_seen(NULL) == 0);
    CHECK(tvase_error_smallest_bytes(NULL) == 0 && tvase_error_smallest_with_resize(NULL) == 0 && tvase_error_supported_target(NULL, 0) == NULL);
    CHECK(!tvase_error_retryable(NULL));
}

static void readers_of_tables(void) {
    CHECK(tvase_format_at((size_t)-1) == NULL && tvase_format_find(NULL) == NULL);
    CHECK(tvase_format_id(NULL) == NULL && tvase_format_name(NULL) == NULL);
    CHECK(tvase_format_extension(NULL, 0) == NULL && tvase_format_media_type(NULL, 0) == NULL);
    CHECK(!tvase_format_reads(NULL) && !tvase_format_writes(NULL) && !tvase_format_compresses(NULL));
    CHECK(tvase_route_at((size_t)-1) == NULL && tvase_route_source(NULL) == NULL && tvase_route_target(NULL) == NULL);
    CHECK(tvase_route_steps(NULL) == NULL && tvase_route_cost(NULL) == 0);
    CHECK(tvase_options_at((size_t)-1) == NULL && tvase_options_bounds(NULL) == NULL);
    CHECK(tvase_option_key(NULL) == NULL && tvase_option_unit(NULL) == NULL && tvase_option_doc(NULL) == NULL);
    CHECK(tvase_option_kind(NULL) == TVASE_OPTION_TYPE_TEXT);
    CHECK(tvase_option_min(NULL) == 0 && tvase_option_max(NULL) == 0);
    CHECK(tvase_option_default(NULL) == NULL && tvase_option_word(NULL, 0) == NULL);
    CHECK(tvase_limits_at((size_t)-1) == NULL && tvase_limit_key(NULL) == NULL && tvase_limit_unit(NULL) == NULL);
    CHECK(tvase_limit_default(NULL) == 0 && tvase_limit_doc(NULL) == NULL);
}

static void frees(void) {
    tvase_output_free(NULL);
    tvase_input_free(NULL);
    tvase_inspection_free(NULL);
    tvase_error_free(NULL);
    tvase_options_free(NULL);
    tvase_cancel_free(NULL);
    tvase_cancel(NULL);
    CHECK(!tvase_cancel_is_cancelled(NULL));
}

int main(int argc, char **argv) {
    begin(argc, argv);
    calls_that_can_fail();
    setters();
    inputs();
    readers_of_results();
    readers_of_inspections();
    readers_of_errors();
    readers_of_tables();
    frees();
    return finish();
}
