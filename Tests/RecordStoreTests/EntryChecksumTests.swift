import Foundation
import GRDB
import IlkRedaction
import IlkStore
import IlkVocabulary
import StoreTestSupport
import Testing

@testable import IlkLog

/// Silent corruption of values, which SQLite does not detect but the checksums of the log do.
@Suite struct EntryChecksumTests {
    /// Changes that leave the file valid for SQLite.
    private static let damages = [
        "UPDATE classificationLog SET text = 'see yov at noon' WHERE rowid = 2",
        "UPDATE classificationLog SET category = 'email' WHERE rowid = 2",
        "UPDATE classificationLog SET timestamp = timestamp + 0.001 WHERE rowid = 2",
        "UPDATE classificationLog SET textLength = textLength + 1 WHERE rowid = 2",
        "UPDATE classificationLog SET extractedFeatures = '{}' WHERE rowid = 2",
        "UPDATE classificationVerdict SET probability = 0.25 WHERE probability = 0.5",
        "UPDATE classificationVerdict SET margin = margin + 1",
        "UPDATE classificationVerdict SET abstention = NULL",
        "UPDATE classificationVerdict SET scores = replace(scores, '0.5', '0.6')",
        "UPDATE classificationVerdict SET flags = 'repaired'",
        "UPDATE classificationProvenance SET modelDigest = 'ab13'",
        "UPDATE classificationRedaction SET kinds = 'phone'",
        "UPDATE classificationCorrection SET category = 'search'",
        "UPDATE classificationCorrection SET author = 'somebody else'",
        "INSERT INTO classificationWithdrawal SELECT id FROM classificationCorrection",
        """
        DELETE FROM classificationCorrectionChecksum;
        INSERT INTO classificationWithdrawal SELECT id FROM classificationCorrection
        """,
        """
        UPDATE classificationLog SET rowid = 9 WHERE rowid = 1; UPDATE classificationLog SET rowid = 1 WHERE rowid = 2;
        UPDATE classificationLog SET rowid = 2 WHERE rowid = 9
        """,
    ]

    /// Writes three entries. The second one has all optional parts.
    private static func written(_ scratch: Scratch) async throws -> RecordID {
        let store = try ClassificationLogStore.open(.file(scratch.path("log.db")))
        let logger = ClassificationLogger(store: store, redaction: TextRedaction([.email]))
        await logger.log(classification: Samples.classification(), fullText: "the first", features: nil)
        await logger.log(
            classification: Samples.classification(at: 1, verdict: Samples.verdict(abstention: .unsure)),
            fullText: "see you at noon, ann@example.org", features: Samples.features)
        await logger.log(classification: Samples.classification(at: 2), fullText: "the last", features: nil)
        await logger.close()
        try await store.updateIndex()
        let entry = try await store.correct(.newest(2), to: .code, author: "me")
        #expect(entry.redacted == [.email])
        #expect(try await store.fault(thorough: true) == nil)
        try store.close()
        return entry.id
    }

