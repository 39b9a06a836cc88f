#ifdef ILK_MAIL

#include "reader.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 16 };

void *ilk_keep(ilk_mime_reader *reader, size_t size) {
    // Round up to a multiple of 16, so that each allocation is aligned for pointers.
    size = (size + 15) & ~(size_t)15;
    ilk_block *block = reader->blocks;
    if (!block || block->size - block->used < size) {
        size_t room = size > BLOCK ? size : BLOCK;
        ilk_block *fresh = malloc(sizeof(ilk_block) + room);
        if (!fresh) return NULL;
        fresh->next = block;
        fresh->used = 0;
        fresh->size = room;
        reader->blocks = block = fresh;
    }
    void *place = block->bytes + block->used;
    block->used += size;
    return place;
}

ilk_mime_text ilk_keep_text(ilk_mime_reader *reader, const char *start, size_t length) {
    char *copy = length ? ilk_keep(reader, length) : NULL;
    if (!copy) return (ilk_mime_text){"", 0};
    memcpy(copy, start, length);
    return (ilk_mime_text){copy, length};
}

ilk_mime_text ilk_keep_string(ilk_mime_reader *reader, const char *string) {
    if (!string) return (ilk_mime_text){"", 0};
    size_t length = strlen(string);
    ilk_mime_text kept;
    if (ilk_utf8_prefix(string, length) == length) {
        kept = ilk_keep_text(reader, string, length);
    } else {
        reader->converted.length = 0;
        ilk_append_converted(reader, &reader->converted, "", string, length);
        kept = ilk_keep_text(reader, reader->converted.bytes, reader->converted.length);
    }
    if (!reader->mark) return kept;
    for (size_t at = 0; at + 1 < kept.length; at++)
        if (kept.start[at] == '=' && kept.start[at + 1] == reader->mark) ((char *)kept.start)[at + 1] = '?';
    return kept;
}

bool ilk_reserve(ilk_bytes *bytes, size_t more) {
    size_t wanted = bytes->length + more;
    if (wanted <= bytes->capacity) return true;
    size_t capacity = bytes->capacity ? bytes->capacity : 4096;
    while (capacity < wanted) capacity *= 2;
    char *grown = realloc(bytes->bytes, capacity);
    if (!grown) return false;
    bytes->bytes = grown;
    bytes->capacity = capacity;
    return true;
}

bool ilk_append(ilk_bytes *bytes, const char *start, size_t length) {
    if (!length) return true;
    if (!ilk_reserve(bytes, length)) return false;
    memcpy(bytes->bytes + bytes->length, start, length);
    bytes->length += length;
    return true;
}

#endif
