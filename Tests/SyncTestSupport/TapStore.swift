package import IlkSync
import IlkSyncStore
import IlkTransport
import Synchronization

/// A minimal synced store: taps, which are only added, and names, which are overwritten.
package final class TapStore: SyncedStore {
    private struct State {
        var written: [LocalWrite] = []
        var taps: [SyncKey: [UInt8]] = [:]
        var names: [SyncKey: [UInt8]] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    package let name = "test"
    package let collections: Set<String> = ["taps", "names"]

    package var taps: [SyncKey: [UInt8]] { state.withLock { $0.taps } }
    package var names: [SyncKey: [UInt8]] { state.withLock { $0.names } }

    package func tap(_ key: SyncKey, _ payload: [UInt8]) {
        state.withLock { state in
            state.taps[key] = payload
            state.written.append(.event(key: key, collection: "taps", payload: payload))
        }
    }

    package func rename(_ key: SyncKey, _ payload: [UInt8]) {
        state.withLock { state in
            state.names[key] = payload
            state.written.append(.edit(key: key, collection: "names", payload: payload))
        }
    }

    package func remove(_ key: SyncKey) {
        state.withLock { state in
            state.taps[key] = nil
            state.names[key] = nil
            state.written.append(.delete(key: key))
        }
    }

    package func writes(
        after mark: String?, limit: Int
    ) async throws -> (writes: [LocalWrite], mark: String?) {
        state.withLock { state in
            let start = mark.flatMap(Int.init) ?? 0
            let end = min(state.written.count, start + limit)
            return (Array(state.written[start..<end]), String(end))
        }
    }

    package func apply(_ news: [RemoteChange]) async throws {
        state.withLock { state in
            for piece in news {
                switch piece {
                case .record(let record) where record.kind == .event: state.taps[record.key] = record.payload
                case .record(let record) where record.kind == .metadata:
                    state.names[record.key] = record.payload
                case .record: break
                case .gone(let key, _):
                    state.taps[key] = nil
                    state.names[key] = nil
                }
            }
        }
    }
}
