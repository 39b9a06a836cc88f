package import ArgumentParser

/// The options that are last in the help: output format, color and verbosity.
package struct OutputOptions<Format: TextualFormat>: ParsableArguments {
    @Option(help: "The output format.")
    package var format: Format = .text

    @OptionGroup package var display: DisplayOptions

    package init() {}
}

/// Arguments that end with ``OutputOptions``.
package protocol OutputArguments: ParsableArguments {
    associatedtype Format: TextualFormat

    var output: OutputOptions<Format> { get }
}

extension OutputArguments {
    package var format: Format { output.format }
    /// Color and verbosity.
    package var display: DisplayOptions { output.display }
}

/// The output formats of a command. One of them is human-readable text.
package protocol TextualFormat: ExpressibleByArgument, CaseIterable, Sendable {
    /// Human-readable lines.
    static var text: Self { get }
}
