#ifndef RAW_INSERT_H
#define RAW_INSERT_H

// How fast SQLite takes rows of the classification log's table from plain C: the limit that a journal is measured by.
//
// Makes the file anew with the table that `schema` makes, in WAL mode with synchronous NORMAL, and inserts `rows` rows
// with the same text of `length` bytes and ascending keys, `per_commit` in a transaction, through one prepared statement
// that copies nothing. Returns the seconds that the insertions took, or a negative number when SQLite failed.
double raw_insert(const char *path, const char *schema, const char *text, int length, long rows, long per_commit);

// The same with a verdict beside each row, `scores` in it, and `text_count` texts in turns; with `indexes` each text goes
// into the table `classificationSearch` too, in the same transaction.
double raw_insert_verdicts(const char *path, const char *schema, const char *const *texts, int text_count,
                           const char *scores, int indexes, long rows, long per_commit);

#endif
