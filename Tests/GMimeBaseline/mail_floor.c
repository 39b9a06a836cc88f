#define _GNU_SOURCE

#include "gmime_baseline.h"

#ifdef ILK_MAIL

#include "cgmime.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// What an import costs without anything around it: the same parser, the same tables, triggers and indexes.

typedef struct {
    char *id, *subject, *address, *name, *recipients, *snippet, *folded, *body;
    const char *source;
    size_t source_length;
    uint64_t hashes[32];
    int hash_count;
    int64_t date;
    int64_t row;
} message;

typedef struct {
    sqlite3 *database;
    sqlite3_stmt *find, *known, *thread, *reference, *email, *source, *label, *words, *trigrams;
    int64_t written;
} writer;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static uint64_t hash(ilk_mime_text text) {
    uint64_t hash = 0xCBF29CE484222325u;
    for (size_t index = 0; index < text.length; index++) hash = (hash ^ (uint8_t)text.start[index]) * 0x100000001B3u;
    return hash;
}

static char *copy(ilk_mime_text text) { return strndup(text.length ? text.start : "", text.length); }

static char *list(const ilk_mime_mailbox *boxes, size_t count) {
    size_t room = 1;
    for (size_t index = 0; index < count; index++) room += boxes[index].name.length + boxes[index].address.length + 2;
    char *text = calloc(room, 1), *end = text;
    for (size_t index = 0; index < count; index++) {
        end = mempcpy(end, boxes[index].name.start, boxes[index].name.length);
        *end++ = 0x1F;
        end = mempcpy(end, boxes[index].address.start, boxes[index].address.length);
        *end++ = 0x1E;
    }
    return text;
}

static char *snippet(ilk_mime_text body) {
    char *text = calloc(202, 1);
    size_t length = 0;
    for (size_t at = 0; at < body.length && length < 200; at++) {
        bool is_space = (uint8_t)body.start[at] <= 0x20;
        if (is_space && (!length || text[length - 1] == ' ')) continue;
        text[length++] = is_space ? ' ' : body.start[at];
    }
    return text;
}

static message read_one(ilk_mime_reader *reader, const char *start, size_t length) {
    const ilk_mime_message *found = ilk_mime_read(reader, (const uint8_t *)start, length);
    message one = {.source = start, .source_length = length, .date = found->date};
    ilk_mime_text nothing = {"", 0};
    one.id = copy(found->message_id);
    one.subject = copy(found->subject);
    one.address = copy(found->from_count ? found->from->address : nothing);
    one.name = copy(found->from_count ? found->from->name : nothing);
    one.recipients = list(found->to, found->to_count);
    one.body = copy(found->body);
    one.snippet = snippet(found->body);
    one.hashes[one.hash_count++] = hash(found->message_id);
    for (size_t index = 0; index < found->reference_count && one.hash_count < 32; index++)
        one.hashes[one.hash_count++] = hash(found->references[index]);
    if (asprintf(&one.folded, "%s\n%s\n%s\n%s\n", one.subject, one.address, one.name, one.snippet) < 0) abort();
    for (char *at = one.folded; *at; at++)
        if (*at >= 'A' && *at <= 'Z') *at |= 0x20;
    return one;
}

static sqlite3_stmt *prepared(sqlite3 *database, const char *sql) {
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL) != SQLITE_OK) {
        fprintf(stderr, "%s: %s\n", sqlite3_errmsg(database), sql);
        abort();
    }
    return statement;
}

static writer opened(const char *path) {
    writer writer = {0};
    sqlite3 *database = NULL;
    if (sqlite3_open(path, &database) != SQLITE_OK) abort();
    sqlite3_exec(database,
        "PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = 0;"
        "PRAGMA temp_store = MEMORY;"
        "PRAGMA cache_size = -65536; INSERT INTO account (row, id, email, displayName, isEnabled) VALUES (1, 'a', 'a', '', 1);"
        "INSERT INTO label (row, account, gmailId, name, type) VALUES (1, 1, 'a', 'a', 'user')",
        NULL, NULL, NULL);
    writer.database = database;
    writer.find = prepared(database, "SELECT row FROM email WHERE gmailId = ? AND account = 1");
    writer.known = prepared(database, "SELECT thread FROM emailReference WHERE hash = ?");
    writer.thread = prepared(database, "INSERT INTO emailThread (account, threadId, lastRow) VALUES (1, ?, ?)");
    writer.reference = prepared(database, "INSERT OR IGNORE INTO emailReference VALUES (?, ?)");
    writer.email = prepared(database,
        "INSERT INTO email VALUES (?, 1, ?, ?3, ?3, ?, ?, ?, ?, ?, '', ?, ?, 0, 0, 0, ?, NULL, '')");
    writer.source = prepared(database, "INSERT INTO emailSource VALUES (?, '', 0, ?)");
    writer.label = prepared(database, "INSERT INTO emailLabel VALUES (1, ?, 0)");
    writer.words = prepared(database, "INSERT INTO emailWords (rowid, subject, sender, recipients, body) VALUES (?, ?, ?, ?, ?)");
    writer.trigrams = prepared(database, "INSERT INTO emailTrigrams (rowid, text) VALUES (?, ?)");
    return writer;
}

