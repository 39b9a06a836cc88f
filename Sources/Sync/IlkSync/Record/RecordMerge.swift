/// Makes one of two versions of a record: the same one whatever the order, the grouping and the number of times.
public struct RecordMerge: Sendable {
    /// Which of two values gives way to the other.
    private let precedes: @Sendable (SyncRecord, SyncRecord) -> Bool

    /// By stamp; between equal stamps, by the bytes of the values.
    public static let standard = RecordMerge { mine, other in
        if mine.stamp != other.stamp { return mine.stamp < other.stamp }
        return (mine.payload ?? []).lexicographicallyPrecedes(other.payload ?? [])
    }

    /// A merge by another order: for tests that want to see it fail.
    package init(precedes: @escaping @Sendable (SyncRecord, SyncRecord) -> Bool) {
        self.precedes = precedes
    }

    /// What became of two versions.
    public struct Outcome: Hashable, Sendable {
        /// The record from now on.
        public var record: SyncRecord
        /// The value that lost and must be kept, as a record of its own.
        public var loser: SyncRecord?
    }

    /// Merges two versions of one record.
    public func merge(_ mine: SyncRecord, _ other: SyncRecord) -> Outcome {
        if mine == other { return Outcome(record: mine) }
        if mine.kind != other.kind { return Outcome(record: mine.kind < other.kind ? other : mine) }
        return mine.kind == .metadata ? mergeEdits(mine, other) : mergeOnce(mine, other)
    }

    /// Records that are written once: a tombstone is for good, and of two values with one key both are kept.
    private func mergeOnce(_ mine: SyncRecord, _ other: SyncRecord) -> Outcome {
        if mine.isTombstone != other.isTombstone { return Outcome(record: mine.isTombstone ? mine : other) }
        let (lost, won) = precedes(mine, other) ? (mine, other) : (other, mine)
        let isSame = lost.isTombstone || lost.payload == won.payload || won.kind == .loser
        return Outcome(record: won, loser: isSame ? nil : lost.asLoser())
    }

    /// The later value with the edits of both. What lost is kept unless it went into what won.
    private func mergeEdits(_ mine: SyncRecord, _ other: SyncRecord) -> Outcome {
        let (lost, won) = precedes(mine, other) ? (mine, other) : (other, mine)
        var record = won
        record.vector = won.vector.joined(with: lost.vector)
        let isKnown = won.vector.includes(lost.vector)
        let isWorthless = lost.isTombstone || lost.payload == won.payload
        return Outcome(record: record, loser: isKnown || isWorthless ? nil : lost.asLoser())
    }
}
