import IlkVocabulary

/// Tells texts that cannot have certain words from those that may, in one look at their bytes: what it lets through is
/// looked at by the index's own rules.
///
/// It decides of texts of ASCII alone, which the index cuts at everything that is neither letter nor digit; all others it
/// lets through.
public struct WordSieve: Sendable {
    /// The beginnings of words that must be there: lower case, at least one byte each.
    private let beginnings: [[UInt8]]

    /// A sieve for texts that have the words of all of these.
    ///
    /// - Parameter words: Words and phrases, as somebody wrote them; whether they are only begun makes no difference.
    public init(_ words: [String]) {
        beginnings = words.flatMap { words -> [[UInt8]] in
            // Of what is not ASCII nothing is known that does not take Unicode's tables.
            guard words.utf8.allSatisfy({ $0 < 0x80 }) else { return [] }
            return Array(words.utf8).split { !$0.isASCIIAlphanumeric }.map { $0.map { $0.asciiLowercased } }
        }
    }

    /// Whether a text may have all of the words: false only where it has not.
    public func mayHold(_ text: UnsafeRawBufferPointer) -> Bool {
        var missing = beginnings
        guard !missing.isEmpty else { return true }
        var isInside = false
        for place in text.indices {
            let byte = text[place]
            if byte >= 0x80 { return true }
            let isWord = byte.isASCIIAlphanumeric
            if isWord, !isInside {
                missing.removeAll { Self.begins(text, at: place, with: $0) }
                // What follows might still not be ASCII, but there is nothing left to find.
                if missing.isEmpty { return true }
            }
            isInside = isWord
        }
        return false
    }

    private static func begins(
        _ text: UnsafeRawBufferPointer, at place: Int, with beginning: [UInt8]
    ) -> Bool {
        guard text.count - place >= beginning.count else { return false }
        for index in beginning.indices where text[place + index].asciiLowercased != beginning[index] {
            return false
        }
        return true
    }
}
