public import IlkStore
public import GRDB
public import IlkRedaction
public import IlkVocabulary

/// An entry of the log with its verdict and its correction.
public struct ClassificationLogEntry: Sendable, Hashable {
    /// The entry's row in the table `classificationLog`.
    public var log: ClassificationLog
    /// The verdict, or `nil` if only the label was logged.
    public var verdict: ClassificationVerdict?
    /// The predicted labels, most probable first, if the taxonomy is multi-label; otherwise `nil`.
    public var labels: [Category]?
    /// The latest correction in effect. If none is in effect, this is the latest ignored or withdrawn
    /// correction, or `nil` if the entry was never corrected.
    public var correction: ClassificationCorrection?

    /// The types of data that were redacted from the text before it was stored.
    public var redacted: [TextRedaction.DataType] = []

    /// The id of the entry.
    public var id: RecordID { RecordID(uuid: log.id) }
    /// The last 8 characters of the id, which usually suffice as a reference.
    public var shortID: String { String(id.description.suffix(8)) }
    /// The human label, or `nil` if no correction is in effect. For a multi-label taxonomy, use
    /// ``correctedCategories``.
    public var correctedCategory: Category? {
        correction.flatMap { $0.isIgnored ? nil : $0.category }
    }
    /// The human labels, or `nil` if no correction is in effect. In a taxonomy that is not multi-label, the
    /// array has exactly one label.
    public var correctedCategories: [Category]? {
        correction.flatMap { $0.isIgnored ? nil : $0.categories }
    }
    /// The predicted labels: none for an abstention, otherwise one, or several in a multi-label taxonomy.
    public var predictedCategories: [Category] {
        verdict?.abstention == nil ? labels ?? [Category(log.category)] : []
    }
    /// The effective labels: the human labels if there is a correction, otherwise the predicted ones.
    public var categories: [Category] { correctedCategories ?? predictedCategories }
    /// `true` if the entry or its correction can have several labels.
    public var isMultilabel: Bool { labels != nil || correction?.labels != nil }
    /// `true` if the entry has a correction that was not withdrawn, even if its author is ignored.
    package var isCorrected: Bool { correction.map { !$0.withdraws } ?? false }
    /// The effective label: the human label if there is one, otherwise the logged one.
    public var category: Category { correctedCategory ?? Category(log.category) }
    /// The cursor of the page after this entry.
    public var cursor: PageCursor { PageCursor(timestamp: log.timestamp, id: id) }
}

extension ClassificationLogEntry: FetchableRecord {
    /// Reads a row of a query of ``ClassificationLogStore``.
    ///
    /// - Parameter row: The row.
    /// - Throws: ``ClassificationLogError/damagedEntry(id:)`` if a checksum does not match; errors of
    ///   decoding.
    public init(row: Row) throws {
        try EntryChecksum.check(row)
        log = try ClassificationLog(row: row)
        verdict = try ClassificationVerdict(row: row)
        labels = try row.text("log_labels").map(LabelListText.labels)
        correction = try ClassificationCorrection(row: row)
        redacted = (try row.decode(String?.self, forColumn: "redaction_kinds") ?? "")
            .split(separator: ",").compactMap { TextRedaction.DataType(rawValue: String($0)) }
    }
}
