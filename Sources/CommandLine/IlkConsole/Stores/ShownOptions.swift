package import ArgumentParser

/// The last options of a command that shows records of a store: the shape, the store, and the appearance.
package struct ShownOptions<Application: StoreApplication, Format: TextualFormat>: ParsableArguments {
    @Option(help: "The shape of the output.")
    package var format: Format = .text

    @OptionGroup package var place: Application.FileOptions
    @OptionGroup package var display: DisplayOptions

    package init() {}
}

/// Options that end with ``ShownOptions``.
package protocol ShowingArguments: ParsableArguments {
    /// The application.
    associatedtype Application: StoreApplication
    /// The formats.
    associatedtype Format: TextualFormat

    /// The last options.
    var shown: ShownOptions<Application, Format> { get }
}

extension ShowingArguments {
    /// The format.
    package var format: Format { shown.format }
    /// The store.
    package var place: Application.FileOptions { shown.place }
    /// The appearance of the output.
    package var display: DisplayOptions { shown.display }
}
