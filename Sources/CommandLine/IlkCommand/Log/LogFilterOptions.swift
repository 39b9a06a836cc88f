import IlkConsole
import ArgumentParser
import FoundationEssentials
import IlkLog
import IlkVocabulary

/// The options that select log entries.
struct LogFilterOptions: ListChoiceOptions {
    @Flag(help: "Only entries that no category was claimed for.")
    var unsure = false

    @Option("Only entries that were classified so.", value: "name")
    var category: String?

    @Option(
        "Only entries from this time on: 2026-11-21, 2026-11-21T08:00:00Z, or 7d, 12h, 30m ago.",
        value: "time")
    var since: LogTimeArgument?

    @Option("Only entries before this time.", value: "time")
    var until: LogTimeArgument?

    @Option("Only entries by the model whose digest begins so.", value: "digest")
    var model: String?

    var isEmpty: Bool { !unsure && category == nil && since == nil && until == nil && model == nil }

    /// Returns the filter.
    ///
    /// - Throws: `ClassificationLogError.unknownCategory`.
    func filter(of store: ClassificationLogStore, now: Date) throws -> LogFilter {
        LogFilter(
            category: try category.map { try LogStoreAccess.category($0, of: store) },
            since: since?.date(now: now),
            until: until?.date(now: now), model: model, unsureOnly: unsure)
    }
}
