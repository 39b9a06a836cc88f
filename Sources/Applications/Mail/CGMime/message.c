#ifdef ILK_MAIL

#include "library.h"
#include "reader.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

const ilk_mime_limits ilk_mime_usual_limits = {
    .header_bytes = 1 << 20,
    .header_lines = 10000,
    .depth = 64,
    .parts = 10000,
    .text_bytes = 4 << 20,
    .addresses = 1000,
    .references = 200,
};

bool ilk_mime_is_available(void) { return ilk_mime_load(); }

ilk_mime_reader *ilk_mime_reader_make(const ilk_mime_limits *limits) {
    ilk_mime_reader *reader = ilk_mime_load() ? calloc(1, sizeof *reader) : NULL;
    if (!reader) return NULL;
    reader->limits = *limits;
    GMimeParserOptions *options = ilk_gmime.g_mime_parser_options_new();
    const char *fallback[] = {"utf-8", "windows-1252", NULL};
    ilk_gmime.g_mime_parser_options_set_fallback_charsets(options, fallback);
    reader->parser_options = options;
    return reader;
}

static void forget(ilk_mime_reader *reader) {
    // Keep one memory block for the next message.
    while (reader->blocks && reader->blocks->next) {
        ilk_block *next = reader->blocks->next;
        free(reader->blocks);
        reader->blocks = next;
    }
    if (reader->blocks) reader->blocks->used = 0;
    memset(&reader->message, 0, sizeof reader->message);
    reader->mark = 0;
    ilk_bytes *buffers[] = {
        &reader->body, &reader->decoded, &reader->converted, &reader->html, &reader->cut, &reader->masked,
        &reader->words, &reader->run};
    for (size_t index = 0; index < sizeof buffers / sizeof *buffers; index++) {
        buffers[index]->length = 0;
        if (buffers[index]->capacity < 16u << 20) continue;
        free(buffers[index]->bytes);
        *buffers[index] = (ilk_bytes){NULL, 0, 0};
    }
}

void ilk_mime_reader_free(ilk_mime_reader *reader) {
    if (!reader) return;
    forget(reader);
    free(reader->blocks);
    free(reader->body.bytes);
    free(reader->decoded.bytes);
    free(reader->converted.bytes);
    free(reader->html.bytes);
    free(reader->cut.bytes);
    free(reader->masked.bytes);
    free(reader->words.bytes);
    free(reader->run.bytes);
    for (size_t index = 0; index < reader->converter_count; index++)
        if (reader->converters[index].is_known) iconv_close(reader->converters[index].converter);
    ilk_gmime.g_mime_parser_options_free(reader->parser_options);
    free(reader);
}

/// Returns the end of the header, including its blank line. If the header exceeds a limit, sets `cut` to the
/// end of the permitted part, otherwise to 0.
static size_t header_end(ilk_mime_reader *reader, const char *bytes, size_t length, size_t *cut) {
    size_t at = 0;
    size_t lines = 0;
    *cut = 0;
    while (at < length) {
        const char *feed = memchr(bytes + at, '\n', length - at);
        size_t next = feed ? (size_t)(feed - bytes) + 1 : length;
        bool is_blank = bytes[at] == '\n' || (bytes[at] == '\r' && next - at == 2);
        if (is_blank) return next;
        lines++;
        if (!*cut && (lines > reader->limits.header_lines || next > reader->limits.header_bytes))
            *cut = lines > reader->limits.header_lines ? at : reader->limits.header_bytes;
        at = next;
    }
    return length;
}

static bool is_a(void *instance, size_t type) { return instance && ilk_gmime.g_type_check_instance_is_a(instance, type); }

static ilk_mime_mailbox mailbox(ilk_mime_reader *reader, InternetAddress *address) {
    const char *name = ilk_gmime.internet_address_get_name(address);
    const char *place = is_a(address, ilk_gmime.internet_address_mailbox_get_type())
        ? ilk_gmime.internet_address_mailbox_get_addr((InternetAddressMailbox *)address)
        : NULL;
    return (ilk_mime_mailbox){ilk_keep_words(reader, name), ilk_keep_string(reader, place)};
}

static const ilk_mime_mailbox *mailboxes(ilk_mime_reader *reader, InternetAddressList *list, size_t *count) {
    *count = 0;
    int length = list ? ilk_gmime.internet_address_list_length(list) : 0;
    if (length <= 0) return NULL;
    size_t most = reader->limits.addresses;
    // Add the members of the group. Groups cannot be nested.
    size_t total = 0;
    for (int index = 0; index < length && total <= most; index++) {
        InternetAddress *address = ilk_gmime.internet_address_list_get_address(list, index);
        InternetAddressList *members = is_a(address, ilk_gmime.internet_address_group_get_type())
            ? ilk_gmime.internet_address_group_get_members((InternetAddressGroup *)address)
            : NULL;
        total += members ? (size_t)ilk_gmime.internet_address_list_length(members) : 1;
    }
    if (total > most) {
        reader->message.flags |= ILK_MIME_LIST_CUT;
        total = most;
    }
    ilk_mime_mailbox *found = total ? ilk_keep(reader, total * sizeof *found) : NULL;
    if (!found) return NULL;
    for (int index = 0; index < length && *count < total; index++) {
        InternetAddress *address = ilk_gmime.internet_address_list_get_address(list, index);
        if (!is_a(address, ilk_gmime.internet_address_group_get_type())) {
            found[(*count)++] = mailbox(reader, address);
            continue;
        }
        InternetAddressList *members = ilk_gmime.internet_address_group_get_members((InternetAddressGroup *)address);
        int size = ilk_gmime.internet_address_list_length(members);
        for (int member = 0; member < size && *count < total; member++)
            found[(*count)++] = mailbox(reader, ilk_gmime.internet_address_list_get_address(members, member));
    }
    return found;
}

