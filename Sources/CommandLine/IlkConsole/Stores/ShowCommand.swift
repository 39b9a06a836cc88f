package import ArgumentParser

/// An application with a command that shows one record.
package protocol ShowApplication: StoreApplication {
    /// The options of the command, besides the reference to the record.
    associatedtype ShowChoice: SelectionOptions = NoOptions<Self> where ShowChoice.Application == Self
    associatedtype ShowFormat: TextualFormat

    static var showText: CommandText { get }
    static var referenceText: String { get }
    /// Shows a record.
    ///
    /// - Parameter reference: `-1`, an id, or the end of an id.
    static func show(
        _ reference: String, _ selection: ShowChoice.Selection, as format: ShowFormat,
        in open: OpenStore<Self>
    ) async throws
}

extension ShowApplication {
    package static var referenceText: String {
        "The \(words.record)'s id, the end of its id, or -1 for the newest."
    }
}

/// Shows one record of a store.
package struct ShowCommand<Application: ShowApplication>: StoreCommand, ShowingArguments {
    package static var help: CommandText { Application.showText }

    /// The parser treats `-1` as an option, so unrecognized arguments are passed through to `validate`.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("\(Application.referenceText)", valueName: Application.words.record))
    package var words: [String] = []

    @OptionGroup package var choice: Application.ShowChoice

    @OptionGroup package var shown: ShownOptions<Application, Application.ShowFormat>

    package func validate() throws {
        try EntryArgument.check(words)
        if words.count != 1 { throw ValidationError("Expected \(Application.words.aRecord).") }
    }

    package func run(on open: OpenStore<Application>) async throws {
        try await Application.show(words[0], choice.selection(in: open), as: format, in: open)
    }

    package init() {}
}
