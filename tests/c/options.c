/* Settings: what is set has an effect, what is refused changes nothing, a copy stands on its own. */

#include "check.h"

static tvase_status to_jpeg(const struct bytes *input, const tvase_options *options, size_t *len) {
    tvase_output *output = NULL;
    const tvase_status status = tvase_convert(input->data, input->len, "jpeg", options, &output, NULL);
    *len = tvase_output_len(output);
    tvase_output_free(output);
    return status;
}

static void settings_have_an_effect(const struct bytes *picture) {
    size_t coarse = 0, fine = 0, still_coarse = 0;
    tvase_options *options = tvase_options_new();
    CHECK(tvase_options_set(options, "quality", "20", NULL) == TVASE_OK);
    CHECK(to_jpeg(picture, options, &coarse) == TVASE_OK);

    tvase_options *copy = tvase_options_copy(options);
    CHECK(tvase_options_set_integer(copy, "quality", 95, NULL) == TVASE_OK);
    CHECK(to_jpeg(picture, copy, &fine) == TVASE_OK);
    CHECK(coarse > 0 && coarse < fine);
    tvase_options_free(copy);

    CHECK(tvase_options_set_integer(options, "quality", 101, NULL) == TVASE_INVALID_OPTION);
    CHECK(to_jpeg(picture, options, &still_coarse) == TVASE_OK);
    CHECK(still_coarse == coarse);
    tvase_options_free(options);
}

/* Checks a refusal whose details lie in `*error`, and frees them. */
static void refused(tvase_status status, tvase_error **error, const char *which) {
    CHECK(status == TVASE_INVALID_OPTION);
    CHECK(tvase_error_status(*error) == TVASE_INVALID_OPTION);
    CHECK(same(tvase_error_which(*error), which));
    CHECK(strstr(tvase_error_message(*error), which) != NULL);
    tvase_error_free(*error);
    *error = NULL;
}

static void what_is_wrong_is_named(void) {
    tvase_options *options = tvase_options_new();
    tvase_error *error = NULL;
    refused(tvase_options_set(options, "quality", "good", &error), &error, "quality");
    refused(tvase_options_set(options, "nonsense", "1", &error), &error, "nonsense");
    refused(tvase_options_set(options, "quality", NULL, &error), &error, "value");
    refused(tvase_options_set(options, NULL, "1", &error), &error, "key");
    refused(tvase_options_set(options, "password", "\xFF", &error), &error, "value");
    refused(tvase_options_set_integer(options, "quality", 0, &error), &error, "quality");
    refused(tvase_options_set_number(options, "quality", 1.5, &error), &error, "quality");
    refused(tvase_options_set_flag(options, "quality", true, &error), &error, "quality");
    refused(tvase_options_set_limit(options, "nonsense", 1, &error), &error, "nonsense");
    refused(tvase_options_set_cancel(options, NULL, &error), &error, "cancel");
    CHECK(tvase_options_set_source(options, "nonsense", &error) == TVASE_UNKNOWN_SOURCE);
    tvase_error_free(error);

    /* A slot that held nothing is NULL again after a call that went well. */
    error = (tvase_error *)options;
    CHECK(tvase_options_set(options, "quality", "50", &error) == TVASE_OK);
    CHECK(error == NULL);
    tvase_options_free(options);
}

static void the_rest_of_the_setters(const struct bytes *picture) {
    size_t len = 0;
    tvase_options *options = tvase_options_new();
    tvase_cancel_token *token = tvase_cancel_new();
    CHECK(tvase_options_set_source(options, ".PNG", NULL) == TVASE_OK);
    CHECK(tvase_options_set_timeout_ms(options, 600000, NULL) == TVASE_OK);
    CHECK(tvase_options_set_timeout_ms(options, 0, NULL) == TVASE_OK);
    CHECK(tvase_options_set_limit(options, "image_pixels", 1, NULL) == TVASE_OK);
    CHECK(to_jpeg(picture, options, &len) == TVASE_LIMIT_EXCEEDED);
    CHECK(tvase_options_set_limit(options, "image_pixels", 100000000, NULL) == TVASE_OK);
    CHECK(tvase_options_set_progress(options, NULL, NULL, NULL) == TVASE_OK);
    CHECK(tvase_options_set_cancel(options, token, NULL) == TVASE_OK);
    CHECK(to_jpeg(picture, options, &len) == TVASE_OK);

    /* The settings keep what they need of a token. */
    CHECK(!tvase_cancel_is_cancelled(token));
    tvase_cancel(token);
    CHECK(tvase_cancel_is_cancelled(token));
    tvase_cancel_free(token);
    CHECK(to_jpeg(picture, options, &len) == TVASE_CANCELLED);
    tvase_options_free(options);
}

int main(int argc, char **argv) {
    begin(argc, argv);
    const struct bytes picture = read_input("picture.png");
    settings_have_an_effect(&picture);
    what_is_wrong_is_named();
    the_rest_of_the_setters(&picture);
    free(picture.data);
    return finish();
}
