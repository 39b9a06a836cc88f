package import ArgumentParser

/// Options that select records of a store.
package protocol SelectionOptions: ParsableArguments {
    associatedtype Application: StoreApplication
    /// The selection as a value of the store.
    associatedtype Selection

    /// Opens the store for the selection. The default implementation opens it for reading. Options with
    /// search terms need a store with an up-to-date index.
    func open(_ settings: StoreSettings, _ console: Console) async throws -> OpenStore<Application>
    /// Returns the selection. Names that the options refer to are looked up in the store.
    func selection(in open: OpenStore<Application>) async throws -> Selection
}

extension SelectionOptions {
    package func open(
        _ settings: StoreSettings, _ console: Console
    ) async throws -> OpenStore<Application> {
        try .openForReading(settings, console)
    }
}

/// Options that select records. If no option is given, all records are selected.
package protocol OptionalSelection: SelectionOptions {
    /// `true` if no option is given.
    var isEmpty: Bool { get }
}

package struct NoOptions<Application: StoreApplication>: SelectionOptions {
    package func selection(in open: OpenStore<Application>) {}

    package init() {}
}
