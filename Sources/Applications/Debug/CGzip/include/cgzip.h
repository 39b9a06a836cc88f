#ifndef ILK_CGZIP_H
#define ILK_CGZIP_H

#include <stddef.h>

/// How it ended.
typedef enum {
    ilk_gzip_whole = 0,
    /// It is no gzip, or it is cut off.
    ilk_gzip_broken,
    /// It would be larger than was allowed.
    ilk_gzip_too_large,
    ilk_gzip_no_memory,
} ilk_gzip_outcome;

/// Unpacks one member of gzip (RFC 1952). Memory is asked for as it fills, never more than twice what there is and never
/// beyond the limit; bytes behind the member make it broken. What comes out is to be let go of with `ilk_gzip_free`.
ilk_gzip_outcome ilk_gzip_unpack(
    const unsigned char *bytes, size_t count, size_t limit, unsigned char **unpacked, size_t *unpacked_count);

void ilk_gzip_free(unsigned char *unpacked);

#endif
