#ifndef ILK_CHTTP_H
#define ILK_CHTTP_H

#include <stdbool.h>
#include <stddef.h>

/// A client of HTTP: one request at a time, over connections that are kept. Without the trait `Network` there is none of
/// it, and every request fails.
typedef struct ilk_http ilk_http;

/// By which a request is ended from another thread.
typedef struct ilk_http_stop ilk_http_stop;

/// Why there is no answer.
typedef enum {
    ilk_http_answered = 0,
    /// The program was built without the network.
    ilk_http_absent,
    /// There is no such host, or nobody there takes the connection. Nothing was sent.
    ilk_http_unreachable,
    /// The server cannot show who it is. Nothing was sent.
    ilk_http_distrusted,
    /// The time ran out.
    ilk_http_late,
    /// The answer is larger than was allowed.
    ilk_http_too_large,
    /// The connection ended early, or what came is no HTTP.
    ilk_http_broken,
    /// The address is none of `http` or `https`.
    ilk_http_bad_address,
    ilk_http_stopped,
    ilk_http_no_memory,
} ilk_http_outcome;

/// A request. Texts end with NUL and are not kept.
typedef struct {
    const char *method;
    const char *url;
    /// Lines `Name: value`.
    const char *const *headers;
    size_t header_count;
    const unsigned char *body;
    size_t body_count;
    /// How long all of it may take, in milliseconds.
    long deadline;
    /// How many bytes an answer may have.
    size_t limit;
    /// Whether a new connection is to be made. One that was kept may be closed by the server at any moment, and then the
    /// library sends the request again by itself: not to be had where twice is once too often.
    bool is_fresh;
    /// Whether no proxy is to be asked.
    bool is_direct;
} ilk_http_request;

/// An answer.
typedef struct {
    int status;
    /// The lines of the last header, each with its end.
    char *header;
    size_t header_count;
    unsigned char *body;
    size_t body_count;
    /// In words, for people; empty when there is nothing to say.
    char message[256];
} ilk_http_reply;

bool ilk_http_is_available(void);

/// A client; NULL when there is no memory, or no network.
ilk_http *ilk_http_open(void);

void ilk_http_close(ilk_http *http);

ilk_http_stop *ilk_http_stop_make(void);

/// Ends the request that the stop was given to, at the next occasion. May be called from any thread.
void ilk_http_stop_now(ilk_http_stop *stop);

void ilk_http_stop_free(ilk_http_stop *stop);

/// Makes a request and blocks the calling thread until it has ended. No redirect is followed, no cookie is kept, no
/// compression is asked for. The reply is to be let go of, whatever the outcome.
ilk_http_outcome ilk_http_perform(
    ilk_http *http, const ilk_http_request *request, const ilk_http_stop *stop, ilk_http_reply *reply);

void ilk_http_reply_free(ilk_http_reply *reply);

#endif
