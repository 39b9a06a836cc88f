#include "cgzip.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

enum { first_room = 64 * 1024, window_of_gzip_only = 15 + 16 };

/// A window of 16 KiB and a small hash table limit memory, because a server compresses many responses at the
/// same time.
enum { level = 5, window_of_packer = 14 + 16, memory_of_packer = 7 };

/// Enlarges the buffer, up to one byte more than the limit. If that byte is filled, the output exceeds the
/// limit.
static unsigned char *grown(unsigned char *room, size_t *size, size_t limit) {
    size_t wanted = *size ? *size * 2 : first_room;
    if (wanted > limit + 1) wanted = limit + 1;
    unsigned char *larger = realloc(room, wanted);
    if (larger) *size = wanted;
    return larger;
}

ilk_gzip_outcome ilk_gzip_unpack(
    const unsigned char *bytes, size_t count, size_t limit, unsigned char **unpacked, size_t *unpacked_count) {
    *unpacked = NULL;
    *unpacked_count = 0;
    z_stream stream = {0};
    if (count > UINT_MAX || limit >= UINT_MAX) return ilk_gzip_too_large;
    if (inflateInit2(&stream, window_of_gzip_only) != Z_OK) return ilk_gzip_no_memory;
    stream.next_in = (unsigned char *)bytes;
    stream.avail_in = (unsigned int)count;
    unsigned char *room = NULL;
    size_t size = 0;
    ilk_gzip_outcome outcome = ilk_gzip_broken;
    int code = Z_OK;
    while (code == Z_OK) {
        size_t filled = stream.total_out;
        if (filled > limit) break;
        if (filled == size) {
            unsigned char *larger = grown(room, &size, limit);
            if (!larger) {
                outcome = ilk_gzip_no_memory;
                break;
            }
            room = larger;
        }
        stream.next_out = room + filled;
        stream.avail_out = (unsigned int)(size - filled);
        code = inflate(&stream, Z_NO_FLUSH);
    }
    if (stream.total_out > limit) outcome = ilk_gzip_too_large;
    else if (code == Z_STREAM_END && stream.avail_in == 0) outcome = ilk_gzip_whole;
    else if (code == Z_MEM_ERROR) outcome = ilk_gzip_no_memory;
    size_t filled = stream.total_out;
    inflateEnd(&stream);
    if (outcome != ilk_gzip_whole) {
        free(room);
        return outcome;
    }
    *unpacked = room;
    *unpacked_count = filled;
    return outcome;
}

void ilk_gzip_free(unsigned char *unpacked) { free(unpacked); }

struct ilk_gzip_stream {
    z_stream zlib;
    int packs;
};

ilk_gzip_stream *ilk_gzip_unpacker(void) {
    ilk_gzip_stream *stream = calloc(1, sizeof *stream);
    if (stream && inflateInit2(&stream->zlib, window_of_gzip_only) == Z_OK) return stream;
    free(stream);
    return NULL;
}

ilk_gzip_stream *ilk_gzip_packer(void) {
    ilk_gzip_stream *stream = calloc(1, sizeof *stream);
    if (!stream) return NULL;
    stream->packs = 1;
    int code = deflateInit2(
        &stream->zlib, level, Z_DEFLATED, window_of_packer, memory_of_packer, Z_DEFAULT_STRATEGY);
    if (code == Z_OK) return stream;
    free(stream);
    return NULL;
}

ilk_gzip_progress ilk_gzip_step(
    ilk_gzip_stream *stream, const unsigned char *bytes, size_t count, ilk_gzip_end_of_input end,
    unsigned char *room, size_t size) {
    static const int flushes[] = {Z_NO_FLUSH, Z_SYNC_FLUSH, Z_FINISH};
    z_stream *zlib = &stream->zlib;
    size_t given = count < UINT_MAX ? count : UINT_MAX;
    size_t free_room = size < UINT_MAX ? size : UINT_MAX;
    zlib->next_in = (unsigned char *)bytes;
    zlib->avail_in = (unsigned int)given;
    zlib->next_out = room;
    zlib->avail_out = (unsigned int)free_room;
    int code = stream->packs ? deflate(zlib, flushes[end]) : inflate(zlib, Z_NO_FLUSH);
    ilk_gzip_progress progress = {given - zlib->avail_in, free_room - zlib->avail_out, ilk_gzip_running};
    if (code == Z_STREAM_END) progress.state = ilk_gzip_ended;
    // If there is no input or no free output space, nothing can be done yet. This is not an error.
    else if (code != Z_OK && code != Z_BUF_ERROR) progress.state = ilk_gzip_failed;
    return progress;
}

void ilk_gzip_end(ilk_gzip_stream *stream) {
    if (!stream) return;
    if (stream->packs) deflateEnd(&stream->zlib);
    else inflateEnd(&stream->zlib);
    free(stream);
}
