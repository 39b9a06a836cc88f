/// The records of a device as they are in the middle of a step.
struct ReplicaDraft<Snapshot: ReplicaSnapshot> {
    let base: Snapshot
    private var changed: [SyncKey: ReplicaEntry] = [:]
    private(set) var effects: [DeviceEffect] = []

    init(base: Snapshot) { self.base = base }

    func entry(_ key: SyncKey) throws(Snapshot.Failure) -> ReplicaEntry? {
        if let entry = changed[key] { return entry }
        return try base.entry(key)
    }

    /// What is to be pushed, as far as it is known: what the step requeues is not seen yet.
    func outbox(limit: Int) throws(Snapshot.Failure) -> [ReplicaEntry] {
        guard !changed.isEmpty else { return try base.outbox(limit: limit) { _ in false } }
        let before = try base.outbox(limit: limit) { changed[$0] != nil }
        let all = before + changed.values.filter(\.isPending)
        return Array(all.sorted { $0.turn < $1.turn }.prefix(limit))
    }

    mutating func put(_ entry: ReplicaEntry) {
        changed[entry.record.key] = entry
        effects.append(.change(.put(entry)))
    }

    /// A change of many records at once. Single records are not read behind it in the same step.
    mutating func sweep(_ change: ReplicaChange) { effects.append(.change(change)) }

    mutating func ask(_ effect: DeviceEffect) { effects.append(effect) }
}
