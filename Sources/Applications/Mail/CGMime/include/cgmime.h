#ifndef ILK_CGMIME_H
#define ILK_CGMIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A parser of MIME messages (RFC 2045-2049, 2047, 2231, 5322) based on GMime 3. It returns plain structs and
// exposes no type of GMime. All text is UTF-8. Invalid bytes are replaced by U+FFFD, and a flag is set.

/// A text in memory that belongs to the reader. The text is not terminated by NUL.
typedef struct {
    const char *start;
    size_t length;
} ilk_mime_text;

/// A name and a mail address. Either may be empty.
typedef struct {
    ilk_mime_text name;
    ilk_mime_text address;
} ilk_mime_mailbox;

/// The description of an attached part. The content of the part is not kept.
typedef struct {
    ilk_mime_text name;
    ilk_mime_text type;
    ilk_mime_text content_id;
    /// The size in bytes after decoding.
    int64_t size;
    bool is_inline;
} ilk_mime_attachment;

/// The defects of a message. The parser reports them and continues.
enum {
    /// The header exceeds the limit for bytes or lines. The rest of the header was ignored.
    ILK_MIME_HEADER_CUT = 1,
    /// The parts exceed the limit for depth or number. Excess parts were skipped and counted.
    ILK_MIME_PARTS_SKIPPED = 2,
    /// The text exceeds the limit and was truncated.
    ILK_MIME_TEXT_CUT = 4,
    /// Byte sequences that are invalid in the charset were replaced.
    ILK_MIME_REPLACED = 8,
    /// The charset is unknown.
    ILK_MIME_UNKNOWN_CHARSET = 16,
    /// A header field that must be unique occurs more than once. The first one is used.
    ILK_MIME_REPEATED_FIELD = 32,
    /// No header field was found.
    ILK_MIME_NO_HEADER = 64,
    /// The number of addresses or references exceeds the limit.
    ILK_MIME_LIST_CUT = 128,
    /// A multipart has no boundary parameter.
    ILK_MIME_BROKEN_MULTIPART = 256,
    /// A header field exceeds 128 KiB, or an address field has more than 1,000 groups or 2,000 commas. The
    /// rest of the field was ignored. The value 512 is reserved for the mailbox reader.
    ILK_MIME_FIELD_CUT = 1024,
};

/// A parsed message. It is valid until the reader parses the next message.
typedef struct {
    ilk_mime_text message_id;
    ilk_mime_text subject;
    ilk_mime_text type;
    ilk_mime_text charset;
    /// The fields `X-GM-THRID` and `X-Gmail-Labels`, which occur in Gmail's archives.
    ilk_mime_text gmail_thread;
    ilk_mime_text gmail_labels;
    /// The letters of the fields `Status` and `X-Status` (Unix mailboxes), followed by a letter for each bit
    /// of `X-Mozilla-Status`.
    ilk_mime_text status;
    ilk_mime_text list_id;
    const ilk_mime_mailbox *from;
    size_t from_count;
    const ilk_mime_mailbox *to;
    size_t to_count;
    const ilk_mime_mailbox *cc;
    size_t cc_count;
    /// The ids in `References`, followed by the ids in `In-Reply-To`, without angle brackets.
    const ilk_mime_text *references;
    size_t reference_count;
    /// Seconds since 1970-01-01T00:00:00Z.
    int64_t date;
    bool has_date;
    bool is_multipart;
    /// The text of the message: its plain text, and the HTML parts without a plain alternative, converted to
    /// text.
    ilk_mime_text body;
    /// True if a part of the body is HTML.
    bool has_html;
    const ilk_mime_attachment *attachments;
    size_t attachment_count;
    size_t part_count;
    size_t skipped_part_count;
    uint32_t flags;
} ilk_mime_message;

/// The limits for a message. Content that exceeds a limit is left out, and a flag is set.
typedef struct {
    size_t header_bytes;
    size_t header_lines;
    size_t depth;
    size_t parts;
    size_t text_bytes;
    size_t addresses;
    size_t references;
} ilk_mime_limits;

/// 1 MiB and 10,000 lines of header, 64 levels, 10,000 parts, 4 MiB of text, 1,000 addresses per field, 200
/// references.
extern const ilk_mime_limits ilk_mime_usual_limits;

/// The working memory of a parser. Only one thread at a time may use it.
typedef struct ilk_mime_reader ilk_mime_reader;

/// Loads GMime and libxml2 on the first call. Returns false if they are not installed or the program was
/// built without the trait `Mail`.
bool ilk_mime_is_available(void);

/// Creates a reader. Returns NULL if memory is exhausted or the libraries are not available.
ilk_mime_reader *ilk_mime_reader_make(const ilk_mime_limits *limits);
void ilk_mime_reader_free(ilk_mime_reader *reader);

/// Parses a message in time linear in its length. Parsing never fails: parts that cannot be parsed are left
/// out, and a flag is set.
const ilk_mime_message *ilk_mime_read(ilk_mime_reader *reader, const uint8_t *bytes, size_t length);

#endif
