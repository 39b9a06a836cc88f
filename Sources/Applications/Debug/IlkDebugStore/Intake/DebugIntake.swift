import CGzip
public import IlkDebug
public import IlkStore
import IlkVocabulary

/// What a server does with events that are sent to it, without the server: bytes in, status and bytes out.
///
/// It takes `POST /debug/logs` and OpenTelemetry's `POST /v1/logs`, plain or packed with gzip. Nothing of a request is ever
/// sent back or logged but ids that were read as such.
public struct DebugIntake: Sendable {
    /// Where a request was sent to.
    public enum Route: String, Sendable, CaseIterable {
        /// Our own.
        case debugLogs = "/debug/logs"
        /// OpenTelemetry's.
        case otlp = "/v1/logs"
    }

    /// What a request may cost.
    public struct Limits: Sendable, Hashable {
        /// How many bytes a body has at most as it comes.
        public var received = 8 << 20
        /// How many bytes it has at most when it is unpacked.
        public var unpacked = 64 << 20
        /// How many entries it has at most.
        public var entries = 10_000
        /// The defaults.
        public init() {}
    }

    /// What is answered.
    public struct Answer: Sendable, Hashable {
        /// The status.
        public var status: Int
        /// The body, of type `application/json`.
        public var body: [UInt8]
        /// After how many seconds to come back; for a header `Retry-After`.
        public var retryAfter: Int?
        /// What is wrong with the request as a whole, in a sentence that repeats nothing of it; nil when its entries were
        /// looked at one by one.
        public var problem: String?
    }

    private let receiver: DebugReceiver
    private let limits: Limits
    private let now: @Sendable () -> Int64
    private let suggest: @Sendable ([DebugLogEntry]) async -> [DebugSuggestedLevel?]

    /// An intake.
    ///
    /// - Parameters:
    ///   - receiver: Where entries go.
    ///   - limits: What a request may cost.
    ///   - now: The present time in nanoseconds since 1970.
    ///   - suggest: Says what the pipeline thinks of the level of entries that have none, one for each.
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

    /// Takes a request.
    ///
    /// - Parameters:
    ///   - body: The body as it came.
    ///   - contentType: The header `Content-Type`; nil for none.
    ///   - encoding: The header `Content-Encoding`; nil for none.
    ///   - route: Where it was sent to.
    /// - Returns: The answer: 200 and 207 with what became of each entry, 400 for what is no batch, 413 for what is too large,
    ///   415 for what is of another type or packing, 503 when nothing could be written.
    public func take(
        _ body: [UInt8], contentType: String?, encoding: String?, on route: Route
    ) async -> Answer {
        guard Self.isJSON(contentType) else { return Self.problem(415, "send application/json") }
        guard body.count <= limits.received else { return Self.problem(413, "the body is too large") }
        let bytes: [UInt8]
        switch encoding?.lowercased() {
        case nil, "", "identity": bytes = body
        case "gzip":
            let (outcome, unpacked) = Self.unpacked(body, limit: limits.unpacked)
            switch outcome {
            case ilk_gzip_whole: bytes = unpacked
            case ilk_gzip_too_large: return Self.problem(413, "the body is too large, unpacked")
            case ilk_gzip_no_memory: return Self.problem(503, "there is no room for it now")
            default: return Self.problem(400, "the body is no gzip, or cut off")
            }
        default: return Self.problem(415, "send it as it is, or packed with gzip")
        }
        return switch route {
        case .debugLogs: await takeBatch(bytes)
        case .otlp: await takeLogs(bytes)
        }
    }

    private static func isJSON(_ contentType: String?) -> Bool {
        let type = contentType?.prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" }
        return type == "application/json"
    }

    private static func problem(_ status: Int, _ says: String) -> Answer {
        let body: DebugPayload = ["error": .string(says)]
        return Answer(
            status: status, body: body.json, retryAfter: status == 503 ? 1 : nil, problem: says)
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

    private func takeBatch(_ bytes: [UInt8]) async -> Answer {
        let batch: DebugBatch
        do throws(DebugEntryFault) {
            batch = try DebugBatch(json: bytes)
        } catch {
            return Self.problem(400, "the body is no batch of entries: \(error.says)")
        }
        guard batch.items.count <= limits.entries else {
            return Self.problem(413, "the batch has too many entries")
        }
        let (outcomes, isLater) = await store(batch.items.map(\.entry))
        // Nothing of it: the whole batch comes again.
        if isLater { return Self.problem(503, "nothing can be written now") }
        let answer = DebugBatchAnswer(
            batch: batch.id, items: zip(batch.items, outcomes).map { .init(id: $0.id, $1) })
        return Answer(status: answer.status, body: answer.json)
    }

    private func takeLogs(_ bytes: [UInt8]) async -> Answer {
        let entries: [Result<DebugLogEntry, DebugEntryFault>]
        do throws(DebugEntryFault) {
            entries = try OTLPLogs.entries(bytes, now: now())
        } catch {
            return Self.problem(400, "the body is no OTLP request of logs in JSON")
        }
        guard entries.count <= limits.entries else {
            return Self.problem(413, "the request has too many records")
        }
        let (outcomes, isLater) = await store(entries)
        // A partial success is never sent again, so what is not stored must not be called one: the ids make it one effect.
        if isLater || outcomes.contains(.later) { return Self.problem(503, "not all could be written now") }
        var answer = OTLPLogs.Answer()
        for case .refused(let fault) in outcomes {
            answer.rejected += 1
            answer.message = "of the last that was refused: \(fault.says)"
        }
        return Answer(status: 200, body: answer.json)
    }

    /// Stores what can be read.
    ///
    /// - Returns: What became of each, and whether nothing could be stored for now.
    private func store(
        _ entries: [Result<DebugLogEntry, DebugEntryFault>]
    ) async -> (outcomes: [DebugBatchAnswer.Outcome], isLater: Bool) {
        let sound = entries.compactMap { try? $0.get() }  // The others are told of below.
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
        var stored = (records.isEmpty ? [] : await receiver.take(records))[...]
        let isLater = !stored.isEmpty && stored.allSatisfy { $0 == .later }
        let outcomes = entries.map { entry -> DebugBatchAnswer.Outcome in
            if case .failure(let fault) = entry { return .refused(fault) }
            return stored.popFirst() ?? .later
        }
        return (outcomes, isLater)
    }
}
