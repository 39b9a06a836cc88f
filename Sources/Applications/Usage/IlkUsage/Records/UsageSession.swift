public import FoundationEssentials
import IlkStore
public import IlkVocabulary

/// A session: what was done on one device without too long a pause. Its numbers are derived from its events.
public struct UsageSession: Sendable, Hashable {
    /// Its key.
    public var id: RecordID
    /// The device it was on.
    public var deviceID: RecordID
    /// The clock of its first event.
    public var start: ZonedTime
    /// When its last event was.
    public var end: Date
    /// How many symbols were tapped.
    public var totalSymbols: Int
    /// How many different ones.
    public var uniqueSymbols: Int
    /// How many phrases were spoken.
    public var phrases: Int
    /// How many symbols the longest phrase has; 0 without one.
    public var longestPhrase: Int
    /// What somebody called it.
    public var title: String?
    /// Where it was: home, school, the therapist's.
    public var place: String?

    /// From the first event to the last, in seconds.
    public var duration: Double { Double(end.milliseconds - start.milliseconds) / 1000 }
    /// What people call it by.
    public var shortID: String { String(id.description.suffix(8)) }
}

/// What people say of a session: the last word counts.
public struct UsageSessionNote: Sendable, Hashable {
    /// The session's key.
    public var id: RecordID
    /// What they call it.
    public var title: String?
    /// Where it was.
    public var place: String?

    /// A note of these parts.
    public init(id: RecordID, title: String? = nil, place: String? = nil) {
        self.id = id
        self.title = title
        self.place = place
    }
}
