import FoundationEssentials
import IlkDebug
import IlkHTTP
import IlkSyncStore
import IlkVocabulary
import Logging

/// Answers requests that change data, and records each change for `GET /v1/audit`. A request that repeats an
/// `Idempotency-Key` gets the response to the first request.
///
/// A request that has begun runs to its end even if the client disconnects.
struct ChangeRecording: Sendable {
    let store: ServiceStore
    /// The maximum size of a body, in bytes.
    let maxBody: Int
    let logger: Logger

    /// The statuses below 500 with which a refused request is recorded. Requests with other statuses from 400
    /// to 499, such as invalid requests, are not recorded.
    private static let recordedStatuses: Set = [403, 409, 412, 429]

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - route: The route of the request.
    ///   - path: The values of the path's parameters by name.
    ///   - token: The token. This function checks its scope.
    ///   - correlation: The correlation id of the request.
    /// - Throws: ``Problem``, and errors of the route.
    func respond(
        to request: APIRequest, _ route: Route, _ path: [String: String], _ token: AccessToken,
        correlation: String
    ) async throws -> APIResponse {
        try await Task {
            do {
                try Authorizer.permit(token, for: route.access)
                let response = try await onceOnly(request, route, token) { request in
                    try await route.respond(to: request, path: path, access: token)
                }
                if response.hasChanged {
                    await record(request, route, token, response.status, nil, correlation)
                }
                return response
            } catch {
                let problem = Problem(of: error)
                let status = problem?.type.status ?? 500
                if status >= 500 || Self.recordedStatuses.contains(status) {
                    await record(request, route, token, status, problem?.type ?? .internalError, correlation)
                }
                throw error
            }
        }.value
    }

    private func record(
        _ request: APIRequest, _ route: Route, _ token: AccessToken, _ status: Int, _ problem: ProblemType?,
        _ correlation: String
    ) async {
        await record(
            AuditEntry(
                time: store.now, account: token.accountName, token: token.name,
                method: route.method.rawValue, route: route.path.description,
                subject: String(request.path.prefix(500)), status: status, problem: problem?.rawValue,
                correlation: correlation))
    }

    /// Records a change that a page makes itself, not by a request to the API.
    ///
    /// - Parameters:
    ///   - request: The request for the page, with its correlation id. Its path has no parameters.
    ///   - token: The name of the created or removed token.
    ///   - account: The account of the token.
    ///   - status: The status of the response.
    func record(page request: APIRequest, token: String, account: String, status: Int) async {
        await record(
            AuditEntry(
                time: store.now, account: account, token: token, method: request.method,
                route: request.path, subject: request.path, status: status, problem: nil,
                correlation: request.headers[TraceParent.correlationHeader] ?? ""))
    }

    private func record(_ entry: AuditEntry) async {
        do {
            try await store.record(entry)
        } catch {
            // The change has happened, so the response is not an error.
            logger.error(
                "a change was not recorded", metadata: ["error": "\(error)", "path": "\(entry.subject)"])
        }
    }

    // MARK: Repeated requests

    /// Answers a request. If it has an `Idempotency-Key`, it is performed only once, and a repetition gets
    /// the first response.
    private func onceOnly(
        _ request: APIRequest, _ route: Route, _ token: AccessToken,
        _ answer: (APIRequest) async throws -> APIResponse
    ) async throws -> APIResponse {
        guard route.createsOnce, let given = request.headers[Route.idempotencyKey] else {
            return try await answer(request)
        }
        try Self.check(given)
        let body = try await request.body.whole(upTo: maxBody)
        var read = request
        read.body = BytesBody(body)
        let key = Self.digest([token.account.identity, token.name, given])
        let content = Self.digest(
            [route.name, request.path, request.query, request.headers["Content-Type"] ?? ""], body)
        switch try await store.begin(key, content) {
        case .first: break
        case .again(let kept):
            var response = APIResponse(kept.status, nil, .bytes(kept.body))
            response.headers = HeaderFields(
                kept.headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
            response.headers["Idempotency-Replayed"] = "true"
            response.hasChanged = false
            return response
        case .running:
            throw Problem(.keyInUse, "a request with this Idempotency-Key is still running", retryAfter: 1)
        case .unknown:
            throw Problem(
                .keyInUse,
                "the server stopped during the first request with this Idempotency-Key; check whether its change was made"
            )
        case .other:
            throw Problem(.keyReused, "an earlier, different request had this Idempotency-Key; use a new key")
        }
        let response: APIResponse
        do {
            response = try await answer(read)
        } catch {
            await end(key, with: nil)  // The request created nothing.
            throw error
        }
        guard case .bytes(let bytes) = response.body, response.status < 300 else {
            await end(key, with: nil)
            return response
        }
        let headers = Dictionary(response.headers.fields.map { ($0.name, $0.value) }) { $1 }
        let kept = response.repeated ?? bytes
        await end(key, with: .init(status: response.status, headers: headers, body: kept))
        return response
    }

    /// Checks the value of the header `Idempotency-Key`.
    ///
    /// - Throws: ``Problem`` `invalid-parameter` if the value is empty, too long or not visible ASCII.
    private static func check(_ key: String) throws {
        guard (1...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            let rule = "must be 1 to 255 visible ASCII characters"
            throw Problem(
                .invalidParameter, faults: [FieldFault(.parameter(Route.idempotencyKey), .length, rule)])
        }
    }

    /// Stores the response to the request with a key. If the response is `nil`, frees the key instead. If the
    /// store cannot be written, the key stays in use, so that a repetition does not make the change twice.
    private func end(_ key: ContentDigest, with response: ServiceStore.KeptResponse?) async {
        do {
            try await store.end(key, with: response)
        } catch {
            logger.error("a response was not kept", metadata: ["error": "\(error)"])
        }
    }

    /// Returns a digest of texts and bytes. It includes their lengths, so that different lists have different
    /// digests.
    private static func digest(_ texts: [String], _ bytes: [UInt8] = []) -> ContentDigest {
        var hasher = ContentHasher()
        for text in texts {
            hasher.update("\(text.utf8.count):".utf8)
            hasher.update(text.utf8)
        }
        hasher.update(bytes)
        return hasher.finish()
    }
}
