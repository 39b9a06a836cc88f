public import IlkVocabulary

/// A text of the log with one of its corrections.
public struct CorrectedText: Sendable, Hashable {
    /// The id of the text's entry.
    public var entry: RecordID
    /// The text.
    public var text: String
    /// The SHA-256 digest of the text's bytes.
    public var digest: ContentDigest
    /// The human label, or the first of several.
    public var category: Category
    /// All human labels, if the taxonomy is multi-label, otherwise `nil`. Empty if no label applies.
    public var labels: [Category]?
    /// The origin of the correction.
    public var source: CorrectionSource
    /// The author, or `nil` if unknown.
    public var author: String?
    /// The label that was logged for the text.
    public var logged: Category
    /// All logged labels, if the taxonomy is multi-label, otherwise `nil`. Empty for an abstention.
    public var loggedLabels: [Category]?
    /// `true` if the classifier abstained. In this case, ``logged`` is its most probable label.
    public var hasAbstained: Bool
    /// The hexadecimal digest of the model that predicted the logged label, empty if no model was used, or
    /// `nil` if the entry has no verdict.
    public var model: String?
    /// The probability of the logged label, 0 … 1, or `nil` if the entry has no verdict.
    public var probability: Double?
    /// The difference in probability between the two most probable labels, 0 … 1, or `nil` if the entry has
    /// no verdict. If the classifier abstained, the value is capped at
    /// ``ReviewPool/uncertainMargin``.
    public var margin: Double?
    /// The time at which the text was logged, in seconds since 1970-01-01T00:00:00Z.
    public var timestamp: Double
    /// The time of the correction, in seconds since 1970-01-01T00:00:00Z.
    public var correctionTime: Double

    /// The author, or the source of a correction without an author.
    public var authorOrSource: String { author ?? source.rawValue }

    /// The text with its human label, or with all human labels in a multi-label taxonomy.
    public var labeledText: LabeledText {
        var labeled = LabeledText(text: text, category: category, source: authorOrSource)
        if let labels { labeled.categories = labels }
        return labeled
    }

    /// Returns `true` if the author or the source of the correction is in a set.
    ///
    /// - Parameter names: Names of authors and sources.
    public func isBy(_ names: Set<String>) -> Bool {
        names.contains(source.rawValue) || author.map(names.contains) ?? false
    }
}
