package import IlkSync
package import IlkSyncStore
import Synchronization

/// A ledger in memory, for simulated devices and as the reference for the ledger on disk.
package final class MemoryLedger: SequenceLedger {
    /// The content, whose copies serve as backups.
    package struct Content: Hashable, Sendable {
        fileprivate var head = LedgerHead()
        fileprivate var rows: [SyncKey: LedgerRow] = [:]
        fileprivate var tokens: [UInt64: String] = [:]

        package init() {}

        /// The token of the greatest cursor.
        package var lastToken: String? { tokens.max { $0.key < $1.key }?.value }
    }

    private let state: Mutex<Content>

    package init(_ content: Content = Content()) { state = Mutex(content) }

    package var content: Content { state.withLock { $0 } }

    package func head() async -> LedgerHead { state.withLock { $0.head } }

    package func rows(_ keys: [SyncKey]) async -> [SyncKey: LedgerRow] {
        state.withLock { state in
            Dictionary(keys.compactMap { key in state.rows[key].map { (key, $0) } }, uniquingKeysWith: { $1 })
        }
    }

    package func token(at cursor: UInt64) async -> String? { state.withLock { $0.tokens[cursor] } }

    package func commit(_ change: LedgerChange) async {
        state.withLock { state in
            state.head = change.head
            if change.replacesAll {
                state.rows = [:]
                state.tokens = [:]
            }
            for key in change.deleted { state.rows[key] = nil }
            for row in change.rows { state.rows[row.key] = row }
            state.tokens = state.tokens.filter { $0.key >= change.oldest }
            if let place = change.place { state.tokens[place.cursor] = place.token }
        }
    }
}
