#include "raw_insert.h"

#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static uint64_t mix(uint64_t *state) {
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

// A key of version 7: a millisecond for every hundred rows, then a counter, then noise.
static void make_key(char *key, uint64_t number, uint64_t *state) {
    static const char digits[] = "0123456789ABCDEF";
    uint64_t high = (1760000000000u + number / 100) << 16 | 0x7000u | (number % 100);
    uint64_t low = (mix(state) & 0x3FFFFFFFFFFFFFFFu) | 0x8000000000000000u;
    int place = 0;
    for (int digit = 0; digit < 32; digit++) {
        if (digit == 8 || digit == 12 || digit == 16 || digit == 20) key[place++] = '-';
        uint64_t word = digit < 16 ? high : low;
        key[place++] = digits[word >> (60 - 4 * (digit & 15)) & 15];
    }
}

// The columns of each row and their sources.
struct plan {
    const char *const *texts;
    int text_count;
    const char *scores;
    int indexes;
};

static int prepare(sqlite3 *database, const char *sql, sqlite3_stmt **statement) {
    return sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
}

static int run(sqlite3 *database, sqlite3_stmt *statement) {
    int code = sqlite3_step(statement) == SQLITE_DONE ? SQLITE_OK : sqlite3_errcode(database);
    sqlite3_reset(statement);
    return code;
}

static int insert(sqlite3 *database, const struct plan *plan, long rows, long per_commit) {
    sqlite3_stmt *statement = NULL, *verdict = NULL, *index = NULL;
    int code = prepare(database, "INSERT INTO classificationLog VALUES (?, ?, ?, ?, ?, ?)", &statement);
    if (code == SQLITE_OK && plan->scores)
        code = prepare(database, "INSERT INTO classificationVerdict VALUES (?, ?, ?, ?, NULL, ?, NULL, 1)", &verdict);
    if (code == SQLITE_OK && plan->indexes)
        code = prepare(database, "INSERT INTO classificationSearch (rowid, text) VALUES (?, ?)", &index);
    uint64_t state = 1;
    for (long row = 0; row < rows && code == SQLITE_OK; row++) {
        char key[36];
        const char *text = plan->texts[row % plan->text_count];
        int length = (int)strlen(text);
        double seconds = 1.76e9 + (double)row * 1e-4;
        if (row % per_commit == 0) code = sqlite3_exec(database, "BEGIN IMMEDIATE", NULL, NULL, NULL);
        make_key(key, (uint64_t)row, &state);
        sqlite3_bind_text(statement, 1, key, 36, SQLITE_STATIC);
        sqlite3_bind_text(statement, 2, text, length, SQLITE_STATIC);
        sqlite3_bind_text(statement, 3, "message", 7, SQLITE_STATIC);
        sqlite3_bind_double(statement, 4, seconds);
        sqlite3_bind_int(statement, 5, length);
        sqlite3_bind_null(statement, 6);
        if (code == SQLITE_OK) code = run(database, statement);
        if (verdict && code == SQLITE_OK) {
            sqlite3_bind_text(verdict, 1, key, 36, SQLITE_STATIC);
            sqlite3_bind_double(verdict, 2, seconds);
            sqlite3_bind_double(verdict, 3, 0.75);
            sqlite3_bind_double(verdict, 4, 0.625);
            sqlite3_bind_text(verdict, 5, plan->scores, -1, SQLITE_STATIC);
            code = run(database, verdict);
        }
        if (index && code == SQLITE_OK) {
            sqlite3_bind_int64(index, 1, row + 1);
            sqlite3_bind_text(index, 2, text, length, SQLITE_STATIC);
            code = run(database, index);
        }
        if (code == SQLITE_OK && (row % per_commit == per_commit - 1 || row == rows - 1))
            code = sqlite3_exec(database, "COMMIT", NULL, NULL, NULL);
    }
    sqlite3_finalize(statement);
    sqlite3_finalize(verdict);
    sqlite3_finalize(index);
    return code;
}

static double measure(const char *path, const char *schema, const struct plan *plan, long rows, long per_commit) {
    static const char *const suffixes[] = {"", "-wal", "-shm"};
    for (int suffix = 0; suffix < 3; suffix++) {
        char name[4096];
        snprintf(name, sizeof name, "%s%s", path, suffixes[suffix]);
        remove(name);
    }
    // A checkpoint as rarely as a busy journal.
    static const char settings[] =
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 4096";
    sqlite3 *database = NULL;
    double seconds = -1;
    if (sqlite3_open(path, &database) == SQLITE_OK &&
        sqlite3_exec(database, settings, NULL, NULL, NULL) == SQLITE_OK &&
        sqlite3_exec(database, schema, NULL, NULL, NULL) == SQLITE_OK) {
        double begun = now();
        if (insert(database, plan, rows, per_commit) == SQLITE_OK) seconds = now() - begun;
    }
    sqlite3_close(database);
    return seconds;
}

double raw_insert(const char *path, const char *schema, const char *text, int length, long rows, long per_commit) {
    (void)length;
    const struct plan plan = {&text, 1, NULL, 0};
    return measure(path, schema, &plan, rows, per_commit);
}

double raw_insert_verdicts(const char *path, const char *schema, const char *const *texts, int text_count,
                           const char *scores, int indexes, long rows, long per_commit) {
    const struct plan plan = {texts, text_count, scores, indexes};
    return measure(path, schema, &plan, rows, per_commit);
}
