#include "chttp.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct ilk_http_stop {
    atomic_bool is_set;
};

ilk_http_stop *ilk_http_stop_make(void) { return calloc(1, sizeof(ilk_http_stop)); }

void ilk_http_stop_now(ilk_http_stop *stop) {
    if (stop) atomic_store(&stop->is_set, true);
}

void ilk_http_stop_free(ilk_http_stop *stop) { free(stop); }

void ilk_http_reply_free(ilk_http_reply *reply) {
    free(reply->header);
    free(reply->body);
    memset(reply, 0, sizeof *reply);
}

#ifdef ILK_NETWORK

#include "library.h"

#include <signal.h>
#include <time.h>

enum { most_header_bytes = 256 * 1024, most_milliseconds_to_connect = 10000, kept_connections = 2 };

struct ilk_http {
    CURL *easy;
    char error[CURL_ERROR_SIZE];
};

/// The state of a running transfer.
struct transfer {
    ilk_http_reply *reply;
    const ilk_http_stop *stop;
    size_t limit;
    bool is_too_large;
    bool lacks_memory;
};

bool ilk_http_is_available(void) { return ilk_curl_load(); }

ilk_http *ilk_http_open(void) {
    ilk_http *http = ilk_curl_load() ? calloc(1, sizeof *http) : NULL;
    if (http && !(http->easy = ilk_curl.curl_easy_init())) {
        free(http);
        return NULL;
    }
    return http;
}

void ilk_http_close(ilk_http *http) {
    if (!http) return;
    ilk_curl.curl_easy_cleanup(http->easy);
    free(http);
}

/// Appends bytes. Returns the number of received bytes, or an error for a part over the limit or without memory.
static size_t append(
    struct transfer *transfer, size_t limit, void **bytes, size_t *count, const void *more, size_t added) {
    if (added > limit - *count) {
        transfer->is_too_large = true;
        return CURL_WRITEFUNC_ERROR;
    }
    void *grown = realloc(*bytes, *count + added + 1);
    if (!grown) {
        transfer->lacks_memory = true;
        return CURL_WRITEFUNC_ERROR;
    }
    memcpy((char *)grown + *count, more, added);
    *bytes = grown;
    *count += added;
    return added;
}

static size_t receive_body(char *bytes, size_t size, size_t number, void *context) {
    struct transfer *transfer = context;
    ilk_http_reply *reply = transfer->reply;
    void *body = reply->body;
    const size_t count = append(transfer, transfer->limit, &body, &reply->body_count, bytes, size * number);
    reply->body = body;
    return count;
}

static size_t receive_header(char *bytes, size_t size, size_t number, void *context) {
    struct transfer *transfer = context;
    ilk_http_reply *reply = transfer->reply;
    size_t count = size * number;
    // A new status line: the headers before it belonged to an interim response.
    if (count >= 5 && memcmp(bytes, "HTTP/", 5) == 0) reply->header_count = 0;
    void *header = reply->header;
    count = append(transfer, most_header_bytes, &header, &reply->header_count, bytes, count);
    reply->header = header;
    return count;
}

static int check_stop(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d) {
    (void)a, (void)b, (void)c, (void)d;
    const struct transfer *transfer = context;
    return transfer->stop && atomic_load(&transfer->stop->is_set);
}

static ilk_http_outcome outcome(CURLcode code, const struct transfer *transfer) {
    if (transfer->lacks_memory) return ilk_http_no_memory;
    if (transfer->is_too_large) return ilk_http_too_large;
    switch (code) {
    case CURLE_OK: return ilk_http_answered;
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL: return ilk_http_bad_address;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_CONNECT: return ilk_http_unreachable;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CONNECT_ERROR: return ilk_http_distrusted;
    case CURLE_OPERATION_TIMEDOUT: return ilk_http_late;
    case CURLE_ABORTED_BY_CALLBACK: return ilk_http_stopped;
    case CURLE_OUT_OF_MEMORY: return ilk_http_no_memory;
    default: return ilk_http_broken;
    }
}

