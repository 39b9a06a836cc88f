import Foundation
import GRDB
import IlkStore
import IlkVocabulary
import StoreTestSupport
import Testing

@testable import IlkLog

@Suite struct ClassificationLogStoreTests {
    private typealias Category = IlkVocabulary.Category

    /// Creates a log in memory with these rows, oldest first.
    private static func store(
        _ rows: [(String, TextClassification)], ids: RecordIDSource = RecordIDSource()
    ) async throws -> ClassificationLogStore {
        let store = try ClassificationLogStore.open(.memory, ids: ids)
        let logger = ClassificationLogger(store: store)
        for (text, classification) in rows {
            await logger.log(classification: classification, fullText: text, features: nil)
        }
        await logger.close()
        return store
    }

    private static func rows(_ count: Int) -> [(String, TextClassification)] {
        (0..<count).map { place in
            let category = Taxonomy.documentType.categories[place % 6]
            let unsure = place % 5 == 0
            // Two entries per timestamp, so that pages can lose or repeat one of them.
            return (
                "text \(place)",
                Samples.classification(
                    category, at: Double(place / 2),
                    verdict: Samples.verdict(abstention: unsure ? .unsure : nil))
            )
        }
    }

    /// Every text of up to five scalars of one to four bytes, at each offset within a block of eight bytes.
    @Test func `the text length is the number of Unicode scalars`() async throws {
        let scalars = ["a", "é", "語", "😀"]
        var texts = [""]
        for _ in 1...5 {
            texts += texts.filter { $0.count == texts.last?.count }.flatMap { text in
                scalars.map { text + $0 }
            }
        }
        texts = texts.dropFirst().flatMap { text in (0..<8).map { String(repeating: "x", count: $0) + text } }
        texts.append(String(repeating: "åäö 語😀", count: 1_000))
        let store = try await Self.store(texts.map { ($0, Samples.classification()) })
        let found = try await store.reader.read {
            try Row.fetchAll($0, sql: "SELECT text, textLength FROM classificationLog").map {
                (text: $0["text"] as String, length: $0["textLength"] as Int)
            }
        }
        #expect(found.count == texts.count)
        for (text, length) in found {
            #expect(length == text.unicodeScalars.count, "\(text.prefix(20))")
        }
    }

