/* While a conversion runs: progress, cancelling from another thread, conversions at once. */

#define _POSIX_C_SOURCE 200809L

#include "check.h"

#include <pthread.h>

/* What a progress function has been told. */
struct told {
    int calls, bad;
    int until; /* cancels from this call on; 0: never */
    pthread_mutex_t mutex;
    pthread_cond_t first;
};

static struct told *new_told(int until) {
    struct told *told = calloc(1, sizeof *told);
    told->until = until;
    pthread_mutex_init(&told->mutex, NULL);
    pthread_cond_init(&told->first, NULL);
    return told;
}

static void free_told(struct told *told) {
    pthread_cond_destroy(&told->first);
    pthread_mutex_destroy(&told->mutex);
    free(told);
}

static int listen(void *user, const char *stage, uint64_t done, uint64_t total) {
    struct told *told = user;
    pthread_mutex_lock(&told->mutex);
    told->calls++;
    const int known =
        same(stage, "read") || same(stage, "transform") || same(stage, "write") || same(stage, "fit");
    told->bad += !known || (total > 0 && done > total);
    const int ends = told->until > 0 && told->calls >= told->until;
    pthread_cond_broadcast(&told->first);
    pthread_mutex_unlock(&told->mutex);
    return ends;
}

static void progress_is_told(void) {
    const struct bytes report = read_input("report.pdf");
    struct told *told = new_told(0);
    tvase_options *options = tvase_options_new();
    tvase_output *output = NULL;
    CHECK(tvase_options_set_progress(options, listen, told, NULL) == TVASE_OK);
    CHECK(tvase_convert(report.data, report.len, "docx", options, &output, NULL) == TVASE_OK);
    CHECK(told->calls > 0 && told->bad == 0);
    tvase_output_free(output);

    /* No longer told once the function is taken away. */
    const int calls = told->calls;
    CHECK(tvase_options_set_progress(options, NULL, NULL, NULL) == TVASE_OK);
    CHECK(tvase_convert(report.data, report.len, "docx", options, &output, NULL) == TVASE_OK);
    CHECK(told->calls == calls);
    tvase_output_free(output);
    tvase_options_free(options);
    free_told(told);
    free(report.data);
}

/* Settings for a conversion that never ends by itself. */
static tvase_options *endless(struct told *told) {
    tvase_options *options = tvase_options_new();
    CHECK(tvase_options_set(options, "fail_point", "endless", NULL) == TVASE_OK);
    CHECK(tvase_options_set_progress(options, listen, told, NULL) == TVASE_OK);
    return options;
}

static void progress_cancels(const struct bytes *picture) {
    struct told *told = new_told(3);
    tvase_options *options = endless(told);
    tvase_output *output = NULL;
    tvase_error *error = NULL;
    CHECK(tvase_convert(picture->data, picture->len, "jpeg", options, &output, &error) == TVASE_CANCELLED);
    CHECK(output == NULL && told->calls >= 3 && told->bad == 0);
    tvase_error_free(error);
    tvase_options_free(options);
    free_told(told);
}

struct job {
    const struct bytes *input;
    const char *to;
    const tvase_options *options;
    tvase_status status;
    tvase_output *output;
};

static void *work(void *user) {
    struct job *job = user;
    job->status = tvase_convert(job->input->data, job->input->len, job->to, job->options, &job->output, NULL);
    return NULL;
}

static void another_thread_cancels(const struct bytes *picture) {
    struct told *told = new_told(0);
    tvase_options *options = endless(told);
    tvase_cancel_token *token = tvase_cancel_new();
    CHECK(tvase_options_set_cancel(options, token, NULL) == TVASE_OK);
    struct job jobs[2] = {{picture, "jpeg", options, -1, NULL}, {picture, "jpeg", options, -1, NULL}};
    pthread_t threads[2];
    for (int index = 0; index < 2; index++) pthread_create(&threads[index], NULL, work, &jobs[index]);
    pthread_mutex_lock(&told->mutex);
    while (told->calls == 0) pthread_cond_wait(&told->first, &told->mutex);
    pthread_mutex_unlock(&told->mutex);
    tvase_cancel(token);
    for (int index = 0; index < 2; index++) {
        pthread_join(threads[index], NULL);
        CHECK(jobs[index].status == TVASE_CANCELLED && jobs[index].output == NULL);
    }
    tvase_cancel_free(token);
    tvase_options_free(options);
    free_told(told);
}

static void two_at_once_are_two_alone(const struct bytes *picture) {
    const struct bytes report = read_input("report.pdf");
    tvase_options *options = tvase_options_new();
    CHECK(tvase_options_set(options, "quality", "60", NULL) == TVASE_OK);
    struct job together[2] = {{&report, "docx", options, -1, NULL}, {picture, "jpeg", options, -1, NULL}};
    struct job alone[2];
    memcpy(alone, together, sizeof alone);
    pthread_t threads[2];
    for (int index = 0; index < 2; index++) pthread_create(&threads[index], NULL, work, &together[index]);
    for (int index = 0; index < 2; index++) pthread_join(threads[index], NULL);
    for (int index = 0; index < 2; index++) {
        work(&alone[index]);
        CHECK(together[index].status == TVASE_OK && alone[index].status == TVASE_OK);
        const size_t len = tvase_output_len(together[index].output);
        CHECK(len > 0 && len == tvase_output_len(alone[index].output));
        CHECK(memcmp(tvase_output_data(together[index].output), tvase_output_data(alone[index].output), len) == 0);
        tvase_output_free(together[index].output);
        tvase_output_free(alone[index].output);
    }
    tvase_options_free(options);
    free(report.data);
}

int main(int argc, char **argv) {
    begin(argc, argv);
    const struct bytes picture = read_input("picture.png");
    progress_is_told();
    progress_cancels(&picture);
    another_thread_cancels(&picture);
    two_at_once_are_two_alone(&picture);
    free(picture.data);
    return finish();
}
