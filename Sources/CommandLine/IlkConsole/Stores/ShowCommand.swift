package import ArgumentParser

/// An application whose records are shown one by one.
package protocol ShowApplication: StoreApplication {
    /// The options besides the reference.
    associatedtype ShowChoice: ParsableArguments = NoOptions
    /// The formats.
    associatedtype ShowFormat: TextualFormat

    /// The help of the command.
    static var showText: CommandText { get }
    /// The help of the argument.
    static var referenceText: String { get }
    /// Shows a record.
    ///
    /// - Parameter reference: `-1`, an id, or the end of one.
    static func show(
        _ reference: String, _ choice: ShowChoice, as format: ShowFormat, in open: OpenStore<Self>
    ) async throws
}

extension ShowApplication {
    package static var referenceText: String {
        "\(words.aRecord.prefix(1).uppercased())\(words.aRecord.dropFirst())."
    }
}

/// A format of output, one of which is text for people.
package protocol TextualFormat: ExpressibleByArgument, CaseIterable, Sendable {
    /// Lines for people.
    static var text: Self { get }
}

extension OutputFormat: TextualFormat {}
extension ResultFormat: TextualFormat {}

/// No options.
package struct NoOptions: ParsableArguments {
    package init() {}
}

/// Shows one record of a store.
package struct ShowCommand<Application: ShowApplication>: StoreCommand, ShowingArguments {
    package static var help: CommandText { Application.showText }

    /// `-1` looks like an option to the parser, so it keeps what it does not know for `validate`.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("\(Application.referenceText)", valueName: Application.words.record))
    package var words: [String] = []

    @OptionGroup package var choice: Application.ShowChoice

    @OptionGroup package var shown: ShownOptions<Application, Application.ShowFormat>

    package func validate() throws {
        try EntryArgument.check(words)
        if words.count != 1 { throw ValidationError("Name \(Application.words.aRecord).") }
    }

    package func run(on open: OpenStore<Application>) async throws {
        try await Application.show(words[0], choice, as: format, in: open)
    }

    package init() {}
}
