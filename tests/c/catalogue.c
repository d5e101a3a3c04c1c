/* What this build can do, as it says itself, and its version. */

#include "check.h"

static void versions(void) {
    CHECK(same(tvase_version(), TVASE_VERSION));
    CHECK(tvase_version_number() == TVASE_VERSION_NUMBER);
    CHECK(TVASE_VERSION_NUMBER ==
          TVASE_VERSION_MAJOR * 1000000u + TVASE_VERSION_MINOR * 1000u + TVASE_VERSION_PATCH);
    CHECK(tvase_version_fits(TVASE_VERSION_NUMBER));
    CHECK(!tvase_version_fits(TVASE_VERSION_NUMBER + 1000000u));
    CHECK(!tvase_version_fits(TVASE_VERSION_NUMBER + 1u));
}

static void formats(void) {
    size_t count = 0;
    const tvase_format *format;
    for (; (format = tvase_format_at(count)); count++) {
        const char *id = tvase_format_id(format), *word;
        CHECK(strlen(id) > 0 && strlen(tvase_format_name(format)) > 0);
        CHECK(tvase_format_find(id) == format);
        CHECK(tvase_format_extension(format, 0) != NULL);
        CHECK(tvase_format_media_type(format, 0) != NULL);
        for (size_t index = 0; (word = tvase_format_extension(format, index)); index++)
            CHECK(tvase_format_find(word) == format);
        /* An archive of several results is neither read nor asked for. */
        CHECK(tvase_format_reads(format) || tvase_format_writes(format) || tvase_format_compresses(format) ||
              same(id, "zip"));
    }
    CHECK(count > 1);
    CHECK(tvase_format_at((size_t)-1) == NULL);
    CHECK(tvase_format_find("nonsense") == NULL);
    CHECK(same(tvase_format_id(tvase_format_find(".JPG")), "jpeg"));
    CHECK(same(tvase_format_id(tvase_format_find("image/jpeg")), "jpeg"));
    CHECK(tvase_format_reads(tvase_format_find("pdf")) && tvase_format_writes(tvase_format_find("docx")));
    CHECK(tvase_format_compresses(tvase_format_find("jpeg")));
}

static void routes(void) {
    int headline = 0, compression = 0;
    size_t count = 0;
    const tvase_route *route;
    for (; (route = tvase_route_at(count)); count++) {
        const tvase_format *source = tvase_format_find(tvase_route_source(route));
        const tvase_format *target = tvase_format_find(tvase_route_target(route));
        CHECK(source != NULL && target != NULL);
        CHECK(source == target ? tvase_format_compresses(source)
                               : tvase_format_reads(source) && tvase_format_writes(target));
        CHECK(strstr(tvase_route_steps(route), tvase_route_source(route)) == tvase_route_steps(route));
        headline |= source == tvase_format_find("pdf") && target == tvase_format_find("docx") &&
                    tvase_route_cost(route) > 0;
        compression |= source == target && source == tvase_format_find("jpeg");
    }
    CHECK(headline && compression);
    CHECK(tvase_route_at(count + 1) == NULL);
}

/* A number's bounds are what the setter takes: the ends, and nothing one step beyond. */
static void bounds_of_a_number(const tvase_option *option, tvase_options *options) {
    const char *key = tvase_option_key(option);
    const double min = tvase_option_min(option), max = tvase_option_max(option);
    CHECK(min < max);
    if (tvase_option_kind(option) == TVASE_OPTION_TYPE_NUMBER) {
        CHECK(tvase_options_set_number(options, key, min, NULL) == TVASE_OK);
        CHECK(tvase_options_set_number(options, key, max, NULL) == TVASE_OK);
        CHECK(tvase_options_set_number(options, key, min - 1, NULL) == TVASE_INVALID_OPTION);
        CHECK(tvase_options_set_number(options, key, max + 1, NULL) == TVASE_INVALID_OPTION);
        return;
    }
    CHECK(tvase_options_set_integer(options, key, (uint64_t)min, NULL) == TVASE_OK);
    if (min > 0) CHECK(tvase_options_set_integer(options, key, (uint64_t)min - 1, NULL) == TVASE_INVALID_OPTION);
    if (max < 9007199254740992.0) { /* 2^53: above it a double is no exact bound any more */
        CHECK(tvase_options_set_integer(options, key, (uint64_t)max, NULL) == TVASE_OK);
        CHECK(tvase_options_set_integer(options, key, (uint64_t)max + 1, NULL) == TVASE_INVALID_OPTION);
    }
}

