/* Converts a file: `convert examples/report.pdf report.docx`. */

#include <stdio.h>
#include <transvase.h>

/* Told while the conversion runs; any other answer than 0 would end it. */
static int show(void *user, const char *stage, uint64_t done, uint64_t total) {
    (void)user;
    fprintf(stderr, "\r%-10s %llu/%llu", stage, (unsigned long long)done, (unsigned long long)total);
    return 0;
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: %s IN OUT\n", argv[0]);
        return TVASE_INVALID_OPTION;
    }
    tvase_options *options = tvase_options_new();
    tvase_output *output = NULL;
    tvase_error *error = NULL;
    tvase_options_set_timeout_ms(options, 60 * 1000, NULL);
    tvase_options_set_progress(options, show, NULL, NULL);

    const tvase_status status = tvase_convert_file(argv[1], argv[2], NULL, options, &output, &error);
    fprintf(stderr, "\n");
    if (status != TVASE_OK) {
        fprintf(stderr, "%s: %s\n", tvase_error_name(error), tvase_error_message(error));
        if (tvase_error_hint(error)) fprintf(stderr, "%s\n", tvase_error_hint(error));
    }
    const tvase_warning *warning;
    for (size_t index = 0; (warning = tvase_output_warning(output, index)); index++)
        fprintf(stderr, "%s: %s\n", tvase_warning_place(warning), tvase_warning_message(warning));

    tvase_error_free(error);
    tvase_output_free(output);
    tvase_options_free(options);
    return status;
}