/// Adds the ids that a header value contains in angle brackets.
static void add_references(ilk_mime_reader *reader, const char *value) {
    ilk_mime_message *message = &reader->message;
    if (!value) return;
    size_t length = strlen(value);
    size_t most = reader->limits.references;
    if (!message->references) message->references = ilk_keep(reader, most * sizeof(ilk_mime_text));
    ilk_mime_text *references = (ilk_mime_text *)message->references;
    if (!references) return;
    const char *end = value + length;
    while (value < end) {
        const char *open = memchr(value, '<', (size_t)(end - value));
        if (!open) return;
        const char *close = memchr(open, '>', (size_t)(end - open));
        if (!close) return;
        value = close + 1;
        size_t size = (size_t)(close - open - 1);
        if (!size || size > 998 || memchr(open + 1, '<', size)) continue;
        if (message->reference_count == most) {
            // If there are too many ids, keep the first ids, which began the thread, and the last id, which
            // is replied to.
            message->flags |= ILK_MIME_LIST_CUT;
            message->reference_count--;
        }
        references[message->reference_count++] = ilk_keep_text(reader, open + 1, size);
    }
}

typedef struct {
    const char *id, *subject, *references, *reply, *thread, *labels, *status, *more_status, *mozilla_status, *list;
    int dates, senders;
} ilk_fields;

static void take_once(ilk_mime_reader *reader, const char **field, GMimeHeader *header) {
    if (*field) reader->message.flags |= ILK_MIME_REPEATED_FIELD;
    else *field = ilk_gmime.g_mime_header_get_value(header);
    if (!*field) *field = "";
}

static void take(ilk_mime_reader *reader, ilk_fields *fields, GMimeHeader *header) {
    const char *name = ilk_gmime.g_mime_header_get_name(header);
    switch (name[0] | 0x20) {
    case 'm':
        if (strcasecmp(name, "Message-Id") == 0) take_once(reader, &fields->id, header);
        break;
    case 's':
        if (strcasecmp(name, "Subject") == 0) take_once(reader, &fields->subject, header);
        else if (strcasecmp(name, "Status") == 0) fields->status = ilk_gmime.g_mime_header_get_value(header);
        break;
    case 'r':
        if (strcasecmp(name, "References") == 0) take_once(reader, &fields->references, header);
        break;
    case 'i':
        if (strcasecmp(name, "In-Reply-To") == 0) take_once(reader, &fields->reply, header);
        break;
    case 'd':
        if (strcasecmp(name, "Date") == 0 && fields->dates++) reader->message.flags |= ILK_MIME_REPEATED_FIELD;
        break;
    case 'f':
        if (strcasecmp(name, "From") == 0 && fields->senders++) reader->message.flags |= ILK_MIME_REPEATED_FIELD;
        break;
    case 'l':
        if (strcasecmp(name, "List-Id") == 0) fields->list = ilk_gmime.g_mime_header_get_value(header);
        break;
    case 'x':
        if (strcasecmp(name, "X-GM-THRID") == 0) fields->thread = ilk_gmime.g_mime_header_get_value(header);
        else if (strcasecmp(name, "X-Gmail-Labels") == 0) fields->labels = ilk_gmime.g_mime_header_get_value(header);
        else if (strcasecmp(name, "X-Status") == 0) fields->more_status = ilk_gmime.g_mime_header_get_value(header);
        else if (strcasecmp(name, "X-Mozilla-Status") == 0) fields->mozilla_status = ilk_gmime.g_mime_header_get_value(header);
        break;
    default:
        break;
    }
}

/// Appends the letters for the bits of X-Mozilla-Status, a hexadecimal number: read, flagged, deleted.
static void add_mozilla_status(char *status, const char *bits) {
    unsigned long set = strtoul(bits, NULL, 16);
    if (set & 0x1) strcat(status, "R");
    if (set & 0x4) strcat(status, "F");
    if (set & 0x8) strcat(status, "X");
}

