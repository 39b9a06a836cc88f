#ifndef RAW_COPY_H
#define RAW_COPY_H

// Measures how fast plain C inserts the rows of an existing table into SQLite, with its indexes. It is the upper limit
// for programs that insert the same rows.
//
// Creates the file `to` in WAL mode with synchronous NORMAL, with the table and the indexes of `from` and no triggers.
// Inserts the rows in the order of row numbers, `per_commit` in each transaction. Sets `rows` to the number of rows.
// Returns the time of the insertions in seconds, without reading, or a negative number if SQLite fails.
double raw_copy(const char *from, const char *to, const char *table, long per_commit, long *rows);

#endif
