import FoundationEssentials
import Ilk
import IlkFraming
import IlkHTTP
import IlkLog
import IlkStore
import IlkSyncStore
import IlkVocabulary

/// Routes that correct entries of a log: the texts to review, corrections, and their removal.
struct CorrectionRoutes {
    let shelf: LogShelf
    private let queues: RecentQueues

    init(shelf: LogShelf, clock: any SyncClock) {
        self.shelf = shelf
        queues = RecentQueues(clock: clock)
    }

    /// The time within which a correction can be removed.
    static let undoTime: TimeInterval = 3600

    var routes: [Route] { [queue, correct, undo] }

    /// The texts to review. The list has no cursor: each correction, skip and new text changes its order, so
    /// a position in it loses its meaning. Reviewed texts leave the beginning of the list, and a skipped text
    /// moves to the end, so the same request returns the next texts.
    private var queue: Route {
        let limit = JSONSchema.Field(
            "limit", .integer(1...1000),
            "The number of texts; by default 20. After corrections, the same request returns the next texts.")
        let strategy = JSONSchema.Field(
            "strategy", .choice(ReviewStrategy.allCases.map(\.rawValue)),
            "The strategy that selects the texts; by default diverse.")
        return Route(
            .get, "/v1/log/{taxonomy}/queue", "listReviewQueue", tag: "log", "List the texts to review.",
            access: .token(.read),
            parameters: [LogParameters.taxonomy, Parameter(.query, limit), Parameter(.query, strategy)],
            answers: [.init(200, "The texts.", ["application/json"], Self.queueForm)],
            problems: LogParameters.problems
        ) { [shelf, queues] call in
            let log = try shelf.log(of: call)
            let strategy = call.value("strategy")?.string.flatMap(ReviewStrategy.init) ?? .diverse
            let limit = call.value("limit")?.integer ?? 20
            let rows = try await queues.rows(limit, strategy, of: log)
            // A listed text becomes an audit sample only if the client can correct it.
            if call.token?.permits(.correct) ?? false { try await log.recordAudits(in: rows) }
            return try APIResponse.json(encoding: ["items": rows.map(\.fields)] as JSONObject)
        }
    }

    private static let queueForm = JSONSchema.named(
        "ReviewQueue",
        .object([
            .init(
                "items",
                .array(
                    of: .object([
                        .init("id", .string(36...36), isRequired: true),
                        .init(
                            "audit", .boolean, isRequired: true,
                            "true for a text drawn at random, to measure the accuracy."),
                        .init(
                            "entries", .integer(1...Int.max), isRequired: true,
                            "The number of entries with this text."),
                        .init("entry", LogForms.entry, isRequired: true),
                    ])), isRequired: true)
        ]))

    // MARK: Correcting

    private var correct: Route {
        Route(
            .post, "/v1/log/{taxonomy}/{entry}/corrections", "correctLogEntry", tag: "log",
            "Correct the label of an entry, or withdraw its corrections.", access: .token(.correct),
            parameters: [LogParameters.taxonomy, LogParameters.entry],
            body: [.init(["application/json"], .json(Self.body, limit: 1 << 20), "The correction.")],
            answers: [
                .init(200, "There was no correction to withdraw.", ["application/json"], Self.result),
                .init(201, "The corrected entry.", ["application/json"], Self.result),
            ],
            problems: LogParameters.problems + [.unknownLabel, .severalLabels], isChange: true,
            createsOnce: true
        ) { [shelf] call in
            let log = try shelf.log(of: call)
            let before = try await log.entry(LogParameters.reference(call))
            let change = try NewCorrection(call.json ?? .null, author: call.token?.name)
            let after = try await change.apply(to: before, of: log, shelf)
            let isChanged = after.correction?.id != before.correction?.id || !change.withdraws
            let history = isChanged ? try await log.history(of: after.id) : []
            let correction = history.last { $0.author == change.author }?.identifiedFields
            var response = try APIResponse.once(status: isChanged ? 201 : 200) { hasTexts in
                var entry = after.fields
                if !hasTexts { entry["text"] = nil }
                return [
                    "before": before.categories.map(\.rawValue), "after": after.categories.map(\.rawValue),
                    "entry": entry, "correction": correction,
                ] as JSONObject
            }
            response.hasChanged = isChanged
            response.headers["Location"] =
                isChanged ? "/v1/log/\(call.value("taxonomy")?.string ?? "")/\(after.id)" : nil
            return response
        }
    }

