public import IlkVocabulary

/// Uncorrected texts from which some are chosen for review, and the corrected texts.
public struct ReviewPool: Sendable {
    /// An uncorrected text.
    public struct Text: Sendable, Hashable {
        /// The id of an entry with this text. If several entries have the text, this is the entry with the
        /// smallest margin.
        public var id: RecordID
        /// The first ``ReviewPool/bytes`` bytes of the text.
        public var text: String
        /// The difference in probability between the two most probable labels, 0 … 1. If the classifier
        /// abstained, the margin is at most ``ReviewPool/uncertainMargin``.
        public var margin: Double
    }

    /// The maximum number of texts.
    public static let maximumTexts = 2_048
    /// The maximum number of corrected texts.
    public static let maximumCorrected = 1_024
    /// The number of bytes at the beginning of a text that a pool contains.
    public static let bytes = 256
    /// The margin below which an entry is uncertain.
    public static let uncertainMargin = 0.25

    /// SQL for the margin of the verdict `v`, at most ``uncertainMargin`` if the classifier abstained.
    static let margin = "iif(v.abstention IS NULL, v.margin, min(v.margin, \(uncertainMargin)))"

    /// The texts in the order of their ids, without equal or nearly equal texts. If there are more than
    /// ``maximumTexts``, only the texts with the smallest digests are used: a random sample.
    public var texts: [Text]
    /// The beginnings of the newest corrected texts.
    public var corrected: [String]
}
