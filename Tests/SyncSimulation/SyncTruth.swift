package import IlkSync

/// What was written in a schedule, by a bookkeeping that knows nothing of how the engines do it.
package struct SyncTruth {
    /// A value that was given to a metadata record, or its deletion.
    package struct Edit {
        package let key: SyncKey
        let isDeletion: Bool
        /// Nobody else needs to have it: a deletion that lost, or a value that the hub does not take.
        let isOptional: Bool
        /// The edits that its writer had before its eyes, directly or not: a bit each.
        let past: UInt128
        /// By which a vector knows it.
        let dot: VersionVector
        /// Nobody has it or what came of it any more, and that is nobody's fault: the only copy was replaced.
        var isExcused: Bool
    }

    /// What was noted.
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
    /// Whether copies were put back: then what was erased may come back.
    package var mayReturn = false
    /// The tombstones that the hub has dropped. Who never read one may bring back what it stood for.
    private var dropped: Set<Place> = []

    /// How many edits one schedule can have.
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

    /// Notes that the hub drops a tombstone.
    package mutating func noteDropped(_ tombstone: SyncRecord) {
        dropped.insert(Place(key: tombstone.key, stamp: tombstone.stamp))
    }

    /// Notes an edit: what stood there before, and what stands there now.
    package mutating func note(edit after: SyncRecord, over before: SyncRecord?, isTooLong: Bool) {
        var past: UInt128 = 0
        if let before, let number = number(of: before.key, before.stamp) {
            past = edits[number].past | 1 << UInt128(number)
        }
        places[Place(key: after.key, stamp: after.stamp)] = edits.count
        var dot = VersionVector()
        if let mine = after.vector.dots.first(where: { $0.incarnation == after.stamp.incarnation }) {
            dot.note(mine.incarnation, mine.count)
        }
        edits.append(
            Edit(
                key: after.key, isDeletion: after.isTombstone, isOptional: isTooLong || after.isTombstone,
                past: past, dot: dot,
                isExcused: false))
    }

    /// The same value has another stamp.
    package mutating func rename(_ key: SyncKey, from old: Stamp, to new: Stamp) {
        if let number = number(of: key, old) { places[Place(key: key, stamp: new)] = number }
    }

    private func number(of key: SyncKey, _ stamp: Stamp) -> Int? { places[Place(key: key, stamp: stamp)] }

    /// The edits that some records stand for: a value for itself and what it was put over, a loser for its value.
    func covered(by records: some Sequence<SyncRecord>) -> UInt128 {
        var covered: UInt128 = 0
        for record in records {
            let key = record.lostValue?.key ?? record.key
            guard record.kind != .event, let number = number(of: key, record.stamp) else { continue }
            covered |= edits[number].past | 1 << UInt128(number)
        }
        return covered
    }

    /// After copies were put back: what nobody has any more need not come back.
    package mutating func excuse(heldBy records: [SyncRecord]) {
        mayReturn = true
        let held = covered(by: records)
        for (number, edit) in edits.enumerated() where held & 1 << UInt128(number) == 0 {
            // A deletion that lost is nowhere but in the vector of what won.
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

    /// Whether a value had lost to a deletion of which the winner knows nothing, because its tombstone was dropped: an edit
    /// from before it, pushed after that, brings the record back. Any other deletion would have won over the edit too.
    private func wasDeleted(_ lost: SyncRecord, unknownTo winner: SyncRecord) -> Bool {
        places.contains { place, number in
            place.key == winner.key && lost.stamp < place.stamp && edits[number].isDeletion
                && dropped.contains(place) && !winner.vector.includes(edits[number].dot)
        }
    }

    /// What is wrong with the records that all have in the end; nil when nothing is.
    ///
    /// - Parameter aside: Keys of which a device has a value that the hub does not take: it wins there and nowhere else.
    package func fault(in records: [SyncRecord], aside: Set<SyncKey>) -> String? {
        let live = Set(records.lazy.filter { $0.kind == .event && !$0.isTombstone }.map(\.key))
        for event in events {
            if !event.isErased, !event.isExcused, !live.contains(event.key) { return "an event is lost" }
            let isDropped = dropped.contains { $0.key == event.key }
            if event.isErased, !mayReturn, !isDropped, live.contains(event.key) {
                return "an erased event is back"
            }
        }
        if live.contains(where: { numbers[$0] == nil }) { return "an event that nobody noted" }
        let winners = Dictionary(uniqueKeysWithValues: records.map { ($0.key, $0) })
        for record in records {
            guard let lost = record.lostValue, let winner = winners[lost.key], !aside.contains(lost.key)
            else {
                continue
            }
            if winner.stamp < record.stamp, !wasDeleted(record, unknownTo: winner) {
                return "a later value lost to an earlier one"
            }
        }
        var kept = covered(by: records)
        for (number, edit) in edits.enumerated() {
            // One that was under way when its only copy was replaced may have arrived; then it is in the winner's vector,
            // or its tombstone was dropped since.
            let hasArrived = winners[edit.key].map { $0.vector.includes(edit.dot) } ?? true
            if edit.isExcused, !hasArrived { continue }
            kept |= edit.past
            if edit.isOptional { kept |= 1 << UInt128(number) }
        }
        for (number, edit) in edits.enumerated() where !edit.isExcused && kept & 1 << UInt128(number) == 0 {
            return "a value that lost is not kept"
        }
        return nil
    }
}
