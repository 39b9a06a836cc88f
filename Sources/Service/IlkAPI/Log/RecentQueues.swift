import Ilk
import IlkLog
import IlkStore
import IlkSyncStore

/// The review queues of large logs, each computed at most every ten seconds: a queue needs a few tenths of a
/// second of processor time, and a reviewer requests it after each label.
struct RecentQueues {
    private struct Key: Hashable {
        let path: String
        let strategy: ReviewStrategy
        let rows: Int
    }

    /// The number of computed rows is a multiple of this number. A queue with fewer rows than were requested
    /// comes from a small log, and is not kept.
    private static let rows = 200
    private static let lifetime: UInt64 = 10_000

    private let queues: SharedResults<Key, [LogReview.Reference]>

    init(clock: any SyncClock) { queues = SharedResults(lifetime: Self.lifetime, clock: clock) }

    /// Returns the first rows of the review queue of a log. Texts that were logged in the last seconds can be
    /// missing. Corrected, skipped and erased entries have their effect at once.
    ///
    /// - Throws: The errors of `ClassificationLogStore.reviewQueue(limit:order:)`.
    func rows(
        _ limit: Int, _ strategy: ReviewStrategy, of log: ClassificationLogStore
    ) async throws -> [LogReview] {
        let rows = (limit + Self.rows) / Self.rows * Self.rows
        let key = Key(path: log.location.path, strategy: strategy, rows: rows)
        let compute = { @Sendable in
            try await log.reviewQueue(limit: rows, order: strategy.order).map(\.reference)
        }
        if let recent = await queues.recent(key, refreshing: compute) {
            let rest = try await log.remainder(of: recent, limit: limit)
            if rest.count == limit { return rest }
        }
        let queue = try await queues.computed(key, compute)
        if queue.count < rows { await queues.forget(key) }
        return try await log.remainder(of: queue, limit: limit)
    }
}
