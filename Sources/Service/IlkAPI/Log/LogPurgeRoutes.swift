import FoundationEssentials
import Ilk
import IlkFiles
import IlkFraming
import IlkHTTP
import IlkLearning
import IlkLog
import IlkStore
import IlkSyncStore
import IlkVocabulary

/// `POST /v1/log/{taxonomy}/purge`: erases entries, after the models have unlearned them.
///
/// By default, a request only counts the entries. If `dryRun` is `false`, it erases the entries, and must
/// send the `ETag` of a count as `If-Match`. So only entries that were counted before are erased.
struct LogPurgeRoutes {
    let shelf: LogShelf

    var routes: [Route] { [purge] }

    private var purge: Route {
        Route(
            .post, "/v1/log/{taxonomy}/purge", "purgeLog", tag: "log",
            "Count or erase entries. Before entries are erased, models unlearn their texts.",
            access: .token(.admin),
            parameters: [LogParameters.taxonomy, Self.ifMatch],
            body: [.init(["application/json"], .json(Self.body, limit: 1 << 20), "The entries.")],
            answers: [.init(200, "The number of entries.", ["application/json"], Self.result)],
            problems: LogParameters.problems + [.unknownLabel, .invalidQuery, .ifMatchRequired, .changed],
            isChange: true
        ) { [shelf] call in
            let log = try shelf.log(of: call)
            let selection = try await PurgeSelection(call.json ?? .null, log, shelf.folders)
            let counted = try await selection.preview(log)
            let tag = selection.tag(of: counted)
            guard call.json?["dryRun"]?.bool == false else {
                var response = try APIResponse.json(encoding: Self.fields(counted, nil, isDryRun: true))
                response.headers["ETag"] = tag.description
                response.hasChanged = false
                return response
            }
            guard let known = call.request.headers["If-Match"] else {
                throw Problem(
                    .ifMatchRequired,
                    "count the entries with a request without 'dryRun' first, and send its ETag as If-Match")
            }
            guard EntityTag.isSame(tag.description, as: known) else {
                throw Problem(
                    .changed,
                    "If-Match is not the ETag of the present count: \(counted.records) entries match now; "
                        + "count the entries again")
            }
            let folders = shelf.folders
            // A client that disconnects does not interrupt the erasure.
            let (erased, report) = try await Task { try await selection.erase(from: log, folders) }.value
            return try APIResponse.json(encoding: Self.fields(erased, report, isDryRun: false))
        }
    }

    private static let ifMatch = IfMatch.parameter("The ETag of a count; required to erase entries.")

    private static func fields(
        _ report: PurgeReport, _ models: UnlearningReport?, isDryRun: Bool
    ) -> JSONObject {
        [
            "records": report.records, "bytes": report.bytes, "quarantined": report.quarantined,
            "isDryRun": isDryRun, "version": models?.version,
            "deletedVersions": models.flatMap { $0.deleted.versions.isEmpty ? nil : $0.deleted.versions },
        ]
    }

    private static let body = JSONSchema.named(
        "PurgeSelection",
        .object([
            .init(
                "olderThan", .string(1...40), "Entries older than this day (2026-11-21) or age (90d)."),
            .init("category", .string(1...1000), "Entries whose predicted label was this one."),
            .init("match", .string(1...1000), "Entries whose text has these words."),
            .init("entries", .array(of: .string(1...36), 1...1000), "These entries, by reference."),
            .init(
                "keep", .integer(0...Int.max),
                "Exempt the newest entries, up to this size of their texts in bytes."),
            .init("due", .boolean, "true for the entries that have expired by the retention rules."),
            .init("all", .boolean, "true for all entries."),
            .init(
                "dryRun", .boolean,
                "false to erase the entries; requires If-Match. By default true: only count."),
        ]))

    private static let result = JSONSchema.named(
        "PurgeResult",
        .object([
            .init("records", .integer(0...Int.max), isRequired: true, "The number of entries."),
            .init("bytes", .integer(0...Int.max), isRequired: true, "The size of their texts."),
            .init("quarantined", .integer(0...Int.max), isRequired: true),
            .init("isDryRun", .boolean, isRequired: true, "true if nothing was erased."),
            .init("version", .string(), "The new active version, if a model had learned the texts."),
            .init(
                "deletedVersions", .array(of: .string()), "The deleted versions, which had learned the texts."
            ),
        ]))
}

/// The entries to purge.
private struct PurgeSelection: Sendable {
    /// The criteria, or `nil` for the entries that have expired under the retention rules.
    private let purge: LogPurge?
    private let now: Date
    /// The criteria as text, which is a part of ``tag(of:)``.
    private let text: String

    /// - Parameters:
    ///   - json: The checked body.
    ///   - log: The log.
    ///   - folders: The user's folders, with the label set of the log.
    /// - Throws: ``Problem`` `invalid-body`, and errors of labels, queries and references.
    init(_ json: JSONTree, _ log: ClassificationLogStore, _ folders: IlkFolders) async throws {
        let names = ["olderThan", "category", "match", "entries", "keep"]
        let isOfAll = json["all"]?.bool ?? false
        let isDue = json["due"]?.bool ?? false
        let isSelection = names.contains { json[$0] != nil }
        guard [isOfAll, isDue, isSelection].filter({ $0 }).count == 1 else {
            let rule =
                "must have exactly one of: all, due, or criteria, which are " + names.joined(separator: ", ")
            throw Problem(.invalidBody, faults: [FieldFault(.body(""), .missing, rule)])
        }
        now = log.now
        text = (names + ["all", "due"]).map { "\($0)=\(json[$0].map { "\($0)" } ?? "")" }
            .joined(separator: "\n")
        var purge = LogPurge()
        if let time = json["olderThan"]?.string {
            guard let point = PointInTime(time) else {
                let rule = "must be a day (2026-11-21), an ISO 8601 time or an age (7d)"
                throw Problem(.invalidBody, faults: [FieldFault(.body("/olderThan"), .type, rule)])
            }
            purge.filter.until = point.date(now: now)
        }
        purge.filter.category = try json["category"]?.string.map {
            try LogFiles.label($0, of: log, folders)
        }
        purge.match = try json["match"]?.string.map { try FullTextQuery($0) }
        purge.keptBytes = json["keep"]?.integer
        for reference in json["entries"]?.elements?.compactMap(\.string) ?? [] {
            purge.ids = (purge.ids ?? []) + [try await log.id(of: RecordReference(reference))]
        }
        self.purge = isDue ? nil : purge
    }

    /// Returns the entity tag of a count. The tag depends on the criteria, on the entries that they name,
    /// and on the counts.
    func tag(of report: PurgeReport) -> EntityTag {
        // A reference such as -1 is another entry after a text was logged.
        let ids = (purge?.ids ?? []).map(\.description).joined(separator: " ")
        let counts = "\(report.records) \(report.bytes) \(report.quarantined)"
        return EntityTag(of: Array("\(counts)\n\(ids)\n\(text)".utf8))
    }

    func preview(_ log: ClassificationLogStore) async throws -> PurgeReport {
        guard let purge else { return try await log.previewRetention(now: now) }
        return try await log.preview(of: purge)
    }

    /// Erases the entries.
    ///
    /// - Returns: The number of entries, and the changes of the models.
    func erase(
        from log: ClassificationLogStore, _ folders: IlkFolders
    ) async throws -> (PurgeReport, UnlearningReport?) {
        let (result, report, _) = try await LogErasure.run(from: log, folders, now: now) { before in
            guard let purge else { return try await log.applyRetention(now: now, before: before) }
            return try await log.purge(purge, before: before)
        }
        return (result, report)
    }
}
