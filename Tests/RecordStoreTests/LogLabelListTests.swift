import Foundation
import GRDB
import IlkStore
import IlkVocabulary
import StoreTestSupport
import Testing

@testable import IlkLog

/// Logs of multi-label taxonomies, whose entries and corrections have any number of labels.
@Suite struct LogLabelListTests {
    private static let taxonomy = Taxonomy(
        name: "tags", categories: ["garden", "harbour", "kitchen"], isMultilabel: true)

    private static func classification(_ labels: [IlkVocabulary.Category]) -> TextClassification {
        var verdict = Verdict(
            category: labels.first ?? "kitchen", probability: 0.75, probabilities: [0.75, 0.5, 0.25],
            scores: [1, 0, -1], taxonomy: taxonomy, abstention: labels.isEmpty ? .unsure : nil,
            provenance: Provenance(
                classifier: "model", modelDigest: "aa", ruleSetDigest: nil, icuVersion: "72.1"))
        verdict.categories = labels
        return Samples.classification(labels.first ?? "kitchen", verdict: verdict)
    }

    /// Returns a log with a text for each list of labels.
    private static func store(
        _ lists: [IlkVocabulary.Category]..., at location: StoreLocation = .memory
    ) async throws -> ClassificationLogStore {
        let store = try ClassificationLogStore.open(location, taxonomy: taxonomy)
        let logger = ClassificationLogger(store: store)
        for (place, labels) in lists.enumerated() {
            await logger.log(
                classification: classification(labels), fullText: "text \(place)", features: nil)
        }
        await logger.close()
        return store
    }

    @Test func `an entry has all predicted labels, and none for an abstention`() async throws {
        let store = try await Self.store(["garden", "harbour"], ["kitchen"], [])
        try await store.updateIndex()
        let entries = try await store.entries(newest: 9).sorted { $0.log.text < $1.log.text }
        #expect(entries.map(\.categories) == [["garden", "harbour"], ["kitchen"], []])
        #expect(entries.map(\.labels) == [["garden", "harbour"], ["kitchen"], []])
        #expect(entries.map(\.log.category) == ["garden", "kitchen", "kitchen"])
        #expect(entries.map(\.correctedCategories) == [nil, nil, nil])
        #expect(try await store.fault(thorough: true) == nil)
    }

    @Test func `an entry of another taxonomy has its one label and no list`() async throws {
        let store = try ClassificationLogStore.open(.memory)
        let logger = ClassificationLogger(store: store)
        await logger.log(classification: Samples.classification(), fullText: "hello", features: nil)
        await logger.close()
        try await store.correct(.newest(1), to: .email)
        let entry = try await store.entry(.newest(1))
        #expect(entry.labels == nil && entry.correction?.labels == nil && !entry.isMultilabel)
        #expect(entry.predictedCategories == ["message"] && entry.categories == ["email"])
        let rows = try await store.store.read { database in
            try Int.fetchOne(
                database,
                sql: """
                    SELECT (SELECT count(*) FROM classificationLabels)
                        + (SELECT count(*) FROM classificationCorrectionLabels)
                    """)
        }
        #expect(rows == 0)
    }

    @Test(arguments: [["harbour"], ["kitchen", "garden"], []] as [[IlkVocabulary.Category]])
    func `a correction has any number of labels and can be withdrawn`(
        labels: [IlkVocabulary.Category]
    ) async throws {
        let store = try await Self.store(["garden", "harbour"])
        let entry = try await store.correct(.newest(1), to: labels, isMultilabel: true, author: "ana")
        #expect(entry.categories == labels && entry.correctedCategories == labels)
        // The contract's table has a label in each row.
        #expect(entry.correction?.category == labels.first ?? "garden")
        let learned = try await store.correctedTexts().map(\.labeled)
        #expect(learned.map(\.categories) == [labels])
        #expect(try await store.snapshot { try $0.correctedTexts() }.map(\.labels) == [labels])
        #expect(try await store.correctedCategories() == [ContentDigest(of: "text 0"): labels])
        #expect(try await store.fault(thorough: true) == nil)
        let (before, after) = try await store.withdrawCorrections(of: .newest(1))
        #expect(before.categories == labels && after.categories == ["garden", "harbour"])
        #expect(try await store.correctedTexts().isEmpty)
    }

    @Test func `entries are found, and corrections counted, by each of their human labels`() async throws {
        let store = try await Self.store(["garden"], ["kitchen"], ["harbour"])
        try await store.updateIndex()
        try await store.correct(.newest(1), to: ["kitchen", "garden"], isMultilabel: true)
        // The table has the logged label of a correction without labels.
        try await store.correct(.newest(2), to: [], isMultilabel: true)
        for (label, texts) in [("kitchen", ["text 2"]), ("garden", ["text 2"]), ("harbour", [])] {
            let category = IlkVocabulary.Category(label)
            let entries = try await store.entries(newest: 9, correctedTo: category)
            #expect(entries.map(\.log.text) == texts, "\(label)")
            let found = try await store.search(FullTextQuery("text"), newest: 9, correctedTo: category)
            #expect(found.map(\.log.text) == texts, "\(label)")
        }
        let counts = try await store.correctionCounts()
        #expect(counts.map(\.category) == ["garden", "kitchen"] && counts.map(\.corrections) == [1, 1])
    }

    @Test func `an unknown label among several is rejected, and nothing is stored`() async throws {
        let store = try await Self.store(["garden"])
        await #expect(throws: ClassificationLogError.self) {
            try await store.correct(.newest(1), to: ["harbour", "loft"], isMultilabel: true)
        }
        #expect(try await store.history(of: store.entry(.newest(1)).id).isEmpty)
    }

    @Test func `labels survive an export`() async throws {
        let store = try await Self.store(["garden", "harbour"], [], ["kitchen"])
        try await store.correct(.newest(1), to: [], isMultilabel: true)
        try await store.correct(.newest(2), to: ["kitchen", "garden"], isMultilabel: true)
        let records = try await store.records(after: nil).records
        let copy = try ClassificationLogStore.open(.memory, taxonomy: Self.taxonomy)
        for _ in 0..<2 { _ = try await copy.insert(records) }
        #expect(try await copy.records(after: nil).records == records)
        #expect(records.map(\.labels) == [["garden", "harbour"], [], ["kitchen"]])
        #expect(try await copy.correctedTexts().count == 2)
        var strange = records[0]
        (strange.id, strange.labels) = (store.nextID(), ["garden", "loft"])
        await #expect(throws: ClassificationLogError.self) { try await copy.insert([strange]) }
    }

    @Test func `a purge erases the labels of its entries`() async throws {
        let store = try await Self.store(["garden", "harbour"], ["kitchen"])
        let entries = try await store.entries(newest: 9)
        for entry in entries {
            try await store.correct(.id(entry.id), to: ["harbour"], isMultilabel: true)
        }
        _ = try await store.purge(LogPurge(ids: entries.map(\.id)))
        for table in ["classificationLabels", "classificationCorrectionLabels"] {
            let rows = try await store.store.read {
                try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)")
            }
            #expect(rows == 0, "\(table)")
        }
    }

    @Test(arguments: ["classificationLabels", "classificationCorrectionLabels"])
    func `changed labels are damage`(table: String) async throws {
        let store = try await Self.store(["garden", "harbour"])
        try await store.updateIndex()
        try await store.correct(.newest(1), to: ["kitchen", "garden"], isMultilabel: true)
        try await store.store.write {
            try $0.execute(sql: "UPDATE \(table) SET labels = '[\"harbour\"]'")
        }
        #expect(try await store.fault(thorough: true)?.contains("damaged") == true)
    }
}
