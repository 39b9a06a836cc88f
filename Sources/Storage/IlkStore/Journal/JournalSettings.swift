/// How a ``Journal`` queues, commits and retries.
public struct JournalSettings: Sendable {
    /// What happens to an entry that comes when the queue is full.
    public enum Overflow: String, Sendable, CaseIterable {
        /// The caller is suspended (no thread waits) until there is room: for a stream, which can wait.
        case suspend
        /// The entry is dropped and counted: for a service, whose requests must not hang.
        case drop
    }

    /// How many entries may be pending, those being written among them.
    public var maximumEntries: Int
    /// How many bytes they may take. One entry is always let in, whatever its size, when nothing is pending.
    public var maximumBytes: Int
    /// The number of entries that may be uncommitted while the database can be written, with ``Overflow/suspend``. At this bound the caller is
    /// suspended until the journal has caught up, so that a killed process loses at most as many. `nil`: only the other
    /// bounds count.
    public var maximumUncommitted: Int?
    /// The time for which callers are suspended at ``maximumUncommitted`` while the database cannot be written. Then entries are queued, up to
    /// the other bounds, until it can be written again.
    public var stallPatience: Duration
    /// Called when ``stallPatience`` has passed, with the reason; on the journal's thread, once each time.
    public var onStall: (@Sendable (any Error) -> Void)?
    /// How many entries a commit holds at most.
    public var batchEntries: Int
    /// How long the first entry of a commit waits for others. At most 50 ms keep the promise of 100 ms to the table.
    public var grouping: Duration
    /// What happens when the queue is full.
    public var overflow: Overflow
    /// How long to wait between attempts while the database cannot be written.
    public var retry: RetrySchedule
    /// How long one attempt waits for another writer before it counts as failed.
    public var attemptPatience: Duration
    /// How long closing goes on trying while the database cannot be written; then what is pending is dropped, counted.
    public var closingPatience: Duration

    /// Settings of these parts.
    public init(
        maximumEntries: Int = 100_000, maximumBytes: Int = 32 << 20, maximumUncommitted: Int? = 256,
        stallPatience: Duration = .seconds(5), batchEntries: Int = 256,
        grouping: Duration = .milliseconds(10), overflow: Overflow = .suspend,
        retry: RetrySchedule = RetrySchedule(),
        attemptPatience: Duration = .milliseconds(100), closingPatience: Duration = .seconds(5)
    ) {
        precondition(
            maximumEntries > 0 && batchEntries > 0 && maximumUncommitted ?? 1 > 0,
            "a journal must be able to hold and write an entry")
        self.maximumEntries = maximumEntries
        self.maximumBytes = maximumBytes
        self.maximumUncommitted = maximumUncommitted
        self.stallPatience = stallPatience
        self.batchEntries = batchEntries
        self.grouping = grouping
        self.overflow = overflow
        self.retry = retry
        self.attemptPatience = attemptPatience
        self.closingPatience = closingPatience
    }

    /// ``maximumUncommitted`` if it counts.
    var uncommittedBound: Int? { overflow == .suspend ? maximumUncommitted : nil }

    /// The number of entries that may be pending while the database can be written.
    var boundWhileWriting: Int { min(maximumEntries, uncommittedBound ?? maximumEntries) }

    /// The largest number of entries in a commit: half of those that may be uncommitted, so that callers fill one half while the other
    /// is written.
    var commitEntries: Int { uncommittedBound.map { min(batchEntries, max(1, $0 / 2)) } ?? batchEntries }

    /// At how many entries in the queue the writer is rung for although it looks for itself every other millisecond: what
    /// comes faster must not fill the queue meanwhile.
    var ringingEntries: Int { max(commitEntries, min(boundWhileWriting / 2, 16 * commitEntries)) }

    /// The same in bytes.
    var ringingBytes: Int { maximumBytes / 2 }
}
