#ifdef ILK_MAIL

#include "library.h"
#include "reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char replacement[] = "\xEF\xBF\xBD";

size_t ilk_utf8_prefix(const char *start, size_t length) {
    const unsigned char *bytes = (const unsigned char *)start;
    size_t at = 0;
    while (at < length) {
        // Skip eight ASCII bytes at a time. ASCII bytes do not have the high bit set.
        while (at + 8 <= length) {
            uint64_t word;
            memcpy(&word, bytes + at, 8);
            if (word & 0x8080808080808080u) break;
            at += 8;
        }
        if (at >= length) break;
        unsigned char lead = bytes[at];
        if (lead < 0x80) {
            at += 1;
            continue;
        }
        size_t count = lead >= 0xC2 && lead < 0xE0 ? 2 : lead >= 0xE0 && lead < 0xF0 ? 3 : lead >= 0xF0 && lead < 0xF5 ? 4 : 0;
        if (!count || at + count > length) return at;
        for (size_t index = 1; index < count; index++)
            if ((bytes[at + index] & 0xC0) != 0x80) return at;
        unsigned char second = bytes[at + 1];
        // Reject overlong forms, surrogates and scalars above U+10FFFF.
        if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) || (lead == 0xF0 && second < 0x90)
            || (lead == 0xF4 && second > 0x8F))
            return at;
        at += count;
    }
    return at;
}

static void append_repaired(ilk_mime_reader *reader, ilk_bytes *target, const char *start, size_t length) {
    while (length) {
        size_t good = ilk_utf8_prefix(start, length);
        ilk_append(target, start, good);
        if (good == length) return;
        reader->message.flags |= ILK_MIME_REPLACED;
        ilk_append(target, replacement, 3);
        start += good + 1;
        length -= good + 1;
        while (length && ((unsigned char)*start & 0xC0) == 0x80) {
            start++;
            length--;
        }
    }
}

static ilk_converter *converter(ilk_mime_reader *reader, const char *charset) {
    for (size_t index = 0; index < reader->converter_count; index++)
        if (strcasecmp(reader->converters[index].name, charset) == 0) return &reader->converters[index];
    if (reader->converter_count == ILK_CONVERTERS) {
        ilk_converter *last = &reader->converters[--reader->converter_count];
        if (last->is_known) iconv_close(last->converter);
    }
    ilk_converter *fresh = &reader->converters[reader->converter_count++];
    strncpy(fresh->name, charset, sizeof fresh->name - 1);
    fresh->name[sizeof fresh->name - 1] = 0;
    const char *name = ilk_gmime.g_mime_charset_iconv_name(fresh->name);
    fresh->converter = iconv_open("UTF-8", name ? name : fresh->name);
    fresh->is_known = fresh->converter != (iconv_t)-1;
    return fresh;
}

static bool is_unicode(const char *charset) {
    return !*charset || strcasecmp(charset, "utf-8") == 0 || strcasecmp(charset, "us-ascii") == 0
        || strcasecmp(charset, "utf8") == 0 || strcasecmp(charset, "ascii") == 0
        || strncasecmp(charset, "ansi_x3.4", 9) == 0;
}

bool ilk_knows_charset(ilk_mime_reader *reader, const char *name, size_t length) {
    char charset[sizeof reader->converters[0].name];
    if (!length || length >= sizeof charset) return false;
    memcpy(charset, name, length);
    charset[length] = 0;
    return is_unicode(charset) || converter(reader, charset)->is_known;
}

static void convert(ilk_mime_reader *reader, ilk_bytes *target, iconv_t converter, char *from, size_t left) {
    iconv(converter, NULL, NULL, NULL, NULL);
    while (left) {
        if (!ilk_reserve(target, 4 * (left < 4096 ? left : 4096) + 64)) return;
        char *to = target->bytes + target->length;
        size_t room = target->capacity - target->length;
        size_t result = iconv(converter, &from, &left, &to, &room);
        target->length = (size_t)(to - target->bytes);
        if (result != (size_t)-1 || errno == E2BIG) continue;
        // The converter stopped at an invalid sequence, or at a character that is incomplete at the end of
        // the text.
        reader->message.flags |= ILK_MIME_REPLACED;
        ilk_append(target, replacement, 3);
        if (errno == EINVAL || !left) return;
        from++;
        left--;
    }
}

void ilk_append_converted(
    ilk_mime_reader *reader, ilk_bytes *target, const char *charset, const char *start, size_t length
) {
    if (!length) return;
    if (is_unicode(charset)) {
        size_t good = ilk_utf8_prefix(start, length);
        if (good == length || strncasecmp(charset, "utf", 3) == 0) {
            append_repaired(reader, target, start, length);
            return;
        }
        // If the charset is not declared and the bytes are not UTF-8, the charset is most often Windows-1252.
        reader->message.flags |= ILK_MIME_REPLACED;
        charset = "windows-1252";
    }
    ilk_converter *found = converter(reader, charset);
    if (!found->is_known) {
        reader->message.flags |= ILK_MIME_UNKNOWN_CHARSET;
        if (ilk_utf8_prefix(start, length) == length) {
            ilk_append(target, start, length);
            return;
        }
        found = converter(reader, "windows-1252");
        if (!found->is_known) {
            append_repaired(reader, target, start, length);
            return;
        }
    }
    convert(reader, target, found->converter, (char *)start, length);
}

#endif
