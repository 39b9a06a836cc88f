public import IlkVocabulary

/// The corrections of a log that are in effect: the labels of all corrected texts, and the newest of these texts.
public struct RecentCorrections: Sendable {
    /// A mark that identifies the state of the corrections at one moment. The mark changes whenever the
    /// corrections change.
    public struct Mark: Sendable, Hashable {
        /// The id of the last inserted correction, or `nil` if there is none.
        var last: String?
        /// The row of the last inserted correction, or 0 if there is none.
        var row: Int64
        var count: Int
        var leftOut: [String]
    }

    /// A corrected text.
    public struct Text: Sendable, Hashable {
        /// The entry of the text. If several entries have equal texts, this is the entry with the latest
        /// correction.
        public var entry: RecordID
        /// The text.
        public var text: String
        /// The SHA-256 digest of the text's bytes.
        public var digest: ContentDigest
        /// The human label, or all labels of a multi-label taxonomy.
        public var labels: [Category]
        /// The time of the correction, in seconds since 1970-01-01T00:00:00Z.
        public var time: Double
    }

    /// The maximum number of texts in ``texts``.
    public static let mostTexts = 4_096

    /// The identifier of the log (``ClassificationLogStore/identifier``), or an empty string without a log.
    public var log: String
    /// The mark that identifies this state of the corrections, or `nil` without a log.
    public var mark: Mark?
    /// The human labels of every corrected text, by the text's digest: one label, or any number of labels in
    /// a multi-label taxonomy.
    public var labels: [ContentDigest: [Category]]
    /// The most recently corrected texts, newest correction first. Each text occurs once. Very long texts are
    /// left out.
    public var texts: [Text]
    /// The time of the latest correction, in seconds since 1970-01-01T00:00:00Z, or `nil` if there is none.
    var newest: Double?

    /// Creates a value from the corrections of a log. Without arguments, the value contains no corrections.
    ///
    /// - Parameters:
    ///   - log: The identifier of the log.
    ///   - mark: The mark that identifies the state of the corrections.
    ///   - labels: The labels of every corrected text.
    ///   - texts: The most recently corrected texts, newest correction first.
    public init(
        log: String = "", mark: Mark? = nil, labels: [ContentDigest: [Category]] = [:], texts: [Text] = []
    ) {
        self.log = log
        self.mark = mark
        self.labels = labels
        self.texts = texts
    }

    /// Adds texts whose corrections are later than all others, newest correction first.
    mutating func add(_ newer: [Text]) {
        let digests = Set(newer.map(\.digest))
        texts = newer + texts.filter { !digests.contains($0.digest) }
        texts.removeLast(max(0, texts.count - Self.mostTexts))
    }
}
