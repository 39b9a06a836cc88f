import CGzip
public import IlkDebug
public import IlkStore
import IlkVocabulary

/// Processes requests that send debug events to a server. From the body of a request, the intake computes the
/// status and the body of the response. The intake contains no HTTP server.
///
/// The requests are `POST /debug/logs` and OpenTelemetry's `POST /v1/logs`, uncompressed or with gzip. Valid
/// ids are the only parts of a request that are returned or logged.
public struct DebugIntake: Sendable {
    /// The paths of the requests that the intake processes.
    public enum Route: String, Sendable, CaseIterable {
        /// The path for batches of entries.
        case debugLogs = "/debug/logs"
        /// The path for OTLP/HTTP.
        case otlp = "/v1/logs"
    }

    /// The limits for the size of a request.
    public struct Limits: Sendable, Hashable {
        /// The maximum size of the body as received, in bytes.
        public var bodyBytes = 8 << 20
        /// The maximum size of the decompressed body, in bytes.
        public var decompressedBytes = 64 << 20
        /// The maximum number of entries in a request.
        public var entries = 10_000
        /// Creates the default limits.
        public init() {}
    }

    /// The response to a request.
    public struct Response: Sendable, Hashable {
        /// The HTTP status.
        public var status: Int
        /// The body, of type `application/json`.
        public var body: [UInt8]
        /// The value of the header `Retry-After` in seconds, or `nil` to omit it.
        public var retryAfter: Int?
        /// The error message of the response, or `nil` if the status is 200 or 207. The message contains no
        /// part of the request.
        public var problem: String?
    }

    private let receiver: DebugReceiver
    private let limits: Limits
    private let now: @Sendable () -> Int64
    private let suggest: @Sendable ([DebugLogEntry]) async -> [DebugSuggestedLevel?]

    /// Creates an intake.
    ///
    /// - Parameters:
    ///   - receiver: The receiver that stores the entries.
    ///   - limits: The limits for a request.
    ///   - now: A function that returns the current time, in nanoseconds since 1970.
    ///   - suggest: A function that suggests levels for entries without a level. The function returns one
    ///     element for each entry, in order.
    public init(
        into receiver: DebugReceiver, limits: Limits = Limits(), now: @escaping @Sendable () -> Int64,
        suggest: @escaping @Sendable ([DebugLogEntry]) async -> [DebugSuggestedLevel?] = {
            $0.map { _ in nil }
        }
    ) {
        self.receiver = receiver
        self.limits = limits
        self.now = now
        self.suggest = suggest
    }

    /// Processes a request.
    ///
    /// - Parameters:
    ///   - body: The body as received.
    ///   - contentType: The value of the header `Content-Type`, or `nil` if the request has no such header.
    ///   - encoding: The value of the header `Content-Encoding`, or `nil` if the request has no such header.
    ///   - route: The path of the request.
    /// - Returns: The response. With the status 200 or 207, the body contains the outcome of each entry or,
    ///   for OTLP, the number of rejected records. Other statuses are 400 for an invalid body, 413 for a body
    ///   or batch that exceeds a limit, 415 for an unsupported media type or encoding, and 503 if the client
    ///   must send the request again. With 503, no entry of a batch is stored, but some records of an OTLP
    ///   request may be stored.
    /// - Complexity: O(*n*) in the size of the decompressed body.
    public func handle(
        _ body: [UInt8], contentType: String?, encoding: String?, on route: Route
    ) async -> Response {
        guard Self.isJSON(contentType) else {
            return Self.problem(415, "the media type must be application/json")
        }
        guard body.count <= limits.bodyBytes else {
            return Self.problem(413, "the body is larger than \(limits.bodyBytes) bytes")
        }
        let bytes: [UInt8]
        switch encoding?.lowercased() {
        case nil, "", "identity": bytes = body
        case "gzip":
            let (outcome, unpacked) = Self.unpacked(body, limit: limits.decompressedBytes)
            switch outcome {
            case ilk_gzip_whole: bytes = unpacked
            case ilk_gzip_too_large:
                return Self.problem(
                    413, "the decompressed body is larger than \(limits.decompressedBytes) bytes")
            case ilk_gzip_no_memory: return Self.problem(503, "not enough memory for the body")
            default: return Self.problem(400, "the body is not valid gzip, or is truncated")
            }
        default: return Self.problem(415, "the content encoding must be identity or gzip")
        }
        return switch route {
        case .debugLogs: await receiveBatch(bytes)
        case .otlp: await receiveLogs(bytes)
        }
    }

