#ifndef ILK_CGMIME_READER_H
#define ILK_CGMIME_READER_H

#include "cgmime.h"

#include <iconv.h>

// The declarations that the files of the parser share. A message points into memory blocks that belong to the
// reader. The blocks are reused for the next message.

typedef struct ilk_block {
    struct ilk_block *next;
    size_t used;
    size_t size;
    char bytes[];
} ilk_block;

/// A growable buffer.
typedef struct {
    char *bytes;
    size_t length;
    size_t capacity;
} ilk_bytes;

/// An open converter and the name of its charset.
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
    /// The masked copy of the message that GMime parses, if a copy was necessary (mask.c), and the positions
    /// of its encoded words.
    ilk_bytes masked;
    ilk_bytes words;
    /// The character that replaces the '?' of "=?" in the masked copy, or 0 if nothing is masked.
    char mark;
    /// The decoded bytes of adjacent encoded words (words.c).
    ilk_bytes run;
    ilk_converter converters[ILK_CONVERTERS];
    size_t converter_count;
    void *parser_options;
};

/// Allocates memory that is valid until the next message is parsed. Returns NULL if memory is exhausted.
void *ilk_keep(ilk_mime_reader *reader, size_t size);
/// Returns a copy of a text. The copy is valid until the next message is parsed.
ilk_mime_text ilk_keep_text(ilk_mime_reader *reader, const char *start, size_t length);
/// Returns a copy of a string that GMime parsed. The copy is unmasked and valid UTF-8.
ilk_mime_text ilk_keep_string(ilk_mime_reader *reader, const char *string);
/// Like `ilk_keep_string`, and decodes encoded words (RFC 2047, 2231).
ilk_mime_text ilk_keep_words(ilk_mime_reader *reader, const char *string);

/// Returns the message that GMime parses: the same bytes, or a copy in which header fields are limited and
/// encoded words are masked. Reduces `length` if the message has too many parts.
const char *ilk_mask(ilk_mime_reader *reader, const char *bytes, size_t *length, size_t header_end);

/// Reserves space for more bytes. Returns false if memory is exhausted.
bool ilk_reserve(ilk_bytes *bytes, size_t more);
bool ilk_append(ilk_bytes *bytes, const char *start, size_t length);

/// Returns the length of the longest valid UTF-8 prefix.
size_t ilk_utf8_prefix(const char *start, size_t length);
/// Converts text to UTF-8 and appends it. An empty charset means that no charset was declared.
void ilk_append_converted(
    ilk_mime_reader *reader, ilk_bytes *target, const char *charset, const char *start, size_t length);
/// True if text in a charset can be converted. The name is not terminated by NUL.
bool ilk_knows_charset(ilk_mime_reader *reader, const char *name, size_t length);
/// Appends HTML, converted to text.
void ilk_append_html(ilk_mime_reader *reader, ilk_bytes *target, const char *start, size_t length);

/// Traverses the parts of a GMimeMessage and sets body, attachments and counts.
void ilk_read_parts(ilk_mime_reader *reader, void *message, const uint8_t *bytes, size_t length);

#endif