static void words_of_a_choice(const tvase_option *option, tvase_options *options) {
    const char *word;
    size_t index = 0;
    for (; (word = tvase_option_word(option, index)); index++)
        CHECK(tvase_options_set(options, tvase_option_key(option), word, NULL) == TVASE_OK);
    CHECK(index > 1);
    CHECK(tvase_options_set(options, tvase_option_key(option), "nonsense", NULL) == TVASE_INVALID_OPTION);
}

static void options_list(void) {
    tvase_options *options = tvase_options_new();
    const tvase_option *option;
    size_t count = 0;
    for (; (option = tvase_options_at(count)); count++) {
        const char *key = tvase_option_key(option), *text = tvase_option_default(option);
        const tvase_option_type kind = tvase_option_kind(option);
        CHECK(tvase_options_bounds(key) == option);
        CHECK(strlen(tvase_option_doc(option)) > 0 && tvase_option_unit(option) != NULL);
        if (text) CHECK(tvase_options_set(options, key, text, NULL) == TVASE_OK);
        if (kind == TVASE_OPTION_TYPE_INTEGER || kind == TVASE_OPTION_TYPE_NUMBER) bounds_of_a_number(option, options);
        if (kind == TVASE_OPTION_TYPE_WORD) words_of_a_choice(option, options);
        if (kind == TVASE_OPTION_TYPE_FLAG) {
            CHECK(tvase_options_set_flag(options, key, true, NULL) == TVASE_OK);
            CHECK(tvase_options_set(options, key, "perhaps", NULL) == TVASE_INVALID_OPTION);
        }
        if (kind == TVASE_OPTION_TYPE_PAGES) CHECK(tvase_options_set(options, key, "0", NULL) == TVASE_INVALID_OPTION);
    }
    CHECK(count > 7);
    CHECK(tvase_options_at(count) == NULL && tvase_options_bounds("nonsense") == NULL);
    tvase_options_free(options);
}

/* A limit is listed with its key, and changes what a conversion may use in the unit that is listed. */
static void limits_list(void) {
    tvase_options *options = tvase_options_new();
    const tvase_limit *limit, *input_bytes = NULL;
    size_t count = 0;
    for (; (limit = tvase_limits_at(count)); count++) {
        const char *key = tvase_limit_key(limit);
        CHECK(strlen(tvase_limit_unit(limit)) > 0 && strlen(tvase_limit_doc(limit)) > 0);
        CHECK(tvase_limit_default(limit) > 0);
        CHECK(tvase_options_set_limit(options, key, tvase_limit_default(limit), NULL) == TVASE_OK);
        if (same(key, "input_bytes")) input_bytes = limit;
    }
    CHECK(count > 10 && tvase_limits_at(count) == NULL);
    CHECK(input_bytes != NULL && same(tvase_limit_unit(input_bytes), "bytes"));

    const struct bytes picture = read_input("picture.png");
    tvase_output *output = NULL;
    tvase_error *error = NULL;
    CHECK(tvase_convert(picture.data, picture.len, "jpeg", options, &output, &error) == TVASE_OK);
    tvase_output_free(output);
    CHECK(tvase_options_set_limit(options, "input_bytes", picture.len - 1, NULL) == TVASE_OK);
    CHECK(tvase_convert(picture.data, picture.len, "jpeg", options, &output, &error) == TVASE_LIMIT_EXCEEDED);
    CHECK(tvase_error_limit(error) == picture.len - 1 && tvase_error_seen(error) == picture.len);
    tvase_error_free(error);
    tvase_options_free(options);
    free(picture.data);
}

int main(int argc, char **argv) {
    begin(argc, argv);
    versions();
    formats();
    routes();
    options_list();
    limits_list();
    return finish();
}
