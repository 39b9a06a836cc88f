#ifndef GMIME_BASELINE_H
#define GMIME_BASELINE_H

#include <stdbool.h>

/// Parses all messages of a mailbox with GMime's own reader of mailboxes, and forgets each.
///
/// @return How many there are; -1 when the file cannot be read, -2 when the program was built without GMime.
long gmime_baseline_parse(const char *path);

/// Takes a mailbox into a store that was just made, in plain C on one thread: what no import through the same parser and the
/// same tables can be faster than. The time of reading and parsing, and that of writing, in seconds; two threads take the
/// longer one.
///
/// @return False when the file cannot be read, or the program was built without GMime.
bool mail_floor_import(const char *mailbox, const char *store, double *reading, double *writing);

#endif
