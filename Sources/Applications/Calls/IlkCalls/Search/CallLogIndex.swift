import IlkStore
import GRDB

/// The full-text index of the notes.
enum CallLogIndex {
    static let index = RowNumberIndex(
        search: "callSearch", column: "notes", unindexed: "callUnindexed", source: "callLog",
        condition: "c.isMarkedDeleted = 0")

    /// Removes a call from the full-text index, or from the list of calls that are not indexed yet.
    static func remove(_ call: CallLogEntity, in database: Database) throws {
        guard let notes = call.notes, !call.isMarkedDeleted else { return }
        try index.forget(notes, at: call.rowNumber, in: database)
    }
}
