import IlkStore
import IlkVocabulary
import TestSupport

@testable import IlkLog

/// Entries whose words share prefixes, and the expected results of queries on them.
enum PrefixSearchSamples {
    /// Frequent words first, then rare ones. The index drops the accent.
    private static let words =
        ["common", "commune", "comma", "code"] + (0..<60).map { "w\($0)" } + ["école", "ecology", "日本"]

    static let queries = [
        "com*", "comm* code", "w1*", "w59*", "needle*", "need* -needle3", "code -w*", "eco*", "école*",
        "common w1* -w2*", "nothing*", "com* w3 eco*", "code -com* -w1*", "w3 -needle* -code", "code -c*",
        "nothing -w*", "needle3 -com*",
    ]

    /// The words of a text as a search compares them.
    struct Entry {
        var words: [String]
        /// `true` for the rarer of two types of entry.
        var isOther: Bool

        var text: String { "\(words.joined(separator: ", "))." }
    }

    /// More entries than a prefix search scans one by one before it uses the index.
    static let entries: [Entry] = {
        var dice = SeededGenerator(seed: 20_261_122)
        return (0..<MemoryIndex.steps.reduce(0, +) + 200).map { place in
            var words = (0..<4).map { _ in
                let draw = Double.random(in: 0..<1, using: &dice)
                return Self.words[Int(draw * draw * draw * Double(Self.words.count))]
            }
            // Only in old entries, so that a scan of the newest entries does not find it.
            if place % 400 == 3, place < 1200 { words.append("needle\(place)") }
            return Entry(words: words, isOther: place % 3 == 0)
        }
    }()

    /// The indices of the entries that a query must find, in descending order.
    static func found(_ query: String, othersOnly: Bool) -> [Int] {
        let terms = query.replacing("école", with: "ecole").split(separator: " ").map(String.init)
        return entries.indices.reversed().filter { place in
            terms.allSatisfy { holds(entries[place].words, $0) } && (!othersOnly || entries[place].isOther)
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
}
