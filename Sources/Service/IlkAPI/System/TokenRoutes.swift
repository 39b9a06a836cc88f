import FoundationEssentials
import IlkFraming
import IlkHTTP
import IlkSyncStore
import IlkVocabulary

/// `/v1/tokens`: the tokens of all accounts.
struct TokenRoutes {
    let hub: HubStore
    let clock: any SyncClock

    var routes: [Route] { [list, create, revoke] }

    private var list: Route {
        Route(
            .get, "/v1/tokens", "listTokens", tag: "system",
            "List the names and properties of the tokens, without the secret tokens.",
            access: .token(.admin), answers: [.init(200, "The tokens.", ["application/json"], Self.list)]
        ) { [hub, clock] _ in
            let now = Date(timeIntervalSince1970: Double(clock.wall) / 1000)
            let items = try await hub.tokens().map { $0.fields(at: now) }
            return try APIResponse.json(encoding: ["items": items] as JSONObject).tagged
        }
    }

    private var create: Route {
        Route(
            .post, "/v1/tokens", "createToken", tag: "system",
            "Create a token. The response contains it; it is not shown again.", access: .token(.admin),
            body: [.init(["application/json"], .json(Self.body, limit: 4096), "The token to create.")],
            answers: [.init(201, "The token.", ["application/json"], Self.created)],
            problems: [.conflict], isChange: true, createsOnce: true
        ) { [hub, clock] call in
            let json = call.json ?? .null
            let names = json["scopes"]?.elements?.compactMap(\.string) ?? []
            let now = Date(timeIntervalSince1970: Double(clock.wall) / 1000)
            let days = json["days"]?.integer.map { now + Double($0) * 86_400 }
            let name = json["name"]?.string ?? ""
            guard AccessToken.isName(name) else {
                let fault = FieldFault(.body("/name"), .type, "must be \(AccessToken.nameForm)")
                throw Problem(.invalidBody, faults: [fault])
            }
            let account = json["account"]?.string ?? HubStore.defaultAccount
            do {
                let token = try await hub.makeToken(
                    for: account, name: name, scopes: Set(names.compactMap(AccessScope.init)), expires: days)
                // The token itself is not stored for repetitions of the request.
                return try .once(status: 201) { hasToken in
                    [
                        "name": name, "token": hasToken ? token : nil, "expires": days.map(TimeText.text),
                    ] as JSONObject
                }
            } catch SyncStoreError.nameTaken {
                throw Problem(.conflict, "the account '\(account)' already has a token '\(name)'")
            }
        }
    }

    private var revoke: Route {
        let name = JSONSchema.Field("name", .string(1...200), isRequired: true, "The name of the token.")
        let account = JSONSchema.Field(
            "account", .string(1...200), "The account of the token; by default 'default'.")
        return Route(
            .delete, "/v1/tokens/{name}", "revokeToken", tag: "system", "Revoke a token immediately.",
            access: .token(.admin), parameters: [Parameter(.path, name), Parameter(.query, account)],
            answers: [.init(204, "The token was revoked.", [])], problems: [.noSuchRecord], isChange: true
        ) { [hub] call in
            let account = call.value("account")?.string ?? HubStore.defaultAccount
            let name = call.value("name")?.string ?? ""
            guard try await hub.removeToken(of: account, name: name) else {
                throw Problem(.noSuchRecord, "the account '\(account)' has no token '\(name)'")
            }
            return APIResponse(204, nil, .bytes([]))
        }
    }

    private static let scope = JSONSchema.choice(AccessScope.allCases.map(\.rawValue))

    private static let body = JSONSchema.named(
        "NewToken",
        .object([
            .init(
                "name", .string(1...100), isRequired: true,
                "A name, unique in the account, without slashes and control characters."),
            .init("scopes", .array(of: scope, 1...AccessScope.allCases.count), isRequired: true),
            .init("account", .string(1...100), "The account; by default 'default'."),
            .init(
                "days", .integer(1...36_500),
                "The days until the token expires. By default, it never expires."),
        ]))

    private static let created = JSONSchema.object([
        .init("name", .string(), isRequired: true),
        .init(
            "token", .string(),
            "The token; missing if the request was repeated with its Idempotency-Key."),
        .init("expires", .string()),
    ])

    private static let list = JSONSchema.named(
        "Tokens",
        .object([
            .init(
                "items",
                .array(
                    of: .object([
                        .init("account", .string(), isRequired: true),
                        .init("name", .string(), isRequired: true),
                        .init("scopes", .array(of: scope), isRequired: true),
                        .init("created", .string(), isRequired: true), .init("expires", .string()),
                        .init("isExpired", .boolean, isRequired: true),
                        .init(
                            "lastUsed", .string(), "The time of the last use, with a precision of an hour."),
                    ])), isRequired: true)
        ]))
}
