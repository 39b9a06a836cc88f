#ifndef RAW_COPY_H
#define RAW_COPY_H

// How fast SQLite takes the rows of a table that is there already, with its indexes, from plain C: the limit that whoever
// writes the same rows is measured by.
//
// Makes the file `to` anew, in WAL mode with synchronous NORMAL, with the table and its indexes as `from` has them, and no
// triggers. Puts the rows in, in the order of row numbers, `per_commit` in a transaction. Sets `rows` to how many there
// were, and returns the seconds that the insertions took, without reading; a negative number when SQLite failed.
double raw_copy(const char *from, const char *to, const char *table, long per_commit, long *rows);

#endif
