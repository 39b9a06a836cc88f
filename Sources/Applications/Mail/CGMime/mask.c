#ifdef ILK_MAIL

#include "reader.h"

#include <string.h>
#include <strings.h>

// Header fields are limited before GMime parses them. GMime's address parser recurses for each ':' of a field
// and rescans the rest of a phrase for each ','; 42,000 nested groups overflow the stack. GMime's decoder of
// encoded words copies charset names onto the stack. Therefore GMime does not parse the message itself but a
// copy of the same length. In the copy, the part of a field that exceeds a limit is replaced by a NUL and
// spaces. Encoded words are masked: "=?" becomes '=' and another character, so that GMime does not decode
// them. They are decoded by words.c.
//
// Every line that looks like a header field is treated as one, even in a body, because parts and enclosed
// messages also have headers. The text of bodies is not affected, because bodies are read from the original
// bytes.

enum {
    /// The maximum length of a field: 1,000 addresses of 130 bytes.
    MOST_FIELD = 1 << 17,
    /// The maximum number of groups, one for each of 1,000 addresses. The limit bounds GMime's recursion.
    MOST_COLONS = 1000,
    /// The maximum number of commas, two for each of 1,000 addresses, because quoted names may contain
    /// commas.
    MOST_COMMAS = 2000,
};

typedef enum {
    /// A line that is left unchanged.
    KIND_NONE,
    /// Encoded words in the field are masked.
    KIND_MASKED,
    /// In addition, the length of the field is limited.
    KIND_BOUNDED,
    /// In addition, the numbers of groups and commas are limited.
    KIND_ADDRESSES,
    /// The length of the field is limited. The field of a multipart is not masked, because its boundary must
    /// equal lines of the body.
    KIND_TYPE,
} field_kind;

static const struct {
    const char *name;
    field_kind kind;
} fields[] = {
    {"from", KIND_ADDRESSES},      {"to", KIND_ADDRESSES},          {"cc", KIND_ADDRESSES},
    {"bcc", KIND_ADDRESSES},       {"sender", KIND_ADDRESSES},      {"reply-to", KIND_ADDRESSES},
    {"subject", KIND_BOUNDED},     {"date", KIND_BOUNDED},          {"message-id", KIND_BOUNDED},
    {"list-id", KIND_BOUNDED},     {"status", KIND_BOUNDED},        {"x-status", KIND_BOUNDED},
    {"x-gm-thrid", KIND_BOUNDED},  {"x-gmail-labels", KIND_BOUNDED}, {"references", KIND_MASKED},
    {"in-reply-to", KIND_MASKED},  {"content-type", KIND_TYPE},     {"x-mozilla-status", KIND_BOUNDED},
};

/// The characters that can replace the '?' in "=?". Like '?', all of them are allowed in atoms (RFC 5322).
static const char marks[] = "^~|`{}!#$%&*";

typedef struct {
    ilk_mime_reader *reader;
    const char *bytes;
    size_t length;
    field_kind kind;
    /// The start of the current field's value.
    size_t start;
    size_t colons;
    size_t commas;
    /// If `is_cut`, the start of the text that exceeds the limit and is not yet blank.
    size_t cut;
    bool is_cut;
    bool is_multipart;
    /// The total size of the values of all address fields.
    size_t addresses;
    /// True if the message has parts with headers.
    bool has_parts;
    size_t header_end;
    /// A bit for each character of `marks` that follows a '=' in a field. Such a character cannot be used for
    /// masking.
    unsigned used;
    size_t multiparts;
} ilk_scan;

static field_kind kind_of(const char *name, size_t length) {
    for (size_t index = 0; index < sizeof fields / sizeof *fields; index++)
        if (strlen(fields[index].name) == length && strncasecmp(name, fields[index].name, length) == 0)
            return fields[index].kind;
    return length > 8 && strncasecmp(name, "content-", 8) == 0 ? KIND_BOUNDED : KIND_NONE;
}

/// Returns the kind of the field in a line and stores the start of its value.
static field_kind field(const char *bytes, size_t line, size_t end, size_t *value) {
    size_t at = line;
    // The longest known name, Content-Transfer-Encoding, has 25 characters.
    while (at < end && at - line < 40 && bytes[at] > ' ' && bytes[at] != ':') at++;
    size_t length = at - line;
    while (at < end && (bytes[at] == ' ' || bytes[at] == '\t')) at++;
    *value = at + 1;
    return length && at < end && bytes[at] == ':' ? kind_of(bytes + line, length) : KIND_NONE;
}

/// Returns the copy of the message, and creates the copy if necessary. Returns NULL if memory is exhausted.
static char *copy(ilk_scan *scan) {
    ilk_bytes *masked = &scan->reader->masked;
    if (!masked->length && !ilk_append(masked, scan->bytes, scan->length)) return NULL;
    return masked->bytes;
}

/// Overwrites the text that exceeds the limit of a field with spaces, up to the end of a line.
static void blank(ilk_scan *scan, size_t end) {
    char *bytes = copy(scan);
    if (bytes && end > scan->cut) memset(bytes + scan->cut, ' ', end - scan->cut);
    scan->cut = end;
}

