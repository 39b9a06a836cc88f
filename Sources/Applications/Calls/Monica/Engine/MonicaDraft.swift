import IlkSync

/// The calls of a device as they are in the middle of a step.
struct MonicaDraft<Snapshot: CallSnapshot> {
    let base: Snapshot
    private var changed: [SyncKey: MonicaCall] = [:]
    private(set) var effects: [MonicaEffect] = []

    init(base: Snapshot) { self.base = base }

    func call(_ key: SyncKey) throws(Snapshot.Failure) -> MonicaCall? {
        if let call = changed[key] { return call }
        return try base.call(key)
    }

    func call(id: Int32) throws(Snapshot.Failure) -> MonicaCall? {
        if let call = changed.values.first(where: { $0.id == id }) { return call }
        guard let call = try base.call(id: id), changed[call.key] == nil else { return nil }
        return call
    }

    /// The first of the outbox. When the step has changed what stood there, the next step will see the rest.
    func firstWaiting() throws(Snapshot.Failure) -> MonicaCall? {
        let before = try base.firstWaiting().flatMap { changed[$0.key] == nil ? $0 : nil }
        return (changed.values.filter(\.isWaiting) + [before].compactMap { $0 }).min { $0.place < $1.place }
    }

    /// Whether ``firstWaiting()`` may have missed something.
    func mayHideWaiting() throws(Snapshot.Failure) -> Bool {
        try base.firstWaiting().map { changed[$0.key] != nil } ?? false
    }

    mutating func put(_ call: MonicaCall) {
        changed[call.key] = call
        effects.append(.put(call))
    }

    mutating func keep(_ content: CallContent, of key: SyncKey, wasLocal: Bool) {
        effects.append(.keep(KeptCall(key: key, content: content, wasLocal: wasLocal)))
    }

    mutating func ask(_ effect: MonicaEffect) { effects.append(effect) }
}
