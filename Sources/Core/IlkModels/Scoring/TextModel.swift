public import IlkText
public import IlkVocabulary

/// A trained model, of whatever kind: scores texts and says why.
///
/// Immutable: any number of threads may score with one model, each with a ``ModelScratch`` of its own.
public protocol TextModel: Sendable {
    /// How it decides.
    var kind: ModelKind { get }
    /// The categories, in the order of all scores.
    var taxonomy: Taxonomy { get }
    /// The SHA-256 of its content: what receipts and registries name it by.
    var digest: ContentDigest { get }
    /// How many texts of each category it was made of.
    var documents: [Int] { get }
    /// How many features have a weight.
    var featureCount: Int { get }
    /// What it has learned of rules; nil when it was made without any.
    var rules: RuleCounts? { get }
    /// What its file says of it for people, in Markdown; nil when it says nothing.
    var card: String? { get }
    /// Whether it reads runs of characters: of those it knows some in any text, whatever the words.
    var readsCharacters: Bool { get }

    /// Adds the model's score of a text to `scores`: natural-log odds up to a constant, one number a category.
    ///
    /// - Parameters:
    ///   - analysis: The text, taken apart.
    ///   - scratch: Buffers of the caller's thread.
    ///   - scores: As many numbers as there are categories.
    /// - Returns: How many of the text's features the model knows, its shape not counted.
    @discardableResult
    func score(
        _ analysis: borrowing AnalyzedText, using scratch: inout ModelScratch, into scores: inout [Double]
    ) -> Int

    /// How many different words a text has, or other lexical features for a model that reads no words, and how many of
    /// them the model knows.
    func vocabulary(
        of analysis: borrowing AnalyzedText, using scratch: inout ModelScratch
    ) -> (known: Int, all: Int)

    /// What of a text spoke, and how loudly: evidence whose weights add up to the scores.
    func evidence(_ analysis: borrowing AnalyzedText, using scratch: inout ModelScratch) -> [Evidence]
}

extension TextModel {
    /// Nothing.
    public var rules: RuleCounts? { nil }
    /// Nothing.
    public var card: String? { nil }
}
