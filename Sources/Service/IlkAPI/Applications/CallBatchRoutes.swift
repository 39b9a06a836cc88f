import FoundationEssentials
import IlkCalls
import IlkFraming
import IlkHTTP
import IlkStore
import IlkSyncStore
import IlkVocabulary

/// Routes that export, tag and delete several calls.
struct CallBatchRoutes {
    let store: OpenRecords<CallLogStorage>

    var routes: [Route] { [export, tag, delete] }

    private static let missing = Problem(.noSuchRecord, "there are no calls yet")

    private static let calls = JSONSchema.Field(
        "calls", .array(of: .string(1...200), 1...1000), isRequired: true,
        "The calls: ids, the last 8 digits of ids, or -1 for the newest call, -2 and so on.")

    /// Returns the calls that a request names, each reference once.
    private static func references(_ call: APICall) throws -> [RecordReference] {
        var known: Set<RecordReference> = []
        let names = call.json?["calls"]?.elements?.compactMap(\.string) ?? []
        return try names.map { try RecordReference($0) }.filter { known.insert($0).inserted }
    }

    private static func body(_ others: JSONSchema.Field...) -> BodyForm {
        let schema = JSONSchema.object([calls] + others)
        return BodyForm(["application/json"], .json(schema, limit: 1 << 18), "The calls.")
    }

    /// Returns the answer that counts the calls.
    private static func count(_ name: String) -> RouteAnswer {
        let form = JSONSchema.object([.init(name, .integer(0...Int.max), isRequired: true)])
        return RouteAnswer(200, "The number of calls.", ["application/json"], form)
    }

    // MARK: Export

    private var export: Route {
        let item = JSONSchema.object([], others: .ignored)
        let items = JSONSchema.object([.init("items", .array(of: item), isRequired: true)])
        return Route(
            .post, "/v1/calls/export", "exportCalls", tag: "calls",
            "Export several calls. 'ilk calls import' reads the CSV and the NDJSON.", access: .token(.read),
            parameters: [CSVTable.parameter], body: [Self.body()],
            answers: [.init(200, "The calls in the order of the request.", ListFormat.mediaTypes, items)],
            problems: [.noSuchRecord, .conflict]
        ) { [store] call in
            guard let records = try store.records() else { throw Self.missing }
            let found = try await records.records(Self.references(call))
            var response: APIResponse
            switch ListFormat(call) {
            case .csv:
                let bytes = try Self.csv(found, call)
                response = APIResponse(200, "text/csv; charset=utf-8", .bytes(bytes))
            case .ndjson:
                let items = try await Self.items(found, in: records)
                let lines = try LogPage.lines(items)
                response = APIResponse(200, ListFormat.ndjson.rawValue, .bytes(lines))
            case .json:
                let items = try await Self.items(found, in: records)
                response = try .json(encoding: ["items": items] as JSONObject)
            }
            response.headers["Vary"] = "Accept"
            return response
        }
    }

    private static func csv(_ calls: [CallRecord], _ request: APICall) throws -> [UInt8] {
        var table = CSVTable(request)
        table.append(names: CallRecord.columnNames)
        for call in calls { try table.append(call.columns()) }
        return table.bytes
    }

    /// Returns the calls with all fields, also those that only an import needs.
    private static func items(
        _ calls: [CallRecord], in records: CallLogStorage
    ) async throws -> [JSONObject] {
        var items: [JSONObject] = []
        for record in calls {
            var fields = try await records.details(of: record.call).fields
            fields["serverUpdatedAt"] = record.call.serverUpdatedAt.map(CallTime.text)
            fields["givenEmotionalState"] = record.givenEmotionalState
            items.append(fields)
        }
        return items
    }

    // MARK: Changes

    private var tag: Route {
        let tags = JSONSchema.array(of: .string(1...200), 0...100)
        return Route(
            .post, "/v1/calls/tags", "tagCalls", tag: "calls",
            "Add tags to several calls, and remove tags from them.", access: .token(.correct),
            body: [Self.body(.init("add", tags, "Tags to add."), .init("remove", tags, "Tags to remove."))],
            answers: [Self.count("changed")], problems: [.noSuchRecord, .conflict], isChange: true
        ) { [store] call in
            guard let records = try store.records() else { throw Self.missing }
            let added = call.json?["add"]?.elements?.compactMap(\.string) ?? []
            let removed = call.json?["remove"]?.elements?.compactMap(\.string) ?? []
            guard !added.isEmpty || !removed.isEmpty else {
                let rule = "must have tags in 'add' or 'remove'"
                throw Problem(.invalidBody, faults: [FieldFault(.body(""), .missing, rule)])
            }
            do {
                let changed = try await records.updateCallLogs(Self.references(call)) { draft in
                    draft.tags = Set(draft.tags + added).subtracting(removed).sorted()
                }
                return try .json(encoding: ["changed": changed.count] as JSONObject)
            } catch CallError.invalid(let problems) {
                throw Problem(.invalidBody, faults: problems.map(Self.fault))
            }
        }
    }

    /// Returns the fault of the request for an invalid field of a changed call.
    private static func fault(_ problem: CallFieldError) -> FieldFault {
        problem.field == .tags
            ? FieldFault(.body("/add"), .range, problem.message)
            : FieldFault(
                .body("/calls"), .range, "has a call whose \(problem.field.rawValue) \(problem.message)")
    }

    private var delete: Route {
        Route(
            .post, "/v1/calls/delete", "deleteCalls", tag: "calls",
            "Delete several calls, or none if one is missing. The next sync deletes them at Monica too.",
            access: .token(.correct), body: [Self.body()], answers: [Self.count("deleted")],
            problems: [.noSuchRecord, .conflict], isChange: true
        ) { [store] call in
            guard let records = try store.records() else { throw Self.missing }
            let count = try await records.deleteCallLogs(Self.references(call))
            return try .json(encoding: ["deleted": count] as JSONObject)
        }
    }
}
