#ifndef ILK_CSQLITE_H
#define ILK_CSQLITE_H

#include <stdbool.h>

// SQLite functions that Swift cannot call: those with a variable number of arguments, and those that are declared only
// under a compile-time option.

/// Has SQLite count no memory from now on, in the whole process: counting takes one lock for all connections at each
/// allocation. To be called before the first connection is opened, and by one thread.
///
/// @return A result code of SQLite: `SQLITE_MISUSE` when it is at work already, and goes on as it did.
int ilk_sqlite_count_no_memory(void);

struct sqlite3;
struct sqlite3_value;

/// A function that SQLite calls before it inserts (18), updates (23) or deletes (9) a row, with the row id before and after.
typedef void (*ilk_row_change)(
    void *context, struct sqlite3 *connection, int operation, const char *database, const char *table,
    long long before, long long after);

/// Makes a connection call a function before each change to a row.
void ilk_sqlite_watch_rows(struct sqlite3 *connection, ilk_row_change change, void *context);

/// Returns the number of columns of the row that is about to change. For use inside an `ilk_row_change`.
int ilk_sqlite_changed_columns(struct sqlite3 *connection);

/// Returns a column's value before or after the change, or a null pointer if there is no memory for it. For use inside an
/// `ilk_row_change`.
struct sqlite3_value *ilk_sqlite_changed_value(struct sqlite3 *connection, bool after, int column);

#endif
