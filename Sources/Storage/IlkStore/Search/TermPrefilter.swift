import IlkVocabulary

/// A fast filter that rejects texts that cannot contain certain words. A text that passes may still lack a
/// word and must be checked with FTS5.
///
/// The filter rejects only ASCII texts, in which every character except letters and digits separates words.
/// All other texts pass.
public struct TermPrefilter: Sendable {
    /// Lowercase ASCII strings. A text must contain, for each of them, a word that begins with it.
    private let beginnings: [[UInt8]]

    /// Creates a filter for texts that contain all of the given words.
    ///
    /// - Parameter words: Words and phrases as written by the user. Prefixes are treated like words.
    public init(_ words: [String]) {
        beginnings = words.flatMap { words -> [[UInt8]] in
            // A word that is not ASCII could only be compared with Unicode's tables.
            guard words.utf8.allSatisfy({ $0 < 0x80 }) else { return [] }
            return Array(words.utf8).split { !$0.isASCIIAlphanumeric }.map { $0.map { $0.asciiLowercased } }
        }
    }

    /// Returns `false` if a text certainly lacks one of the words.
    ///
    /// - Parameter text: UTF-8 bytes.
    /// - Complexity: O(*n*) in the length of the text.
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
                // The rest need not be checked for non-ASCII, as no word is missing.
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
