import IlkStore
import IlkVocabulary
import Testing

@testable import IlkCommand
@testable import IlkLog

@Suite("Groups of a review") struct ReviewGroupTests {
    @Test(
        arguments: [
            ("See you at 8!", "see  you\nat 8", true), ("Straße", "STRASSE", false), ("Élan", "élan", true),
            ("see you?", "see you", false), ("great 😊", "great 😢", false), ("1 + 1", "1 - 1", false),
            ("build 1234 failed", "Build 1299 failed.", true), ("build 12 failed", "build 13 failed", false),
            ("9 of 10 stars", "1 of 10 stars", false), ("id 4f2a9c01", "id 77b31c02", true),
            ("covid19", "covid20", false), ("我有300个苹果", "他有500个苹果", false), ("…", "...", nil as Bool?),
            ("a.b", "a b", true), ("ab", "a b", false),
        ] as [(String, String, Bool?)])
    func `nearly equal texts have the same words`(first: String, second: String, isEqual: Bool?) {
        let keys = [ReviewGroup.key(of: first), ReviewGroup.key(of: second)]
        guard let isEqual else {
            #expect(keys == [nil, nil], "punctuation alone has no key")
            return
        }
        #expect((keys[0] == keys[1]) == isEqual, "\(keys)")
        #expect(!keys.contains(nil))
    }

    @Test func `a very long text has no key`() {
        #expect(ReviewGroup.key(of: String(repeating: "a ", count: 30_000)) == nil)
    }

    /// A queue of texts. A star before a text marks an audit sample.
    private func queue(_ texts: [String]) async throws -> [LogReview] {
        let store = try ClassificationLogStore.open(.memory)
        let records = texts.enumerated().map { place, text in
            LogRecord(
                id: store.nextID(), seconds: Double(place), category: .message,
                text: text.hasPrefix("*") ? String(text.dropFirst()) : text)
        }
        _ = try await store.insert(records)
        var queue: [LogReview] = []
        for (record, text) in zip(records, texts) {
            let entry = try await store.entry(.id(record.id))
            queue.append(LogReview(entry: entry, isAudit: text.hasPrefix("*")))
        }
        try store.close()
        return queue
    }

    /// Describes groups: their texts, with a star for audit samples.
    private func spelled(_ groups: [ReviewGroup]) -> [String] {
        groups.map { group in
            group.entries.map { ($0.isAudit ? "*" : "") + $0.entry.log.text }.joined(separator: ",")
                + (group.nearlyEqual > 0 ? " \(group.nearlyEqual) near" : "")
        }
    }

    @Test(
        arguments: [
            (["a", "b", "a", "A!"], 9, ["a,a,A! 1 near", "b"]),
            (["a", "b", "c", "a", "c"], 2, ["a,a", "b"]),
            // An audit sample is grouped with equal texts only.
            (["a", "*A", "*a", "b"], 9, ["a,*a", "*A", "b"]),
            (["*a", "A", "a", "a"], 9, ["*a,a,a", "A"]),
            // Behind the last group, the queue's draws are no sample.
            (["a", "b", "*a", "*c"], 2, ["a,a", "b"]),
            ([], 5, []), (["a"], 0, []),
        ] as [([String], Int, [String])])
    func `equal and nearly equal texts form a group in the order of the queue`(
        texts: [String], limit: Int, groups: [String]
    ) async throws {
        #expect(spelled(ReviewGroup.groups(try await queue(texts), limit: limit)) == groups)
    }

    @Test func `skipped texts come last, in the order of skipping`() async throws {
        let queue = try await queue(["a", "b", "c", "d"])
        let skipped = [queue[2], queue[0]].map(\.entry.id)
        #expect(spelled(ReviewGroup.groups(queue, skipped: skipped, limit: 9)) == ["b", "d", "c", "a"])
        #expect(spelled(ReviewGroup.groups(queue, skipped: skipped, limit: 3)) == ["b", "d", "c"])
    }
}
