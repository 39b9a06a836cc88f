public import IlkDebug
public import IlkStore
public import IlkVocabulary

/// A level that the pipeline suggests for an entry whose sender gave none.
public typealias DebugSuggestedLevel = SuggestedLabel<LogLevel>

/// An entry as it is stored: what was sent, and what is known of it here.
public struct DebugRecord: Sendable, Hashable {
    /// Its place in the store: later ones have greater numbers, and none is given twice.
    public var row: Int64
    /// What was sent.
    public var entry: DebugLogEntry
    /// When it came in: nanoseconds since 1970-01-01T00:00:00Z.
    public var received: Int64
    /// What the pipeline thinks of its level, where nobody said.
    public var suggestion: DebugSuggestedLevel?

    /// A record of these parts.
    public init(
        row: Int64 = 0, entry: DebugLogEntry, received: Int64, suggestion: DebugSuggestedLevel? = nil
    ) {
        self.row = row
        self.entry = entry
        self.received = received
        self.suggestion = suggestion
    }

    /// What its sender said of its level, or else what the pipeline thinks.
    public var level: LogLevel? { entry.level ?? suggestion?.label }

    /// The last eight characters of its id.
    public var shortID: String { String(entry.id.description.suffix(8)) }
}
