#ifdef ILK_MAIL

#include "reader.h"

#include <string.h>
#include <strings.h>

// Decodes encoded words (RFC 2047), with the language of RFC 2231. GMime 3.2.13 decodes adjacent base64 words
// as one text, which ends at the first padding, so text is lost. Here each word is decoded separately. The
// decoded bytes of adjacent words with the same charset are converted together, because some programs split a
// character between words. A word that is malformed or has an unknown charset is left unchanged.

typedef struct {
    const char *charset;
    size_t charset_length;
    bool is_base64;
    const char *text;
    size_t length;
    const char *end;
} ilk_word;

static bool is_space(char byte) { return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n'; }

static int base64_value(char byte) {
    if (byte >= 'A' && byte <= 'Z') return byte - 'A';
    if (byte >= 'a' && byte <= 'z') return byte - 'a' + 26;
    if (byte >= '0' && byte <= '9') return byte - '0' + 52;
    return byte == '+' ? 62 : byte == '/' ? 63 : -1;
}

static int hex_value(char byte) {
    if (byte >= '0' && byte <= '9') return byte - '0';
    byte |= 0x20;
    return byte >= 'a' && byte <= 'f' ? byte - 'a' + 10 : -1;
}

/// True if the text has only base64 characters and encodes whole bytes.
static bool is_base64(const ilk_word *word) {
    size_t letters = 0;
    for (size_t at = 0; at < word->length; at++) {
        char byte = word->text[at];
        if (base64_value(byte) >= 0) letters++;
        // Padding must complete a group of four letters.
        else if (byte == '=') letters = (letters + 3) & ~(size_t)3;
        else if (!is_space(byte)) return false;
    }
    return letters % 4 != 1;
}

/// Parses the encoded word that begins with a "=?". The total time for all words of a text is linear, because
/// a base64 word contains no '?', and a quoted-printable word that was scanned to its end is valid.
static bool read_word(const char *at, const char *end, ilk_word *word) {
    enum { LONGEST_CHARSET = 64 };
    word->charset = at += 2;
    while (at < end && at - word->charset < LONGEST_CHARSET && *at > ' ' && *at < 0x7F && *at != '?') at++;
    if (end - at < 5 || at[0] != '?' || at[2] != '?') return false;
    const char *language = memchr(word->charset, '*', (size_t)(at - word->charset));
    word->charset_length = (size_t)((language ? language : at) - word->charset);
    char encoding = at[1] | 0x20;
    if (!word->charset_length || (encoding != 'b' && encoding != 'q')) return false;
    word->is_base64 = encoding == 'b';
    word->text = at += 3;
    while ((at = memchr(at, '?', (size_t)(end - at)))) {
        if (at + 1 < end && at[1] == '=') break;
        if (word->is_base64) return false;
        at++;
    }
    if (!at) return false;
    word->length = (size_t)(at - word->text);
    word->end = at + 2;
    return !word->is_base64 || is_base64(word);
}

static void append_base64(ilk_bytes *target, const ilk_word *word) {
    unsigned bits = 0;
    int count = 0;
    for (size_t at = 0; at < word->length; at++) {
        int value = base64_value(word->text[at]);
        // Padding ends a group of four. Another group may follow.
        if (word->text[at] == '=') count = 0;
        if (value < 0) continue;
        // Each letter adds six bits. Each letter of a group except the first one completes a byte.
        bits = bits << 6 | (unsigned)value;
        if (++count % 4 == 1) continue;
        char byte = (char)(bits >> (6 - 2 * ((count - 1) % 4)));
        ilk_append(target, &byte, 1);
    }
}

static void append_quoted(ilk_bytes *target, const ilk_word *word) {
    for (size_t at = 0; at < word->length; at++) {
        char byte = word->text[at];
        bool is_hex = byte == '=' && at + 2 < word->length && hex_value(word->text[at + 1]) >= 0
            && hex_value(word->text[at + 2]) >= 0;
        if (is_hex) {
            byte = (char)(hex_value(word->text[at + 1]) << 4 | hex_value(word->text[at + 2]));
            at += 2;
        } else if (byte == '_') {
            byte = ' ';
        }
        ilk_append(target, &byte, 1);
    }
}

/// Converts the bytes that were decoded since the last call, and appends them to the target.
static void flush(ilk_mime_reader *reader, ilk_bytes *target, const ilk_word *last) {
    char charset[64] = "";
    memcpy(charset, last->charset, last->charset_length);
    ilk_append_converted(reader, target, charset, reader->run.bytes, reader->run.length);
    reader->run.length = 0;
}

/// True if the charset of the word can be converted. A word with raw 8-bit bytes is invalid, but is accepted
/// if its charset is UTF-8.
static bool is_known(ilk_mime_reader *reader, const ilk_word *word) {
    bool is_utf = strncasecmp(word->charset, "utf", 3) == 0;
    for (size_t at = 0; at < word->length && !is_utf; at++)
        if (word->text[at] & 0x80) return false;
    return ilk_knows_charset(reader, word->charset, word->charset_length);
}

static bool is_same_charset(const ilk_word *one, const ilk_word *other) {
    return one->charset_length == other->charset_length
        && strncasecmp(one->charset, other->charset, one->charset_length) == 0;
}

/// Decodes and appends the word at a position and the words that follow it directly. A word with an unknown
/// charset is appended unchanged.
///
/// - Returns: The end of the last word, or the position if no word begins there.
static const char *append_run(ilk_mime_reader *reader, ilk_bytes *target, const char *at, const char *end) {
    ilk_word word, last;
    bool has_last = false;
    const char *after = at;
    while (end - at > 2 && at[0] == '=' && at[1] == '?' && read_word(at, end, &word)) {
        if (!is_known(reader, &word)) {
            if (has_last) break;
            ilk_append(target, at, (size_t)(word.end - at));
            return word.end;
        }
        if (has_last && !is_same_charset(&last, &word)) flush(reader, target, &last);
        (word.is_base64 ? append_base64 : append_quoted)(&reader->run, &word);
        last = word;
        has_last = true;
        at = after = word.end;
        while (at < end && is_space(*at)) at++;
    }
    if (has_last) flush(reader, target, &last);
    return after;
}

ilk_mime_text ilk_keep_words(ilk_mime_reader *reader, const char *string) {
    ilk_mime_text text = ilk_keep_string(reader, string);
    const char *end = text.start + text.length;
    const char *last = NULL;
    for (const char *at = text.start; (at = memchr(at, '?', (size_t)(end - at))); at++)
        if (at + 1 < end && at[1] == '=') last = at;
    if (!last) return text;
    ilk_bytes *target = &reader->converted;
    target->length = 0;
    reader->run.length = 0;
    const char *at = text.start;
    // No encoded word ends after the last "?=", so the rest is ordinary text.
    while (at < last) {
        const char *mark = memchr(at, '=', (size_t)(last - at));
        if (!mark) break;
        ilk_append(target, at, (size_t)(mark - at));
        at = append_run(reader, target, mark, end);
        if (at > mark) continue;
        ilk_append(target, mark, 1);
        at = mark + 1;
    }
    ilk_append(target, at, (size_t)(end - at));
    return ilk_keep_text(reader, target->bytes, target->length);
}

#endif
