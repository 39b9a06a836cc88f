#ifndef ILK_CGZIP_H
#define ILK_CGZIP_H

#include <stddef.h>

/// The result of unpacking.
typedef enum {
    ilk_gzip_whole = 0,
    /// The input is not valid gzip or is truncated.
    ilk_gzip_broken,
    /// The output exceeds the limit.
    ilk_gzip_too_large,
    ilk_gzip_no_memory,
} ilk_gzip_outcome;

/// Unpacks one gzip member (RFC 1952). The output buffer grows by doubling, up to the limit. Bytes after the
/// member are an error. The caller releases the output with `ilk_gzip_free`.
ilk_gzip_outcome ilk_gzip_unpack(
    const unsigned char *bytes, size_t count, size_t limit, unsigned char **unpacked, size_t *unpacked_count);

void ilk_gzip_free(unsigned char *unpacked);

/// Compression or decompression of one gzip member, step by step.
typedef struct ilk_gzip_stream ilk_gzip_stream;

/// Returns a decompression, or NULL if memory is short. The caller ends it with `ilk_gzip_end`.
ilk_gzip_stream *ilk_gzip_unpacker(void);

/// Returns a compression, which needs about 128 KiB, or NULL if memory is short.
ilk_gzip_stream *ilk_gzip_packer(void);

typedef enum {
    /// More input follows.
    ilk_gzip_more = 0,
    /// More input follows, but the output contains everything so far.
    ilk_gzip_flush,
    /// The input is the last.
    ilk_gzip_finish,
} ilk_gzip_end_of_input;

typedef enum {
    ilk_gzip_running = 0,
    /// The member is complete.
    ilk_gzip_ended,
    /// The input is not gzip, or memory is short.
    ilk_gzip_failed,
} ilk_gzip_state;

typedef struct {
    /// The numbers of bytes read from the input and written to the output.
    size_t read, written;
    ilk_gzip_state state;
} ilk_gzip_progress;

/// Reads input and writes output until one of them ends. Call it again while it fills the room.
ilk_gzip_progress ilk_gzip_step(
    ilk_gzip_stream *stream, const unsigned char *bytes, size_t count, ilk_gzip_end_of_input end,
    unsigned char *room, size_t size);

void ilk_gzip_end(ilk_gzip_stream *stream);

#endif
