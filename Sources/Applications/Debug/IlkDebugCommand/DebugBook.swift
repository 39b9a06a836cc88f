package import IlkConsole
import FoundationEssentials
import Ilk
package import IlkDebugStore
package import IlkStore

/// The debug events as their commands open them: beside a running server.
package enum DebugBook {
    /// Opens what is there.
    ///
    /// - Throws: `noInput` when there is no such file, and what opening throws.
    package static func open(
        _ options: DebugFileOptions, _ console: Console, access: Store.Access
    ) throws -> DebugLogStore {
        try DebugApplication.open(options.file, console, access: access)
    }

    /// Opens what is there, and makes it where it is missing.
    package static func openOrMake(_ options: DebugFileOptions, _ console: Console) throws -> DebugLogStore {
        try DebugApplication.create(options.file, console)
    }

    /// Opens what is there with its index and its counts up to date; where it cannot be written, as they are.
    package static func openCaughtUp(_ options: DebugFileOptions, _ console: Console) async throws
        -> DebugLogStore
    {
        try await DebugApplication.openIndexed(options.file, console)
    }
}
