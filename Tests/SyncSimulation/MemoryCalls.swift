package import Monica
package import IlkSync

/// The calls of a device in memory, the reference for the store on disk.
package struct MemoryCalls: CallSnapshot, Hashable, Sendable {
    private var calls: [SyncKey: MonicaCall] = [:]
    private var numbers: [Int32: SyncKey] = [:]
    /// The versions that lost a conflict.
    package private(set) var kept: [CallConflictCopy] = []

    package init() {}

    package var all: [MonicaCall] { calls.values.sorted { $0.key < $1.key } }

    package func call(_ key: SyncKey) -> MonicaCall? { calls[key] }

    package func call(id: Int32) -> MonicaCall? { numbers[id].flatMap { calls[$0] } }

    package func firstWaiting() -> MonicaCall? {
        calls.values.filter(\.isWaiting).min { $0.place < $1.place }
    }

    /// Returns Monica's IDs of the calls that are not deleted locally.
    package func ids() -> [Int32] { calls.values.filter { $0.id != 0 && !$0.isDeleted }.map(\.id).sorted() }

    /// Returns `false`, because calls in memory are never erased.
    package func isErased(id: Int32, key: SyncKey?) -> Bool { false }

    package mutating func apply(_ effects: [MonicaEffect]) {
        for effect in effects {
            switch effect {
            case .put(let call):
                if let old = calls.updateValue(call, forKey: call.key), old.id != 0 { numbers[old.id] = nil }
                if call.id != 0 { numbers[call.id] = call.key }
            case .storeConflictCopy(let call): if !kept.contains(call) { kept.append(call) }
            default: break
            }
        }
    }
}
