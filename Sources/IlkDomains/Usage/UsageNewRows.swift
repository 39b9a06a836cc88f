import FoundationEssentials
import GRDB
import IlkStore
import IlkVocabulary

/// Writes events that are new without the triggers of their table, and does what these would do: a trigger costs half of an
/// insert while it rests, too.
///
/// Belongs to one transaction.
final class UsageNewRows {
    private let database: Database
    private let tally: UsageTally
    private let writer: UsageRowWriter
    private let unindexed: RawStatement
    /// Where changes are listed; nil while nobody asks for them.
    private let changes: RawStatement?

    /// The triggers of the table at an insert. Each of them is done by hand here, so this is to be changed with the schema.
    static let triggers = [
        "usageEvent_count", "usageEvent_isNew", "usageEvent_session", "usageEvent_unindexed",
    ]

    /// - Parameter tally: Is given each event that is written, in the place of the triggers that count.
    init(_ database: Database, _ tally: UsageTally) throws {
        self.database = database
        self.tally = tally
        writer = try UsageRowWriter(database, triesFirst: true)
        unindexed = try RawStatement("INSERT OR IGNORE INTO usageUnindexed VALUES (?)", on: database)
        changes =
            try UsageStore.mark(UsageStore.Listing.isOn, in: database) == nil
            ? nil : RawStatement("INSERT INTO usageChange (key) VALUES (?)", on: database)
    }

    /// Writes those that can be written without looking: they have the form that this program gives them, and neither their
    /// key nor the first place of their millisecond is taken. Nearly all are such.
    ///
    /// - Returns: For each whether it was written. Behind one that was not, none of the same key is.
    func write(_ read: [UsageInflow], at date: Date) throws -> [Bool] {
        guard read.contains(where: { $0.event != nil }) else { return read.map { _ in false } }
        return try database.withoutTriggers {
            var left: Set<RecordID> = []
            return try read.map { piece in
                if var event = piece.event, !left.contains(event.id) {
                    event.receivedAt = date
                    if try write(event) { return true }
                }
                left.insert(piece.payload.id)
                return false
            }
        }
    }

    private func write(_ event: UsageEvent) throws -> Bool {
        guard let place = try writer.writeIfFree(event) else { return false }
        try tally.count(event)
        if event.phrase != nil {
            unindexed.bind(place, at: 1)
            try unindexed.run()
        }
        if let changes {
            changes.bind(event.id, at: 1)
            try changes.run()
        }
        return true
    }
}
