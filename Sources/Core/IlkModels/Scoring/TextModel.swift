public import IlkText
public import IlkVocabulary

/// A trained model, of whatever kind: scores texts and says why.
///
/// Immutable: any number of threads may score with one model, each with a ``ModelScratch`` of its own.
public protocol TextModel: Sendable {
    /// What its file says of it.
    associatedtype Manifest: ModelManifest

    /// What its file says of it.
    var manifest: Manifest { get }
    /// The SHA-256 of its content: what receipts and registries name it by.
    var digest: ContentDigest { get }
    /// The bytes of its file.
    var storage: ModelStorage { get }
    /// What it has learned of rules; nil when it was made without any.
    var rules: RuleCounts? { get }
    /// What its file says of it for people, in Markdown; nil when it says nothing.
    var card: String? { get }

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
    /// How it decides.
    public var kind: ModelKind { Manifest.kind }
    /// The categories, in the order of all scores.
    public var taxonomy: Taxonomy { manifest.taxonomy }
    /// How many texts of each category it was made of.
    public var documents: [Int] { manifest.documents }
    /// How many features have a weight.
    public var featureCount: Int { manifest.featureCount }
    /// Whether it reads runs of characters: of those it knows some in any text, whatever the words.
    public var readsCharacters: Bool {
        manifest.families.contains { $0 == .characters || $0 == .pieces }
    }
    /// Nothing.
    public var rules: RuleCounts? { nil }
}
