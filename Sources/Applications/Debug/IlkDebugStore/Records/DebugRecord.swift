public import IlkDebug
public import IlkStore
public import IlkVocabulary

/// A level that the pipeline suggests for an entry that was sent without a level.
public typealias DebugSuggestedLevel = SuggestedLabel<LogLevel>

/// A stored entry with its row number, the time of receipt, the suggested level and the corrections.
public struct DebugRecord: Sendable, Hashable {
    /// The row number of the entry. Later entries have greater row numbers. Row numbers are never reused.
    public var row: Int64
    /// The entry as sent.
    public var entry: DebugLogEntry
    /// The time of receipt, in nanoseconds since 1970-01-01T00:00:00Z.
    public var received: Int64
    /// The level that the pipeline suggested, or `nil`. Levels are suggested only for entries that were sent
    /// without a level.
    public var suggestion: DebugSuggestedLevel?
    /// The corrected level, which overrides the sent and the suggested level; `nil` if the level was not
    /// corrected.
    public internal(set) var correction: LogLevel?
    /// All corrections of the level, oldest first. The array is filled only for exports and imports.
    public var corrections: [RecordCorrection] = []

    /// Creates a record.
    ///
    /// - Parameters:
    ///   - row: The row number, or 0 if the entry is not stored.
    ///   - entry: The entry as sent.
    ///   - received: The time of receipt, in nanoseconds since 1970-01-01T00:00:00Z.
    ///   - suggestion: The level that the pipeline suggested, or `nil`.
    public init(
        row: Int64 = 0, entry: DebugLogEntry, received: Int64, suggestion: DebugSuggestedLevel? = nil
    ) {
        self.row = row
        self.entry = entry
        self.received = received
        self.suggestion = suggestion
    }

    init(
        row: Int64, entry: DebugLogEntry, received: Int64, suggestion: DebugSuggestedLevel?,
        correction: LogLevel?
    ) {
        self.init(row: row, entry: entry, received: received, suggestion: suggestion)
        self.correction = correction
    }

    /// The corrected level if there is one, otherwise the sent level, otherwise the suggested level.
    public var level: LogLevel? { correction ?? entry.level ?? suggestion?.label }

    /// The last eight characters of the id, which commands accept as a reference.
    public var shortID: String { String(entry.id.description.suffix(8)) }
}
