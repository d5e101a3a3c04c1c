#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    const char *key = getenv("{{ variable }}");
    if (key == NULL) {
        fprintf(stderr, "set {{ variable }}\n");
        return 2;
    }

    curl_global_init(CURL_GLOBAL_DEFAULT);
    CURL *curl = curl_easy_init();
    FILE *out = fopen("report.docx", "wb");
    if (curl == NULL || out == NULL) {
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

    curl_easy_setopt(curl, CURLOPT_URL, "{{ base }}/api/convert");
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(curl, CURLOPT_MIMEPOST, form);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, out);
    curl_easy_setopt(curl, CURLOPT_FAILONERROR, 1L);
    CURLcode result = curl_easy_perform(curl);
    curl_mime_free(form);
    curl_slist_free_all(headers);
    curl_easy_cleanup(curl);
    curl_global_cleanup();
    fclose(out);

    if (result != CURLE_OK) {
        fprintf(stderr, "%s\n", curl_easy_strerror(result));
        remove("report.docx");
        return 1;
    }
    return 0;
}
