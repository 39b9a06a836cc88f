package import IlkConsole
package import ArgumentParser
package import Ilk

/// The input files, and their division into texts.
package struct InputOptions: ParsableArguments {
    @Argument(help: "The input files. (default: -, standard input)", completion: .file())
    package var files: [String] = []

    @Flag(name: .long, help: "Treat each line as a text. (default: each file is a text)")
    package var lines = false

    @Flag(name: .long, help: "Treat each line as a JSON object that contains a text.")
    package var ndjson = false

    @Option("With --ndjson: the field with the text. (default: text)", value: "name")
    package var textField: String?

    @Option("Truncate and flag a text that is longer than this.", value: "size")
    package var maxText = ByteCount(1 << 20)

    @Option("Treat a line that is longer than this as invalid.", value: "size")
    package var maxRecord = ByteCount(1 << 20)

    package func validate() throws {
        if lines && ndjson { throw ValidationError("--lines cannot be combined with --ndjson.") }
        if textField != nil && !ndjson { throw ValidationError("--text-field requires --ndjson.") }
    }

    /// Returns the inputs and their records.
    package func records(_ faults: RecordErrorPolicy = .emit) -> RecordInput {
        RecordInput(
            inputs: InputFile.named(files), framing: framing, maxText: maxText.bytes,
            maxRecord: maxRecord.bytes, faults: faults)
    }

    /// The division of the input into records.
    package var framing: RecordFraming {
        if ndjson { return .ndjson(field: textField ?? "text") }
        return lines ? .lines : .whole
    }

    /// Returns a message for a command that waits for input from a terminal, so that it does not seem to
    /// hang. The result is `nil` if a file is named (including `-`), or if standard input is not a terminal.
    ///
    /// - Parameters:
    ///   - command: The command's path, such as `ilk classify`.
    ///   - isTerminal: `true` if standard input is a terminal.
    package func hint(for command: String, isTerminal: Bool) -> String? {
        guard files.isEmpty, isTerminal else { return nil }
        return "\(command): reading from the terminal; end with Ctrl-D, or see \(command) --help\n"
    }

    /// Validates the options of commands that write a record for each text.
    ///
    /// - Parameter isJSON: `true` if the output is one JSON value.
    /// - Throws: `ValidationError` if two options cannot be combined.
    package func check(isJSON: Bool) throws {
        if isJSON && (ndjson || lines) {
            throw ValidationError(
                "'--format json' cannot be combined with --lines or --ndjson. Use '--format ndjson'.")
        }
    }

    package init() {}
}
