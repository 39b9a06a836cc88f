import GRDB
import IlkStore

/// Keeps the search index up with the rows, a bounded step at a time.
enum CallLogIndex {
    /// How many rows a step takes at most.
    static let stepRows = 2048
    /// After how many bytes of notes a step ends.
    static let stepBytes = 1 << 20

    /// Indexes the next rows that are not in the index yet, in the order of their places: the index takes ascending ones
    /// together.
    ///
    /// - Returns: Whether there are more.
    static func step(_ database: Database) throws -> Bool {
        let select = try RawStatement(
            """
            SELECT u.place, c.notes FROM callUnindexed u
            LEFT JOIN callLog c ON c.place = u.place AND c.isMarkedDeleted = 0 ORDER BY u.place LIMIT ?
            """, on: database)
        let insert = try RawStatement("INSERT INTO callSearch (rowid, notes) VALUES (?, ?)", on: database)
        defer { select.reset() }
        select.bind(Int64(stepRows), at: 1)
        var (rows, bytes, last) = (0, 0, Int64(0))
        while bytes < stepBytes, try select.step() {
            last = select.integer(0)
            rows += 1
            guard !select.isNull(1) else { continue }
            bytes += try select.withBytes(1) { notes in
                try SearchForm.with(notes) { form in
                    insert.bind(last, at: 1)
                    insert.bind(borrowing: form, at: 2)
                    try insert.run()
                }
                return notes.count
            }
        }
        guard rows > 0 else { return false }
        select.reset()
        try database.execute(sql: "DELETE FROM callUnindexed WHERE place <= ?", arguments: [last])
        return rows == stepRows || bytes >= stepBytes
    }

    /// Takes a call out of the index, or off the list of those that are not in it.
    static func forget(_ call: CallLogEntity, in database: Database) throws {
        guard let notes = call.notes, !call.isMarkedDeleted else { return }
        try database.execute(sql: "DELETE FROM callUnindexed WHERE place = ?", arguments: [call.place])
        guard database.changesCount == 0 else { return }
        let delete = try RawStatement(
            "INSERT INTO callSearch (callSearch, rowid, notes) VALUES ('delete', ?, ?)", on: database)
        delete.bind(call.place, at: 1)
        delete.bind(SearchForm.of(notes), at: 2)
        try delete.run()
    }

    /// Whether there is anything to index.
    static func isBehind(_ database: Database) throws -> Bool {
        try Bool.fetchOne(database, sql: "SELECT EXISTS(SELECT 1 FROM callUnindexed)") ?? false
    }
}
