/// The limits and times of a ``Journal``.
public struct JournalSettings: Sendable {
    /// The treatment of an entry that arrives while the queue is full.
    public enum Overflow: String, Sendable, CaseIterable {
        /// Suspend the caller until there is room, without blocking a thread. For streams, which can wait.
        case suspend
        /// Drop and count the entry. For services, whose requests must not hang.
        case drop
    }

    /// The maximum number of pending entries, including those being written.
    public var maximumEntries: Int
    /// The maximum size of the pending entries in bytes. If nothing is pending, one entry of any size is
    /// accepted.
    public var maximumBytes: Int
    /// The maximum number of uncommitted entries while the database is writable, with ``Overflow/suspend``.
    /// At this limit callers are suspended until the journal has caught up, so that a killed process loses no
    /// more than this number of entries. `nil` if only the other limits apply.
    public var maximumUncommitted: Int?
    /// The time for which callers are suspended at ``maximumUncommitted`` while the database cannot be
    /// written. After that, entries are queued up to the other limits until the database can be written
    /// again.
    public var stallTimeout: Duration
    /// Called with the reason on the journal's thread when ``stallTimeout`` has passed, once per stall.
    public var onStall: (@Sendable (any Error) -> Void)?
    /// The maximum number of entries per commit.
    public var batchEntries: Int
    /// The time that the first entry of a commit waits for other entries. If it is at most 50 ms, each entry
    /// reaches the table within 100 ms while the database is writable.
    public var groupingDelay: Duration
    /// The treatment of an entry that arrives while the queue is full.
    public var overflow: Overflow
    /// The pauses between attempts while the database cannot be written.
    public var retry: RetrySchedule
    /// The time that one attempt waits for another writer before it counts as failed.
    public var attemptTimeout: Duration
    /// The time for which `close` keeps retrying while the database cannot be written. After that, pending
    /// entries are dropped and counted.
    public var closingTimeout: Duration

    /// Creates settings.
    ///
    /// - Parameters:
    ///   - maximumEntries: The maximum number of pending entries, at least 1.
    ///   - maximumBytes: The maximum size of the pending entries in bytes.
    ///   - maximumUncommitted: The maximum number of uncommitted entries, at least 1, or `nil` for no limit.
    ///   - stallPatience: The time for which callers are suspended while the database cannot be written.
    ///   - batchEntries: The maximum number of entries per commit, at least 1.
    ///   - grouping: The time that the first entry of a commit waits for other entries.
    ///   - overflow: The treatment of an entry that arrives while the queue is full.
    ///   - retry: The pauses between attempts while the database cannot be written.
    ///   - attemptPatience: The time that one attempt waits for another writer.
    ///   - closingPatience: The time for which `close` keeps retrying.
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
        self.stallTimeout = stallPatience
        self.batchEntries = batchEntries
        self.groupingDelay = grouping
        self.overflow = overflow
        self.retry = retry
        self.attemptTimeout = attemptPatience
        self.closingTimeout = closingPatience
    }

    /// ``maximumUncommitted`` with ``Overflow/suspend``, otherwise `nil`.
    var uncommittedLimit: Int? { overflow == .suspend ? maximumUncommitted : nil }

    /// The maximum number of pending entries while the database is writable.
    var writableLimit: Int { min(maximumEntries, uncommittedLimit ?? maximumEntries) }

    /// The maximum number of entries per commit: half of the maximum number of uncommitted entries, so that
    /// callers fill one half while the other half is written.
    var commitEntries: Int { uncommittedLimit.map { min(batchEntries, max(1, $0 / 2)) } ?? batchEntries }

    /// The queue length at which callers wake the writer, even while the writer waits for more entries. The
    /// writer polls only every 2 ms, and a burst of entries must not fill the queue before the next poll.
    var wakeEntries: Int { max(commitEntries, min(writableLimit / 2, 16 * commitEntries)) }

    /// The queue size in bytes at which callers wake the writer, even while the writer waits for more
    /// entries.
    var wakeBytes: Int { maximumBytes / 2 }
}
