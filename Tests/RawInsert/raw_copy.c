#include "raw_copy.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static int make_table(sqlite3 *source, sqlite3 *target, const char *table) {
    sqlite3_stmt *parts = NULL;
    const char *sql = "SELECT sql FROM sqlite_schema WHERE tbl_name = ? AND type IN ('table', 'index') "
                      "AND sql IS NOT NULL ORDER BY type DESC";
    int code = sqlite3_prepare_v2(source, sql, -1, &parts, NULL);
    if (code == SQLITE_OK) sqlite3_bind_text(parts, 1, table, -1, SQLITE_STATIC);
    while (code == SQLITE_OK && sqlite3_step(parts) == SQLITE_ROW)
        code = sqlite3_exec(target, (const char *)sqlite3_column_text(parts, 0), NULL, NULL, NULL);
    sqlite3_finalize(parts);
    return code;
}

static sqlite3_stmt *insertion(sqlite3 *target, const char *table, int columns) {
    sqlite3_str *sql = sqlite3_str_new(target);
    sqlite3_stmt *statement = NULL;
    sqlite3_str_appendf(sql, "INSERT INTO \"%w\" VALUES (?", table);
    for (int column = 1; column < columns; column++) sqlite3_str_appendall(sql, ", ?");
    sqlite3_str_appendall(sql, ")");
    char *text = sqlite3_str_finish(sql);
    if (text) sqlite3_prepare_v3(target, text, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);
    sqlite3_free(text);
    return statement;
}

// Inserts rows in one transaction.
static int put(sqlite3 *target, sqlite3_stmt *insert, sqlite3_value **values, long rows, int columns) {
    int code = sqlite3_exec(target, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    for (long row = 0; row < rows && code == SQLITE_OK; row++) {
        for (int column = 0; column < columns; column++)
            sqlite3_bind_value(insert, column + 1, values[row * columns + column]);
        if (sqlite3_step(insert) != SQLITE_DONE) code = sqlite3_errcode(target);
        sqlite3_reset(insert);
    }
    return code == SQLITE_OK ? sqlite3_exec(target, "COMMIT", NULL, NULL, NULL) : code;
}

static int copy(sqlite3_stmt *select, sqlite3 *target, const char *table, long per_commit, long *rows, double *took) {
    int columns = sqlite3_column_count(select), code = SQLITE_OK;
    sqlite3_stmt *insert = insertion(target, table, columns);
    sqlite3_value **values = calloc((size_t)per_commit * (size_t)columns, sizeof *values);
    if (!insert || !values) code = SQLITE_ERROR;
    long taken = per_commit;
    while (code == SQLITE_OK && taken == per_commit) {
        for (taken = 0; taken < per_commit && sqlite3_step(select) == SQLITE_ROW; taken++)
            for (int column = 0; column < columns; column++)
                values[taken * columns + column] = sqlite3_value_dup(sqlite3_column_value(select, column));
        double begin = now();
        code = put(target, insert, values, taken, columns);
        *took += now() - begin;
        *rows += taken;
        for (long value = 0; value < taken * columns; value++) sqlite3_value_free(values[value]);
    }
    free(values);
    sqlite3_finalize(insert);
    return code;
}

double raw_copy(const char *from, const char *to, const char *table, long per_commit, long *rows) {
    sqlite3 *source = NULL, *target = NULL;
    sqlite3_stmt *select = NULL;
    double took = 0;
    remove(to);
    *rows = 0;
    int code = sqlite3_open_v2(from, &source, SQLITE_OPEN_READONLY, NULL);
    if (code == SQLITE_OK) code = sqlite3_open(to, &target);
    if (code == SQLITE_OK)
        code = sqlite3_exec(
            target, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL", NULL, NULL, NULL);
    if (code == SQLITE_OK) code = make_table(source, target, table);
    char *sql = sqlite3_mprintf("SELECT * FROM \"%w\" ORDER BY rowid", table);
    if (code == SQLITE_OK) code = sqlite3_prepare_v2(source, sql, -1, &select, NULL);
    if (code == SQLITE_OK) code = copy(select, target, table, per_commit, rows, &took);
    sqlite3_free(sql);
    sqlite3_finalize(select);
    sqlite3_close(source);
    sqlite3_close(target);
    return code == SQLITE_OK ? took : -1;
}
