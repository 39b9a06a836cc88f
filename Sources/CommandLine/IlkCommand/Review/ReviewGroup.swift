import IlkLog
import IlkVocabulary

/// Entries of the review queue that one answer labels, because their texts are equal or nearly equal.
struct ReviewGroup {
    /// The entry whose text is shown, first, and the others.
    private(set) var entries: [LogReview]
    /// The number of further entries whose texts are nearly equal to the first, but not equal.
    private(set) var nearlyEqual = 0

    /// The entry whose text is shown.
    var first: LogReview { entries[0] }

    private init(_ first: LogReview) { entries = [first] }

    private mutating func append(_ review: LogReview) {
        entries.append(review)
        if review.entry.log.text != first.entry.log.text { nearlyEqual += 1 }
    }

    /// Returns the first groups of a queue, in its order, with the equal and nearly equal entries behind them.
    ///
    /// An audit sample is only grouped with equal texts: it measures, and a nearly equal text that was learned
    /// would spoil it. An entry behind the last group is no audit sample, even if the queue drew it, because it is
    /// labeled for its text and not at random.
    ///
    /// - Parameters:
    ///   - queue: The review queue.
    ///   - skipped: The skipped entries in order, which come last.
    ///   - limit: The maximum number of groups.
    static func groups(_ queue: [LogReview], skipped: [RecordID] = [], limit: Int) -> [ReviewGroup] {
        let places = Dictionary(uniqueKeysWithValues: skipped.enumerated().map { ($1, $0) })
        let fresh = queue.filter { places[$0.entry.id] == nil }
        let old = queue.filter { places[$0.entry.id] != nil }
            .sorted { (places[$0.entry.id] ?? 0) < (places[$1.entry.id] ?? 0) }
        var groups: [ReviewGroup] = []
        var equal: [String: Int] = [:]
        var similar: [String: Int] = [:]
        for var review in fresh + old {
            let text = review.entry.log.text
            let isDrawn = review.isAudit && groups.count < limit
            review.isAudit = isDrawn
            let key = isDrawn ? nil : Self.key(of: text)
            if let group = equal[text] ?? key.flatMap({ similar[$0] }) {
                groups[group].append(review)
                equal[text] = group
            } else if groups.count < limit {
                equal[text] = groups.count
                if let key { similar[key] = groups.count }
                groups.append(ReviewGroup(review))
            }
        }
        return groups
    }

    /// The length of the longest text with a key, in bytes.
    private static let longestText = 50_000

    /// Returns the key that nearly equal texts have in common, or `nil` if a text has none.
    ///
    /// The key consists of the words in lower case. White space and punctuation are ignored, except for question
    /// marks. Words of ASCII characters with three or more digits, such as years, times and ids, are all equal.
    /// Texts without words have no key, and neither have very long ones.
    static func key(of text: String) -> String? {
        guard text.utf8.count <= longestText else { return nil }
        var key = ""
        var word = ""
        func end() {
            guard !word.isEmpty else { return }
            if !key.isEmpty { key += " " }
            let digits = word.utf8.count { (0x30...0x39).contains($0) }
            key += digits > 2 && word.utf8.allSatisfy { $0 < 0x80 } ? "0" : word
            word = ""
        }
        for character in text.lowercased() {
            if character.isLetter || character.isNumber {
                word.append(character)
                continue
            }
            end()
            guard !character.isWhitespace, !character.isPunctuation || character == "?" else { continue }
            word.append(character)
            end()
        }
        end()
        return key.isEmpty ? nil : key
    }
}
