#include "csqlite.h"

#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include <sqlite3.h>

int ilk_sqlite_run_triggers(void *connection, bool runs) {
    int is = !runs;
    int code = sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, (int)runs, &is);
    if (code != SQLITE_OK) return code;
    return is == (int)runs ? SQLITE_OK : SQLITE_ERROR;
}

int ilk_sqlite_count_no_memory(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

void ilk_sqlite_watch_rows(struct sqlite3 *connection, ilk_row_change change, void *context) {
    sqlite3_preupdate_hook(connection, change, context);
}

int ilk_sqlite_changed_columns(struct sqlite3 *connection) { return sqlite3_preupdate_count(connection); }

struct sqlite3_value *ilk_sqlite_changed_value(struct sqlite3 *connection, bool after, int column) {
    sqlite3_value *value = 0;
    int code = after ? sqlite3_preupdate_new(connection, column, &value)
                     : sqlite3_preupdate_old(connection, column, &value);
    return code == SQLITE_OK ? value : 0;
}
