public import FoundationEssentials
import IlkStore
public import IlkVocabulary

/// A session: consecutive events on one device without a long pause between them.
public struct UsageSession: Sendable, Hashable {
    /// The key of the session.
    public var id: RecordID
    /// The key of the device on which the session took place.
    public var deviceID: RecordID
    /// The time of the first event, with the offset from UTC.
    public var start: ZonedTime
    /// The time of the last event.
    public var end: Date
    /// The number of taps.
    public var totalSymbols: Int
    /// The number of distinct symbols that were tapped.
    public var uniqueSymbols: Int
    /// The number of spoken phrases.
    public var phrases: Int
    /// The number of symbols in the longest phrase; 0 if there is no phrase.
    public var longestPhrase: Int
    /// The title that a user gave the session (``UsageSessionNote``), or `nil`.
    public var title: String?
    /// The place that a user gave the session (``UsageSessionNote``), such as home or school, or `nil`.
    public var place: String?

    /// The time from the first to the last event, in seconds.
    public var duration: Double { Double(end.milliseconds - start.milliseconds) / 1000 }
    /// The last 8 characters of the key, which commands accept as a reference.
    public var shortID: String { String(id.description.suffix(8)) }
}

/// The title and the place that a user gives to a session. If two devices change a note, the later change
/// wins.
public struct UsageSessionNote: Sendable, Hashable {
    /// The key of the session.
    public var id: RecordID
    /// The title of the session.
    public var title: String?
    /// The place of the session.
    public var place: String?

    /// Creates a note.
    ///
    /// - Parameters:
    ///   - id: The key of the session.
    ///   - title: The title of the session.
    ///   - place: The place of the session.
    public init(id: RecordID, title: String? = nil, place: String? = nil) {
        self.id = id
        self.title = title
        self.place = place
    }
}
