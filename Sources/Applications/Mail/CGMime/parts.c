#ifdef ILK_MAIL

#include "library.h"
#include "reader.h"

#include <string.h>
#include <strings.h>

// The parts are traversed with an explicit stack. With recursion, a sender could exhaust the stack with
// nested parts.

enum { DEEPEST = 64 };

static bool is_a(void *instance, size_t type) { return instance && ilk_gmime.g_type_check_instance_is_a(instance, type); }

typedef struct {
    GMimeMultipart *multipart;
    int next;
    int count;
    bool is_alternative;
    /// True if one of its parts is plain text that is not blank.
    bool has_plain;
} ilk_level;

typedef struct {
    ilk_mime_reader *reader;
    const char *bytes;
    size_t length;
    size_t capacity;
} ilk_walk;

static ilk_mime_text content(ilk_walk *walk, GMimePart *part) {
    GMimeDataWrapper *wrapper = ilk_gmime.g_mime_part_get_content(part);
    GMimeStream *stream = wrapper ? ilk_gmime.g_mime_data_wrapper_get_stream(wrapper) : NULL;
    if (!stream) return (ilk_mime_text){"", 0};
    int64_t start = stream->bound_start;
    int64_t end = stream->bound_end < 0 ? (int64_t)walk->length : stream->bound_end;
    if (start < 0 || end > (int64_t)walk->length || start > end) return (ilk_mime_text){"", 0};
    return (ilk_mime_text){walk->bytes + start, (size_t)(end - start)};
}

static bool is_encoded(unsigned encoding) {
    return encoding == ILK_ENCODING_BASE64 || encoding == ILK_ENCODING_QUOTED_PRINTABLE
        || encoding == ILK_ENCODING_UUENCODE;
}

/// Returns the number of '=' that are missing at the end of an encoded text. GMime decodes base64 only in
/// complete groups of four letters, where '=' counts as a letter.
static size_t missing_padding(unsigned encoding, ilk_mime_text raw) {
    if (encoding != ILK_ENCODING_BASE64) return 0;
    size_t count = 0;
    for (size_t at = 0; at < raw.length; at++) {
        unsigned char byte = (unsigned char)raw.start[at];
        unsigned char letter = byte | 0x20;
        count += (letter >= 'a' && letter <= 'z') || (byte >= '0' && byte <= '9') || byte == '+' || byte == '/'
            || byte == '=';
    }
    return count % 4 < 2 ? 0 : 4 - count % 4;
}

/// Returns the decoded size of a part. The part is decoded chunk by chunk into one small buffer.
static int64_t decoded_size(ilk_walk *walk, GMimePart *part) {
    ilk_mime_text raw = content(walk, part);
    unsigned encoding = ilk_gmime.g_mime_part_get_content_encoding(part);
    if (!is_encoded(encoding)) return (int64_t)raw.length;
    GMimeEncoding state;
    ilk_gmime.g_mime_encoding_init_decode(&state, encoding);
    ilk_bytes *scratch = &walk->reader->decoded;
    scratch->length = 0;
    int64_t size = 0;
    for (size_t at = 0; at < raw.length;) {
        size_t step = raw.length - at < 32768 ? raw.length - at : 32768;
        if (!ilk_reserve(scratch, ilk_gmime.g_mime_encoding_outlen(&state, step) + 64)) return size;
        size += (int64_t)ilk_gmime.g_mime_encoding_step(&state, raw.start + at, step, scratch->bytes);
        at += step;
    }
    size_t padding = missing_padding(encoding, raw);
    if (!ilk_reserve(scratch, ilk_gmime.g_mime_encoding_outlen(&state, padding) + 64)) return size;
    return size + (int64_t)ilk_gmime.g_mime_encoding_flush(&state, "==", padding, scratch->bytes);
}

