#ifndef ILK_CSQLITE_H
#define ILK_CSQLITE_H

#include <stdbool.h>

// What of SQLite Swift cannot call: functions with a variable number of arguments.

/// Has a connection (a `sqlite3 *`) run triggers, or not: in this process only, nothing of it is in the file. Statements that
/// were prepared before are prepared anew when they are next run.
///
/// @return A result code of SQLite; also `SQLITE_ERROR` when the connection does otherwise than it was told.
int ilk_sqlite_run_triggers(void *connection, bool runs);

/// Has SQLite count no memory from now on, in the whole process: counting takes one lock for all connections at each
/// allocation. To be called before the first connection is opened, and by one thread.
///
/// @return A result code of SQLite: `SQLITE_MISUSE` when it is at work already, and goes on as it did.
int ilk_sqlite_count_no_memory(void);

#endif
