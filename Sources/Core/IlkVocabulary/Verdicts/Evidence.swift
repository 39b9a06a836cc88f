/// A piece of evidence for or against categories, with one weight per category.
///
/// For each category, the weights of all pieces of evidence add up to the score in the verdict.
public struct Evidence: Hashable, Sendable, Codable {
    /// The type of a piece of evidence.
    public enum EvidenceType: String, Sendable, Codable, CaseIterable {
        /// A rule of a rule pack. The id is the id of the rule.
        case rule
        /// A word, a pair of words or a character n-gram of the text. The id is the normal form of the word,
        /// or the feature group and the feature. For example, `skeletonBigrams:a3␣the` is a word of two or
        /// three letters followed by `the`.
        case token
        /// A style feature of the whole text. The id is the feature and the range of its value, as in
        /// `wordCount:60..100`.
        case feature
        /// The prior probability of the categories (id `prior`) or the score calibration (id `calibration`).
        case prior
        /// A human correction of this text or a nearly equal text, or a feature that was learned from
        /// corrections of other texts. The id of a learned feature is `learned:` or `recent:`, followed by
        /// the id of a token or a style feature.
        case correction
    }

    /// The type of the evidence.
    public var type: EvidenceType
    /// The stable id for programs: a rule's id, a token's normal form, or a feature and its range. People see
    /// ``phrase``.
    public var id: String
    /// The part of ``phrase`` that cannot be derived from the id, or `nil` if there is none. For a rule, it
    /// is the description. For a token that stands for several words, it is an example from the text. For the
    /// n-grams within a word, it is one of them. For a style feature, it is a phrase that is specific to this text.
    public var detail: String?
    /// The matching spans of the text. Empty for evidence about the whole text.
    public var spans: [TextSpan]
    /// The contribution to the score of each category, in the taxonomy's order, in natural-log odds.
    public var weights: [Double]
    /// `true` if each weight affects only its own label, as in multi-label taxonomies. If `false`, the labels
    /// compete, and a prediction depends only on the differences between the weights of the labels.
    package var isForEachLabel = false

    /// Creates a piece of evidence.
    ///
    /// - Parameters:
    ///   - type: The type of the evidence.
    ///   - id: The stable id: a rule's id, a token's normal form, or a feature and its range.
    ///   - detail: The description of a rule, an example from the text for a token, or the phrase of a style
    ///     feature for this text. `nil` for none.
    ///   - spans: The matching spans of the text.
    ///   - weights: The contribution to each category, in the taxonomy's order, in natural-log odds.
    public init(
        type: EvidenceType, id: String, detail: String? = nil, spans: [TextSpan], weights: [Double]
    ) {
        self.type = type
        self.id = id
        self.detail = detail
        self.spans = spans
        self.weights = weights
    }

    private enum CodingKeys: String, CodingKey {
        case type, id, phrase, spans, weights
        /// The names of `type` and `id` in files of earlier versions.
        case kind, name
    }

    /// Decodes a piece of evidence in the current format or an earlier format.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        type =
            try fields.decodeIfPresent(EvidenceType.self, forKey: .type)
            ?? fields.decode(EvidenceType.self, forKey: .kind)
        id =
            try fields.decodeIfPresent(String.self, forKey: .id) ?? fields.decode(String.self, forKey: .name)
        spans = try fields.decode([TextSpan].self, forKey: .spans)
        weights = try fields.decode([Double].self, forKey: .weights)
        // Earlier versions wrote no phrase.
        detail = try fields.decodeIfPresent(String.self, forKey: .phrase).flatMap { detail(in: $0) }
    }

    /// Encodes all fields with their current names, and the phrase in place of the detail.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(type, forKey: .type)
        try fields.encode(id, forKey: .id)
        try fields.encode(phrase, forKey: .phrase)
        try fields.encode(spans, forKey: .spans)
        try fields.encode(weights, forKey: .weights)
    }

    /// Returns the weight for a category minus the mean weight for the other categories, in natural-log odds.
    /// In a multi-label taxonomy, the result is the weight itself. Explanations show this number to people.
    ///
    /// - Parameter index: The index of the category in the taxonomy.
    public func support(forCategoryAt index: Int) -> Double {
        guard weights.count > 1, !isForEachLabel else {
            return weights.indices.contains(index) ? weights[index] : 0
        }
        let others = weights.reduce(0, +) - weights[index]
        return weights[index] - others / Double(weights.count - 1)
    }

    /// Returns each piece of evidence with its support for a category, strongest first. In a tie, rules come
    /// first.
    ///
    /// - Parameters:
    ///   - evidence: The evidence.
    ///   - index: The index of the category in the taxonomy.
    package static func strongestFirst(
        _ evidence: [Evidence], forCategoryAt index: Int
    ) -> [(evidence: Evidence, support: Double)] {
        let pieces = evidence.map { (evidence: $0, support: $0.support(forCategoryAt: index)) }
        func precedes(_ one: Int, _ other: Int) -> Bool {
            let (left, right) = (abs(pieces[one].support), abs(pieces[other].support))
            if left != right { return left > right }
            let (isRule, isOtherRule) = (
                pieces[one].evidence.type == .rule, pieces[other].evidence.type == .rule
            )
            return isRule == isOtherRule ? one < other : isRule
        }
        return pieces.indices.sorted(by: precedes).map { pieces[$0] }
    }
}
