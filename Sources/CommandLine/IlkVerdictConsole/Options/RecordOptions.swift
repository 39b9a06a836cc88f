package import ArgumentParser
package import IlkConsole

/// The input and the output of a command that writes a record for each text.
package struct RecordOptions: ParsableArguments {
    @OptionGroup package var input: InputOptions

    @Option(help: "The output format. (default: ndjson with --ndjson, else text)")
    var format: OutputFormat?

    @Option(help: "On an invalid record: emit its error, skip it, or stop.")
    package var onError: RecordErrorPolicy = .emit

    package init() {}

    /// Checks that the format is possible for the input.
    package func validate() throws { try input.check(isJSON: format == .json) }

    /// The inputs and their records.
    package var records: RecordInput { input.records(onError) }
    /// The output format. The default is the format of the input.
    package var outputFormat: OutputFormat { format ?? (input.ndjson ? .ndjson : .text) }

    /// Checks the option `--replace`, which replaces a field of each line.
    ///
    /// - Throws: `ValidationError` if fields are to be replaced, but the input is not NDJSON.
    package func check(replaces: Bool) throws {
        if replaces && !input.ndjson { throw ValidationError("--replace requires --ndjson.") }
    }
}
