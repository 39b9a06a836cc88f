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

#endif
