#ifndef ILK_CGMIME_H
#define ILK_CGMIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// One message of MIME (RFC 2045-2049, 2047, 2231, 5322) from bytes into plain structs, through GMime 3. No type of GMime
// is named here. All text is UTF-8; what was not is replaced by U+FFFD, and a flag says so.

/// Bytes that somebody else owns; not ended by NUL.
typedef struct {
    const char *start;
    size_t length;
} ilk_mime_text;

/// Somebody's name and address; either may be empty.
typedef struct {
    ilk_mime_text name;
    ilk_mime_text address;
} ilk_mime_mailbox;

/// A part that is listed and never unpacked.
typedef struct {
    ilk_mime_text name;
    ilk_mime_text type;
    ilk_mime_text content_id;
    /// Its size when decoded, counted and not kept.
    int64_t size;
    bool is_inline;
} ilk_mime_attachment;

/// What had to be done to a message before it could be read.
enum {
    /// The header block was longer than the limit, or had more lines: the rest of it was left out.
    ILK_MIME_HEADER_CUT = 1,
    /// Parts nested deeper than the limit, or more of them than the limit: they are counted as skipped.
    ILK_MIME_PARTS_SKIPPED = 2,
    /// The text was longer than the limit.
    ILK_MIME_TEXT_CUT = 4,
    /// Bytes that the charset does not have were replaced.
    ILK_MIME_REPLACED = 8,
    /// A charset that nobody knows.
    ILK_MIME_UNKNOWN_CHARSET = 16,
    /// A field that may stand once stood twice; the first one counts.
    ILK_MIME_REPEATED_FIELD = 32,
    /// No field of a message was found.
    ILK_MIME_NO_HEADER = 64,
    /// More addresses or references than the limit.
    ILK_MIME_LIST_CUT = 128,
    /// A multipart's last boundary is missing, or its boundary is.
    ILK_MIME_BROKEN_MULTIPART = 256,
    /// A header field is longer than 128 KiB, or an address field has more than 1,000 groups or 2,000 commas: the rest of
    /// it was left out. 512 is taken by the mailbox's reader.
    ILK_MIME_FIELD_CUT = 1024,
};

/// A message. Good until the reader reads the next one.
typedef struct {
    ilk_mime_text message_id;
    ilk_mime_text subject;
    ilk_mime_text type;
    ilk_mime_text charset;
    /// `X-GM-THRID` and `X-Gmail-Labels` of Gmail's archives.
    ilk_mime_text gmail_thread;
    ilk_mime_text gmail_labels;
    /// `Status` and `X-Status` of Unix mailboxes, one behind the other.
    ilk_mime_text status;
    ilk_mime_text list_id;
    const ilk_mime_mailbox *from;
    size_t from_count;
    const ilk_mime_mailbox *to;
    size_t to_count;
    const ilk_mime_mailbox *cc;
    size_t cc_count;
    /// Of `References`, then of `In-Reply-To`, without angle brackets.
    const ilk_mime_text *references;
    size_t reference_count;
    /// Seconds since 1970-01-01T00:00:00Z.
    int64_t date;
    bool has_date;
    bool is_multipart;
    /// The text of the message as people read it: plain, and HTML as text where there is no plain one beside it.
    ilk_mime_text body;
    /// Whether some of the body was HTML.
    bool has_html;
    const ilk_mime_attachment *attachments;
    size_t attachment_count;
    size_t part_count;
    size_t skipped_part_count;
    uint32_t flags;
} ilk_mime_message;

/// What a message may have at most. What is more is left out, and flagged.
typedef struct {
    size_t header_bytes;
    size_t header_lines;
    size_t depth;
    size_t parts;
    size_t text_bytes;
    size_t addresses;
    size_t references;
} ilk_mime_limits;

/// 1 MiB and 10,000 lines of header, 64 levels, 10,000 parts, 4 MiB of text, 1,000 addresses a field, 200 references.
extern const ilk_mime_limits ilk_mime_usual_limits;

/// Working memory for one thread.
typedef struct ilk_mime_reader ilk_mime_reader;

/// Whether there is a reader at all: loads GMime and libxml2, the first time. False where they are not installed, and without
/// the trait `Mail`.
bool ilk_mime_is_available(void);

/// NULL when there is no memory, or no reader at all.
ilk_mime_reader *ilk_mime_reader_make(const ilk_mime_limits *limits);
void ilk_mime_reader_free(ilk_mime_reader *reader);

/// Reads one message. Never fails: what cannot be read is left out, and flagged. Linear in the length.
const ilk_mime_message *ilk_mime_read(ilk_mime_reader *reader, const uint8_t *bytes, size_t length);

#endif
