import Foundation
import IlkStore
import IlkVocabulary
import StoreTestSupport
import Testing

@testable import IlkLog

@Suite struct LogReviewTests {
    /// Creates a log whose n-th entry has a margin of n / 100.
    private static func store(_ count: Int) async throws -> ClassificationLogStore {
        let store = try ClassificationLogStore.open(.memory)
        let records = (0..<count).map { place in
            let abstention: String? = place % 3 == 0 ? "unsure" : nil
            return LogRecord(
                id: store.nextID(), seconds: Double(place), category: .message, text: word(place),
                verdict: .init(
                    probability: 0.5, margin: Double(place) / 100, abstention: abstention,
                    scores: "{}", flags: nil,
                    provenance: Provenance(
                        classifier: "fused", modelDigest: "ab", ruleSetDigest: nil, icuVersion: "72.1")))
        }
        _ = try await store.insert(records)
        return store
    }

    /// Returns a different word for each number. Long numbers would be nearly equal.
    private static func word(_ number: Int) -> String {
        String(
            String.UnicodeScalarView(
                String(number).unicodeScalars.map { Unicode.Scalar(UInt8($0.value) + 49) }))
    }

    @Test func `the review queue starts with the most uncertain entries and every tenth is an audit sample`()
        async throws
    {
        let store = try await Self.store(200)
        let queue = try await store.reviewQueue(limit: 30)
        #expect(queue.count == 30)
        #expect(queue.enumerated().allSatisfy { $0.element.isAudit == ($0.offset % 10 == 9) })
        let doubtful = queue.filter { !$0.isAudit }.compactMap { $0.entry.verdict?.margin }
        #expect(doubtful == doubtful.sorted())
        #expect(Set(queue.map(\.entry.id)).count == 30)
        #expect(try await store.reviewQueue(limit: 30) == queue)
        #expect(try await store.reviewQueue(limit: 12) == Array(queue.prefix(12)))
        try store.close()
    }

    @Test func `a short queue is the beginning of a longer one, in a small log too`() async throws {
        for count in [1, 5, 9, 25, 60] {
            let store = try await Self.store(count)
            let all = try await store.reviewQueue(limit: 1000)
            #expect(all.count == count)
            for limit in [1, 5, 10, 20, 50] {
                #expect(try await store.reviewQueue(limit: limit) == Array(all.prefix(limit)), "\(count)")
            }
            try store.close()
        }
    }

    @Test func `corrected entries leave the queue, and short pages include audit samples`()
        async throws
    {
        let store = try await Self.store(200)
        var audits = 0
        var seen: Set<RecordID> = []
        for _ in 0..<40 {
            let first = try #require(try await store.reviewQueue(limit: 1).first)
            #expect(seen.insert(first.entry.id).inserted)
            audits += first.isAudit ? 1 : 0
            try await store.correct(.id(first.entry.id), to: .code, source: first.isAudit ? .audit : .human)
        }
        #expect(audits == 4)
        try store.close()
    }

    @Test func `audit samples are drawn independently of the margin`() async throws {
        let store = try await Self.store(1500)
        let drawn = try await store.reviewQueue(limit: 500).filter(\.isAudit).compactMap {
            $0.entry.verdict?.margin
        }
        #expect(drawn.count == 50)
        // The mean of 50 uniform draws from 0 ... 15 is 7.5, with a standard error of 0.61.
        let mean: Double = drawn.reduce(0, +) / 50
        #expect(mean > 4.5 && mean < 10.5)
        try store.close()
    }

    @Test func `without uncertain entries a page consists of audit samples`() async throws {
        let store = try ClassificationLogStore.open(.memory)
        let sure = (0..<30).map { place in
            LogRecord(
                id: store.nextID(), seconds: Double(place), category: .message, text: "text \(place)",
                verdict: .init(
                    probability: 0.9, margin: place < 3 ? 0.1 : 0.8, abstention: nil, scores: "{}",
                    flags: nil,
                    provenance: Provenance(
                        classifier: "fused", modelDigest: "ab", ruleSetDigest: nil, icuVersion: "72.1")))
        }
        _ = try await store.insert(sure)
        let page = try await store.reviewQueue(limit: 8)
        #expect(page.count == 8 && Set(page.map(\.entry.id)).count == 8)
        #expect(page.filter { !$0.isAudit }.allSatisfy { $0.entry.verdict?.margin == 0.1 })
        #expect(page.count { $0.isAudit } >= 5 && !page[0].isAudit)
        #expect(try await store.reviewQueue(limit: 100).count == 30)
        #expect(try await store.reviewQueue(limit: .max).count == 30)
        try store.close()
    }