static void cut(ilk_scan *scan, size_t at, size_t end) {
    // Keep the end of the last line of the field, because some parsers treat a line of spaces as the end of
    // the header.
    while (at > scan->start && (scan->bytes[at - 1] == '\n' || scan->bytes[at - 1] == '\r')) at--;
    scan->is_cut = true;
    scan->cut = at;
    char *bytes = copy(scan);
    if (!bytes) return;
    // The NUL ends the value for GMime. Without the NUL, GMime would scan the spaces again for each address.
    bytes[at] = 0;
    scan->cut = at + 1;
    if (at < scan->header_end || scan->has_parts) scan->reader->message.flags |= ILK_MIME_FIELD_CUT;
    blank(scan, end);
}

/// Stores the positions of encoded words.
static void find_words(ilk_scan *scan, size_t from, size_t end) {
    // This limit bounds the memory. Further encoded words are not masked, so GMime decodes them.
    enum { MOST_WORDS = 1 << 20 };
    const char *bytes = scan->bytes;
    ilk_bytes *words = &scan->reader->words;
    for (size_t at = from; at + 1 < end; at++) {
        const char *equals = memchr(bytes + at, '=', end - 1 - at);
        if (!equals) return;
        at = (size_t)(equals - bytes);
        const char *mark = bytes[at + 1] ? strchr(marks, bytes[at + 1]) : NULL;
        if (mark) scan->used |= 1u << (mark - marks);
        size_t place = at + 1;
        if (bytes[place] == '?' && words->length < MOST_WORDS * sizeof place)
            ilk_append(words, (const char *)&place, sizeof place);
    }
}

/// Scans a line of a field, starting at its value.
static void read_line(ilk_scan *scan, size_t from, size_t end) {
    if (scan->is_cut) {
        blank(scan, end);
        return;
    }
    if (!scan->is_multipart) find_words(scan, from, end);
    if (scan->kind == KIND_MASKED) return;
    size_t limit = scan->start + MOST_FIELD;
    if (scan->kind == KIND_ADDRESSES) {
        size_t left = scan->reader->limits.header_bytes - scan->addresses;
        if (from + left < limit) limit = from + left;
        for (size_t at = from; at < end && at < limit; at++) {
            scan->colons += scan->bytes[at] == ':';
            scan->commas += scan->bytes[at] == ',';
            if (scan->colons > MOST_COLONS || scan->commas > MOST_COMMAS) limit = at;
        }
        scan->addresses += end - from < left ? end - from : left;
    }
    if (end > limit) cut(scan, limit > from ? limit : from, end);
}

static bool mentions(const char *line, size_t length, const char *word) {
    size_t count = strlen(word);
    for (size_t at = 0; at + count <= length; at++)
        if ((line[at] | 0x20) == word[0] && strncasecmp(line + at, word, count) == 0) return true;
    return false;
}

static void scan_line(ilk_scan *scan, size_t line, size_t end) {
    const char *bytes = scan->bytes;
    size_t from = line;
    if (bytes[line] != ' ' && bytes[line] != '\t') {
        scan->kind = field(bytes, line, end, &from);
        scan->start = from;
        scan->colons = scan->commas = 0;
        scan->is_cut = scan->is_multipart = false;
    }
    if (scan->kind == KIND_NONE) return;
    if (from > end) from = end;
    if (scan->kind == KIND_TYPE) {
        bool is_multipart = mentions(bytes + from, end - from, "multipart/");
        if (is_multipart) scan->multiparts++;
        if (is_multipart) scan->is_multipart = true;
        if (is_multipart || mentions(bytes + from, end - from, "message/")) scan->has_parts = true;
    }
    read_line(scan, from, end);
}

static void mask_words(ilk_scan *scan) {
    ilk_mime_reader *reader = scan->reader;
    const size_t *places = (const size_t *)reader->words.bytes;
    size_t count = reader->words.length / sizeof *places;
    char *bytes = count ? copy(scan) : NULL;
    if (!bytes) return;
    // If ordinary text contains all of these characters after '=', the last character is used anyway.
    size_t free_mark = 0;
    while (marks[free_mark + 1] && scan->used & 1u << free_mark) free_mark++;
    reader->mark = marks[free_mark];
    for (size_t index = 0; index < count; index++)
        if (bytes[places[index]] == '?') bytes[places[index]] = reader->mark;
}

const char *ilk_mask(ilk_mime_reader *reader, const char *bytes, size_t *length, size_t header_end) {
    // GMime's time for a part grows with the number of open boundaries. Ordinary messages have few.
    enum { MULTIPARTS = 512 };
    ilk_scan scan = {.reader = reader, .bytes = bytes, .length = *length, .header_end = header_end};
    size_t boundaries = 0;
    for (size_t at = 0; at < *length;) {
        const char *feed = memchr(bytes + at, '\n', *length - at);
        size_t next = feed ? (size_t)(feed - bytes) + 1 : *length;
        size_t end = feed ? next - 1 : next;
        if (end > at && bytes[end - 1] == '\r') end--;
        if (end - at > 2 && bytes[at] == '-' && bytes[at + 1] == '-') {
            boundaries++;
            scan.kind = KIND_NONE;
        } else if (end > at) {
            scan_line(&scan, at, end);
        } else {
            scan.kind = KIND_NONE;
        }
        // Lines that begin with hyphens can be boundaries, but only if there is a multipart.
        if (scan.multiparts > MULTIPARTS || (scan.multiparts && boundaries > 2 * reader->limits.parts)) {
            reader->message.flags |= ILK_MIME_PARTS_SKIPPED;
            reader->message.skipped_part_count++;
            *length = at;
        }
        at = next;
    }
    mask_words(&scan);
    return reader->masked.length ? reader->masked.bytes : bytes;
}

#endif
