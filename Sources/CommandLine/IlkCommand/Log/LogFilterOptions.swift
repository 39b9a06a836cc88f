import IlkConsole
import ArgumentParser
import FoundationEssentials
import IlkLog
import IlkVocabulary

/// The options that select log entries.
struct LogFilterOptions: OptionalSelection {
    @Flag(help: "Only abstentions.")
    var abstained = false

    @Option("Only entries with this label.", value: "name")
    var category: String?

    @Option(
        "Only entries since this time: 2026-11-21T08:00:00Z, or 7d.",
        value: "time")
    var since: LogTimeArgument?

    @Option("Only entries before this time.", value: "time")
    var until: LogTimeArgument?

    @Option("Only entries by the model with this digest prefix.", value: "digest")
    var model: String?

    var isEmpty: Bool { !abstained && category == nil && since == nil && until == nil && model == nil }

    /// Returns the filter.
    ///
    /// - Throws: `ClassificationLogError.unknownCategory`.
    func selection(in open: OpenStore<LogApplication>) throws -> LogFilter {
        LogFilter(
            category: try category.map { try LogStoreAccess.category($0, of: open.store) },
            since: since?.date(now: open.now), until: until?.date(now: open.now), model: model,
            unsureOnly: abstained)
    }
}
