import Ilk
import IlkFiles
import IlkFraming
import IlkHTTP
import IlkLog
import IlkStore
import IlkSyncStore
import IlkVocabulary

/// Routes that read the logs: the list of the logs, entries with a search, and the explanation of an entry.
struct LogRoutes {
    /// A log whose verdicts are explained. Another label set maps merged labels differently.
    private struct Key: Hashable {
        let log: Taxonomy
        let set: LabelSet?
    }

    let shelf: LogShelf
    /// Keeps loaded models and rules for some seconds.
    private let verdicts: SharedResults<Key, LoggedVerdicts>

    init(shelf: LogShelf, clock: any SyncClock) {
        self.shelf = shelf
        verdicts = SharedResults(lifetime: 10_000, clock: clock)
    }

    var routes: [Route] { [logs, list, show, explain] }

    private var logs: Route {
        Route(
            .get, "/v1/log", "listLogs", tag: "log", "List the logs.", access: .token(.read),
            answers: [.init(200, "The logs.", ["application/json"], LogForms.logs)]
        ) { [shelf] _ in
            var items: [JSONObject] = []
            for taxonomy in shelf.taxonomies { items.append(await Self.item(taxonomy, shelf)) }
            return try APIResponse.json(encoding: ["items": items] as JSONObject).tagged
        }
    }

    /// Returns the size of a log. If the log cannot be read, returns the reason, so that other logs are still
    /// listed.
    private static func item(_ taxonomy: String, _ shelf: LogShelf) async -> JSONObject {
        do {
            let extent = try await shelf.log(taxonomy).extent()
            return [
                "taxonomy": taxonomy, "entries": extent.entries, "quarantined": extent.quarantined,
                "oldest": extent.oldest.map(TimeText.text), "newest": extent.newest.map(TimeText.text),
            ]
        } catch {
            let problem = (error as? any ReportedError)?.description ?? "the log cannot be read"
            return ["taxonomy": taxonomy, "problem": problem]
        }
    }

    private var list: Route {
        let parameters = [
            Parameter(.query, .init("q", .string(1...1000), "Only entries whose text contains these words.")),
            Parameter(
                .query,
                .init(
                    "correction", .string(1...1000),
                    "Only entries with this human label, alone or among others.")),
        ]
        return Route(
            .get, "/v1/log/{taxonomy}", "listLogEntries", tag: "log", "List or search entries, newest first.",
            access: .token(.read),
            parameters: [LogParameters.taxonomy] + LogParameters.filter + parameters
                + ListPage.parameters("entries") + [CSVTable.parameter],
            answers: [.init(200, "A page of entries.", ListFormat.mediaTypes, LogForms.page)],
            problems: LogParameters.problems + [.unknownLabel, .invalidQuery, .noSuchPage]
        ) { [shelf] call in
            let log = try shelf.log(of: call)
            let limit = ListPage.limit(call)
            let query = try call.value("q")?.string.map { try FullTextQuery($0) }
            let found = try await Self.entries(call, query, newest: limit + 1, in: log, shelf.folders)
            let page = Array(found.prefix(limit))
            let cursor = query == nil ? page.last?.cursor.token : page.last?.id.description
            return try await LogPage.response(page, cursor: found.count > limit ? cursor : nil, call, log)
        }
    }

    private static func entries(
        _ call: APICall, _ query: FullTextQuery?, newest count: Int, in log: ClassificationLogStore,
        _ folders: IlkFolders
    ) async throws -> [ClassificationLogEntry] {
        let filter = try LogParameters.filter(call, of: log, folders)
        let label = try call.value("correction")?.string.map { try LogFiles.label($0, of: log, folders) }
        let cursor = call.value("cursor")?.string
        guard let query else {
            return try await log.entries(
                newest: count, before: try cursor.map { try PageCursor(token: $0) }, matching: filter,
                correctedTo: label)
        }
        do {
            try await log.updateIndex()
            return try await log.search(
                query, newest: count, before: try cursor.map { try RecordReference($0) }, matching: filter,
                correctedTo: label)
        } catch is RecordStoreError where cursor != nil {
            throw Problem(.noSuchPage, "the cursor is not from a page of this list, or its entry was erased")
        }
    }

    private var show: Route {
        Route(
            .get, "/v1/log/{taxonomy}/{entry}", "showLogEntry", tag: "log",
            "Show an entry with all corrections.", access: .token(.read),
            parameters: [LogParameters.taxonomy, LogParameters.entry],
            answers: [.init(200, "The entry.", ["application/json"], LogForms.details)],
            problems: LogParameters.problems
        ) { [shelf] call in
            let log = try shelf.log(of: call)
            let entry = try await log.entry(LogParameters.reference(call))
            let history = try await log.history(of: entry.id).map(\.identifiedFields)
            let answers = try await log.answers(to: entry.id).map(\.fields)
            return try APIResponse.json(
                encoding: ["entry": entry.fields, "history": history, "challengers": answers] as JSONObject
            ).tagged
        }
    }

    private var explain: Route {
        Route(
            .get, "/v1/log/{taxonomy}/{entry}/explanation", "explainLogEntry", tag: "log",
            "Explain the verdict of an entry with the model and the rules that gave it.",
            access: .token(.read), parameters: [LogParameters.taxonomy, LogParameters.entry],
            answers: [
                .init(
                    200, "The logged verdict with its evidence.", ["application/json"],
                    .object([], others: .ignored))
            ],
            problems: LogParameters.problems
        ) { [shelf, verdicts] call in
            let log = try shelf.log(of: call)
            let entry = try await log.entry(LogParameters.reference(call))
            let set = try LabelSetCatalog(folders: shelf.folders).set(with: log.taxonomy)
            let key = Key(log: log.taxonomy, set: set)
            let verdicts = try await verdicts.value(for: key) { [folders = shelf.folders] in
                LoggedVerdicts(taxonomy: key.log, set: key.set, folders: folders)
            }
            do {
                let (verdict, _, _) = try verdicts.explained(entry)
                let explained = ExplainedVerdict(verdict, nil, merged: verdicts.merged(since: verdict))
                return try APIResponse.json(encoding: explained).tagged
            } catch let error as IlkError where error.kind == .noInput {
                throw Problem(.noSuchRecord, error.description)
            }
        }
    }
}

extension ClassificationCorrection {
    /// The fields with the id of the correction. A client needs the id to remove the correction.
    var identifiedFields: JSONObject {
        var fields = fields
        fields["id"] = id.description
        return fields
    }
}
