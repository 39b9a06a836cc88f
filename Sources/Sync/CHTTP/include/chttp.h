#ifndef ILK_CHTTP_H
#define ILK_CHTTP_H

#include <stdbool.h>
#include <stddef.h>

/// An HTTP client that performs one request at a time and reuses connections. Without the package trait
/// `Network`, every request fails.
typedef struct ilk_http ilk_http;

/// A flag that ends a request from another thread.
typedef struct ilk_http_stop ilk_http_stop;

/// The outcome of a request.
typedef enum {
    ilk_http_answered = 0,
    /// The program was built without the network.
    ilk_http_absent,
    /// The host does not exist or refuses connections. No data was sent.
    ilk_http_unreachable,
    /// The server's certificate is not trusted. No data was sent.
    ilk_http_distrusted,
    /// The deadline expired.
    ilk_http_late,
    /// The response exceeds the limit.
    ilk_http_too_large,
    /// The connection broke, or the response is not HTTP.
    ilk_http_broken,
    /// The scheme is not `http` or `https`.
    ilk_http_bad_address,
    ilk_http_stopped,
    ilk_http_no_memory,
} ilk_http_outcome;

/// A request. Strings end with NUL and are not retained.
typedef struct {
    const char *method;
    const char *url;
    /// Lines of the form `Name: value`.
    const char *const *headers;
    size_t header_count;
    const unsigned char *body;
    size_t body_count;
    /// The longest duration, in milliseconds.
    long deadline;
    /// The largest response body, in bytes.
    size_t limit;
    /// True to open a new connection. When the server has closed a reused connection, libcurl resends the
    /// request automatically, which requests that are not idempotent must avoid.
    bool is_fresh;
    /// True to bypass proxies.
    bool is_direct;
} ilk_http_request;

/// A response.
typedef struct {
    int status;
    /// The header lines of the last response, with their line ends.
    char *header;
    size_t header_count;
    unsigned char *body;
    size_t body_count;
    /// A message for people. May be empty.
    char message[256];
} ilk_http_reply;

bool ilk_http_is_available(void);

/// Creates a client. Returns NULL if memory or the network is missing.
ilk_http *ilk_http_open(void);

void ilk_http_close(ilk_http *http);

ilk_http_stop *ilk_http_stop_make(void);

/// Ends the request that was given this flag, at its next check. Thread-safe.
void ilk_http_stop_now(ilk_http_stop *stop);

void ilk_http_stop_free(ilk_http_stop *stop);

/// Performs a request and blocks the calling thread until it ends. Does not follow redirects, keep cookies or
/// ask for compression. The caller frees the reply with ilk_http_reply_free, whatever the outcome.
ilk_http_outcome ilk_http_perform(
    ilk_http *http, const ilk_http_request *request, const ilk_http_stop *stop, ilk_http_reply *reply);

void ilk_http_reply_free(ilk_http_reply *reply);

#endif
