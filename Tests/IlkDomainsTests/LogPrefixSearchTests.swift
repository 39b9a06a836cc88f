import Foundation
import IlkStore
import IlkVocabulary
import TestSupport
import Testing

@testable import IlkDomains

@Suite struct LogPrefixSearchTests {
    private typealias Category = IlkVocabulary.Category

    /// Frequent and rare ones, with beginnings in common; the accent goes when it is indexed.
    private static let words =
        ["common", "commune", "comma", "code"] + (0..<60).map { "w\($0)" } + ["école", "ecology", "日本"]

    /// A text's words, the frequent ones first, as a search compares them.
    private struct Entry {
        var words: [String]
        var category: Category
    }

    private static func entries(_ count: Int) -> [Entry] {
        var dice = SeededGenerator(seed: 20_261_122)
        return (0..<count).map { place in
            var words = (0..<4).map { _ in
                let draw = Double.random(in: 0..<1, using: &dice)
                return Self.words[Int(draw * draw * draw * Double(Self.words.count))]
            }
            // Among the oldest only, so that no look at the newest finds it.
            if place % 400 == 3, place < 1200 { words.append("needle\(place)") }
            return Entry(words: words, category: place % 3 == 0 ? .email : .message)
        }
    }

    private static func holds(_ words: [String], _ term: String) -> Bool {
        let isExcluded = term.hasPrefix("-")
        let text = isExcluded ? String(term.dropFirst()) : term
        let folded = words.map { $0 == "école" ? "ecole" : $0 }
        let isThere =
            text.hasSuffix("*")
            ? folded.contains { $0.hasPrefix(text.dropLast()) } : folded.contains(text)
        return isThere != isExcluded
    }

    /// More rows than are looked at one by one.
    private static let count = NewestMatches.steps.reduce(0, +) + 200

    @Test
    func `beginnings of words are found newest first, frequent and rare ones, with other words and filters`()
        async throws
    {
        let entries = Self.entries(Self.count)
        let store = try ClassificationLogStore.open(.memory)
        for start in stride(from: 0, to: Self.count, by: 500) {
            let records = entries[start..<min(start + 500, Self.count)].enumerated().map { place, entry in
                LogRecord(
                    id: store.nextID(), seconds: Double(start + place), category: entry.category,
                    text: "\(entry.words.joined(separator: ", ")).")
            }
            _ = try await store.take(records)
        }
        try await store.catchUp()
        for query in [
            "com*", "comm* code", "w1*", "w59*", "needle*", "need* -needle3", "code -w*", "eco*", "école*",
            "common w1* -w2*", "nothing*", "com* w3 eco*",
        ] {
            for category in [nil, .email] as [Category?] {
                let terms = query.replacing("école", with: "ecole").split(separator: " ").map(String.init)
                let expected = entries.indices.reversed().filter { place in
                    terms.allSatisfy { Self.holds(entries[place].words, $0) }
                        && (category == nil || entries[place].category == category)
                }
                let parsed = try WordQuery(query)
                let filter = LogFilter(category: category)
                let first = try await store.search(parsed, newest: 20, matching: filter)
                #expect(
                    first.map { Int($0.log.timestamp.timeIntervalSince1970) } == Array(expected.prefix(20)))
                guard let last = first.last else { continue }
                let second = try await store.search(
                    parsed, newest: 20, before: .id(last.id), matching: filter)
                #expect(
                    second.map { Int($0.log.timestamp.timeIntervalSince1970) }
                        == Array(expected.dropFirst(20).prefix(20)))
            }
        }
        try store.close()
    }
}
