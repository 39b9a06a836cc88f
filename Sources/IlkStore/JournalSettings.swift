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
        maximumEntries: Int = 100_000, maximumBytes: Int = 32 << 20, batchEntries: Int = 256,
        grouping: Duration = .milliseconds(10), overflow: Overflow = .suspend,
        retry: RetrySchedule = RetrySchedule(),
        attemptPatience: Duration = .milliseconds(100), closingPatience: Duration = .seconds(5)
    ) {
        precondition(
            maximumEntries > 0 && batchEntries > 0, "a journal must be able to hold and write an entry")
        self.maximumEntries = maximumEntries
        self.maximumBytes = maximumBytes
        self.batchEntries = batchEntries
        self.grouping = grouping
        self.overflow = overflow
        self.retry = retry
        self.attemptPatience = attemptPatience
        self.closingPatience = closingPatience
    }

    /// At how many entries in the queue the writer is rung for although it looks for itself every other millisecond: what
    /// comes faster must not fill the queue meanwhile.
    var ringingEntries: Int { max(batchEntries, min(maximumEntries / 2, 16 * batchEntries)) }

    /// The same in bytes.
    var ringingBytes: Int { maximumBytes / 2 }
}
