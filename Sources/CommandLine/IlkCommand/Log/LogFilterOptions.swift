import Ilk
import IlkConsole
import ArgumentParser
import FoundationEssentials
import IlkLog
import IlkVerdictConsole
import IlkVocabulary

/// The options that select log entries.
struct LogFilterOptions: OptionalSelection {
    @Flag(help: "Only entries without a predicted label.")
    var abstained = false

    @Option("Only entries with this predicted label, even if corrected.", value: "name")
    var category: String?

    @OptionGroup var period: PeriodOptions<LogApplication, LogTimeArgument>

    @Option("Only entries of the model whose digest begins with this.", value: "digest")
    var model: String?

    var isEmpty: Bool { !abstained && category == nil && period.isEmpty && model == nil }

    /// Returns the filter.
    ///
    /// - Throws: `ClassificationLogError.unknownCategory` if neither the log nor its label set has the label.
    func selection(in open: OpenStore<LogApplication>) throws -> LogFilter {
        LogFilter(
            category: try category.map { try LogFiles.label($0, of: open.store, open.console.folders) },
            since: period.since?.date(in: open), until: period.until?.date(in: open), model: model,
            unsureOnly: abstained)
    }
}
