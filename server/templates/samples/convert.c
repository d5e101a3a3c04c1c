#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>

/* Shows a problem document. */
static void show(FILE *answer) {
    int letter;
    rewind(answer);
    while ((letter = getc(answer)) != EOF) {
        putc(letter, stderr);
    }
    putc('\n', stderr);
}

int main(void) {
    const char *key = getenv("{{ variable }}");
    if (key == NULL) {
        fprintf(stderr, "set {{ variable }}\n");
        return 2;
    }

    curl_global_init(CURL_GLOBAL_DEFAULT);
    CURL *curl = curl_easy_init();
    /* The result gets its name once it is one. */
    FILE *answer = fopen("report.docx.part", "w+b");
    if (curl == NULL || answer == NULL) {
        return 1;
    }

    char authorization[256];
    snprintf(authorization, sizeof authorization, "Authorization: Bearer %s", key);
    struct curl_slist *headers = curl_slist_append(NULL, authorization);

    curl_mime *form = curl_mime_init(curl);
    curl_mimepart *file = curl_mime_addpart(form);
    curl_mime_name(file, "file");
    curl_mime_filedata(file, "report.pdf");
    curl_mimepart *to = curl_mime_addpart(form);
    curl_mime_name(to, "to");
    curl_mime_data(to, "docx", CURL_ZERO_TERMINATED);

    long status = 0;
    curl_easy_setopt(curl, CURLOPT_URL, "{{ base }}/api/convert");
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(curl, CURLOPT_MIMEPOST, form);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, answer);
    CURLcode result = curl_easy_perform(curl);
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    curl_mime_free(form);
    curl_slist_free_all(headers);
    curl_easy_cleanup(curl);
    curl_global_cleanup();

    if (result != CURLE_OK) {
        fprintf(stderr, "%s\n", curl_easy_strerror(result));
    } else if (status != 200) {
        show(answer);
    }
    fclose(answer);
    if (result != CURLE_OK || status != 200) {
        remove("report.docx.part");
        return 1;
    }
    return rename("report.docx.part", "report.docx") == 0 ? 0 : 1;
}
