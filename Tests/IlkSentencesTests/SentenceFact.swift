import TestSupport

/// A text and its sentences as people split them.
struct SentenceFact: Decodable, Sendable {
    var text: String
    /// The code of the language.
    var label: String
    /// The sentences without white space at their ends.
    var sentences: [String]

    /// Returns the texts of a file in `corpora/sentences`.
    static func read(_ name: String) throws -> [Self] {
        try CorpusLines.read("sentences/\(name).jsonl", as: Self.self)
    }
}