    private static func damage(_ scratch: Scratch, _ sql: String) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: scratch.path("log.db"), configuration: configuration)
        try queue.write {
            try $0.execute(sql: "DROP TRIGGER IF EXISTS classificationCorrection_appendOnly; " + sql)
        }
        try queue.close()
    }

    /// All functions that read entries.
    private static func readings(_ store: ClassificationLogStore) -> [@Sendable () async throws -> Void] {
        [
            { _ = try await store.entries(newest: 10) },
            { _ = try await store.entries(loggedAfter: 0, limit: 10) },
            { _ = try await store.search(FullTextQuery("see"), newest: 10) },
            { _ = try await store.records(after: nil) },
            { _ = try await store.fetchRecentLogs(limit: 10) },
            { try await store.snapshot { try $0.texts(after: nil) { _ in } } },
            { _ = try await store.snapshot { try $0.windows(length: 100, count: 1, texts: 10) } },
            { _ = try await store.snapshot { try $0.correctedTexts() } },
            { _ = try await store.correctedTexts() },
        ]
    }

    @Test(arguments: damages) func `a damaged entry is not returned and can be purged`(
        damage: String
    ) async throws {
        let scratch = try Scratch()
        let id = try await Self.written(scratch)
        try Self.damage(scratch, damage)
        let store = try ClassificationLogStore.open(.file(scratch.path("log.db")))
        await #expect(throws: ClassificationLogError.self) { try await store.entry(.id(id)) }
        await #expect(throws: ClassificationLogError.self) { try await store.entries(newest: 10) }
        var refusals = 0
        for reading in Self.readings(store) {
            do {
                try await reading()
            } catch ClassificationLogError.damagedEntry {
                refusals += 1
            }
        }
        #expect(refusals >= 4)
        #expect(try await store.fault() == nil)
        #expect(try await store.fault(thorough: true)?.contains("content has changed") == true)
        let ids = try await [RecordReference.newest(1), .newest(2), .newest(3)].asyncMap {
            try await store.id(of: $0)
        }
        try await store.purge(LogPurge(filter: LogFilter(), ids: damage.contains("rowid = 9") ? ids : [id]))
        for reading in Self.readings(store) { try await reading() }
        #expect(try await store.entries(newest: 10).count == (damage.contains("rowid = 9") ? 0 : 2))
        try store.close()
    }

    @Test func `a lost withdrawal is found`() async throws {
        let scratch = try Scratch()
        let id = try await Self.written(scratch)
        var store = try ClassificationLogStore.open(.file(scratch.path("log.db")))
        try await store.withdrawCorrections(of: .id(id), author: "me")
        #expect(try await store.fault(thorough: true) == nil)
        try store.close()
        try Self.damage(scratch, "DELETE FROM classificationWithdrawal")
        store = try ClassificationLogStore.open(.file(scratch.path("log.db")))
        await #expect(throws: ClassificationLogError.self) { try await store.entry(.id(id)) }
        #expect(try await store.fault(thorough: true)?.contains("content has changed") == true)
        try store.close()
    }

    @Test func `a thorough check finds missing entries and wrong counts`()
        async throws
    {
        let scratch = try Scratch()
        _ = try await Self.written(scratch)
        try Self.damage(scratch, "UPDATE classificationFacet SET bytes = bytes + 1")
        var store = try ClassificationLogStore.open(.file(scratch.path("log.db")))
        #expect(try await store.fault(thorough: true) == "the stored counts do not match the rows")
        try store.close()
        try Self.damage(scratch, "DELETE FROM classificationLog WHERE rowid = 3")
        store = try ClassificationLogStore.open(.file(scratch.path("log.db")))
        #expect(try await store.fault(thorough: true)?.contains("entry of row 3") == true)
        try store.close()
    }

    @Test func `a purge deletes checksums, and reused row numbers get new ones`() async throws {
        let scratch = try Scratch()
        _ = try await Self.written(scratch)
        let store = try ClassificationLogStore.open(.file(scratch.path("log.db")))
        try await store.purge(LogPurge(filter: LogFilter()))
        let left = try await store.reader.read {
            try Int.fetchOne(
                $0,
                sql: """
                    SELECT (SELECT count(*) FROM classificationChecksum)
                        + (SELECT count(*) FROM classificationCorrectionChecksum)
                    """)
        }
        #expect(left == 0)
        let logger = ClassificationLogger(store: store)
        await logger.log(classification: Samples.classification(), fullText: "another", features: nil)
        await logger.close()
        #expect(try await store.entries(newest: 5).map(\.log.text) == ["another"])
        try await store.updateIndex()
        #expect(try await store.entries(newest: 5).map(\.log.text) == ["another"])
        #expect(try await store.fault(thorough: true) == nil)
        try store.close()
    }
}

extension Array {
    fileprivate func asyncMap<Result>(_ body: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await body(element)) }
        return results
    }
}