    private static let body = JSONSchema.named(
        "NewCorrection",
        .object([
            .init("category", .string(1...1000), "The label."),
            .init(
                "categories", .array(of: .string(1...1000), 0...1000),
                "All labels of a multi-label taxonomy; empty if none applies."),
            .init("withdraw", .boolean, "true to withdraw the corrections of the entry."),
            .init(
                "source", .choice(["api", "human"]),
                "'human' if a person read the text. Audits count only human labels. By default 'api'."),
        ]))

    private static let result = JSONSchema.named(
        "CorrectionResult",
        .object([
            .init(
                "before", .array(of: LogForms.label), isRequired: true, "The labels before the correction."),
            .init("after", .array(of: LogForms.label), isRequired: true, "The labels after the correction."),
            .init("entry", LogForms.entry, isRequired: true),
            .init("correction", LogForms.correction, "The stored correction, with its id."),
        ]))

    // MARK: Removing

    private var undo: Route {
        let correction = JSONSchema.Field(
            "correction", .string(36...36), isRequired: true, "The id of the correction.")
        return Route(
            .delete, "/v1/log/{taxonomy}/{entry}/corrections/{correction}", "undoLogCorrection", tag: "log",
            "Remove a correction that the same token made within the last hour.", access: .token(.correct),
            parameters: [LogParameters.taxonomy, LogParameters.entry, Parameter(.path, correction)],
            answers: [.init(204, "The correction is removed.", [])], problems: LogParameters.problems,
            isChange: true
        ) { [shelf] call in
            let log = try shelf.log(of: call)
            let entry = try await log.entry(LogParameters.reference(call))
            let name = call.value("correction")?.string ?? ""
            let id = RecordID(name)
            guard let given = try await log.history(of: entry.id).first(where: { $0.id == id }) else {
                throw Problem(.noSuchRecord, "entry \(entry.shortID) has no correction '\(name)'")
            }
            if call.token?.permits(.admin) != true {
                guard given.source != .import, given.author == call.token?.name else {
                    throw Problem(
                        .scope,
                        "only the author of a correction, or a token with the scope 'admin', can remove it")
                }
            }
            guard log.now.timeIntervalSince(given.timestamp) <= Self.undoTime else {
                throw Problem(
                    .conflict,
                    "a correction that is older than an hour cannot be removed; correct the entry again, or withdraw all of its corrections"
                )
            }
            try await log.undo(corrections: [given.id])
            return APIResponse(204, nil, .bytes([]))
        }
    }
}

/// The correction in a request. Its author is the name of the token.
private struct NewCorrection {
    /// The labels, or `nil` to withdraw the corrections of the entry.
    private let labels: [String]?
    private let source: CorrectionSource
    let author: String?

    var withdraws: Bool { labels == nil }

    /// - Parameter json: The checked body.
    init(_ json: JSONTree, author: String?) throws(Problem) {
        let one = json["category"]?.string.map { [$0] }
        let several = json["categories"]?.elements?.compactMap(\.string)
        let withdraws = json["withdraw"]?.bool ?? false
        guard [one != nil, several != nil, withdraws].filter({ $0 }).count == 1 else {
            let rule = "must have exactly one of category, categories and withdraw"
            throw Problem(.invalidBody, faults: [FieldFault(.body(""), .missing, rule)])
        }
        labels = one ?? several
        source = json["source"]?.string == "human" ? .human : .api
        self.author = author
    }

    /// Stores the correction.
    ///
    /// - Returns: The entry with the correction.
    func apply(
        to entry: ClassificationLogEntry, of log: ClassificationLogStore, _ shelf: LogShelf
    ) async throws -> ClassificationLogEntry {
        guard let names = labels else {
            return try await log.withdrawCorrections(of: .id(entry.id), source: source, author: author).after
        }
        let set = try LabelSetCatalog(folders: shelf.folders).set(with: log.taxonomy)
        // The set may have gained labels since the server opened the log.
        try LogFiles.addLabels(of: set, to: log)
        let isMultilabel = set?.isMultilabel ?? false
        guard isMultilabel || names.count == 1 else {
            throw Problem(
                .severalLabels,
                "the taxonomy \(log.taxonomy.name) gives each text one label, but \(names.count) were sent")
        }
        return try await log.correct(
            .id(entry.id), to: try LogLabels(log.taxonomy, set).labels(names), isMultilabel: isMultilabel,
            source: source, author: author)
    }
}
