import FoundationEssentials
import IlkFiles
import IlkFraming
import IlkHTTP
import IlkLog
import IlkStore
import IlkVocabulary
import Ilk

/// The parameters of routes of the log.
enum LogParameters {
    static let taxonomy = Parameter(
        .path, .init("taxonomy", .string(1...100), isRequired: true, "The name of the taxonomy of the log."))
    static let entry = Parameter(
        .path,
        .init(
            "entry", .string(1...36), isRequired: true,
            "The id of an entry, its last 8 to 12 digits, or -1 for the newest entry, -2 and so on."))

    /// The parameters that select entries.
    static let filter: [Parameter] = [
        Parameter(
            .query, .init("category", .string(1...1000), "Only entries whose predicted label was this one.")),
        Parameter(
            .query,
            .init(
                "since", .string(1...40),
                "Only entries from this time on: 2026-11-21, an ISO 8601 time or an age (7d).")),
        Parameter(.query, .init("until", .string(1...40), "Only entries before this time.")),
        Parameter(
            .query,
            .init(
                "model", .string(1...64), "Only entries whose model digest begins with these digits.")),
        Parameter(.query, .init("abstained", .boolean, "true: only entries without a predicted label.")),
    ]

    /// The parameters `since` and `until`, which select a period.
    static let period = filter.filter { ["since", "until"].contains($0.name) }

    /// Returns the filter that the parameters of a request describe.
    ///
    /// - Parameters:
    ///   - call: The request.
    ///   - log: The log.
    ///   - folders: The user's folders, with the label set of the log.
    /// - Throws: ``Problem`` `invalid-parameter`; an error for an unknown label.
    static func filter(
        _ call: APICall, of log: ClassificationLogStore, _ folders: IlkFolders
    ) throws -> LogFilter {
        LogFilter(
            category: try call.value("category")?.string.map { try LogFiles.label($0, of: log, folders) },
            since: try time("since", call, log.now), until: try time("until", call, log.now),
            model: call.value("model")?.string, unsureOnly: call.value("abstained")?.bool ?? false)
    }

    /// Returns the time that a parameter gives, or `nil` if the parameter is missing.
    static func time(_ name: String, _ call: APICall, _ now: Date) throws -> Date? {
        guard let text = call.value(name)?.string else { return nil }
        guard let point = PointInTime(text) else {
            throw Problem(
                .invalidParameter,
                faults: [
                    FieldFault(
                        .parameter(name), .type, "must be a day (2026-11-21), an ISO 8601 time or an age (7d)"
                    )
                ])
        }
        return point.date(now: now)
    }

    /// Returns the reference to an entry in the path.
    static func reference(_ call: APICall) throws -> RecordReference {
        try RecordReference(call.value(entry.name)?.string ?? "")
    }

    /// The problems of routes that name a log.
    static let problems: [ProblemType] = [.noSuchTaxonomy, .noSuchRecord, .conflict]
}

extension LogShelf {
    /// Returns the log that the path of a request names.
    func log(of call: APICall) throws -> ClassificationLogStore {
        try log(call.value(LogParameters.taxonomy.name)?.string ?? "")
    }
}
