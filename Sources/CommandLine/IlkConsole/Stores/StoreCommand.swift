package import ArgumentParser

/// A command of an application that works on its store from beginning to end.
package protocol StoreCommand: AsyncParsableCommand, DescribedCommand {
    /// The application.
    associatedtype Application: StoreApplication

    /// The store.
    var place: Application.FileOptions { get }
    /// The appearance of the output.
    var display: DisplayOptions { get }
    /// `true` to open the store to change it, and to create it if it does not exist.
    var changes: Bool { get }

    /// Opens the store.
    func open(_ console: Console) async throws -> OpenStore<Application>
    /// Runs the command.
    ///
    /// - Parameter open: The store, which is closed when the command has ended.
    func run(on open: OpenStore<Application>) async throws
}

extension StoreCommand {
    package var changes: Bool { false }

    package func open(_ console: Console) async throws -> OpenStore<Application> {
        try changes ? .creating(place, console) : .reading(place, console)
    }

    package func run() async throws {
        let open = try await open(.standard(display))
        try await run(on: open)
        try open.close()
    }
}
