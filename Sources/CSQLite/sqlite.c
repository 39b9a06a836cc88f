#include "csqlite.h"

#include <sqlite3.h>

int ilk_sqlite_run_triggers(void *connection, bool runs) {
    int is = !runs;
    int code = sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, (int)runs, &is);
    if (code != SQLITE_OK) return code;
    return is == (int)runs ? SQLITE_OK : SQLITE_ERROR;
}

int ilk_sqlite_count_no_memory(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
