package import IlkSync

/// An independent record of all writes in a schedule, used to check the result.
package struct SyncOracle {
    /// A write to a metadata record, or its deletion.
    package struct Edit {
        package let key: SyncKey
        let isDeletion: Bool
        /// `true` if the edit need not survive: a deletion that lost, or a value that the hub rejects.
        let isOptional: Bool
        /// The edits that the writer had seen, directly or indirectly, as a bit set.
        let past: UInt128
        /// The version vector entry of the edit.
        let dot: VersionVector
        /// `true` if restoring a backup removed the only copy, so that the edit may be lost.
        var isExcused: Bool
    }

    /// An added event.
    package struct Event {
        package let key: SyncKey
        var isErased = false
        var isExcused = false
    }

    private struct Place: Hashable {
        let key: SyncKey
        let stamp: Stamp
    }

    package private(set) var edits: [Edit] = []
    package private(set) var events: [Event] = []
    private var places: [Place: Int] = [:]
    private var numbers: [SyncKey: Int] = [:]
    /// `true` if backups were restored. Erased events may then reappear.
    package var mayReturn = false
    /// The tombstones that the hub has dropped. A device that never read one may bring its record back.
    private var dropped: Set<Place> = []

    /// The maximum number of edits in a schedule.
    package static let capacity = 128

    package init() {}

    package mutating func note(event key: SyncKey) {
        numbers[key] = events.count
        events.append(Event(key: key))
    }

    package mutating func erase(event key: SyncKey) {
        if let number = numbers[key] { events[number].isErased = true }
    }

    package func isEvent(_ key: SyncKey) -> Bool { numbers[key] != nil }

    package mutating func noteDropped(_ tombstone: SyncRecord) {
        dropped.insert(Place(key: tombstone.key, stamp: tombstone.stamp))
    }

    /// Registers an edit, with the record before and after it.
    package mutating func note(edit after: SyncRecord, over before: SyncRecord?, isTooLong: Bool) {
        var past: UInt128 = 0
        if let before, let number = number(of: before.key, before.stamp) {
            past = edits[number].past | 1 << UInt128(number)
        }
        places[Place(key: after.key, stamp: after.stamp)] = edits.count
        var dot = VersionVector()
        if let mine = after.vector.dots.first(where: { $0.incarnation == after.stamp.incarnation }) {
            dot.insert(mine.incarnation, mine.count)
        }
        edits.append(
            Edit(
                key: after.key, isDeletion: after.isTombstone, isOptional: isTooLong || after.isTombstone,
                past: past, dot: dot,
                isExcused: false))
    }

    /// Registers a new stamp for the same value.
    package mutating func rename(_ key: SyncKey, from old: Stamp, to new: Stamp) {
        if let number = number(of: key, old) { places[Place(key: key, stamp: new)] = number }
    }

    private func number(of key: SyncKey, _ stamp: Stamp) -> Int? { places[Place(key: key, stamp: stamp)] }

    /// Returns the edits represented by records: of a value, itself and its predecessors; of a conflict copy,
    /// the lost value.
    func covered(by records: some Sequence<SyncRecord>) -> UInt128 {
        var covered: UInt128 = 0
        for record in records {
            let key = record.lostValue?.key ?? record.key
            guard record.kind != .event, let number = number(of: key, record.stamp) else { continue }
            covered |= edits[number].past | 1 << UInt128(number)
        }
        return covered
    }

    /// After a restored backup, allows the loss of edits that no device has any more.
    package mutating func excuse(heldBy records: [SyncRecord]) {
        mayReturn = true
        let held = covered(by: records)
        for (number, edit) in edits.enumerated() where held & 1 << UInt128(number) == 0 {
            // A deletion that lost is only visible in the winner's version vector.
            let isKnown =
                edit.isOptional
                && records.contains { $0.key == edit.key && $0.vector.includes(edit.dot) }
            if !isKnown { edits[number].isExcused = true }
        }
        let keys = Set(records.lazy.filter { $0.kind == .event }.map(\.key))
        for number in events.indices where !keys.contains(events[number].key) {
            events[number].isExcused = true
        }
    }

    /// Returns `true` if a value had lost to a deletion that the winner has not seen, because its tombstone
    /// was dropped. An earlier edit that is pushed later then brings the record back. Any other deletion
    /// would have won over that edit, too.
    private func wasDeleted(_ lost: SyncRecord, unknownTo winner: SyncRecord) -> Bool {
        places.contains { place, number in
            place.key == winner.key && lost.stamp < place.stamp && edits[number].isDeletion
                && dropped.contains(place) && !winner.vector.includes(edits[number].dot)
        }
    }

    /// Checks the records that all devices have in the end.
    ///
    /// - Parameter aside: The keys of records whose value the hub rejects. Such a value wins on its own
    ///   device only.
    /// - Returns: The violated expectation, or `nil`.
    package func fault(in records: [SyncRecord], aside: Set<SyncKey>) -> String? {
        let live = Set(records.lazy.filter { $0.kind == .event && !$0.isTombstone }.map(\.key))
        for event in events {
            if !event.isErased, !event.isExcused, !live.contains(event.key) { return "an event is lost" }
            let isDropped = dropped.contains { $0.key == event.key }
            if event.isErased, !mayReturn, !isDropped, live.contains(event.key) {
                return "an erased event returned"
            }
        }
        if live.contains(where: { numbers[$0] == nil }) { return "an event without a writer" }
        let winners = Dictionary(uniqueKeysWithValues: records.map { ($0.key, $0) })
        for record in records {
            guard let lost = record.lostValue, let winner = winners[lost.key], !aside.contains(lost.key)
            else {
                continue
            }
            if winner.stamp < record.stamp, !wasDeleted(record, unknownTo: winner) {
                return "an earlier value won over a later one"
            }
        }
        var kept = covered(by: records)
        for (number, edit) in edits.enumerated() {
            // An edit in transit may have arrived although its only copy was replaced. Then it is in the
            // winner's vector, or its tombstone was dropped later.
            let hasArrived = winners[edit.key].map { $0.vector.includes(edit.dot) } ?? true
            if edit.isExcused, !hasArrived { continue }
            kept |= edit.past
            if edit.isOptional { kept |= 1 << UInt128(number) }
        }
        for (number, edit) in edits.enumerated() where !edit.isExcused && kept & 1 << UInt128(number) == 0 {
            return "a losing value has no conflict copy"
        }
        return nil
    }
}
