/// Merges two versions of a record. The merge is commutative, associative and idempotent.
public struct RecordMerge: Sendable {
    /// Returns `true` if the first value loses to the second.
    private let precedes: @Sendable (SyncRecord, SyncRecord) -> Bool

    /// The standard merge, in which the last writer wins. Values with equal stamps are ordered by their
    /// payload bytes.
    public static let standard = RecordMerge { mine, other in
        if mine.stamp != other.stamp { return mine.stamp < other.stamp }
        return (mine.payload ?? []).lexicographicallyPrecedes(other.payload ?? [])
    }

    /// Creates a merge with another order, for tests with a defective merge.
    package init(precedes: @escaping @Sendable (SyncRecord, SyncRecord) -> Bool) {
        self.precedes = precedes
    }

    /// The result of a merge.
    public struct Outcome: Hashable, Sendable {
        /// The merged record.
        public var record: SyncRecord
        /// The conflict copy of the losing value, or `nil` if none needs to be kept.
        public var conflictCopy: SyncRecord?
    }

    /// Merges two versions of a record.
    ///
    /// - Parameters:
    ///   - mine: One version.
    ///   - other: Another version with the same key.
    /// - Returns: The merged record and the conflict copy, if any.
    /// - Complexity: O(*n*) in the size of both versions.
    public func merge(_ mine: SyncRecord, _ other: SyncRecord) -> Outcome {
        if mine == other { return Outcome(record: mine) }
        if mine.kind != other.kind { return Outcome(record: mine.kind < other.kind ? other : mine) }
        return mine.kind == .metadata ? mergeEdits(mine, other) : mergeOnce(mine, other)
    }

    /// Merges events and conflict copies. A tombstone always wins. If two events with the same key have
    /// different values, the losing one is kept as a conflict copy.
    private func mergeOnce(_ mine: SyncRecord, _ other: SyncRecord) -> Outcome {
        if mine.isTombstone != other.isTombstone { return Outcome(record: mine.isTombstone ? mine : other) }
        let (lost, won) = precedes(mine, other) ? (mine, other) : (other, mine)
        let isSame = lost.isTombstone || lost.payload == won.payload || won.kind == .conflictCopy
        return Outcome(record: won, conflictCopy: isSame ? nil : lost.conflictCopy())
    }

    /// Merges metadata: the result has the later value and the edits of both versions. The earlier value is
    /// kept as a conflict copy unless the writer of the later value had seen the earlier one.
    private func mergeEdits(_ mine: SyncRecord, _ other: SyncRecord) -> Outcome {
        let (lost, won) = precedes(mine, other) ? (mine, other) : (other, mine)
        var record = won
        record.vector = won.vector.joined(with: lost.vector)
        let isKnown = won.vector.includes(lost.vector)
        let isWorthless = lost.isTombstone || lost.payload == won.payload
        return Outcome(record: record, conflictCopy: isKnown || isWorthless ? nil : lost.conflictCopy())
    }
}
