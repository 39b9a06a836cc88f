package import IlkModels
public import IlkVocabulary

/// The effect of recent corrections on other texts. The overlay is used until a retrained model has learned
/// the corrections. A text that is nearly equal to a corrected text gets the corrected label. The scores of
/// similar texts are changed by the head, a small linear model (``ResidualHead``).
///
/// An overlay is immutable. New corrections require a new pipeline with a new overlay.
public struct CorrectionOverlay: Sendable {
    /// A correction that applies to the texts that are nearly equal to the corrected text.
    package struct Neighbor: Sendable, Hashable {
        /// The human label. In a multi-label taxonomy, all human labels of the text.
        package var labels: [Category]
        /// The log entry of the corrected text.
        package var entry: RecordID

        package init(labels: [Category], entry: RecordID) {
            self.labels = labels
            self.entry = entry
        }
    }

    /// The corrections. The key is a digest that is equal for all texts that are nearly equal to the
    /// corrected text (``NearlyEqualTexts``).
    package let nearlyEqual: [ContentDigest: Neighbor]
    /// The small linear model that was fitted to the corrections since the last retraining, or `nil` if there
    /// are no such corrections.
    package let head: ResidualHead?
    /// The SHA-256 of the data from which the head was computed: the corrections, the model, the rules and
    /// the version of ICU. `nil` if there is no head.
    public let digest: ContentDigest?

    package init(nearlyEqual: [ContentDigest: Neighbor], head: ResidualHead?, digest: ContentDigest?) {
        self.nearlyEqual = nearlyEqual
        self.head = head
        self.digest = head == nil ? nil : digest
    }

    /// The number of corrections to which the head was fitted. 0 if there is no head.
    public var texts: Int { head?.texts ?? 0 }
}
