package import ArgumentParser
package import Foundation

/// A point in time on the command line that selects records.
package protocol TimeArgument: ArgumentWithForm, Sendable {
    /// The second part of the help for `--since`, with examples of times.
    static var startHelp: String { get }

    /// Returns the date. Ages are relative to the time at which the store was opened.
    func date<Application: StoreApplication>(in open: OpenStore<Application>) -> Date
}

extension LocalTimeArgument: TimeArgument {
    package static let startHelp = "from this time on: 2026-11-21, today, 7d."

    package func date<Application: StoreApplication>(in open: OpenStore<Application>) -> Date {
        date(now: open.now, open.timeline)
    }
}

extension LogTimeArgument: TimeArgument {
    package static let startHelp = "since this time: 2026-11-21T08:00:00Z, or 7d."

    package func date<Application: StoreApplication>(in open: OpenStore<Application>) -> Date {
        date(now: open.now)
    }
}

/// The options that select the records of a period.
package struct PeriodOptions<Application: StoreApplication, Time: TimeArgument>: ParsableArguments {
    @Option("Only \(Application.words.records) \(Time.startHelp)", value: "time")
    package var since: Time?

    @Option("Only \(Application.words.records) before this time.", value: "time")
    package var until: Time?

    package var isEmpty: Bool { since == nil && until == nil }

    package init() {}
}
