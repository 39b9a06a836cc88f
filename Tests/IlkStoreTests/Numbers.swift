import Foundation
import GRDB
import IlkStore
import IlkVocabulary
import InMemoryLogging
import Logging
import StoreTestSupport

/// A journal of numbers with optional ballast. It rejects negative numbers.
struct Numbers {
    final class Entry: Sendable {
        let number: Int
        let ballast: Int

        init(number: Int, ballast: Int) {
            self.number = number
            self.ballast = ballast
        }
    }

    let store: Store
    let journal: Journal<Entry>
    let log = InMemoryLogHandler()

    static let schema = StoreSchema(
        name: "list of numbers", applicationID: 7,
        migrations: [
            Migration("numbers") { database in
                try database.execute(
                    sql: """
                        CREATE TABLE number (
                            id TEXT PRIMARY KEY NOT NULL, number INTEGER NOT NULL CHECK (number >= 0),
                            ballast BLOB NOT NULL
                        ) STRICT
                        """)
            },
            .journalLedger,
        ])

    init(
        _ location: StoreLocation, settings: JournalSettings = JournalSettings()
    ) throws {
        store = try Store.open(location, schema: Self.schema)
        let handler = log
        journal = Journal(
            name: "numbers", store: store, settings: settings,
            logger: Logger(label: "numbers") { _ in handler },
            size: { 64 + $0.ballast },
            // A number of three digits or more is too large for the quarantine too.
            quarantine: { $0.number > -100 ? Array(String($0.number).utf8) : nil },
            prepare: Self.sink)
    }

    @Sendable private static func sink(_ database: Database) throws -> Journal<Entry>.Sink {
        let insert = try RawStatement("INSERT INTO number VALUES (?, ?, ?)", on: database)
        return { entry, id in
            insert.bind(id.description, at: 1)
            insert.bind(Int64(entry.number), at: 2)
            insert.bind(bytes: [UInt8](repeating: 1, count: entry.ballast), at: 3)
            try insert.run()
        }
    }

    func record(_ number: Int, ballast: Int = 0) async {
        await journal.record(Entry(number: number, ballast: ballast))
    }

    /// Returns the committed numbers in the order of their ids.
    func stored() async throws -> [Int] {
        try await store.read { try Int.fetchAll($0, sql: "SELECT number FROM number ORDER BY id") }
    }

    func close() async throws {
        await journal.close()
        try store.close()
    }
}
