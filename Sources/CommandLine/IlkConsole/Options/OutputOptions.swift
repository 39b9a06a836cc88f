package import ArgumentParser

/// The options that are last in the help: output format, color and verbosity.
package struct OutputOptions: ParsableArguments {
    @Option(help: "The output format.")
    package var format: OutputFormat = .text

    @OptionGroup package var display: DisplayOptions

    package init() {}
}
