import IlkStore
import IlkVocabulary
import Testing

@testable import IlkLog

/// Rows of the review queue with equal texts, in each order.
@Suite struct ReviewRowsTests {
    /// Creates a log of texts with margins. Without one, a text has no verdict.
    private static func store(_ texts: [(String, Double?)]) async throws -> ClassificationLogStore {
        let store = try ClassificationLogStore.open(.memory)
        _ = try await store.insert(
            texts.enumerated().map { place, text in
                LogRecord(
                    id: store.nextID(), seconds: Double(place), category: .message, text: text.0,
                    verdict: text.1.map {
                        .init(
                            probability: 0.5, margin: $0, abstention: nil, scores: "{}", flags: nil,
                            provenance: Provenance(
                                classifier: "fused", modelDigest: "ab", ruleSetDigest: nil, icuVersion: "72.1"
                            ))
                    })
            })
        return store
    }

    /// Describes rows: the text with a star for an audit, and the numbers of equal and nearly equal entries.
    private static func spelled(_ rows: [LogReview]) -> [String] {
        rows.map { row in
            let counts = [row.equal.count, row.nearlyEqual.count]
            return (row.isAudit ? "*" : "") + row.entry.log.text
                + (counts == [0, 0] ? "" : " \(counts[0])+\(counts[1])")
        }
    }

    @Test func `equal and nearly equal texts are one row in every order`() async throws {
        let store = try await Self.store([
            ("lol no", 0.1), ("LOL, no!", 0.2), ("lol no", 0.3), ("lol no", 0.9), ("other", 0.15),
            ("none", nil),
        ])
        #expect(Self.spelled(try await store.reviewQueue(limit: 9)) == ["lol no 2+1", "other"])
        let random = try await store.reviewQueue(limit: 9, order: .random)
        #expect(random.count == 2 && random.allSatisfy { !$0.isAudit })
        #expect(Set(random.flatMap(\.entries)).count == 5)
        let chosen = try await store.reviewQueue(
            limit: 9, order: .chosen { pool, _ in pool.texts.sorted { $0.text > $1.text }.map(\.id) })
        #expect(Self.spelled(chosen) == ["other", "lol no 2+1"])
        try store.close()
    }

    @Test func `a label of a row applies to all its entries`() async throws {
        let store = try await Self.store([("a", 0.1), ("A!", 0.2), ("a", 0.3), ("b", 0.1)])
        let rows = try await store.reviewQueue(limit: 1)
        #expect(try await store.correct(rows, to: [.code]).count == 3)
        #expect(Self.spelled(try await store.reviewQueue(limit: 9)) == ["b"])
        try await store.skip(rows)
        #expect(try await store.skippedEntries().count == 3)
        try store.close()
    }

    @Test(arguments: [ReviewOrder.uncertain, .random, .chosen { pool, _ in pool.texts.map(\.id) }])
    func `a text equal or nearly equal to a corrected one is left out until the correction is withdrawn`(
        order: ReviewOrder
    ) async throws {
        let store = try await Self.store([("a", 0.1), ("A!", 0.1), ("a", 0.9), ("b", 0.1)])
        let id = try #require(try await store.entries(newest: 9).last).id
        try await store.correct(.id(id), to: .code)
        #expect(Self.spelled(try await store.reviewQueue(limit: 9, order: order)) == ["b"])
        try await store.withdrawCorrections(of: .id(id))
        let rows = try await store.reviewQueue(limit: 9, order: order)
        #expect(Set(rows.map { $0.entries.count }) == [1, 3])
        try store.close()
    }

    @Test func `an audit has only equal texts, and no other row has them`() async throws {
        // Without uncertain texts all rows are audits.
        let store = try await Self.store([("a", 0.9), ("a", 0.9), ("A!", 0.9), ("A!", 0.9), ("b", 0.9)])
        let rows = try await store.reviewQueue(limit: 9)
        #expect(rows.allSatisfy { $0.isAudit && $0.nearlyEqual.isEmpty })
        #expect(Set(rows.map(\.entry.log.text)).count == rows.count)
        _ = try await store.correct(rows, to: [.code])
        for row in rows {
            #expect(try await store.history(of: row.entry.id).map(\.source) == [.audit])
            for id in row.equal { #expect(try await store.history(of: id).map(\.source) == [.human]) }
        }
        try store.close()
    }

    @Test func `audits are the same in every order`() async throws {
        let store = try await Self.store(
            (0..<60).map { (String(repeating: "x", count: $0 + 1), Double($0) / 1_000) })
        func audits(_ order: ReviewOrder) async throws -> [RecordID?] {
            try await store.reviewQueue(limit: 30, order: order).map { $0.isAudit ? $0.entry.id : nil }
        }
        let uncertain = try await audits(.uncertain)
        #expect(uncertain.count { $0 != nil } == 3)
        #expect(try await audits(.random) == uncertain)
        #expect(try await audits(.chosen { pool, _ in pool.texts.map(\.id) }) == uncertain)
        try store.close()
    }

    @Test func `random rows are no audits, and a short queue is the beginning of a longer one`() async throws
    {
        let store = try await Self.store(
            (0..<60).map { (String(repeating: "x", count: $0 + 1), Double($0) / 1_000) })
        let all = try await store.reviewQueue(limit: 100, order: .random)
        #expect(all.count == 60 && all.count { $0.isAudit } == 6)
        for limit in [1, 10, 35] {
            #expect(try await store.reviewQueue(limit: limit, order: .random) == Array(all.prefix(limit)))
        }
        try store.close()
    }

    @Test func `a pool has each text once with its smallest margin, and the corrected texts`() async throws {
        let store = try await Self.store([
            ("lol no", 0.6), ("LOL, no!", 0.4), ("done", 0.1),
            ("long " + String(repeating: "é", count: 400), 0.5),
        ])
        let done = try #require(try await store.entries(newest: 9).first { $0.log.text == "done" })
        try await store.correct(.id(done.id), to: .code)
        _ = try await store.reviewQueue(
            limit: 9,
            order: .chosen { pool, limit in
                #expect(limit == 3)
                #expect(pool.corrected == ["done"])
                #expect(pool.texts.map(\.margin).sorted() == [0.4, 0.5])
                #expect(pool.texts.map(\.id) == pool.texts.map(\.id).sorted())
                let texts = pool.texts.map(\.text).sorted()
                #expect(texts[0] == "LOL, no!" && texts[1].utf8.count <= ReviewPool.bytes + 2)
                return []
            })
        try store.close()
    }

    @Test func `an id that is chosen twice gives one row, and the rest is drawn`() async throws {
        let store = try await Self.store([("a", 0.9), ("b", 0.9)])
        let ids = try await store.entries(newest: 2).map(\.id)
        let rows = try await store.reviewQueue(limit: 2, order: .chosen { _, _ in [ids[0], ids[0]] })
        #expect(rows.map(\.entry.id) == ids && rows.map(\.isAudit) == [false, true])
        try store.close()
    }
}
