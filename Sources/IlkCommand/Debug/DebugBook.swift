import FoundationEssentials
import Ilk
import IlkDomains
import IlkStore

/// The debug events as their commands open them: beside a running server.
enum DebugBook {
    /// Opens what is there.
    ///
    /// - Throws: `noInput` when there is no such file, and what opening throws.
    static func open(
        _ options: DebugFileOptions, _ console: Console, access: Store.Access
    ) throws -> DebugLogStore {
        let path = options.path(console.folders)
        guard FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure(
                .noInput, "there are no debug events", at: path,
                hint: "let programs hand them to ilk serve, or take a file in with: ilk debug import"
                    + (options.debugFile == nil ? "" : " --debug-file \(ShellText.word(path))"))
        }
        return try DebugLogStore.open(.file(path), access: access)
    }

    /// Opens what is there, and makes it where it is missing.
    static func openOrMake(_ options: DebugFileOptions, _ console: Console) throws -> DebugLogStore {
        let path = options.path(console.folders)
        try IlkFolders.makeFolder(of: path)
        return try DebugLogStore.open(.file(path))
    }

    /// Opens what is there with its index and its counts up to date; where it cannot be written, as they are.
    static func openCaughtUp(_ options: DebugFileOptions, _ console: Console) async throws -> DebugLogStore {
        let store = try open(options, console, access: .readOnly)
        guard try await store.lag(upTo: 1) > 0 else { return store }
        try store.close()
        do {
            let writable = try open(options, console, access: .readWrite)
            try await writable.catchUp { _ in try console.checkStop() }
            return writable
        } catch let error as StoreError {
            console.note("the index is not up to date: \(error.description)")
            return try open(options, console, access: .readOnly)
        }
    }
}
