package import ArgumentParser

/// The options that are last in the help of a command that shows records: output format, store, color and
/// verbosity.
package struct ShownOptions<Application: StoreApplication, Format: TextualFormat>: ParsableArguments {
    @Option(help: "The output format.")
    package var format: Format = .text

    @OptionGroup package var place: Application.FileOptions
    @OptionGroup package var display: DisplayOptions

    package init() {}
}

/// Arguments that end with ``ShownOptions``.
package protocol ShowingArguments: ParsableArguments {
    associatedtype Application: StoreApplication
    associatedtype Format: TextualFormat

    var shown: ShownOptions<Application, Format> { get }
}

extension ShowingArguments {
    package var format: Format { shown.format }
    package var place: Application.FileOptions { shown.place }
    /// Color and verbosity.
    package var display: DisplayOptions { shown.display }
}
