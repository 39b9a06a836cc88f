package import Foundation
package import IlkStore

/// An open store with the options and the console of its command.
package struct OpenStore<Application: StoreApplication> {
    package let store: Application.Records
    package let options: Application.FileOptions
    package let console: Console
    /// The time at which the store was opened.
    package let now = Date()

    /// Opens a store for reading.
    ///
    /// - Throws: The errors of ``StoreApplication/open(_:_:access:)``.
    package static func openForReading(
        _ options: Application.FileOptions, _ console: Console, access: Store.Access = .readOnly
    ) throws -> OpenStore {
        OpenStore(
            store: try Application.open(options.file, console, access: access), options: options,
            console: console)
    }

    /// Opens a store for writing.
    ///
    /// - Throws: The errors of ``StoreApplication/open(_:_:access:)``.
    package static func openForWriting(_ options: Application.FileOptions, _ console: Console) throws
        -> OpenStore
    {
        try openForReading(options, console, access: .readWrite)
    }

    /// Opens a store for writing and creates it if it does not exist.
    ///
    /// - Throws: Errors of opening the store.
    package static func openOrCreate(_ options: Application.FileOptions, _ console: Console) throws
        -> OpenStore
    {
        OpenStore(store: try Application.create(options.file, console), options: options, console: console)
    }

    /// Flushes the output and closes the store.
    package func close() throws {
        try console.output.flush()
        try store.close()
    }
}

extension OpenStore where Application.Records: IndexedStore {
    /// Opens a store for searching. Updates its index unless the store is read-only.
    ///
    /// - Throws: The errors of ``StoreApplication/open(_:_:access:)``.
    package static func openForSearching(
        _ options: Application.FileOptions, _ console: Console
    ) async throws -> OpenStore {
        OpenStore(
            store: try await Application.openIndexed(options.file, console), options: options,
            console: console)
    }
}
