import IlkStore
import IlkVocabulary
import TestSupport

@testable import IlkLog

/// Entries of words with beginnings in common, and what a query of such words must find.
enum BegunWords {
    /// Frequent and rare ones; the accent goes when it is indexed.
    private static let words =
        ["common", "commune", "comma", "code"] + (0..<60).map { "w\($0)" } + ["école", "ecology", "日本"]

    static let queries = [
        "com*", "comm* code", "w1*", "w59*", "needle*", "need* -needle3", "code -w*", "eco*", "école*",
        "common w1* -w2*", "nothing*", "com* w3 eco*", "code -com* -w1*", "w3 -needle* -code", "code -c*",
        "nothing -w*", "needle3 -com*",
    ]

    /// A text's words, the frequent ones first, as a search compares them.
    struct Entry {
        var words: [String]
        /// Whether it is of the rarer of two kinds.
        var isOther: Bool

        var text: String { "\(words.joined(separator: ", "))." }
    }

    /// More than are looked at one by one.
    static let entries: [Entry] = {
        var dice = SeededGenerator(seed: 20_261_122)
        return (0..<MemoryIndex.steps.reduce(0, +) + 200).map { place in
            var words = (0..<4).map { _ in
                let draw = Double.random(in: 0..<1, using: &dice)
                return Self.words[Int(draw * draw * draw * Double(Self.words.count))]
            }
            // Among the oldest only, so that no look at the newest finds it.
            if place % 400 == 3, place < 1200 { words.append("needle\(place)") }
            return Entry(words: words, isOther: place % 3 == 0)
        }
    }()

    /// The places of the entries that a query is to find, the last first.
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
