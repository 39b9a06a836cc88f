import ArgumentParser

extension ColorChoice: ExpressibleByArgument {}

/// The shape of what a command writes: what `--format` takes.
package enum OutputFormat: String, CaseIterable, Sendable, ExpressibleByArgument {
    /// Lines for people.
    case text
    /// One JSON value, laid out over lines.
    case json
    /// One JSON object a line.
    case ndjson
}

/// The shape of one result, of which there is no line a record: what `--format` takes.
package enum ResultFormat: String, CaseIterable, Sendable, ExpressibleByArgument {
    /// Lines for people.
    case text
    /// One JSON value, laid out over lines.
    case json
}

extension ResultFormat {
    /// The same shape where there are more to choose from.
    var layout: OutputFormat { self == .json ? .json : .text }
}

/// The shape of a report: what `--format` takes where there is a page of it.
package enum ReportFormat: String, CaseIterable, Sendable, ExpressibleByArgument {
    /// Lines for people.
    case text
    /// One JSON value, laid out over lines.
    case json
    /// A page for a browser that needs nothing but itself.
    case html
}

/// What happens to a labelled line that cannot be read: what `--on-error` takes where nothing is written in its place.
package enum LabelledFaultPolicy: String, CaseIterable, Sendable, ExpressibleByArgument {
    /// It is left out and counted.
    case skip
    /// The command ends there.
    case stop
}

/// What happens to a record that cannot be read: what `--on-error` takes.
package enum FaultPolicy: String, CaseIterable, Sendable, ExpressibleByArgument {
    /// An object with the error is written in its place.
    case emit
    /// It is left out and counted.
    case skip
    /// The command ends there.
    case stop
}
