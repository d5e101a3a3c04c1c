/* The headline conversions, between buffers and between files. */

#include "check.h"

static void converts(const char *name, const char *to, const char *magic, const char *format) {
    const struct bytes input = read_input(name);
    tvase_output *output = NULL;
    tvase_error *error = NULL;
    CHECK(tvase_convert(input.data, input.len, to, NULL, &output, &error) == TVASE_OK);
    CHECK(error == NULL);
    CHECK(starts_with(tvase_output_data(output), tvase_output_len(output), magic));
    CHECK(same(tvase_output_format(output), format));
    CHECK(strstr(tvase_output_route(output), " -> ") != NULL);
    CHECK(tvase_output_route(output) == tvase_output_route(output));
    const char *id = NULL;
    CHECK(tvase_detect(tvase_output_data(output), tvase_output_len(output), &id, NULL) == TVASE_OK);
    CHECK(same(id, format));
    tvase_output_free(output);
    free(input.data);
}

static void keeps_a_ceiling(void) {
    const struct bytes photo = read_input("photo.jpg");
    const uint64_t most = photo.len * 7 / 10;
    tvase_options *options = tvase_options_new();
    tvase_output *output = NULL;
    CHECK(tvase_options_set_integer(options, "max_bytes", most, NULL) == TVASE_OK);
    CHECK(tvase_convert(photo.data, photo.len, ".JPG", options, &output, NULL) == TVASE_OK);
    CHECK(tvase_output_len(output) > 0 && tvase_output_len(output) <= most);
    CHECK(starts_with(tvase_output_data(output), tvase_output_len(output), "\xFF\xD8\xFF"));
    CHECK(same(tvase_output_format(output), "jpeg"));
    tvase_output_free(output);

    /* A file that is under its ceiling already comes back as it is. */
    CHECK(tvase_options_set_integer(options, "max_bytes", photo.len, NULL) == TVASE_OK);
    CHECK(tvase_convert(photo.data, photo.len, "jpeg", options, &output, NULL) == TVASE_OK);
    CHECK(tvase_output_len(output) == photo.len);
    CHECK(memcmp(tvase_output_data(output), photo.data, photo.len) == 0);
    tvase_output_free(output);
    tvase_options_free(options);
    free(photo.data);
}

static void a_loss_is_told(void) {
    const struct bytes photo = read_input("photo.jpg");
    tvase_options *options = tvase_options_new();
    tvase_output *output = NULL;
    CHECK(tvase_options_set(options, "max_bytes", "1", NULL) == TVASE_OK);
    CHECK(tvase_options_set_flag(options, "best_effort", true, NULL) == TVASE_OK);
    CHECK(tvase_convert(photo.data, photo.len, "jpeg", options, &output, NULL) == TVASE_OK);
    int told = 0;
    const tvase_warning *warning;
    for (size_t index = 0; (warning = tvase_output_warning(output, index)); index++) {
        told |= same(tvase_warning_code(warning), "SizeLimitMissed");
        CHECK(strlen(tvase_warning_message(warning)) > 0);
        CHECK(same(tvase_warning_place(warning), "document"));
        CHECK(tvase_warning_page(warning) == 0);
    }
    CHECK(told);
    CHECK(tvase_output_warning(output, (size_t)-1) == NULL);
    tvase_output_free(output);
    tvase_options_free(options);
    free(photo.data);
}

/* Two pages by ISO 32000-1; on the second a word lies far below the page. */
static const char two_pages[] =
    "%PDF-1.4\n"
    "1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n"
    "2 0 obj\n<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 /MediaBox [0 0 300 300]\n"
    "/Resources << /Font << /F 7 0 R >> >> >>\nendobj\n"
    "3 0 obj\n<< /Type /Page /Parent 2 0 R /Contents 5 0 R >>\nendobj\n"
    "4 0 obj\n<< /Type /Page /Parent 2 0 R /Contents 6 0 R >>\nendobj\n"
    "5 0 obj\n<< /Length 33 >>\nstream\nBT /F 12 Tf 50 200 Td (One) Tj ET\nendstream\nendobj\n"
    "6 0 obj\n<< /Length 72 >>\nstream\nBT /F 12 Tf 50 200 Td (Two) Tj ET\n"
    "BT /F 12 Tf 50 -900 Td (Outside) Tj ET\nendstream\nendobj\n"
    "7 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\n"
    "trailer\n<< /Size 8 /Root 1 0 R >>\n%%EOF\n";

static void a_loss_has_a_page(void) {
    tvase_output *output = NULL;
    CHECK(tvase_convert((const uint8_t *)two_pages, sizeof two_pages - 1, "docx", NULL, &output, NULL) == TVASE_OK);
    int told = 0;
    const tvase_warning *warning;
    for (size_t index = 0; (warning = tvase_output_warning(output, index)); index++)
        told |= tvase_warning_page(warning) == 2 && same(tvase_warning_place(warning), "page 2");
    CHECK(told);
    tvase_output_free(output);
}

static void converts_files(void) {
    const char *input = path_in(inputs_folder, "report.pdf"), *place = path_in(scratch_folder, "report.docx");
    tvase_output *output = NULL;
    tvase_error *error = NULL;
    CHECK(tvase_convert_file(input, place, NULL, NULL, &output, &error) == TVASE_OK);
    CHECK(error == NULL);
    CHECK(tvase_output_data(output) == NULL && tvase_output_len(output) == 0);
    CHECK(same(tvase_output_format(output), "docx"));
    tvase_output_free(output);
    const struct bytes first = read_path(place);
    CHECK(starts_with(first.data, first.len, "PK"));

    /* Again, over the file that is there, with the target named, nothing asked back: the same bytes. */
    CHECK(tvase_convert_file(input, place, "docx", NULL, NULL, NULL) == TVASE_OK);
    const struct bytes second = read_path(place);
    CHECK(first.len == second.len && memcmp(first.data, second.data, first.len) == 0);
    free(second.data);
    free(first.data);
}

static void leaves_an_old_file_alone(void) {
    const char *place = path_in(scratch_folder, "old.docx");
    FILE *old = fopen(place, "wb");
    fputs("old", old);
    fclose(old);
    tvase_output *output = NULL;
    CHECK(tvase_convert_file(path_in(inputs_folder, "locked.pdf"), place, NULL, NULL, &output, NULL) ==
          TVASE_PASSWORD_REQUIRED);
    CHECK(output == NULL);
    const struct bytes after = read_path(place);
    CHECK(after.len == 3 && memcmp(after.data, "old", 3) == 0);
    free(after.data);
}

int main(int argc, char **argv) {
    begin(argc, argv);
    converts("report.pdf", "docx", "PK", "docx");
    converts("book.mobi", "application/pdf", "%PDF", "pdf");
    converts("picture.png", "jpg", "\xFF\xD8\xFF", "jpeg");
    keeps_a_ceiling();
    a_loss_is_told();
    a_loss_has_a_page();
    converts_files();
    leaves_an_old_file_alone();
    return finish();
}