static void read_header(ilk_mime_reader *reader, GMimeMessage *parsed) {
    ilk_mime_message *message = &reader->message;
    ilk_fields fields;
    memset(&fields, 0, sizeof fields);
    GMimeHeaderList *headers = ilk_gmime.g_mime_object_get_header_list((GMimeObject *)parsed);
    int count = ilk_gmime.g_mime_header_list_get_count(headers);
    for (int index = 0; index < count; index++) take(reader, &fields, ilk_gmime.g_mime_header_list_get_header_at(headers, index));
    if (!count) message->flags |= ILK_MIME_NO_HEADER;
    // If a field is repeated, the first one is used; GMime would use the last one.
    char *id = fields.id && *fields.id ? ilk_gmime.g_mime_utils_decode_message_id(fields.id) : NULL;
    message->message_id = ilk_keep_string(reader, id);
    ilk_gmime.g_free(id);
    message->subject = ilk_keep_words(reader, fields.subject);
    message->list_id = ilk_keep_words(reader, fields.list);
    message->gmail_thread = ilk_keep_string(reader, fields.thread);
    message->gmail_labels = ilk_keep_words(reader, fields.labels);
    char status[72] = "";
    if (fields.status) strncat(status, fields.status, 31);
    if (fields.more_status) strncat(status, fields.more_status, 31);
    if (fields.mozilla_status) add_mozilla_status(status, fields.mozilla_status);
    message->status = ilk_keep_string(reader, status);
    add_references(reader, fields.references);
    add_references(reader, fields.reply);
    message->from = mailboxes(reader, ilk_gmime.g_mime_message_get_from(parsed), &message->from_count);
    message->to = mailboxes(reader, ilk_gmime.g_mime_message_get_to(parsed), &message->to_count);
    message->cc = mailboxes(reader, ilk_gmime.g_mime_message_get_cc(parsed), &message->cc_count);
    GDateTime *date = ilk_gmime.g_mime_message_get_date(parsed);
    message->has_date = date != NULL;
    if (date) message->date = ilk_gmime.g_date_time_to_unix(date);
}

static void read_type(ilk_mime_reader *reader, GMimeMessage *parsed) {
    GMimeObject *object = ilk_gmime.g_mime_message_get_mime_part(parsed);
    GMimeContentType *type = object ? ilk_gmime.g_mime_object_get_content_type(object) : NULL;
    if (!type) return;
    char *name = ilk_gmime.g_mime_content_type_get_mime_type(type);
    reader->message.type = ilk_keep_string(reader, name);
    ilk_gmime.g_free(name);
    reader->message.charset = ilk_keep_string(reader, ilk_gmime.g_mime_content_type_get_parameter(type, "charset"));
}

/// Replaces CRLF and CR by LF, and NUL by a space.
static void tidy(ilk_bytes *body) {
    if (!body->length) return;
    bool has_return = memchr(body->bytes, '\r', body->length) != NULL;
    if (!has_return && !memchr(body->bytes, 0, body->length)) return;
    size_t to = 0;
    for (size_t from = 0; from < body->length; from++) {
        char byte = body->bytes[from];
        if (byte == '\r') {
            if (from + 1 < body->length && body->bytes[from + 1] == '\n') continue;
            byte = '\n';
        }
        body->bytes[to++] = byte ? byte : ' ';
    }
    body->length = to;
}

const ilk_mime_message *ilk_mime_read(ilk_mime_reader *reader, const uint8_t *bytes, size_t length) {
    forget(reader);
    ilk_mime_message *message = &reader->message;
    size_t cut = 0;
    size_t end = header_end(reader, (const char *)bytes, length, &cut);
    if (cut) {
        message->flags |= ILK_MIME_HEADER_CUT;
        ilk_append(&reader->cut, (const char *)bytes, cut);
        ilk_append(&reader->cut, "\n\n", cut && bytes[cut - 1] == '\n' ? 1 : 2);
        ilk_append(&reader->cut, (const char *)bytes + end, length - end);
        bytes = (const uint8_t *)reader->cut.bytes;
        length = reader->cut.length;
    }
    const char *masked = ilk_mask(reader, (const char *)bytes, &length, cut ? cut : end);
    GByteArray array = {.data = (uint8_t *)masked, .len = (unsigned)(length < UINT32_MAX ? length : UINT32_MAX)};
    GMimeStream *stream = ilk_gmime.g_mime_stream_mem_new();
    ilk_gmime.g_mime_stream_mem_set_owner((GMimeStreamMem *)stream, false);
    ilk_gmime.g_mime_stream_mem_set_byte_array((GMimeStreamMem *)stream, &array);
    GMimeParser *parser = ilk_gmime.g_mime_parser_new_with_stream(stream);
    ilk_gmime.g_mime_parser_set_persist_stream(parser, true);
    GMimeMessage *parsed = ilk_gmime.g_mime_parser_construct_message(parser, reader->parser_options);
    if (parsed) {
        read_header(reader, parsed);
        read_type(reader, parsed);
        ilk_read_parts(reader, parsed, bytes, array.len);
        tidy(&reader->body);
        ilk_gmime.g_object_unref(parsed);
    } else {
        message->flags |= ILK_MIME_NO_HEADER;
    }
    ilk_gmime.g_object_unref(parser);
    ilk_gmime.g_object_unref(stream);
    message->body = (ilk_mime_text){reader->body.bytes ? reader->body.bytes : "", reader->body.length};
    if (!message->attachments) message->attachment_count = 0;
    return message;
}

#endif
