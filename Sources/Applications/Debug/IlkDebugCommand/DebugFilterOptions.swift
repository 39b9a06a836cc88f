import IlkConsole
import ArgumentParser
import FoundationEssentials
import IlkDebugStore
import IlkVocabulary

/// Which debug events are meant.
struct DebugFilterOptions: ParsableArguments {
    @Option(help: "Only events from there.")
    var source: LogSource?

    @Option(help: "Only events at least so grave, as their sender said or the pipeline thinks.")
    var level: LogLevel?

    @Option(
        help: ArgumentHelp(
            "Only events from this time on: 2026-11-21, 2026-11-21T08:00:00Z, or 2h, 7d ago.",
            valueName: "time"))
    var since: LogMoment?

    @Option(help: ArgumentHelp("Only events before this time.", valueName: "time"))
    var until: LogMoment?

    @Option(help: ArgumentHelp("Only events that belong to this correlation.", valueName: "id"))
    var correlation: String?

    func validate() throws {
        if let correlation, RecordID(correlation) == nil {
            throw ValidationError("--correlation takes a UUID.")
        }
    }

    /// The filter.
    func filter(now: Date) -> DebugFilter {
        DebugFilter(
            source: source, level: level, since: since?.date(now: now), until: until?.date(now: now),
            correlationId: correlation.flatMap { RecordID($0) })
    }
}