/// Performs the transfer with SIGPIPE blocked. Some TLS libraries raise it when they write to a closed
/// connection. A SIGPIPE that was already pending stays pending.
static CURLcode perform_without_sigpipe(CURL *easy) {
    sigset_t pipe, before, waiting;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigpending(&waiting);
    bool was_waiting = sigismember(&waiting, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
    CURLcode code = ilk_curl.curl_easy_perform(easy);
    const struct timespec now = {0, 0};
    if (!was_waiting) {
        while (sigtimedwait(&pipe, NULL, &now) > 0) {}
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return code;
}

/// Sets the method and the body.
static void set_method(CURL *easy, const ilk_http_request *request) {
    if (request->body) {
        ilk_curl.curl_easy_setopt(easy, CURLOPT_POST, 1L);
        ilk_curl.curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_count);
        ilk_curl.curl_easy_setopt(easy, CURLOPT_POSTFIELDS, request->body);
    } else {
        ilk_curl.curl_easy_setopt(easy, CURLOPT_HTTPGET, 1L);
    }
    ilk_curl.curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, request->method);
}

static void set_up(ilk_http *http, const ilk_http_request *request, struct transfer *transfer) {
    CURL *easy = http->easy;
    // The reset keeps open connections and TLS sessions.
    ilk_curl.curl_easy_reset(easy);
    ilk_curl.curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, http->error);
    ilk_curl.curl_easy_setopt(easy, CURLOPT_URL, request->url);
    ilk_curl.curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    ilk_curl.curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    ilk_curl.curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    ilk_curl.curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, request->deadline);
    ilk_curl.curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)most_milliseconds_to_connect);
    ilk_curl.curl_easy_setopt(easy, CURLOPT_MAXCONNECTS, (long)kept_connections);
    ilk_curl.curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, request->is_fresh ? 1L : 0L);
    if (request->is_direct) ilk_curl.curl_easy_setopt(easy, CURLOPT_PROXY, "");
    ilk_curl.curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive_body);
    ilk_curl.curl_easy_setopt(easy, CURLOPT_WRITEDATA, transfer);
    ilk_curl.curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, receive_header);
    ilk_curl.curl_easy_setopt(easy, CURLOPT_HEADERDATA, transfer);
    ilk_curl.curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, check_stop);
    ilk_curl.curl_easy_setopt(easy, CURLOPT_XFERINFODATA, transfer);
    ilk_curl.curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 0L);
    set_method(easy, request);
}

ilk_http_outcome ilk_http_perform(
    ilk_http *http, const ilk_http_request *request, const ilk_http_stop *stop, ilk_http_reply *reply) {
    memset(reply, 0, sizeof *reply);
    struct transfer transfer = {.reply = reply, .stop = stop, .limit = request->limit};
    // An empty `Expect` header: with `Expect: 100-continue`, servers may delay the body.
    struct curl_slist *headers = ilk_curl.curl_slist_append(NULL, "Expect:");
    for (size_t index = 0; headers && index < request->header_count; index++) {
        struct curl_slist *longer = ilk_curl.curl_slist_append(headers, request->headers[index]);
        if (!longer) ilk_curl.curl_slist_free_all(headers);
        headers = longer;
    }
    if (!headers) return ilk_http_no_memory;
    set_up(http, request, &transfer);
    ilk_curl.curl_easy_setopt(http->easy, CURLOPT_HTTPHEADER, headers);
    http->error[0] = 0;
    CURLcode code = perform_without_sigpipe(http->easy);
    long status = 0;
    ilk_curl.curl_easy_getinfo(http->easy, CURLINFO_RESPONSE_CODE, &status);
    ilk_curl.curl_easy_setopt(http->easy, CURLOPT_HTTPHEADER, NULL);
    ilk_curl.curl_slist_free_all(headers);
    reply->status = (int)status;
    if (code != CURLE_OK) {
        const char *words = http->error[0] ? http->error : ilk_curl.curl_easy_strerror(code);
        strncpy(reply->message, words, sizeof reply->message - 1);
    }
    return outcome(code, &transfer);
}

#else

struct ilk_http {
    int unused;
};

bool ilk_http_is_available(void) { return false; }

ilk_http *ilk_http_open(void) { return NULL; }

void ilk_http_close(ilk_http *http) { free(http); }

ilk_http_outcome ilk_http_perform(
    ilk_http *http, const ilk_http_request *request, const ilk_http_stop *stop, ilk_http_reply *reply) {
    (void)http, (void)request, (void)stop;
    memset(reply, 0, sizeof *reply);
    return ilk_http_absent;
}

#endif
