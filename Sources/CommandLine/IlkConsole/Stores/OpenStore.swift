package import Foundation
package import IlkStore
import IlkVocabulary

/// An open store with the settings and the console of its command.
package struct OpenStore<Application: StoreApplication> {
    package let store: Application.Records
    package let settings: StoreSettings
    package let console: Console
    /// The time at which the store was opened.
    package let now = Date()

    /// Opens a store for reading.
    ///
    /// - Throws: The errors of ``StoreApplication/open(_:_:access:)``.
    package static func openForReading(
        _ settings: StoreSettings, _ console: Console, access: Store.Access = .readOnly
    ) throws -> OpenStore {
        OpenStore(
            store: try Application.open(settings.file, console, access: access), settings: settings,
            console: console)
    }

    /// Opens a store for writing.
    ///
    /// - Throws: The errors of ``StoreApplication/open(_:_:access:)``.
    package static func openForWriting(_ settings: StoreSettings, _ console: Console) throws -> OpenStore {
        try openForReading(settings, console, access: .readWrite)
    }

    /// Opens a store for writing and creates it if it does not exist.
    ///
    /// - Throws: Errors of opening the store.
    package static func openOrCreate(_ settings: StoreSettings, _ console: Console) throws -> OpenStore {
        OpenStore(store: try Application.create(settings.file, console), settings: settings, console: console)
    }

    /// Opens a store for searching. Updates its index if it has one and can be written.
    ///
    /// - Throws: The errors of ``StoreApplication/open(_:_:access:)``.
    package static func openForSearching(_ settings: StoreSettings, _ console: Console) async throws
        -> OpenStore
    {
        OpenStore(
            store: try await Application.openIndexed(settings.file, console), settings: settings,
            console: console)
    }

    /// The path of the store.
    package var path: String { Application.path(settings.file, console) }

    /// The option that selects the store in a command, with a leading space. Empty for the default store.
    package var fileOption: String { Application.fileOption(settings.file) }

    /// The calendar in the time zone and locale of the user.
    package var timeline: LocalTimeline { ZoneOptions.timeline(settings.zone, console.environment) }

    /// Flushes the output and closes the store.
    package func close() throws {
        try console.output.flush()
        try store.close()
    }
}
