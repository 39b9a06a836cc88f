import IlkStore
import IlkVocabulary
import Testing

@testable import IlkLog

@Suite("Skipped texts of a review") struct SkippedReviewTests {
    @Test func `skipped texts come last, in the order of skipping`() async throws {
        let store = try ClassificationLogStore.open(.memory)
        let records = ["a", "b", "c", "d", "d"].enumerated().map { place, text in
            LogRecord(id: store.nextID(), seconds: Double(place), category: .message, text: text)
        }
        _ = try await store.insert(records)
        var queue: [LogReview] = []
        for record in records.prefix(4) {
            queue.append(LogReview(entry: try await store.entry(.id(record.id)), isAudit: false))
        }
        queue[3].equal = [records[4].id]
        func texts(_ skipped: [Int]) -> [String] {
            LogReview.delaying(skipped.map { records[$0].id }, in: queue, entries: \.entries)
                .map(\.entry.log.text)
        }
        #expect(texts([]) == ["a", "b", "c", "d"])
        #expect(texts([2, 0]) == ["b", "d", "c", "a"])
        #expect(texts([4, 1]) == ["a", "c", "d", "b"], "a text is skipped with any of its entries")
        try store.close()
    }
}
