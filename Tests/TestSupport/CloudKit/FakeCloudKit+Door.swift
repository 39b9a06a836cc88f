import Foundation

/// A response before encoding.
struct CloudKitAnswer {
    var status = 200
    var json: [String: Any] = [:]

    /// Returns an error for the whole request.
    static func error(_ code: String, _ status: Int, retryAfter: Double? = nil, url: String? = nil)
        -> CloudKitAnswer
    {
        var json: [String: Any] = ["uuid": "0", "serverErrorCode": code, "reason": code.lowercased()]
        json["retryAfter"] = retryAfter
        json["redirectURL"] = url
        return CloudKitAnswer(status: status, json: json)
    }

    static let codes: [String: Int] = [
        "ACCESS_DENIED": 403, "ATOMIC_ERROR": 400, "AUTHENTICATION_FAILED": 401,
        "AUTHENTICATION_REQUIRED": 421,
        "BAD_REQUEST": 400, "CONFLICT": 409, "EXISTS": 409, "INTERNAL_ERROR": 500, "NOT_FOUND": 404,
        "QUOTA_EXCEEDED": 413, "THROTTLED": 429, "TRY_AGAIN_LATER": 503, "VALIDATING_REFERENCE_ERROR": 412,
        "ZONE_NOT_FOUND": 404, "CHANGE_TOKEN_EXPIRED": 400,
    ]

    static func error(_ code: String) -> CloudKitAnswer { error(code, codes[code] ?? 400) }
}

extension FakeCloudKit.State {
    typealias Verify = (FakeCloudKit.Signed) -> Bool

    mutating func answer(_ request: LoopbackRequest, at now: Double, _ verify: Verify) -> LoopbackReply {
        let parts = request.path.split(separator: "/").map(String.init)
        guard parts.count == 7, request.method == (parts[5] == "users" ? "GET" : "POST"),
            parts[0] == "database", parts[1] == "1",
            parts[2] == FakeCloudKit.container, ["development", "production"].contains(parts[3])
        else { return reply(.error("BAD_REQUEST"), now) }
        var database = parts[4]
        let operation = parts[5] + "/" + parts[6]
        let body = try? JSONSerialization.jsonObject(with: Data(request.body))  // Otherwise none.
        let json = body as? [String: Any] ?? [:]
        let fault = nextFault(operation)
        if case .dropBefore(false) = fault { return .dropped }
        if fault == .badGateway { return MonicaJSON.page(502, "Bad Gateway", []) }
        if fault == .signOut { users = [:] }
        if let refusal = authenticate(request, database, at: now, verify) {
            return seen(refusal, operation, json, request, now)
        }
        // The request consumes the token, and every response contains a new one.
        let user = request.query["ckWebAuthToken"].flatMap { users.removeValue(forKey: $0) }
        let next = user.map { token(of: $0) }
        if database == "private", let user { database = Self.database(of: user) }
        let answer = answer(operation, json, database, now, fault, user ?? "_developer")
        switch fault {
        case .dropAfter, .dropBefore: return .dropped
        default: return seen(answer, operation, json, request, now, next)
        }
    }

    private mutating func answer(
        _ operation: String, _ json: [String: Any], _ database: String, _ now: Double,
        _ fault: FakeCloudKit.Fault?, _ user: String
    ) -> CloudKitAnswer {
        switch fault {
        case .dropBefore: return CloudKitAnswer()
        case .error(let code, let status, let retryAfter):
            return .error(code, status, retryAfter: retryAfter)
        case .wrongShape: return CloudKitAnswer(json: ["rows": [1, 2, 3]])
        case .expireTokens: places = [:]
        case .deleteZone: deleteZones()
        default: break
        }
        switch operation {
        case "records/modify": return modify(json, database, now, fault)
        case "records/lookup": return lookup(json, database)
        case "records/query": return query(json, database)
        case "changes/zone": return changes(json, database, fault)
        case "users/caller": return CloudKitAnswer(json: ["userRecordName": user])
        case "zones/modify": return modifyZones(json, database)
        default: return .error("BAD_REQUEST")
        }
    }

    /// Returns the error for a request without valid credentials, or `nil` for a valid request.
    private func authenticate(
        _ request: LoopbackRequest, _ database: String, at now: Double, _ verify: Verify
    ) -> CloudKitAnswer? {
        guard ["private", "public"].contains(database) else { return .error("BAD_REQUEST") }
        let key = request.headers["x-apple-cloudkit-request-keyid"]
        guard let key else {
            guard request.query["ckAPIToken"] == apiToken else { return .error("AUTHENTICATION_FAILED") }
            if let token = request.query["ckWebAuthToken"], users[token] != nil { return nil }
            return .error(
                "AUTHENTICATION_REQUIRED", 421,
                url: "https://idmsa.example/signin?container=\(apiToken.count)")
        }
        guard request.query.isEmpty, let date = request.headers["x-apple-cloudkit-request-iso8601date"],
            let coded = request.headers["x-apple-cloudkit-request-signaturev1"],
            let signature = Data(base64Encoded: coded), !date.contains("."),
            let time = try? Date(date, strategy: .iso8601),  // Invalid times count as none.
            abs(time.timeIntervalSince1970 - now) <= 600
        else { return .error("AUTHENTICATION_FAILED") }
        let signed = FakeCloudKit.Signed(
            key: key, date: date, path: request.path, body: request.body, signature: Array(signature))
        guard verify(signed) else { return .error("AUTHENTICATION_FAILED") }
        return database == "public" ? nil : .error("ACCESS_DENIED")
    }

    private mutating func seen(
        _ answer: CloudKitAnswer, _ operation: String, _ json: [String: Any], _ request: LoopbackRequest,
        _ now: Double, _ token: String? = nil
    ) -> LoopbackReply {
        let items = ["operations", "records"].compactMap { (json[$0] as? [Any])?.count }.first ?? 0
        visits.append(
            FakeCloudKit.Visit(
                operation: operation, status: answer.status, items: items,
                traceparent: request.headers["traceparent"]))
        return reply(answer, now, token)
    }

    private func reply(_ answer: CloudKitAnswer, _ now: Double, _ token: String? = nil) -> LoopbackReply {
        var headers = [(name: "Content-Type", value: "application/json; charset=UTF-8")]
        if saysTime { headers.append(("Date", MonicaJSON.httpDate(Int(now.rounded(.down))))) }
        if let token { headers.append(("X-Apple-CloudKit-Web-Auth-Token", token)) }
        return LoopbackReply(status: answer.status, headers: headers, body: MonicaJSON.bytes(answer.json))
    }
}
