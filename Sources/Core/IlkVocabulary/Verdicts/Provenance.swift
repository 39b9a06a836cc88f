/// The origin of a verdict: the classifier and the versions of all data that are needed to reproduce the
/// verdict.
public struct Provenance: Hashable, Sendable, Codable {
    /// The name of the classifier: `rules`, `bayes`, `linear` or `fused`.
    public var classifier: String
    /// The SHA-256 of the model file in hexadecimal, or `nil` if the classifier has no model.
    public var modelDigest: String?
    /// The SHA-256 of the rule set in hexadecimal, or `nil` if the classifier has no rules.
    public var ruleSetDigest: String?
    /// The SHA-256 of the overlay of recent corrections in hexadecimal, or `nil` if no overlay was used. Logs
    /// do not store this digest.
    public var overlayDigest: String?
    /// The version of the ICU library, such as `72.1`.
    public var icuVersion: String

    /// Creates the provenance of a verdict.
    ///
    /// - Parameters:
    ///   - classifier: The name of the classifier.
    ///   - modelDigest: The SHA-256 of the model file in hexadecimal, or `nil`.
    ///   - ruleSetDigest: The SHA-256 of the rule set in hexadecimal, or `nil`.
    ///   - icuVersion: The version of the ICU library.
    public init(classifier: String, modelDigest: String?, ruleSetDigest: String?, icuVersion: String) {
        self.classifier = classifier
        self.modelDigest = modelDigest
        self.ruleSetDigest = ruleSetDigest
        self.icuVersion = icuVersion
    }
}
