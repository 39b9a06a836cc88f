import ArgumentParser
import IlkCalls

/// Where a call stands on its way to the server: what `--status` takes.
enum CallStatusChoice: String, CaseIterable, Sendable, ExpressibleByArgument {
    case pending, syncing, synced, failed

    /// The status of the store.
    var status: CallSyncStatus {
        switch self {
        case .pending: .pending
        case .syncing: .syncing
        case .synced: .synced
        case .failed: .failed
        }
    }
}
