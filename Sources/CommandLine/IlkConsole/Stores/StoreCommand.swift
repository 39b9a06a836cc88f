package import ArgumentParser
import IlkStore

/// A command that runs on the open store of its application.
package protocol StoreCommand: AsyncParsableCommand, DescribedCommand {
    associatedtype Application: StoreApplication

    var place: Application.FileOptions { get }
    /// Color and verbosity.
    var display: DisplayOptions { get }
    /// The noun for the record that an argument names, or `nil` for the noun of the application's records.
    static var record: String? { get }
    /// `true` to open the store for writing, and to create it if it does not exist.
    var changes: Bool { get }

    /// Asks for confirmation, if the command needs it, before the store is opened. If the result is `false`,
    /// the command ends.
    func isConfirmed(on console: Console) async throws -> Bool
    func open(_ console: Console) async throws -> OpenStore<Application>
    /// Runs the command. The store is closed afterwards.
    func run(on open: OpenStore<Application>) async throws
}

extension StoreCommand {
    package static var record: String? { nil }
    package var changes: Bool { false }

    package func isConfirmed(on console: Console) async throws -> Bool { true }

    package func open(_ console: Console) async throws -> OpenStore<Application> {
        try changes ? .openOrCreate(place.settings, console) : .openForReading(place.settings, console)
    }

    package func run() async throws {
        let console = Console.standard(display)
        guard try await isConfirmed(on: console) else { return }
        let open = try await open(console)
        do {
            try await run(on: open)
        } catch let error as RecordStoreError {
            throw Application.commandError(error, record: Self.record)
        }
        try open.close()
    }
}
