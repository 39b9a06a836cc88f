package import IlkSync
package import IlkSyncStore
import Synchronization

/// A ledger in memory: for devices that are simulated, and the reference that the one in a file is held to.
package final class MemoryLedger: FeedLedger {
    /// All that it holds: a copy of it is a backup.
    package struct Content: Hashable, Sendable {
        fileprivate var head = LedgerHead()
        fileprivate var rows: [SyncKey: LedgerRow] = [:]
        fileprivate var tokens: [UInt64: String] = [:]

        /// Nothing.
        package init() {}

        /// The token of the last place.
        package var lastToken: String? { tokens.max { $0.key < $1.key }?.value }
    }

    private let state: Mutex<Content>

    /// A ledger with this in it.
    package init(_ content: Content = Content()) { state = Mutex(content) }

    /// What is in it.
    package var content: Content { state.withLock { $0 } }

    /// What is known of the feed as a whole.
    package func head() async -> LedgerHead { state.withLock { $0.head } }

    /// What is known of records.
    package func rows(_ keys: [SyncKey]) async -> [SyncKey: LedgerRow] {
        state.withLock { state in
            Dictionary(keys.compactMap { key in state.rows[key].map { (key, $0) } }, uniquingKeysWith: { $1 })
        }
    }

    /// The server's token for a place in the feed.
    package func token(at cursor: UInt64) async -> String? { state.withLock { $0.tokens[cursor] } }

    /// Takes what was learned.
    package func commit(_ change: LedgerChange) async {
        state.withLock { state in
            state.head = change.head
            if change.isAnew {
                state.rows = [:]
                state.tokens = [:]
            }
            for key in change.gone { state.rows[key] = nil }
            for row in change.rows { state.rows[row.key] = row }
            state.tokens = state.tokens.filter { $0.key >= change.oldest }
            if let place = change.place { state.tokens[place.cursor] = place.token }
        }
    }
}
