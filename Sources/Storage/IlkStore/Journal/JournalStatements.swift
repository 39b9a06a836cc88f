import GRDB
import GRDBSQLite
import IlkVocabulary

/// The prepared statements of a journal's writer.
///
/// The sink is a property of a class instead of a bare closure. A generic class wraps a stored closure in a
/// reabstraction thunk at each load and store. One wrapper would be added per commit, until a call overflows
/// the stack.
final class JournalStatements<Entry: Sendable> {
    let sink: (Entry, RecordID) throws -> Void
    private let count: RawStatement
    private let quarantine: RawStatement

    init(_ shared: JournalCore<Entry>, _ database: Database) throws {
        sink = try shared.prepare(database)
        count = try RawStatement(
            """
            INSERT INTO journalRun VALUES (?, ?, ?, ?, 0) ON CONFLICT (run) DO UPDATE SET
                stored = stored + excluded.stored, quarantined = quarantined + excluded.quarantined,
                refused = refused + excluded.refused
            """, on: database)
        quarantine = try RawStatement("INSERT INTO journalQuarantine VALUES (?, ?, ?, ?)", on: database)
    }

    func add(_ decided: JournalRun.Decided, to run: JournalRun) throws {
        try count.run(run.key, Int64(decided.stored), Int64(decided.quarantined), Int64(decided.refused))
    }

    func setAside(_ entry: [UInt8], id: RecordID, code: Int32, seconds: Double) throws {
        try quarantine.run(id.description, entry, Int64(code), seconds)
    }
}
