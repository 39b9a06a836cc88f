import IlkStore
import GRDB

/// The search index of the calls' notes.
enum CallLogIndex {
    static let index = PlaceIndex(
        search: "callSearch", column: "notes", unindexed: "callUnindexed", source: "callLog",
        condition: "c.isMarkedDeleted = 0")

    /// Takes a call out of the index, or off the list of those that are not in it.
    static func forget(_ call: CallLogEntity, in database: Database) throws {
        guard let notes = call.notes, !call.isMarkedDeleted else { return }
        try index.forget(notes, at: call.place, in: database)
    }
}
