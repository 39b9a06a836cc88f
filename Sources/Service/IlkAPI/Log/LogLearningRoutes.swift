import Ilk
import IlkFraming
import IlkHTTP
import IlkLearning
import IlkLog
import IlkStore
import IlkSyncStore
import IlkVocabulary

/// Routes about all corrections of a log: the counts of corrections, and the accuracy of the predictions on
/// corrected texts.
struct LogLearningRoutes {
    let shelf: LogShelf
    private let turns = ConcurrencyLimit()
    private let reports = ConcurrencyLimit()
    /// The maximum number of concurrent reports. A report reads all corrections of the log.
    private static let maximumReports = 8
    /// The drift of each log. It classifies the regression set and reads thousands of texts.
    private let drifts: SharedResults<String, LogDriftReport?>
    /// The reports and the counts of logs with many corrections, all of which they read.
    private let keptReports: SharedResults<String, LearningReport>
    private let keptCounts: SharedResults<String, [CorrectionCount]>
    /// The number of corrections from which on reports and counts are kept for some seconds.
    private static let manyCorrections = 1000

    init(shelf: LogShelf, clock: any SyncClock) {
        self.shelf = shelf
        drifts = SharedResults(lifetime: 30_000, clock: clock)
        keptReports = SharedResults(lifetime: 10_000, clock: clock)
        keptCounts = SharedResults(lifetime: 10_000, clock: clock)
    }

    var routes: [Route] { [report, count, issues] }

    private var report: Route {
        Route(
            .get, "/v1/log/{taxonomy}/learning", "measureLogLearning", tag: "log",
            "Measure the predictions by the corrections: accuracy, confusions, versions, drift.",
            access: .token(.read),
            parameters: [LogParameters.taxonomy] + LogParameters.period,
            answers: [
                .init(
                    200, "The same report as 'ilk learn report'.", ["application/json"],
                    .object([], others: .ignored))
            ],
            problems: LogParameters.problems + [.queueFull]
        ) { [shelf, reports, drifts, keptReports] call in
            let log = try shelf.log(of: call)
            let set = try LabelSetCatalog(folders: shelf.folders).set(with: log.taxonomy)
            let learning = LogLearning(store: log, labels: set, folders: shelf.folders)
            let since = try LogParameters.time("since", call, log.now)
            let until = try LogParameters.time("until", call, log.now)
            // A shared computation does not run on the thread of the caller.
            let drift = try await drifts.value(for: log.location.path) {
                try await reports.perform(Self.maximumReports, "reports") { try await learning.drift() }
            }
            let compute = { @Sendable in
                try await reports.perform(Self.maximumReports, "reports") {
                    try await learning.report(since: since, until: until, drift: drift)
                }
            }
            let report =
                try await log.hasCorrections(Self.manyCorrections)
                ? try await keptReports.value(for: Self.key(call, log), compute)
                : try await keptReports.current(for: Self.key(call, log), compute)
            var fields = report.fields
            fields["alerts"] = (report.drift?.hasDrifted ?? false) ? report.drift?.statements : nil
            return try APIResponse.json(encoding: fields).tagged
        }
    }

    private var count: Route {
        Route(
            .get, "/v1/log/{taxonomy}/corrections", "countLogCorrections", tag: "log",
            "Count corrections by the day on which they were made and by label.", access: .token(.read),
            parameters: [LogParameters.taxonomy] + LogParameters.period,
            answers: [.init(200, "The counts, newest day first.", ["application/json"], Self.counts)],
            problems: LogParameters.problems
        ) { [shelf, keptCounts] call in
            let log = try shelf.log(of: call)
            let since = try LogParameters.time("since", call, log.now)
            let until = try LogParameters.time("until", call, log.now)
            let compute = { @Sendable in try await log.correctionCounts(since: since, until: until) }
            let counts =
                try await log.hasCorrections(Self.manyCorrections)
                ? try await keptCounts.value(for: Self.key(call, log), compute)
                : try await keptCounts.current(for: Self.key(call, log), compute)
            return try APIResponse.json(encoding: ["items": counts.map(\.fields)] as JSONObject).tagged
        }
    }

    /// Returns the key under which a result of a request is shared.
    static func key(_ call: APICall, _ log: ClassificationLogStore) -> String {
        log.location.path + "?" + call.request.query
    }

    private var issues: Route {
        let limit = JSONSchema.Field("limit", .integer(1...1000), "The number of issues; by default 50.")
        return Route(
            .get, "/v1/log/{taxonomy}/label-issues", "findLabelIssues", tag: "log",
            "Find corrections that a model trained on the other corrections contradicts.",
            access: .token(.read), parameters: [LogParameters.taxonomy, Parameter(.query, limit)],
            answers: [.init(200, "The issues, the strongest first.", ["application/json"], Self.issueForm)],
            problems: LogParameters.problems + [.severalLabels, .queueFull]
        ) { [self] call in
            let log = try shelf.log(of: call)
            let set = try LabelSetCatalog(folders: shelf.folders).set(with: log.taxonomy)
            guard set?.isMultilabel != true else {
                throw Problem(
                    .severalLabels, "'label-issues' requires a taxonomy with one label per text")
            }
            return try await turns.perform(1, "searches for label issues") {
                try await Self.issues(of: log, limit: call.value("limit")?.integer ?? 50)
            }
        }
    }

    private static func issues(of log: ClassificationLogStore, limit: Int) async throws -> APIResponse {
        let texts = try await log.correctedTexts()
        guard Set(texts.map(\.labeled.category)).count > 1 else {
            return try .json(encoding: ["texts": texts.count, "items": [JSONObject]()] as JSONObject)
        }
        let found = try LabelIssues(among: texts.map(\.labeled), taxonomy: log.taxonomy) { _ in
            try Task.checkCancellation()
        }
        let items = found.issues.prefix(limit).map { issue -> JSONObject in
            let (id, labeled) = texts[issue.index]
            var fields = issue.fields(text: labeled.text)
            (fields["id"], fields["author"]) = (id.description, labeled.source)
            return fields
        }
        return try .json(
            encoding: ["texts": found.texts, "issues": found.issues.count, "items": items] as JSONObject)
    }

    private static let issueForm = JSONSchema.named(
        "LabelIssues",
        .object([
            .init("texts", .integer(0...Int.max), isRequired: true, "The number of checked corrections."),
            .init(
                "issues", .integer(0...Int.max),
                "The number of all issues, including issues that are not listed."),
            .init(
                "items",
                .array(
                    of: .object([
                        .init("id", .string(36...36), isRequired: true, "The id of the entry."),
                        .init("label", LogForms.label, isRequired: true, "The human label."),
                        .init("category", LogForms.label, isRequired: true, "The predicted label."),
                        .init("probability", .number(0...1), isRequired: true),
                        .init("labelProbability", .number(0...1), isRequired: true),
                        .init("text", .string(), isRequired: true), .init("author", .string()),
                    ])), isRequired: true),
        ]))

    private static let counts = JSONSchema.named(
        "CorrectionCounts",
        .object([
            .init(
                "items",
                .array(
                    of: .object([
                        .init("day", .string(), isRequired: true),
                        .init("category", LogForms.label, isRequired: true, "The human label."),
                        .init("corrections", .integer(1...Int.max), isRequired: true),
                    ])), isRequired: true)
        ]))
}
