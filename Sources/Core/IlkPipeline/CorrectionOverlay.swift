package import IlkModels
public import IlkVocabulary

/// The effect of corrections on other texts until a retraining has learned them: a label for nearly equal
/// texts, and a small ``ResidualHead`` for similar texts.
///
/// An overlay is immutable. A pipeline with other corrections has another overlay.
public struct CorrectionOverlay: Sendable {
    /// A correction of a text, as it applies to nearly equal texts.
    package struct Neighbor: Sendable, Hashable {
        /// The human label, or all labels of a multi-label taxonomy.
        package var labels: [Category]
        /// The entry of the corrected text.
        package var entry: RecordID

        package init(labels: [Category], entry: RecordID) {
            self.labels = labels
            self.entry = entry
        }
    }

    /// The corrections by the digest that nearly equal texts have in common (``NearlyEqualTexts``).
    package let nearlyEqual: [ContentDigest: Neighbor]
    /// The head, or `nil` if a retraining has seen all corrections.
    package let head: ResidualHead?
    /// The SHA-256 of what the head depends on: its corrections, the model, the rules and the version of ICU. `nil`
    /// without a head.
    public let digest: ContentDigest?

    package init(nearlyEqual: [ContentDigest: Neighbor], head: ResidualHead?, digest: ContentDigest?) {
        self.nearlyEqual = nearlyEqual
        self.head = head
        self.digest = head == nil ? nil : digest
    }

    /// The number of corrections that the head has learned.
    public var texts: Int { head?.texts ?? 0 }
}
