/// What made a verdict: enough to make it again.
public struct Provenance: Hashable, Sendable, Codable {
    /// The classifier: `rules`, `bayes` or `fused`.
    public var classifier: String
    /// The SHA-256 of the model file in hexadecimal, or nil when no model took part.
    public var modelDigest: String?
    /// The SHA-256 of the rule set in hexadecimal, or nil when no rules took part.
    public var ruleSetDigest: String?
    /// The version of the ICU library that cut the text, as `72.1`.
    public var icuVersion: String

    /// Provenance of these parts.
    public init(classifier: String, modelDigest: String?, ruleSetDigest: String?, icuVersion: String) {
        self.classifier = classifier
        self.modelDigest = modelDigest
        self.ruleSetDigest = ruleSetDigest
        self.icuVersion = icuVersion
    }
}