    @Test func `corrections of handed-out audit samples have the source audit`() async throws {
        let store = try await Self.store(200)
        let before = try #require(try await store.reviewQueue(limit: 10).last)
        #expect(before.isAudit)
        // This entry was not handed out, so its correction is not an audit.
        let other = try #require(try await store.reviewQueue(limit: 20).last)
        #expect(other.isAudit)
        try await store.correct(.id(other.entry.id), to: .code)
        #expect(try await store.history(of: other.entry.id).map(\.source) == [.human])

        let queue = try await store.startReview(limit: 12)
        let audit = try #require(queue.first { $0.isAudit })
        let doubt = try #require(queue.first { !$0.isAudit })
        try await store.correct(.id(audit.entry.id), to: .code, author: "Ida")
        try await store.correct(.id(doubt.entry.id), to: .code, author: "Ida")
        #expect(try await store.history(of: audit.entry.id).map(\.source) == [.audit])
        #expect(try await store.history(of: doubt.entry.id).map(\.source) == [.human])
        // A second correction of the entry is not an audit.
        try await store.correct(.id(audit.entry.id), to: .email, author: "Bo")
        #expect(try await store.history(of: audit.entry.id).map(\.source) == [.audit, .human])
        try store.close()
    }

    @Test func `one answer corrects several entries, audit samples among them as audits`() async throws {
        let store = try await Self.store(200)
        let queue = try await store.reviewQueue(limit: 10)
        let chosen = [queue[0], queue[9]]
        try await store.skip(chosen)
        #expect(try await store.skippedEntries().count == 2)
        let ids = try await store.correct(chosen, to: [.code], author: "Ida")
        #expect(ids.count == 2)
        for (review, source) in zip(chosen, [CorrectionSource.human, .audit]) {
            let history = try await store.history(of: review.entry.id)
            #expect(history.map(\.category) == [.code] && history.map(\.source) == [source])
            #expect(history.map(\.author) == ["Ida"])
        }
        #expect(try await store.skippedEntries().isEmpty, "an answered entry is no longer skipped")
        #expect(try await store.reviewQueue(limit: 200).count == 198)
        await #expect(throws: ClassificationLogError.self) {
            try await store.correct(chosen, to: [Category("nonsense")])
        }
        try store.close()
    }

    @Test func `undone corrections leave no trace, and earlier ones count again`() async throws {
        let store = try await Self.store(30)
        let queue = try await store.reviewQueue(limit: 30)
        let before = try await store.recentCorrections()
        try await store.correct(.id(queue[1].entry.id), to: .email)
        let ids = try await store.correct(Array(queue.prefix(2)), to: [.code])
        #expect(Array(try await store.correctedCategories().values) == [[.code], [.code]])
        try await store.undo(corrections: ids + [store.nextID()])
        #expect(try await store.history(of: queue[0].entry.id).isEmpty)
        #expect(try await store.history(of: queue[1].entry.id).map(\.category) == [.email])
        #expect(Array(try await store.correctedCategories().values) == [[.email]])
        #expect(try await store.reviewQueue(limit: 30).contains(queue[0]))
        let after = try #require(try await store.recentCorrections(after: before)).mark
        #expect(after != before.mark)
        try store.close()
    }

    @Test func `an entry whose correction was withdrawn is in the queue again, an audit sample as such`()
        async throws
    {
        let store = try await Self.store(200)
        let queue = try await store.startReview(limit: 10)
        for review in [queue[0], queue[9]] {
            try await store.correct(.id(review.entry.id), to: .code)
            try await store.withdrawCorrections(of: .id(review.entry.id))
            #expect(try await store.reviewQueue(limit: 200).contains { $0.entry.id == review.entry.id })
            try await store.correct(.id(review.entry.id), to: .email)
            #expect(try await !store.reviewQueue(limit: 200).contains { $0.entry.id == review.entry.id })
        }
        let history = try await store.history(of: queue[9].entry.id)
        #expect(queue[9].isAudit && history.map(\.source) == [.audit, .human, .audit])
        try store.close()
    }

    @Test func `skipped entries are listed in the order of skipping, and erased ones are left out`()
        async throws
    {
        let store = try await Self.store(30)
        let queue = try await store.reviewQueue(limit: 30)
        try await store.skip([queue[5]])
        try await store.skip([queue[2], queue[3]])
        try await store.skip([queue[5]])
        #expect(Set(try await store.skippedEntries()) == Set([queue[2], queue[3], queue[5]].map(\.entry.id)))
        try await store.unskip([queue[2]])
        _ = try await store.purge(LogPurge(ids: [queue[3].entry.id]))
        #expect(try await store.skippedEntries() == [queue[5].entry.id])
        try await store.skip([queue[3]])
        #expect(try await store.correct([queue[3], queue[5]], to: [.code]).count == 1)
        #expect(try await store.skippedEntries().isEmpty)
        try store.close()
    }

    @Test func `an empty log or a limit below one gives an empty queue`() async throws {
        let store = try await Self.store(0)
        #expect(try await store.reviewQueue(limit: 10).isEmpty)
        #expect(try await store.reviewQueue(limit: -1).isEmpty)
        try store.close()
    }
}
