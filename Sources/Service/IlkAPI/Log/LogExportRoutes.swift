import IlkFraming
import IlkHTTP
import IlkLog
import IlkStore
import IlkSyncStore
import IlkVocabulary

/// Routes about all entries of a log: their counts, and the export.
struct LogExportRoutes {
    let shelf: LogShelf
    /// The counts of large logs by hour, which read all entries of the period.
    private let hours: SharedResults<String, [LogFacet]>
    /// The number of entries from which on counts by hour are kept for some seconds.
    private static let largeLog = 5000

    init(shelf: LogShelf, clock: any SyncClock) {
        self.shelf = shelf
        hours = SharedResults(lifetime: 10_000, clock: clock)
    }

    /// The number of records that are read from the log at a time.
    private static let pageSize = 500

    var routes: [Route] { [stats, export] }

    private var stats: Route {
        let by = JSONSchema.Field(
            "by", .string(1...100),
            "Fields to count by, separated by commas: "
                + LogFacet.Dimension.allCases.map(\.rawValue).joined(separator: ", ") + ".")
        return Route(
            .get, "/v1/log/{taxonomy}/stats", "countLogEntries", tag: "log",
            "Count entries, and texts that were not stored.", access: .token(.read),
            parameters: [LogParameters.taxonomy] + LogParameters.filter + [Parameter(.query, by)],
            answers: [.init(200, "The counts.", ["application/json"], Self.counts)],
            problems: LogParameters.problems + [.unknownLabel]
        ) { [shelf, hours] call in
            let log = try shelf.log(of: call)
            let dimensions = try Self.dimensions(call)
            let filter = try LogParameters.filter(call, of: log, shelf.folders)
            let (extent, ledger) = (try await log.extent(), try await log.ledger())
            let isByHour = dimensions.contains(.hour)
            let count = { @Sendable in
                try await log.facets(by: Set(dimensions), matching: filter, measuresTexts: !isByHour)
            }
            let groups =
                isByHour && extent.entries >= Self.largeLog
                ? try await hours.value(for: LogLearningRoutes.key(call, log), count)
                : try await count()
            let outcomes = Dictionary(uniqueKeysWithValues: ledger.outcomes.map { ($0.name, $0.entries) })
            return try APIResponse.json(
                encoding: [
                    "entries": extent.entries, "oldest": extent.oldest.map(TimeText.text),
                    "newest": extent.newest.map(TimeText.text), "ledger": outcomes,
                    "isBalanced": ledger.isBalanced, "groups": groups.map(\.fields),
                ] as JSONObject
            ).tagged
        }
    }

    private static func dimensions(_ call: APICall) throws(Problem) -> [LogFacet.Dimension] {
        let names = (call.value("by")?.string ?? "").split(separator: ",")
        let found = names.compactMap { LogFacet.Dimension(rawValue: String($0)) }
        guard found.count == names.count else {
            let allowed = LogFacet.Dimension.allCases.map(\.rawValue)
            throw Problem(
                .invalidParameter,
                faults: [
                    FieldFault(
                        .parameter("by"), .choice, "must be fields separated by commas", allowed: allowed)
                ])
        }
        return found
    }

    private static let counts = JSONSchema.named(
        "LogCounts",
        .object([
            .init("entries", .integer(0...Int.max), isRequired: true, "The number of entries of the log."),
            .init("oldest", .string()), .init("newest", .string()),
            .init(
                "ledger", .object([], others: .each(.integer(0...Int.max))), isRequired: true,
                "All texts that programs passed to the log, counted by outcome."),
            .init("isBalanced", .boolean, isRequired: true, "true if each text has an outcome."),
            .init(
                "groups",
                .array(
                    of: .object([
                        .init("category", LogForms.label), .init("day", .string()),
                        .init("hour", .string(), "The beginning of the hour."),
                        .init("model", .string()), .init("abstention", .string()),
                        .init("entries", .integer(0...Int.max), isRequired: true),
                        .init(
                            "bytes", .integer(0...Int.max),
                            "The size of the texts; missing if counted by hour."),
                    ])), isRequired: true,
                "The selected entries, counted by the fields in 'by'; without 'by', one count of all."),
        ]))

    private var export: Route {
        Route(
            .get, "/v1/log/{taxonomy}/export", "exportLog", tag: "log",
            "Export entries with their corrections, in the format of 'ilk log import'.",
            access: .token(.read),
            parameters: [LogParameters.taxonomy] + LogParameters.filter + [CSVTable.parameter],
            answers: [.init(200, "A record per line, or CSV.", ["application/x-ndjson", "text/csv"])],
            problems: LogParameters.problems + [.unknownLabel]
        ) { [shelf] call in
            let log = try shelf.log(of: call)
            let filter = try LogParameters.filter(call, of: log, shelf.folders)
            let accept = AcceptHeader(call.request.headers["Accept"])
            let isCSV = accept.best(of: ["application/x-ndjson", "text/csv"]) == "text/csv"
            return APIResponse(
                200, isCSV ? "text/csv; charset=utf-8" : "application/x-ndjson",
                .stream { writer in
                    var place: Int64?
                    var isFirst = true
                    repeat {
                        let page = try await log.records(
                            after: place, limit: Self.pageSize, matching: filter)
                        let bytes =
                            isCSV
                            ? LogPage.csv(page.records, withNames: isFirst, call)
                            : Self.lines(page.records)
                        if !bytes.isEmpty { try await writer.write(bytes) }
                        (place, isFirst) = (page.end, false)
                    } while place != nil
                })
        }
    }

    private static func lines(_ records: [LogRecord]) -> [UInt8] {
        var json = LogRecordJSON()
        return records.flatMap { json.bytes($0) + [UInt8(ascii: "\n")] }
    }
}
