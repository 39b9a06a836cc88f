package import Foundation
package import IlkStore

/// An open store with the options and the console of its command.
package struct OpenStore<Application: StoreApplication> {
    /// The store.
    package let store: Application.Records
    /// The options that it was opened by.
    package let options: Application.FileOptions
    /// The console.
    package let console: Console
    /// The present time.
    package let now = Date()

    /// Opens a store to read it.
    ///
    /// - Throws: As ``StoreApplication/open(_:_:access:)``.
    package static func reading(
        _ options: Application.FileOptions, _ console: Console, access: Store.Access = .readOnly
    ) throws -> OpenStore {
        OpenStore(
            store: try Application.open(options.file, console, access: access), options: options,
            console: console)
    }

    /// Opens a store to change it.
    ///
    /// - Throws: As ``StoreApplication/open(_:_:access:)``.
    package static func changing(_ options: Application.FileOptions, _ console: Console) throws -> OpenStore {
        try reading(options, console, access: .readWrite)
    }

    /// Opens a store to change it, and creates it if it does not exist.
    ///
    /// - Throws: Errors of opening.
    package static func creating(_ options: Application.FileOptions, _ console: Console) throws -> OpenStore {
        OpenStore(store: try Application.create(options.file, console), options: options, console: console)
    }

    /// Writes out the output, and closes the store.
    package func close() throws {
        try console.output.flush()
        try store.close()
    }
}

extension OpenStore where Application.Records: IndexedStore {
    /// Opens a store to search it: with its index up to date, or as it is if it cannot be written.
    ///
    /// - Throws: As ``StoreApplication/open(_:_:access:)``.
    package static func searching(
        _ options: Application.FileOptions, _ console: Console
    ) async throws -> OpenStore {
        OpenStore(
            store: try await Application.openIndexed(options.file, console), options: options,
            console: console)
    }
}
