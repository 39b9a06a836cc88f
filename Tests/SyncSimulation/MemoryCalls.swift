package import Monica
package import IlkSync

/// The calls of a device in memory: the reference that a store on disk is held to.
package struct MemoryCalls: CallSnapshot, Hashable, Sendable {
    private var calls: [SyncKey: MonicaCall] = [:]
    private var numbers: [Int32: SyncKey] = [:]
    /// Versions that lost.
    package private(set) var kept: [KeptCall] = []

    /// No calls.
    package init() {}

    /// All calls, by key.
    package var all: [MonicaCall] { calls.values.sorted { $0.key < $1.key } }

    /// The call of a key.
    package func call(_ key: SyncKey) -> MonicaCall? { calls[key] }

    /// The call of Monica's number.
    package func call(id: Int32) -> MonicaCall? { numbers[id].flatMap { calls[$0] } }

    /// The first of the outbox.
    package func firstWaiting() -> MonicaCall? {
        calls.values.filter(\.isWaiting).min { $0.place < $1.place }
    }

    /// Monica's numbers of the calls that are not deleted here.
    package func ids() -> [Int32] { calls.values.filter { $0.id != 0 && !$0.isDeleted }.map(\.id).sorted() }

    /// Nothing is erased in memory.
    package func isErased(id: Int32, key: SyncKey?) -> Bool { false }

    /// Makes a step's changes.
    package mutating func apply(_ effects: [MonicaEffect]) {
        for effect in effects {
            switch effect {
            case .put(let call):
                if let old = calls.updateValue(call, forKey: call.key), old.id != 0 { numbers[old.id] = nil }
                if call.id != 0 { numbers[call.id] = call.key }
            case .keep(let call): if !kept.contains(call) { kept.append(call) }
            default: break
            }
        }
    }
}
