import ArgumentParser
import IlkCalls

/// What `--keep` takes.
enum CallConflictChoice: String, CaseIterable, Sendable, ExpressibleByArgument {
    case local, server, merged

    /// The choice of the store.
    var choice: CallConflict.Choice {
        switch self {
        case .local: .local
        case .server: .server
        case .merged: .merged
        }
    }
}
