import Ilk
import IlkLearning
import IlkStore
import IlkVocabulary
import StoreTestSupport
import Testing

@testable import IlkLog

@Suite struct ReviewStrategyTests {
    private typealias Category = IlkVocabulary.Category

    private let desk: RuleTestFolder
    private let store: ClassificationLogStore

    init() throws {
        desk = try RuleTestFolder()
        store = try .open(.memory, taxonomy: Taxonomy(name: "news", categories: ["match", "race", "vote"]))
    }

    /// Logs texts that a model predicted as `match`.
    private func log(
        _ texts: [String], by model: String = "aa", at time: Double = 0, margin: Double = 0.2
    ) async throws {
        _ = try await store.insert(
            texts.enumerated().map { place, text in
                LogRecord(
                    id: store.nextID(), seconds: time + Double(place), category: "match", text: text,
                    verdict: .init(
                        probability: 0.5, margin: margin, abstention: nil, scores: "{}", flags: nil,
                        provenance: Provenance(
                            classifier: "bayes", modelDigest: model, ruleSetDigest: nil, icuVersion: "72.1")))
            })
    }

    /// Returns words that are no numbers, because long numbers are nearly equal.
    private func texts(_ count: Int, _ name: String) -> [String] {
        (0..<count).map { name + " " + String(repeating: "x", count: $0 + 1) }
    }

    private func correct(every interval: Int, by model: String, to label: Category) async throws {
        let entries = try await store.entries(newest: 1_000).filter {
            $0.verdict?.provenance.modelDigest == model
        }
        for (place, entry) in entries.enumerated() {
            try await store.correct(.id(entry.id), to: place % interval == 0 ? label : "match")
        }
    }

    private func gain(_ labels: LabelSet? = nil) async throws -> ExpectedGain {
        try await LogLearning(store: store, labels: labels, folders: desk.folders).expectedGain()
    }

    @Test func `diverse rows differ, uncertain ones need not`() async throws {
        let similar = ["red", "blue", "green", "black"].map {
            "the goalkeeper saved a penalty for the \($0) team"
        }
        try await log(similar, margin: 0.1)
        try await log(["parliament passed the budget after a long debate"], margin: 0.24)
        func rows(_ strategy: ReviewStrategy) async throws -> [String] {
            try await store.reviewQueue(limit: 2, order: strategy.order).map(\.entry.log.text)
        }
        #expect(try await rows(.diverse).contains { $0.hasPrefix("parliament") })
        #expect(try await !rows(.uncertain).contains { $0.hasPrefix("parliament") })
        for strategy in ReviewStrategy.allCases {
            let all = try await store.reviewQueue(limit: 50, order: strategy.order)
            #expect(all.count == 5 && Set(all.map(\.entry.id)).count == 5)
            #expect(try await rows(strategy) == all.prefix(2).map(\.entry.log.text))
        }
        try store.close()
    }

    @Test func `the gain follows from the versions that classified the corrected texts`() async throws {
        #expect(try await gain().result == .tooFew)
        try await log(texts(30, "first"))
        try await correct(every: 2, by: "aa", to: "race")
        #expect(try await gain().result == .unchangedModel)
        // Later than the corrections, which have the time of the test.
        try await log(texts(30, "second"), by: "bb", at: 4e9)
        try await correct(every: 10, by: "bb", to: "race")
        guard case .gain(let value, let interval) = try await gain().result else {
            Issue.record("no gain")
            return
        }
        #expect(value > 0 && interval.lower <= value && value <= interval.upper)
        #expect(try await gain().texts == 60)
        try store.close()
    }

    @Test func `merged labels count as one, and retired ones and ignored authors not at all`() async throws {
        try await log(texts(30, "first"))
        try await correct(every: 3, by: "aa", to: "race")
        var merged = LabelSet(id: "n", name: "news", labels: [.init("match"), .init("vote")])
        merged.merged = ["race": "match"]
        #expect(try await gain(merged).texts == 30)
        let retired = LabelSet(
            id: "n", name: "news", labels: [.init("match"), .init("race", isRetired: true)])
        #expect(try await gain(retired).texts == 20)
        try await store.ignore(["human"])
        #expect(try await gain().texts == 0)
        try store.close()
    }

    @Test func `a sample of margins is grouped by model`() async throws {
        try await log(texts(3, "first"), margin: 0.1)
        try await log(texts(2, "second"), by: "bb", margin: 0.4)
        let margins = try await store.snapshot { try $0.sampledMargins(100) }
        #expect(margins == ["aa": [0.1, 0.1, 0.1], "bb": [0.4, 0.4]])
        #expect(try await store.snapshot { try $0.sampledMargins(2).values.joined().count } == 2)
        try store.close()
    }
}
