#ifndef ILK_CGZIP_H
#define ILK_CGZIP_H

#include <stddef.h>

/// The result of a decompression.
typedef enum {
    ilk_gzip_whole = 0,
    /// The input is not valid gzip or is truncated.
    ilk_gzip_broken,
    /// The output exceeds the limit.
    ilk_gzip_too_large,
    ilk_gzip_no_memory,
} ilk_gzip_outcome;

/// Decompresses one gzip member (RFC 1952). The output buffer grows by doubling, up to the limit. Bytes after
/// the member are an error. The caller releases the output with `ilk_gzip_free`.
ilk_gzip_outcome ilk_gzip_unpack(
    const unsigned char *bytes, size_t count, size_t limit, unsigned char **unpacked, size_t *unpacked_count);

void ilk_gzip_free(unsigned char *unpacked);

/// Compression or decompression of one gzip member, step by step.
typedef struct ilk_gzip_stream ilk_gzip_stream;

/// Returns a new decompression, or NULL if there is not enough memory. The caller releases it with
/// `ilk_gzip_end`.
ilk_gzip_stream *ilk_gzip_unpacker(void);

/// Returns a new compression, or NULL if there is not enough memory (about 128 KiB). The caller releases it
/// with `ilk_gzip_end`.
ilk_gzip_stream *ilk_gzip_packer(void);

typedef enum {
    /// More input follows.
    ilk_gzip_more = 0,
    /// More input follows, but all input so far must be written to the output now.
    ilk_gzip_flush,
    /// This is the last input.
    ilk_gzip_finish,
} ilk_gzip_end_of_input;

typedef enum {
    ilk_gzip_running = 0,
    /// The member is complete.
    ilk_gzip_ended,
    /// The input is not gzip, or there is not enough memory.
    ilk_gzip_failed,
} ilk_gzip_state;

typedef struct {
    /// The numbers of bytes read from the input and written to the output.
    size_t read, written;
    ilk_gzip_state state;
} ilk_gzip_progress;

/// Reads input and writes output until the input is used up or the output space is full. If the output space
/// is full, call the function again with new space.
ilk_gzip_progress ilk_gzip_step(
    ilk_gzip_stream *stream, const unsigned char *bytes, size_t count, ilk_gzip_end_of_input end,
    unsigned char *room, size_t size);

void ilk_gzip_end(ilk_gzip_stream *stream);

#endif
