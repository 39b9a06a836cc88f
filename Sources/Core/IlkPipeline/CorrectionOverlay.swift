package import IlkModels
public import IlkVocabulary

/// The effect of corrections on other texts until a retraining learns the corrections. A nearly equal text
/// gets the corrected label. A small linear model (``ResidualHead``) changes the scores of similar texts.
///
/// An overlay is immutable. New corrections require a new pipeline with a new overlay.
public struct CorrectionOverlay: Sendable {
    /// A correction of a text, as it applies to nearly equal texts.
    package struct Neighbor: Sendable, Hashable {
        /// The human label, or all labels of a multi-label taxonomy.
        package var labels: [Category]
        /// The log entry of the corrected text.
        package var entry: RecordID

        package init(labels: [Category], entry: RecordID) {
            self.labels = labels
            self.entry = entry
        }
    }

    /// The corrections by the digest of the corrected text, which is equal for nearly equal texts
    /// (``NearlyEqualTexts``).
    package let nearlyEqual: [ContentDigest: Neighbor]
    /// The model that was fitted to the corrections since the last retraining, or `nil` if there are none.
    package let head: ResidualHead?
    /// The SHA-256 of the inputs of the head: its corrections, the model, the rules and the version of ICU.
    /// `nil` if there is no head.
    public let digest: ContentDigest?

    package init(nearlyEqual: [ContentDigest: Neighbor], head: ResidualHead?, digest: ContentDigest?) {
        self.nearlyEqual = nearlyEqual
        self.head = head
        self.digest = head == nil ? nil : digest
    }

    /// The number of corrections to which the head was fitted.
    public var texts: Int { head?.texts ?? 0 }
}