static ilk_mime_text decoded(ilk_walk *walk, GMimePart *part) {
    ilk_mime_reader *reader = walk->reader;
    ilk_mime_text raw = content(walk, part);
    size_t most = 4 * reader->limits.text_bytes;
    if (raw.length > most) {
        raw.length = most;
        reader->message.flags |= ILK_MIME_TEXT_CUT;
    }
    unsigned encoding = ilk_gmime.g_mime_part_get_content_encoding(part);
    if (!is_encoded(encoding)) return raw;
    GMimeEncoding state;
    ilk_gmime.g_mime_encoding_init_decode(&state, encoding);
    reader->decoded.length = 0;
    if (!ilk_reserve(&reader->decoded, ilk_gmime.g_mime_encoding_outlen(&state, raw.length) + 64)) return (ilk_mime_text){"", 0};
    size_t size = ilk_gmime.g_mime_encoding_step(&state, raw.start, raw.length, reader->decoded.bytes);
    size += ilk_gmime.g_mime_encoding_flush(
        &state, "==", missing_padding(encoding, raw), reader->decoded.bytes + size);
    return (ilk_mime_text){reader->decoded.bytes, size};
}

static void append_text(ilk_walk *walk, GMimePart *part, bool is_html) {
    ilk_mime_reader *reader = walk->reader;
    ilk_bytes *body = &reader->body;
    if (body->length >= reader->limits.text_bytes) {
        reader->message.flags |= ILK_MIME_TEXT_CUT;
        return;
    }
    if (body->length && body->bytes[body->length - 1] != '\n') ilk_append(body, "\n", 1);
    ilk_mime_text text = decoded(walk, part);
    const char *charset = ilk_gmime.g_mime_object_get_content_type_parameter((GMimeObject *)part, "charset");
    if (is_html) {
        reader->html.length = 0;
        ilk_append_converted(reader, &reader->html, charset ? charset : "", text.start, text.length);
        ilk_append_html(reader, body, reader->html.bytes ? reader->html.bytes : "", reader->html.length);
        reader->message.has_html = true;
    } else {
        ilk_append_converted(reader, body, charset ? charset : "", text.start, text.length);
    }
    if (body->length <= reader->limits.text_bytes) return;
    reader->message.flags |= ILK_MIME_TEXT_CUT;
    body->length = ilk_utf8_prefix(body->bytes, reader->limits.text_bytes);
}

static void add_attachment(ilk_walk *walk, ilk_mime_attachment attachment) {
    ilk_mime_message *message = &walk->reader->message;
    if (message->attachment_count == walk->capacity) {
        size_t capacity = walk->capacity ? 4 * walk->capacity : 8;
        ilk_mime_attachment *grown = ilk_keep(walk->reader, capacity * sizeof *grown);
        if (!grown) return;
        if (message->attachment_count)
            memcpy(grown, message->attachments, message->attachment_count * sizeof *grown);
        message->attachments = grown;
        walk->capacity = capacity;
    }
    ((ilk_mime_attachment *)message->attachments)[message->attachment_count++] = attachment;
}

static ilk_mime_text type_name(ilk_mime_reader *reader, GMimeObject *object) {
    GMimeContentType *type = ilk_gmime.g_mime_object_get_content_type(object);
    char *name = type ? ilk_gmime.g_mime_content_type_get_mime_type(type) : NULL;
    ilk_mime_text kept = ilk_keep_string(reader, name);
    ilk_gmime.g_free(name);
    return kept;
}

static void list(ilk_walk *walk, GMimeObject *object, const char *name, int64_t size) {
    GMimeContentDisposition *disposition = ilk_gmime.g_mime_object_get_content_disposition(object);
    add_attachment(walk, (ilk_mime_attachment){
        .name = ilk_keep_words(walk->reader, name),
        .type = type_name(walk->reader, object),
        .content_id = ilk_keep_string(walk->reader, ilk_gmime.g_mime_object_get_content_id(object)),
        .size = size,
        .is_inline = !disposition || !ilk_gmime.g_mime_content_disposition_is_attachment(disposition)});
}

static bool is_blank(const char *start, size_t length) {
    for (size_t at = 0; at < length; at++)
        if (!start[at] || !strchr(" \t\r\n\f\v", start[at])) return false;
    return true;
}

/// Appends a text part to the body, unless a `multipart/alternative` around it already has plain text.
static void read_text(ilk_walk *walk, GMimePart *part, bool is_plain, ilk_level *levels, size_t depth) {
    for (size_t at = 0; at < depth; at++)
        if (levels[at].is_alternative && levels[at].has_plain) return;
    GMimeContentType *type = ilk_gmime.g_mime_object_get_content_type((GMimeObject *)part);
    ilk_bytes *body = &walk->reader->body;
    size_t start = body->length;
    append_text(walk, part, !is_plain && ilk_gmime.g_mime_content_type_is_type(type, "text", "html"));
    if (!is_plain || !depth || body->length <= start) return;
    if (!is_blank(body->bytes + start, body->length - start)) levels[depth - 1].has_plain = true;
}

