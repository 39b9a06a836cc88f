public import IlkVocabulary

/// The texts from which ``ReviewOrder/chosen(_:)`` chooses. A pool contains a sample of the uncorrected
/// texts, and the beginnings of corrected texts for comparison.
public struct ReviewPool: Sendable {
    /// An uncorrected text.
    public struct Text: Sendable, Hashable {
        /// The id of an entry with this text. If several entries have equal or nearly equal texts, this is
        /// the entry with the smallest margin.
        public var id: RecordID
        /// The first ``ReviewPool/bytes`` bytes of the text.
        public var text: String
        /// The difference in probability between the two most probable labels, 0 … 1. If the classifier
        /// abstained, the margin is at most ``ReviewPool/uncertainMargin``.
        public var margin: Double
    }

    /// The maximum number of uncorrected texts in a pool.
    public static let maximumTexts = 2_048
    /// The maximum number of corrected texts in a pool.
    public static let maximumCorrected = 1_024
    /// The maximum number of bytes of a text in a pool. The rest of a longer text is cut off.
    public static let bytes = 256
    /// The margin below which an entry is uncertain.
    public static let uncertainMargin = 0.25

    /// SQL for the margin of the verdict `v`, at most ``uncertainMargin`` if the classifier abstained.
    static let margin = "iif(v.abstention IS NULL, v.margin, min(v.margin, \(uncertainMargin)))"

    /// The uncorrected texts in the order of their ids. Only one of several equal or nearly equal texts is
    /// included. If there are more than ``maximumTexts``, the pool contains a random sample: the texts with
    /// the smallest digests.
    public var texts: [Text]
    /// The first ``bytes`` bytes of the corrected texts that were logged last.
    public var corrected: [String]
}
