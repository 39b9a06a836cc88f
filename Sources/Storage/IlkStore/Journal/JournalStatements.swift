import GRDB
import GRDBSQLite
import IlkVocabulary

/// What a journal's writer has prepared on the writing connection.
///
/// Holds the sink as a member of a class. Not the bare closure: a generic class stores it behind a conversion, and
/// loading it and storing it back would add one more conversion a commit, until calling it overflows the stack.
final class JournalStatements<Entry: Sendable> {
    let sink: (Entry, RecordID) throws -> Void
    private let count: RawStatement
    private let quarantine: RawStatement

    init(_ shared: JournalShare<Entry>, _ database: Database) throws {
        sink = try shared.prepare(database)
        count = try RawStatement(
            """
            INSERT INTO journalRun VALUES (?, ?, ?, ?, 0) ON CONFLICT (run) DO UPDATE SET
                stored = stored + excluded.stored, quarantined = quarantined + excluded.quarantined,
                refused = refused + excluded.refused
            """, on: database)
        quarantine = try RawStatement("INSERT INTO journalQuarantine VALUES (?, ?, ?, ?)", on: database)
    }

    /// Counts what this transaction decides of a run.
    func add(_ decided: JournalRun.Decided, to run: JournalRun) throws {
        try count.run(run.key, Int64(decided.stored), Int64(decided.quarantined), Int64(decided.refused))
    }

    /// Sets an entry aside.
    func setAside(_ entry: [UInt8], id: RecordID, code: Int32, seconds: Double) throws {
        try quarantine.run(id.description, entry, Int64(code), seconds)
    }
}