static void leaf(ilk_walk *walk, GMimeObject *object, ilk_level *levels, size_t depth) {
    if (is_a(object, ilk_gmime.g_mime_message_part_get_type())) {
        GMimeMessage *inner = ilk_gmime.g_mime_message_part_get_message((GMimeMessagePart *)object);
        ssize_t size = 0;
        if (inner) {
            GMimeStream *nothing = ilk_gmime.g_mime_stream_null_new();
            size = ilk_gmime.g_mime_object_write_to_stream((GMimeObject *)inner, NULL, nothing);
            ilk_gmime.g_object_unref(nothing);
        }
        list(walk, object, inner ? ilk_gmime.g_mime_message_get_subject(inner) : NULL, size);
        return;
    }
    if (!is_a(object, ilk_gmime.g_mime_part_get_type())) {
        walk->reader->message.skipped_part_count++;
        return;
    }
    GMimePart *part = (GMimePart *)object;
    GMimeContentType *type = ilk_gmime.g_mime_object_get_content_type(object);
    GMimeContentDisposition *disposition = ilk_gmime.g_mime_object_get_content_disposition(object);
    bool is_attached = disposition && ilk_gmime.g_mime_content_disposition_is_attachment(disposition);
    bool is_text = type && ilk_gmime.g_mime_content_type_is_type(type, "text", "*");
    bool is_plain = type && ilk_gmime.g_mime_content_type_is_type(type, "text", "plain");
    // An invalid type such as 'text' means plain text (RFC 2045, 5.2).
    const char *field = ilk_gmime.g_mime_object_get_header(object, "Content-Type");
    if (!is_text && field && !strchr(field, '/')) is_text = is_plain = true;
    if (is_attached || !is_text) {
        list(walk, object, ilk_gmime.g_mime_part_get_filename(part), decoded_size(walk, part));
        return;
    }
    read_text(walk, part, is_plain, levels, depth);
}

void ilk_read_parts(ilk_mime_reader *reader, void *parsed, const uint8_t *bytes, size_t length) {
    ilk_walk walk = {.reader = reader, .bytes = (const char *)bytes, .length = length};
    ilk_mime_message *message = &reader->message;
    GMimeObject *object = ilk_gmime.g_mime_message_get_mime_part(parsed);
    ilk_level levels[DEEPEST];
    size_t depth = 0;
    size_t deepest = reader->limits.depth < DEEPEST ? reader->limits.depth : DEEPEST;
    message->is_multipart = object && is_a(object, ilk_gmime.g_mime_multipart_get_type());
    while (object) {
        message->part_count++;
        if (message->part_count > reader->limits.parts) {
            message->flags |= ILK_MIME_PARTS_SKIPPED;
            message->skipped_part_count++;
            break;
        }
        if (!is_a(object, ilk_gmime.g_mime_multipart_get_type())) {
            leaf(&walk, object, levels, depth);
        } else if (depth == deepest) {
            message->flags |= ILK_MIME_PARTS_SKIPPED;
            message->skipped_part_count++;
        } else {
            GMimeMultipart *multipart = (GMimeMultipart *)object;
            GMimeContentType *type = ilk_gmime.g_mime_object_get_content_type(object);
            if (!ilk_gmime.g_mime_object_get_content_type_parameter(object, "boundary"))
                message->flags |= ILK_MIME_BROKEN_MULTIPART;
            levels[depth++] = (ilk_level){
                .multipart = multipart, .count = ilk_gmime.g_mime_multipart_get_count(multipart),
                .is_alternative = type && ilk_gmime.g_mime_content_type_is_type(type, "multipart", "alternative")};
        }
        object = NULL;
        while (depth && !object) {
            ilk_level *level = &levels[depth - 1];
            if (level->next < level->count) {
                object = ilk_gmime.g_mime_multipart_get_part(level->multipart, level->next++);
            } else {
                depth--;
                // In a `multipart/alternative`, a nested part that contains plain text counts as the plain
                // alternative.
                if (depth && level->has_plain) levels[depth - 1].has_plain = true;
            }
        }
    }
}

#endif