static int64_t run(sqlite3_stmt *statement) {
    int code = sqlite3_step(statement);
    int64_t first = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    if (code != SQLITE_ROW && code != SQLITE_DONE) {
        fprintf(stderr, "%s\n", sqlite3_errmsg(sqlite3_db_handle(statement)));
        abort();
    }
    sqlite3_reset(statement);
    return first;
}

static void text(sqlite3_stmt *statement, int index, const char *text) {
    sqlite3_bind_text(statement, index, text, -1, SQLITE_STATIC);
}

static int64_t thread_of(writer *to, const message *one) {
    int64_t thread = 0;
    for (int index = 0; index < one->hash_count && !thread; index++) {
        sqlite3_bind_int64(to->known, 1, (int64_t)one->hashes[index]);
        thread = run(to->known);
    }
    if (!thread) {
        text(to->thread, 1, one->id);
        sqlite3_bind_int64(to->thread, 2, one->row);
        run(to->thread);
        thread = sqlite3_last_insert_rowid(to->database);
    }
    for (int index = 0; index < one->hash_count; index++) {
        sqlite3_bind_int64(to->reference, 1, (int64_t)one->hashes[index]);
        sqlite3_bind_int64(to->reference, 2, thread);
        run(to->reference);
    }
    return thread;
}

static void write_one(writer *to, const message *one) {
    int64_t thread = thread_of(to, one);
    const char *texts[] = {one->subject, one->address, one->name, one->recipients, one->snippet, one->body};
    sqlite3_bind_int64(to->email, 1, one->row);
    sqlite3_bind_int64(to->email, 2, thread);
    text(to->email, 3, one->id);
    sqlite3_bind_double(to->email, 4, (double)one->date);
    for (int index = 0; index < 6; index++) text(to->email, 5 + index, texts[index]);
    sqlite3_bind_int64(to->email, 11, (int64_t)one->source_length);
    run(to->email);
    sqlite3_bind_int64(to->source, 1, one->row);
    sqlite3_bind_blob64(to->source, 2, one->source, one->source_length, SQLITE_STATIC);
    run(to->source);
    sqlite3_bind_int64(to->label, 1, one->row);
    run(to->label);
}

static void index_one(writer *to, const message *one) {
    const char *texts[] = {one->subject, one->name, one->recipients, one->body};
    sqlite3_bind_int64(to->words, 1, one->row);
    for (int index = 0; index < 4; index++) text(to->words, 2 + index, texts[index]);
    run(to->words);
    sqlite3_bind_int64(to->trigrams, 1, one->row);
    text(to->trigrams, 2, one->folded);
    run(to->trigrams);
}

static int by_row(const void *first, const void *second) {
    int64_t a = ((const message *)first)->row, b = ((const message *)second)->row;
    return (a > b) - (a < b);
}

static void write_batch(writer *to, message *messages, int count) {
    int kept = 0;
    sqlite3_exec(to->database, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    for (int index = 0; index < count; index++) {
        message *one = &messages[index];
        text(to->find, 1, one->id);
        if (run(to->find)) continue;
        // No two of a second in any batch have one place.
        one->row = (one->date << 16) + (to->written++ & 0xFFFF);
        write_one(to, one);
        messages[kept++] = *one;
    }
    qsort(messages, (size_t)kept, sizeof *messages, by_row);
    for (int index = 0; index < kept; index++) index_one(to, &messages[index]);
    sqlite3_exec(to->database, "COMMIT", NULL, NULL, NULL);
}

static char *contents(const char *path, size_t *length) {
    FILE *file = fopen(path, "r");
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    *length = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*length + 1);
    *length = fread(bytes, 1, *length, file);
    fclose(file);
    return bytes;
}

bool mail_floor_import(const char *mailbox, const char *store, double *reading, double *writing) {
    size_t length = 0;
    double start = now();
    char *bytes = contents(mailbox, &length);
    if (!bytes) return false;
    const char *end = bytes + length;
    size_t capacity = 1024;
    int count = 0;
    message *messages = malloc(capacity * sizeof *messages);
    ilk_mime_reader *reader = ilk_mime_reader_make(&ilk_mime_usual_limits);
    for (const char *at = bytes; at < end;) {
        const char *first = memchr(at, '\n', (size_t)(end - at));
        first = first ? first + 1 : end;
        const char *next = memmem(first, (size_t)(end - first), "\n\nFrom ", 7);
        next = next ? next + 2 : end;
        if ((size_t)count == capacity) messages = realloc(messages, (capacity *= 2) * sizeof *messages);
        messages[count++] = read_one(reader, first, (size_t)(next - first));
        at = next;
    }
    ilk_mime_reader_free(reader);
    *reading = now() - start;
    start = now();
    writer writer = opened(store);
    // As many transactions as an import makes.
    for (int index = 0; index < count; index += 250)
        write_batch(&writer, messages + index, count - index < 250 ? count - index : 250);
    *writing = now() - start;
    // The process ends soon: nothing is given back.
    return true;
}

#else

bool mail_floor_import(const char *mailbox, const char *store, double *reading, double *writing) {
    (void)mailbox;
    (void)store;
    (void)reading;
    (void)writing;
    return false;
}

#endif
