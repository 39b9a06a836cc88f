#ifndef ILK_CGMIME_READER_H
#define ILK_CGMIME_READER_H

#include "cgmime.h"

#include <iconv.h>

// What the parts of the reader share. Everything that a message's structs point at lies in blocks that the reader owns
// and uses again.

typedef struct ilk_block {
    struct ilk_block *next;
    size_t used;
    size_t size;
    char bytes[];
} ilk_block;

/// Bytes that grow.
typedef struct {
    char *bytes;
    size_t length;
    size_t capacity;
} ilk_bytes;

/// Converters that were opened, by their charset's name.
typedef struct {
    char name[40];
    iconv_t converter;
    bool is_known;
} ilk_converter;

enum { ILK_CONVERTERS = 16 };

struct ilk_mime_reader {
    ilk_mime_limits limits;
    ilk_mime_message message;
    ilk_block *blocks;
    ilk_bytes body;
    ilk_bytes decoded;
    ilk_bytes converted;
    ilk_bytes html;
    ilk_bytes cut;
    /// What GMime parses, where it is not the message itself (mask.c), and where its encoded words begin.
    ilk_bytes masked;
    ilk_bytes words;
    /// What stands behind '=' in the masked copy instead of '?'; 0 when nothing is masked.
    char mark;
    /// The bytes of a run of encoded words (words.c).
    ilk_bytes run;
    ilk_converter converters[ILK_CONVERTERS];
    size_t converter_count;
    void *parser_options;
};

/// Memory until the next message; NULL when there is none.
void *ilk_keep(ilk_mime_reader *reader, size_t size);
/// A copy until the next message.
ilk_mime_text ilk_keep_text(ilk_mime_reader *reader, const char *start, size_t length);
/// A copy of a string of C from the masked copy, as UTF-8 without the bytes that are none.
ilk_mime_text ilk_keep_string(ilk_mime_reader *reader, const char *string);
/// The same with its encoded words (RFC 2047, 2231) decoded.
ilk_mime_text ilk_keep_words(ilk_mime_reader *reader, const char *string);

/// The message as GMime is to parse it: of the same length, its header fields bounded, its encoded words masked. Shortens
/// the length of a message with too many parts.
const char *ilk_mask(ilk_mime_reader *reader, const char *bytes, size_t *length, size_t header_end);

/// Makes room for so many more bytes. False when there is no memory.
bool ilk_reserve(ilk_bytes *bytes, size_t more);
bool ilk_append(ilk_bytes *bytes, const char *start, size_t length);

/// The length of the well-formed UTF-8 that a stretch begins with.
size_t ilk_utf8_prefix(const char *start, size_t length);
/// Appends text of a charset as UTF-8; an empty name is a charset that nobody named.
void ilk_append_converted(
    ilk_mime_reader *reader, ilk_bytes *target, const char *charset, const char *start, size_t length);
/// Whether text of a charset can be converted. The name is not ended by NUL.
bool ilk_knows_charset(ilk_mime_reader *reader, const char *name, size_t length);
/// Appends HTML as text.
void ilk_append_html(ilk_mime_reader *reader, ilk_bytes *target, const char *start, size_t length);

/// Walks the parts of a GMimeMessage: fills body, attachments, counts.
void ilk_read_parts(ilk_mime_reader *reader, void *message, const uint8_t *bytes, size_t length);

#endif
