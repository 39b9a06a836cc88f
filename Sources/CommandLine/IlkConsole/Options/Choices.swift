import ArgumentParser

extension ColorChoice: ExpressibleByArgument {}

/// The output format of a command, the values of `--format`.
package enum OutputFormat: String, TextualFormat {
    /// Human-readable lines.
    case text
    /// One JSON value, pretty-printed.
    case json
    /// One JSON object per line.
    case ndjson

    /// Rejects NDJSON. A command calls this function if its other options request a single result.
    ///
    /// - Throws: `ValidationError`.
    package func checkSingleResult() throws {
        if self == .ndjson {
            throw ValidationError.invalid("--format", rawValue, allowed: ResultFormat.allValueStrings)
        }
    }
}

/// The output format of a command with a single result, the values of `--format`.
package enum ResultFormat: String, TextualFormat {
    /// Human-readable lines.
    case text
    /// One JSON value, pretty-printed.
    case json
}

extension ResultFormat {
    /// The corresponding format of commands that write several records.
    var layout: OutputFormat { self == .json ? .json : .text }
}

/// The output format of a report that is also available as a page, the values of `--format`.
package enum ReportFormat: String, TextualFormat {
    /// Human-readable lines.
    case text
    /// One JSON value, pretty-printed.
    case json
    /// A self-contained HTML page.
    case html
}

/// The handling of an invalid record by commands that write no record in its place, the values of
/// `--on-error`.
package enum InputErrorPolicy: String, CaseIterable, Sendable, ExpressibleByArgument {
    /// Skips and counts the record.
    case skip
    /// Stops the command.
    case stop
}

/// The handling of an invalid record, the values of `--on-error`.
package enum RecordErrorPolicy: String, CaseIterable, Sendable, ExpressibleByArgument {
    /// Writes an object with the error in place of the record.
    case emit
    /// Skips and counts the record.
    case skip
    /// Stops the command.
    case stop
}
