public import IlkStore
public import GRDB
public import IlkRedaction
public import IlkVocabulary

/// An entry of the log with what stands beside it.
public struct ClassificationLogEntry: Sendable, Hashable {
    /// The row.
    public var log: ClassificationLog
    /// What the pipeline thought; nil when only the category was logged.
    public var verdict: ClassificationVerdict?
    /// The latest correction of those whose words count; else the latest of those that are left out; nil when there is none.
    public var correction: ClassificationCorrection?

    /// What was taken out of the text before it was stored.
    public var redacted: [TextRedaction.Kind] = []

    /// The key.
    public var id: RecordID { RecordID(uuid: log.id) }
    /// The last 8 characters of the id: enough for people to name an entry by.
    public var shortID: String { String(id.description.suffix(8)) }
    /// The category that people gave to it; nil when nobody did whose words count.
    public var correctedCategory: Category? {
        correction.flatMap { $0.isLeftOut ? nil : $0.category }
    }
    /// The category that holds: people's where there is one, else the pipeline's.
    public var category: Category { correctedCategory ?? Category(log.category) }
    /// Where the next page begins when this entry ends a page.
    public var cursor: PageCursor { PageCursor(timestamp: log.timestamp, id: id) }
}

extension ClassificationLogEntry: FetchableRecord {
    /// Reads a row of the store's own query.
    ///
    /// - Throws: ``ClassificationLogError/damagedEntry(id:)`` when it is not what was written.
    public init(row: Row) throws {
        try EntryChecksum.check(row)
        log = try ClassificationLog(row: row)
        verdict = try ClassificationVerdict(row: row)
        correction = try ClassificationCorrection(row: row)
        redacted = (try row.decode(String?.self, forColumn: "redaction_kinds") ?? "")
            .split(separator: ",").compactMap { TextRedaction.Kind(rawValue: String($0)) }
    }
}