    @Test func `table and indexes match the contract exactly`() async throws {
        let store = try ClassificationLogStore.open(.memory)
        let found = try await store.reader.read {
            try String.fetchAll(
                $0, sql: "SELECT sql FROM sqlite_master WHERE tbl_name = 'classificationLog' AND sql NOT NULL"
            )
        }
        #expect(
            found == [
                """
                CREATE TABLE classificationLog (
                    id TEXT PRIMARY KEY NOT NULL,
                    text TEXT NOT NULL,
                    category TEXT NOT NULL CHECK(category IN ('email','message','document','social','code','search')),
                    timestamp REAL NOT NULL,
                    textLength INTEGER NOT NULL CHECK(textLength > 0),
                    extractedFeatures TEXT
                )
                """,
                "CREATE INDEX idx_classificationLog_timestamp ON classificationLog(timestamp)",
                "CREATE INDEX idx_classificationLog_category ON classificationLog(category)",
                // In addition to the two indexes of the contract, for pages of a category.
                "CREATE INDEX idx_classificationLog_categoryTime ON classificationLog(category, timestamp)",
            ])
        try store.close()
    }

    @Test func `a log with another taxonomy accepts only its labels and opens only with it`() async throws {
        let scratch = try Scratch()
        let location = StoreLocation.file(scratch.path("log.db"))
        let taxonomy = Taxonomy(name: "mood", categories: ["calm", "can't say", "can'\u{301}t", "x\"y"])
        let store = try ClassificationLogStore.open(location, taxonomy: taxonomy)
        let logger = ClassificationLogger(store: store)
        for category in taxonomy.categories + ["email"] {
            await logger.log(
                classification: Samples.classification(category), fullText: "so so", features: nil)
        }
        let ledger = await logger.close()
        #expect(ledger.stored == 4)
        #expect(ledger.quarantined == 1)
        let aside = try await store.reader.read {
            try String.fetchOne($0, sql: "SELECT CAST(entry AS TEXT) FROM journalQuarantine")
        }
        #expect(aside == #"{"category":"email","text":"so so","timestamp":1800000000}"#)
        #expect(try await store.correct(.newest(1), to: "can't say").category == "can't say")
        try store.close()
        let error = #expect(throws: ClassificationLogError.self) { try ClassificationLogStore.open(location) }
        #expect(error == .otherTaxonomy(path: location.path, categories: taxonomy.categories))
        try ClassificationLogStore.open(location, taxonomy: taxonomy).close()
    }

    @Test func `pages run from newest to oldest and contain each entry once`() async throws {
        let store = try await Self.store(Self.rows(50))
        var cursor: PageCursor?
        var texts: [String] = []
        while true {
            let page = try await store.entries(newest: 7, before: cursor)
            guard let last = page.last else { break }
            texts += page.map(\.log.text)
            cursor = last.cursor
        }
        #expect(texts == (0..<50).reversed().map { "text \($0)" })
        #expect(try await store.entries(newest: 0).isEmpty)
        #expect(try await store.entries(newest: -1).isEmpty)
        #expect(try await store.fetchRecentLogs(limit: -1).isEmpty)
        try store.close()
    }

    @Test(arguments: [
        // The abstentions 30 and 0 have this label as their guess only.
        ("email" as IlkVocabulary.Category?, false, [48, 42, 36, 24, 18, 12, 6]),
        (nil, true, [45, 40, 35, 30, 25, 20, 15, 10, 5, 0]),
        ("email", true, [30, 0]),
        ("nothing", false, []),
    ]) func `entries are filtered`(category: IlkVocabulary.Category?, unsure: Bool, places: [Int])
        async throws
    {
        let store = try await Self.store(Self.rows(50))
        let filter = LogFilter(category: category, unsureOnly: unsure)
        let all = try await store.entries(newest: 50, matching: filter)
        #expect(all.map(\.log.text) == places.map { "text \($0)" })
        if let first = all.first {
            let rest = try await store.entries(newest: 50, before: first.cursor, matching: filter)
            #expect(rest == Array(all.dropFirst()))
        }
        try store.close()
    }

    @Test func `an index finds the newest unsure entries`() async throws {
        let store = try await Self.store([])
        let plan = try await store.reader.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    EXPLAIN QUERY PLAN SELECT * FROM classificationVerdict v
                    CROSS JOIN classificationLog l ON l.id = v.logId
                    WHERE v.abstention IS NOT NULL ORDER BY v.timestamp DESC, v.logId DESC LIMIT 50
                    """
            ).map { $0["detail"] as String }
        }
        #expect(plan.contains { $0.contains("idx_classificationVerdict_unsure") })
        #expect(!plan.contains { $0.contains("TEMP B-TREE") })
        try store.close()
    }

    @Test func `a verdict is stored with its entry`() async throws {
        let verdict = Samples.verdict(abstention: .unsure, flags: [.repaired, .truncated])
        let rules = Samples.verdict([.nan, 0, 0, 0, 0, 1], model: nil)
        let store = try await Self.store([
            ("none", Samples.classification()), ("one", Samples.classification(at: 1, verdict: verdict)),
            ("two", Samples.classification(at: 2, verdict: verdict)),
            ("three", Samples.classification(at: 3, verdict: rules)),
        ])
        let entries = try await store.entries(newest: 9)
        let found = try #require(entries[1].verdict)
        #expect(found.probability == 0.5 && found.margin == 0.25 && found.abstention == .unsure)
        #expect(found.flags == [.repaired, .truncated])
        #expect(found.provenance == verdict.provenance)
        #expect(found.scores.count == 6 && found.scores["message"] == 0.5 && found.scores["code"] == 0.03125)
        #expect(found.timestamp == entries[1].log.timestamp)
        #expect(entries[0].verdict?.provenance.modelDigest == nil)
        #expect(entries[0].verdict?.scores["email"] == 0)
        #expect(entries[3].verdict == nil)
        let origins = try await store.reader.read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM classificationProvenance")
        }
        #expect(origins == 2)
        try store.close()
    }

    @Test func `provenance rolled back with a rejected entry is stored with the next verdict`()
        async throws
    {
        let store = try await Self.store([
            ("kept", Samples.classification(verdict: Samples.verdict())),
            ("refused", Samples.classification("poem")),
            ("kept too", Samples.classification(at: 1, verdict: Samples.verdict())),
        ])
        #expect(try await store.entries(newest: 9).map(\.log.text) == ["kept too", "kept"])
        #expect(try await store.entry(.newest(2)).verdict?.provenance == Samples.verdict().provenance)
        try store.close()
    }

    @Test func `entries with an unknown category are quarantined without affecting others in the batch`()
        async throws
    {
        let scratch = try Scratch()
        let path = scratch.path("log.db")
        let store = try ClassificationLogStore.open(.file(path))
        let logger = ClassificationLogger(store: store)
        let outside = try OutsideWriter(holding: path)
        for number in 0..<1000 {
            let category: Category = [100, 700].contains(number) ? "poem" : "email"
            await logger.log(
                classification: Samples.classification(category, at: Double(number)),
                fullText: "text number\(number)", features: nil)
        }
        try outside.release()
        let ledger = await logger.close()
        #expect(ledger.stored == 998 && ledger.quarantined == 2)
        let categories = try await store.reader.read {
            try String.fetchAll($0, sql: "SELECT DISTINCT category FROM classificationLog")
        }
        #expect(categories == ["email"])
        #expect(try await store.entries(newest: 1).map(\.log.text) == ["text number999"])
        #expect(try await store.fault(thorough: true) == nil)
        // Writes that skip validation are still rejected by the database.
        await #expect(throws: (any Error).self) {
            try await store.store.write {
                try $0.execute(sql: "UPDATE classificationLog SET category = 'poem'")
            }
        }
        try store.close()
    }

    @Test(arguments: [
        ("-1", RecordReference.newest(1)), ("-20", .newest(20)), ("0123abcd", .suffix("0123ABCD")),
        ("0123456789AB", .suffix("0123456789AB")),
    ]) func `references are parsed`(text: String, expected: RecordReference) throws {
        #expect(try RecordReference(text) == expected)
        #expect(try RecordReference(expected.description) == expected)
    }

    @Test(arguments: [
        "", "-", "-0", "1", "+1", "abc", "0123456", "0123456789ABC", "0123ABCG", "٣٣٣٣",
        "-9999999999999999999",
    ])
    func `a malformed reference is rejected`(text: String) {
        #expect(throws: RecordStoreError.malformedReference(text)) { try RecordReference(text) }
    }

    @Test func `an entry is found by rank, by id and by the last eight characters of its id`() async throws {
        let store = try await Self.store(Self.rows(20))
        let entries = try await store.entries(newest: 20)
        for (place, entry) in entries.enumerated() {
            #expect(try await store.entry(.newest(place + 1)) == entry)
            #expect(try await store.entry(RecordReference(entry.id.description.lowercased())) == entry)
            #expect(try await store.entry(RecordReference(entry.shortID)) == entry)
        }
        await #expect(throws: RecordStoreError.noSuchEntry(reference: "-21")) {
            try await store.entry(.newest(21))
        }
        await #expect(throws: RecordStoreError.noSuchEntry(reference: "00000000")) {
            try await store.entry(.suffix("00000000"))
        }
        try store.close()
    }

    /// Always returns the same bits, so that all keys have the same ending.
    private struct Stuck: RandomNumberGenerator {
        func next() -> UInt64 { 0x1234 }
    }

    @Test func `an ambiguous reference is rejected with the number of matches`() async throws {
        let store = try await Self.store(Self.rows(3), ids: RecordIDSource(random: Stuck()))
        await #expect(throws: RecordStoreError.ambiguousReference("00001234", count: 3)) {
            try await store.correct(.suffix("00001234"), to: .email)
        }
        #expect(try await store.correctedTexts().isEmpty)
        try store.close()
    }

    @Test func `the contract's record type round-trips through GRDB and Codable`() async throws {
        let store = try ClassificationLogStore.open(.memory)
        let log = ClassificationLog(
            id: UUID(), text: "a\0b", category: "code", timestamp: Samples.noon, textLength: 3,
            extractedFeatures: "{}")
        let found = try await store.store.write { database in
            try log.insert(database)
            var changed = log
            changed.text = "c\0d"
            try changed.update(database)
            return (
                try ClassificationLog.fetchOne(database, key: log.id.uuidString), changed,
                try String.fetchOne(database, sql: "SELECT typeof(text) FROM classificationLog")
            )
        }
        #expect(found.0 == found.1)
        #expect(found.2 == "text")
        #expect(try JSONDecoder().decode(ClassificationLog.self, from: JSONEncoder().encode(log)) == log)
        try store.close()
    }

    @Test func `an entry of 300 bytes takes at most 1 KiB on disk`() async throws {
        let scratch = try Scratch()
        let store = try ClassificationLogStore.open(.file(scratch.path("log.db")))
        let logger = ClassificationLogger(store: store)
        let text = String(repeating: "a word or two ", count: 22).prefix(300)
        for number in 0..<5000 {
            await logger.log(
                classification: Samples.classification(at: Double(number), verdict: Samples.verdict()),
                fullText: String(text), features: nil)
        }
        await logger.close()
        let pages = try await store.reader.read { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 }
        print("bytes an entry of 300 bytes with its verdict: \(pages * 4096 / 5000)")
        #expect(pages * 4096 / 5000 <= 1024)
        try store.close()
    }

    @Test(arguments: [
        TextFeatures(), Samples.features,
        TextFeatures(
            sentenceCount: 3, wordCount: 1 << 53, formalityScore: .nan, others: [.meanLineLength: 1e300]),
    ]) func `features are encoded exactly as by Foundation`(features: TextFeatures) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(
            FeatureJSON().encode(features) == String(decoding: try encoder.encode(features), as: UTF8.self))
    }
}
