import FoundationEssentials
import IlkCalls
import IlkFraming
import IlkHTTP
import IlkStore
import IlkSyncStore
import IlkVocabulary

/// Routes about the sync of calls with a Monica server: the calls that wait to be sent, and the calls that
/// were changed on both sides.
struct CallSyncRoutes {
    let store: OpenRecords<CallLogStorage>

    var routes: [Route] { [queue, retry, conflicts, resolve] }

    private static let item = JSONSchema.object([], others: .ignored)
    private static let items = JSONSchema.object([.init("items", .array(of: item), isRequired: true)])
    private static let missing = Problem(.noSuchRecord, "there are no calls yet")

    private var queue: Route {
        Route(
            .get, "/v1/calls/queue", "listCallQueue", tag: "calls",
            "List the calls that wait to be sent to the Monica server, and the calls that it refused.",
            access: .token(.read),
            parameters: ListPage.parameters("calls"),
            answers: [
                .init(
                    200, "A page of calls.", ["application/json"],
                    ListPage.form("The calls in the order in which they are sent."))
            ],
            problems: [.noSuchPage, .conflict]
        ) { [store] call in
            guard let records = try store.records() else {
                return try ListPage.response([], cursor: nil, call)
            }
            let limit = ListPage.limit(call)
            let found = try await records.syncQueue(after: Self.position(call), limit: limit + 1)
            let names = try await records.contactNames()
            let page = found.prefix(limit)
            let items = page.map { $0.entry.fields(of: $0.call, contact: names[$0.call.contactId] ?? "") }
            let last = found.count > limit ? page.last?.entry.position : nil
            return try ListPage.response(items, cursor: last.map { "\($0)" }, call)
        }
    }

    /// Returns the position in the outbox after which the page begins, or `nil` for the first page.
    private static func position(_ call: APICall) throws -> Int64? {
        try call.value("cursor")?.string.map { text in
            guard let position = Int64(text) else { throw RecordStoreError.malformedCursor }
            return position
        }
    }

    private var retry: Route {
        let body = JSONSchema.object([
            .init("call", .string(1...200), "The id of a refused call. Default: all refused calls.")
        ])
        let form = JSONSchema.object([.init("queued", .integer(0...Int.max), isRequired: true)])
        return Route(
            .post, "/v1/calls/queue", "retryCalls", tag: "calls",
            "Send refused calls again with the next sync.",
            access: .token(.correct),
            body: [
                .init(
                    ["application/json"], .json(body, limit: 4096), isDefault: true,
                    "The call, or nothing for all refused calls.")
            ],
            answers: [.init(200, "The number of queued calls.", ["application/json"], form)],
            problems: [.noSuchRecord, .conflict], isChange: true
        ) { [store] call in
            guard let records = try store.records() else { throw Self.missing }
            let reference = try call.json?["call"]?.string.map { try RecordReference($0) }
            do {
                let count = try await records.retrySync(reference)
                return try .json(encoding: ["queued": count] as JSONObject)
            } catch CallError.illegalTransition {
                throw Problem(.conflict, "the Monica server has not refused the call")
            }
        }
    }

    // MARK: Conflicts

    private var conflicts: Route {
        let all = JSONSchema.Field("all", .boolean, "true to include resolved conflicts.")
        return Route(
            .get, "/v1/calls/conflicts", "listCallConflicts", tag: "calls",
            "List the calls that were changed both here and on the Monica server, with both versions.",
            access: .token(.read), parameters: [Parameter(.query, all)],
            answers: [.init(200, "The conflicts.", ["application/json"], Self.items)], problems: [.conflict]
        ) { [store] call in
            var items: [JSONObject] = []
            if let records = try store.records() {
                let names = try await records.contactNames()
                items = try await records.conflicts(includesResolved: call.value("all")?.bool ?? false).map {
                    $0.fields(contacts: names)
                }
            }
            return try APIResponse.json(encoding: ["items": items] as JSONObject).tagged
        }
    }

    private var resolve: Route {
        let choices = CallConflict.Choice.allCases.map(\.rawValue)
        let body = JSONSchema.object([
            .init(
                "keep", .choice(choices), isRequired: true,
                "The version to keep; merged is the later version with both notes.")
        ])
        let id = JSONSchema.Field("conflict", .string(1...200), isRequired: true, "The id of the conflict.")
        return Route(
            .post, "/v1/calls/conflicts/{conflict}", "resolveCallConflict", tag: "calls",
            "Resolve a conflict. The next sync sends the chosen version to the Monica server.",
            access: .token(.correct),
            parameters: [Parameter(.path, id)],
            body: [.init(["application/json"], .json(body, limit: 4096), "The choice.")],
            answers: [.init(200, "The call.", ["application/json"], Self.item)],
            problems: [.noSuchRecord, .conflict], isChange: true
        ) { [store] call in
            guard let records = try store.records() else { throw Self.missing }
            let reference = try RecordReference(call.value("conflict")?.string ?? "")
            let choice = call.json?["keep"]?.string.flatMap(CallConflict.Choice.init) ?? .local
            do {
                let resolved = try await records.resolve(reference, as: choice)
                return try .json(encoding: try await records.details(of: resolved).fields)
            } catch CallError.alreadyResolved {
                throw Problem(.conflict, CallError.alreadyResolved.description)
            }
        }
    }
}
