import ArgumentParser

extension ColorChoice: ExpressibleByArgument {}

/// The output format of a command, a value of `--format`.
package enum OutputFormat: String, TextualFormat {
    /// Human-readable lines.
    case text
    /// One JSON value, pretty-printed.
    case json
    /// One JSON object per line.
    case ndjson

    /// Rejects NDJSON. A command calls this function if its other options request a single result.
    ///
    /// - Throws: `ValidationError` if the format is `ndjson`.
    package func checkSingleResult() throws {
        if self == .ndjson {
            throw ValidationError.invalid("--format", rawValue, allowed: ResultFormat.allValueStrings)
        }
    }
}

/// The output format of a command with a single result, a value of `--format`.
package enum ResultFormat: String, TextualFormat {
    /// Human-readable lines.
    case text
    /// One JSON value, pretty-printed.
    case json
}

extension ResultFormat {
    /// This format as an ``OutputFormat``.
    var layout: OutputFormat { self == .json ? .json : .text }
}

/// The output format of a report that is also available as a page, a value of `--format`.
package enum ReportFormat: String, TextualFormat {
    /// Human-readable lines.
    case text
    /// One JSON value, pretty-printed.
    case json
    /// A self-contained HTML page.
    case html
}

/// The handling of an invalid record, a value of `--on-error`, for commands that cannot write an error in
/// place of the record.
package enum InputErrorPolicy: String, CaseIterable, Sendable, ExpressibleByArgument {
    /// Skips and counts the record.
    case skip
    /// Stops the command.
    case stop
}

/// The handling of an invalid record, a value of `--on-error`.
package enum RecordErrorPolicy: String, CaseIterable, Sendable, ExpressibleByArgument {
    /// Writes an object with the error in place of the record.
    case emit
    /// Skips and counts the record.
    case skip
    /// Stops the command.
    case stop
}
