#ifndef ILK_CSQLITE_H
#define ILK_CSQLITE_H

#include <stdbool.h>

// The SQLite functions that Swift cannot call: variadic functions, and functions that are declared only under
// a compile-time option.

/// Turns off SQLite's memory statistics in the whole process. The statistics take a lock, shared by all
/// connections, at each allocation. Call this from one thread, before the first connection is opened.
///
/// @return A result code of SQLite: `SQLITE_MISUSE` if SQLite is already initialized, which then keeps its
/// setting.
int ilk_sqlite_count_no_memory(void);

struct sqlite3;
struct sqlite3_value;

/// A callback that SQLite calls before it inserts (18), updates (23) or deletes (9) a row, with the row id
/// before and after the change.
typedef void (*ilk_row_change)(
    void *context, struct sqlite3 *connection, int operation, const char *database, const char *table,
    long long before, long long after);

/// Registers a callback that runs before each change to a row of a connection.
void ilk_sqlite_watch_rows(struct sqlite3 *connection, ilk_row_change change, void *context);

/// Returns the number of columns of the row that is about to change. Call it only inside an `ilk_row_change`.
int ilk_sqlite_changed_columns(struct sqlite3 *connection);

/// Returns a column's value before or after the change, or a null pointer if memory runs out. Call it only
/// inside an `ilk_row_change`.
struct sqlite3_value *ilk_sqlite_changed_value(struct sqlite3 *connection, bool after, int column);

#endif
