package import ArgumentParser

/// The last options of a command: the shape of its output, and the appearance.
package struct OutputOptions: ParsableArguments {
    @Option(help: "The shape of the output.")
    package var format: OutputFormat = .text

    @OptionGroup package var display: DisplayOptions

    package init() {}
}
