#include "csqlite.h"

#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include <sqlite3.h>

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
