import FoundationEssentials
import IlkFraming
import IlkHTTP
import IlkSyncStore
import IlkVocabulary

/// `GET /v1/audit`: the changes through the API.
struct AuditRoutes {
    let store: ServiceStore

    var routes: [Route] { [list] }

    private var list: Route {
        let fields: [JSONSchema.Field] = [
            .init("token", .string(1...100), "Only changes with the token with this name."),
            .init(
                "since", .string(1...40),
                "Only changes from this time on: 2026-11-21, an ISO 8601 time or an age (7d)."),
            .init("until", .string(1...40), "Only changes before this time."),
            .init("limit", .integer(1...1000), "The number of changes; by default 50."),
            .init(
                "cursor", .integer(1...Int.max), "The cursor in the path 'next' of the previous page."),
        ]
        return Route(
            .get, "/v1/audit", "listChanges", tag: "system",
            "List the changes and the refused changes, newest first.",
            access: .token(.admin), parameters: fields.map { Parameter(.query, $0) },
            answers: [.init(200, "The changes.", ["application/json"], Self.form)]
        ) { [store] call in
            let limit = call.value("limit")?.integer ?? 50
            let entries = try await store.audit(
                of: call.value("token")?.string,
                since: try LogParameters.time("since", call, store.now),
                until: try LogParameters.time("until", call, store.now),
                before: (call.value("cursor")?.integer).map { Int64($0) }, limit: limit + 1)
            let next = entries.count > limit ? call.request.nextPage("\(entries[limit - 1].id)") : nil
            var response = try APIResponse.json(
                encoding: ["items": entries.prefix(limit).map(\.fields), "next": next] as JSONObject
            ).tagged
            response.headers["Link"] = next.map { "<\($0)>; rel=\"next\"" }
            return response
        }
    }

    private static let form = JSONSchema.named(
        "Changes",
        .object([
            .init(
                "items",
                .array(
                    of: .object([
                        .init("id", .integer(1...Int.max), isRequired: true),
                        .init("time", .string(), isRequired: true),
                        .init("account", .string(), isRequired: true),
                        .init("token", .string(), isRequired: true, "The name of the token."),
                        .init("method", .string(), isRequired: true),
                        .init(
                            "route", .string(), isRequired: true, "The path with its parameters in braces."),
                        .init("subject", .string(), isRequired: true, "The path of the request."),
                        .init("status", .integer(100...599), isRequired: true),
                        .init(
                            "problem", .string(),
                            "The type of the problem, if the change was refused or failed."),
                        .init("correlation", .string(), isRequired: true, "The id of the request."),
                    ])), isRequired: true),
            .init("next", .string(), "The path of the next page; missing on the last page."),
        ]))
}

extension AuditEntry {
    fileprivate var fields: JSONObject {
        [
            "id": id, "time": TimeText.text(time), "account": account, "token": token, "method": method,
            "route": route, "subject": subject, "status": status, "problem": problem,
            "correlation": correlation,
        ]
    }
}
