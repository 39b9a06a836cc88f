public import IlkText
public import IlkVocabulary

/// A trained model of any kind. It scores texts and explains the scores.
///
/// Models are immutable. Any number of threads can score with one model, each with a separate
/// ``ModelScratch``.
public protocol TextModel: Sendable {
    /// The type of the model's description in its file.
    associatedtype Manifest: ModelManifest

    /// The model's description in its file.
    var manifest: Manifest { get }
    /// The SHA-256 digest of the model's content, which identifies it in explanations and registries.
    var digest: ContentDigest { get }
    /// The bytes of the model's file.
    var storage: ModelStorage { get }
    /// The model's counts of rule matches, or `nil` if it has none.
    var rules: RuleCounts? { get }
    /// The model card in Markdown, or `nil` if the file has none.
    var card: String? { get }
    /// The estimate of how similar a text is to the training texts, or `nil` if the file has none.
    var familiarity: Familiarity? { get }

    /// The head: a small linear model that was fitted to corrections, or `nil` if there is none. The head
    /// does not affect the model's scores. A pipeline adds the results of the head to the combined
    /// probabilities of rules and model.
    var head: ResidualHead? { get }

    /// The minimum probability of each label of a multi-label taxonomy, or `nil` for other taxonomies.
    var labelThresholds: [Double]? { get }
    /// The number of training texts.
    var texts: Int { get }

    /// Adds the model's scores of a text to `scores`. The model's scores are natural-log odds up to a
    /// constant.
    ///
    /// - Parameters:
    ///   - analysis: The analyzed text.
    ///   - scratch: The buffers of the calling thread.
    ///   - scores: The scores to add to, one per label.
    /// - Returns: The number of known features of the text, without style features.
    /// - Complexity: O(*n*) in the length of the text.
    @discardableResult
    func score(
        _ analysis: borrowing AnalyzedText, using scratch: inout ModelScratch, into scores: inout [Double]
    ) -> Int

    /// Returns the number of distinct words of a text, and the number of these words that the model knows. If
    /// the model has no unigrams, other features of the text are counted instead of words.
    ///
    /// - Parameters:
    ///   - analysis: The analyzed text.
    ///   - scratch: The buffers of the calling thread.
    /// - Complexity: O(*n*) in the length of the text.
    func vocabulary(
        of analysis: borrowing AnalyzedText, using scratch: inout ModelScratch
    ) -> (known: Int, all: Int)

    /// Returns the evidence for the scores of a text. The weights of the evidence add up to the scores.
    ///
    /// - Parameters:
    ///   - analysis: The analyzed text.
    ///   - scratch: The buffers of the calling thread.
    /// - Complexity: O(*n*) in the length of the text.
    func evidence(_ analysis: borrowing AnalyzedText, using scratch: inout ModelScratch) -> [Evidence]
}

extension TextModel {
    /// The kind of the model.
    public var kind: ModelKind { Manifest.kind }
    /// The taxonomy of the model. Arrays with one score per label are in the order of the taxonomy.
    public var taxonomy: Taxonomy { manifest.taxonomy }
    /// The number of training texts of each label.
    public var documents: [Int] { manifest.documents }
    /// The number of features with weights.
    public var featureCount: Int { manifest.featureCount }
    /// `true` if the model reads character n-grams. Such a model knows some n-grams of almost any text, even
    /// of a text unlike the training texts.
    public var readsCharacterNgrams: Bool {
        manifest.featureGroups.contains { $0 == .characterNgrams || $0 == .wordNgrams }
    }
    /// A warning with a remedy if this program's tokenizer differs from the tokenizer of the training texts.
    /// It is `nil` if the tokenizers are equal or the file does not name its tokenizer.
    public var tokenizerWarning: String? {
        manifest.tokenizer.flatMap { TextAnalyzer.warning(ofTokenizer: $0, icu: manifest.icuVersion) }
    }
    /// A model of this kind has no counts of rule matches.
    public var rules: RuleCounts? { nil }
    /// A model of this kind has no thresholds of labels.
    public var labelThresholds: [Double]? { nil }
    /// The sum of the texts of all labels.
    public var texts: Int { documents.reduce(0, +) }
}
