package import IlkConsole
package import ArgumentParser
package import Ilk

/// What to read, and what in it is one text.
package struct InputOptions: ParsableArguments {
    @Argument(help: "Files to read; - is standard input, and so is naming none.", completion: .file())
    package var files: [String] = []

    @Flag(name: .long, help: "Each line is a text. Without this and --ndjson a whole file is one text.")
    package var lines = false

    @Flag(name: .long, help: "Each line is a JSON object that holds a text.")
    package var ndjson = false

    @Option("The member that holds the text, with --ndjson. (default: text)", value: "name")
    package var field: String?

    @Option("How much of a text is read; what is longer is cut and flagged.", value: "size")
    package var maxText = ByteCount(1 << 20)

    @Option("How long a line may be; a longer one is a bad record.", value: "size")
    package var maxRecord = ByteCount(1 << 20)

    package func validate() throws {
        if lines && ndjson { throw ValidationError("--lines and --ndjson exclude each other.") }
        if field != nil && !ndjson { throw ValidationError("--field goes with --ndjson.") }
    }

    /// The inputs and their records.
    ///
    /// - Parameter faults: The treatment of records that cannot be read.
    package func records(_ faults: FaultPolicy = .emit) -> RecordInput {
        RecordInput(
            inputs: InputFile.named(files), framing: framing, maxText: maxText.bytes,
            maxRecord: maxRecord.bytes, faults: faults)
    }

    /// What one record is.
    package var framing: RecordFraming {
        if ndjson { return .ndjson(field: field ?? "text") }
        return lines ? .lines : .whole
    }

    /// What to say on standard error before reading, so that a bare call at a terminal does not seem to hang;
    /// nil when there is nothing to say: a file was named (`-` too), or standard input is no terminal.
    ///
    /// - Parameters:
    ///   - command: The command's path, as `ilk classify`.
    ///   - isTerminal: Whether standard input is a terminal.
    package func hint(for command: String, isTerminal: Bool) -> String? {
        guard files.isEmpty, isTerminal else { return nil }
        return "\(command): reading from the terminal; end with Ctrl-D, or see \(command) --help\n"
    }

    /// The format of an output that follows the input.
    ///
    /// - Parameter chosen: The format that was asked for.
    package func outputFormat(_ chosen: OutputFormat?) -> OutputFormat {
        chosen ?? (ndjson ? .ndjson : .text)
    }

    /// Checks options of commands that write a record for each text.
    ///
    /// - Parameters:
    ///   - isJSON: `true` if one JSON value is asked for.
    ///   - replaces: `true` if a field of each line is to be replaced.
    /// - Throws: `ValidationError`.
    package func check(isJSON: Bool, replaces: Bool = false) throws {
        if replaces && !ndjson { throw ValidationError("--replace goes with --ndjson.") }
        if isJSON && (ndjson || lines) {
            throw ValidationError("--format json is for whole texts: use --format ndjson.")
        }
    }

    package init() {}
}