    private static func isJSON(_ contentType: String?) -> Bool {
        let type = contentType?.prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" }
        return type == "application/json"
    }

    private static func problem(_ status: Int, _ message: String) -> Response {
        let body: DebugPayload = ["error": .string(message)]
        return Response(
            status: status, body: body.json, retryAfter: status == 503 ? 1 : nil, problem: message)
    }

    private static func unpacked(_ body: [UInt8], limit: Int) -> (ilk_gzip_outcome, [UInt8]) {
        var pointer: UnsafeMutablePointer<UInt8>?
        var count = 0
        let outcome = body.withUnsafeBufferPointer {
            ilk_gzip_unpack($0.baseAddress, $0.count, limit, &pointer, &count)
        }
        defer { ilk_gzip_free(pointer) }
        return (outcome, Array(UnsafeBufferPointer(start: pointer, count: count)))
    }

    private func receiveBatch(_ bytes: [UInt8]) async -> Response {
        let batch: DebugBatch
        do throws(DebugEntryError) {
            batch = try DebugBatch(json: bytes)
        } catch {
            return Self.problem(400, "the body is not a batch of entries: \(error.message)")
        }
        guard batch.items.count <= limits.entries else {
            return Self.problem(
                413, "the batch has \(batch.items.count) entries, more than \(limits.entries)")
        }
        let (outcomes, isLater) = await store(batch.items.map(\.entry))
        // If nothing was stored, answer 503, so that the client sends the whole batch again.
        if isLater { return Self.problem(503, "cannot write to the store") }
        let answer = DebugBatchResponse(
            batch: batch.id, items: zip(batch.items, outcomes).map { .init(id: $0.id, $1) })
        return Response(status: answer.status, body: answer.json)
    }

    private func receiveLogs(_ bytes: [UInt8]) async -> Response {
        let entries: [Result<DebugLogEntry, DebugEntryError>]
        do throws(DebugEntryError) {
            entries = try OTLPLogs.entries(bytes, now: now())
        } catch {
            return Self.problem(400, "the body is not an OTLP logs request in JSON")
        }
        guard entries.count <= limits.entries else {
            return Self.problem(413, "the request has \(entries.count) records, more than \(limits.entries)")
        }
        let (outcomes, isLater) = await store(entries)
        // OTLP clients retry after 503, but not after a partial success. Because of the ids, a retry does not
        // store records twice.
        if isLater || outcomes.contains(.retry) {
            return Self.problem(503, "some records were not stored; send the request again")
        }
        var answer = OTLPLogs.Response()
        for case .refused(let fault) in outcomes {
            answer.rejected += 1
            answer.message = "last rejected record: \(fault.message)"
        }
        return Response(status: 200, body: answer.json)
    }

    /// Stores the valid entries. Returns the outcome of each entry, and `true` if no valid entry could be
    /// stored, so that the client must send the request again.
    private func store(
        _ entries: [Result<DebugLogEntry, DebugEntryError>]
    ) async -> (outcomes: [DebugBatchResponse.Outcome], isLater: Bool) {
        let sound = entries.compactMap { try? $0.get() }  // Failures are reported below.
        let open = sound.filter { $0.level == nil }
        var suggestions =
            open.isEmpty
            ? [:]
            : Dictionary(
                zip(open.map(\.id), await suggest(open)), uniquingKeysWith: { first, _ in first })
        let received = now()
        let records = sound.map { entry in
            DebugRecord(
                entry: entry, received: received, suggestion: suggestions.removeValue(forKey: entry.id) ?? nil
            )
        }
        var stored = (records.isEmpty ? [] : await receiver.ingest(records))[...]
        let isLater = !stored.isEmpty && stored.allSatisfy { $0 == .retry }
        let outcomes = entries.map { entry -> DebugBatchResponse.Outcome in
            if case .failure(let fault) = entry { return .refused(fault) }
            return stored.popFirst() ?? .retry
        }
        return (outcomes, isLater)
    }
}
