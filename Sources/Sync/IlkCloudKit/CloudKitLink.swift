public import IlkTransport
import IlkStore
public import IlkSync
public import IlkSyncStore

/// A link to a CloudKit container. The container only stores and compares records. The link itself assigns
/// sequence numbers, registers devices and keeps the time, as a hub would
/// (`docs/reference/sync-protocol.md`).
///
/// In a user's private database, the link reads a zone's change feed and pushes atomic batches. The public
/// database has neither a feed nor batches, so the link queries for records modified since the last sync. A
/// link belongs to one device and carries one request at a time.
public actor CloudKitLink: SyncLink {
    /// The limits of CloudKit.
    struct Limits {
        /// The maximum number of operations in a request, and of records in a page.
        var items = 200
        /// The maximum total size of the records in a request, in bytes.
        var bytes = 2_000_000
        /// The maximum number of attempts to write a batch while other devices change the same records.
        var rounds = 8
    }

    let client: CloudKitClient
    let ledger: any SequenceLedger
    let randomBits: @Sendable () -> UInt64
    let limits = Limits()
    /// The limits on the times of stamps. The link checks them, because CloudKit does not.
    let rules = HubSettings()
    /// The last time reported by the server, in milliseconds since 1970, and the monotonic time of its
    /// arrival.
    private var heard: (server: Int64, monotonic: UInt64)?

    /// Creates a link.
    ///
    /// - Parameters:
    ///   - client: The client of the container.
    ///   - ledger: The sequence numbers that the link assigns and CloudKit's change tags, stored with the
    ///     device's replica.
    ///   - randomBits: Returns 64 random bits.
    public init(
        _ client: CloudKitClient, ledger: any SequenceLedger,
        randomBits: @escaping @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) }
    ) {
        self.client = client
        self.ledger = ledger
        self.randomBits = randomBits
    }

    /// Answers a request in place of a hub.
    ///
    /// - Parameter request: The request of the device engine.
    /// - Returns: The response. Its body is a refusal if the zone was replaced or the change token has
    ///   expired.
    /// - Throws: ``SyncLinkError`` if CloudKit gives no usable answer or the ledger fails.
    public func answer(to request: SyncRequest) async throws(SyncLinkError) -> SyncResponse {
        do throws(CloudKitError) {
            let body = try await body(of: request)
            return SyncResponse(id: request.id, now: now, body: body)
        } catch {
            switch error {
            case .error(let error): throw error
            case .refused(let refusal):
                return SyncResponse(id: request.id, now: now, body: .refused(refusal))
            case .whole(let code):
                throw SyncLinkError(.noAnswer, "CloudKit rejected the request (\(code))")
            }
        }
    }

    private func body(of request: SyncRequest) async throws(CloudKitError) -> SyncResponse.Body {
        if case .hello(let predecessors) = request.body {
            return .welcome(lineage: try await greet(request, predecessors))
        }
        let head = try await kept { try await self.ledger.head() }
        guard head.epoch != 0, head.epoch == request.epoch else { throw .refused(.otherEpoch) }
        switch request.body {
        case .push(let items): return .pushed(try await push(items, head))
        case .pull(let limit): return .page(try await page(request, limit: limit, head))
        case .hello: throw .refused(.unknownIncarnation)
        }
    }

    /// The estimated time on the server, in milliseconds since 1970. Modification times of records are not
    /// used.
    var now: Int64 {
        guard let heard else { return client.clock.wall }
        return heard.server
            + Int64(clamping: client.clock.monotonic - min(client.clock.monotonic, heard.monotonic))
    }

    /// Sends an operation and records the server's time.
    func ask<Question: Encodable, Answer: Decodable>(
        _ operation: String, _ question: Question, as type: Answer.Type = Answer.self
    ) async throws(CloudKitError) -> Answer {
        let reply = try await client.ask(operation, question, as: type)
        if let now = reply.now { heard = (now, client.clock.monotonic) }
        return reply.answer
    }

    /// Runs an operation of the ledger and maps its errors.
    func kept<Value>(_ body: () async throws -> Value) async throws(CloudKitError) -> Value {
        do {
            return try await body()
        } catch {
            let words = SyncLinkError.words(error)
            throw .error(SyncLinkError(.noAnswer, "the state of iCloud cannot be stored: \(words)"))
        }
    }

    /// Returns records by name. For a missing record, the value contains CloudKit's error code.
    func lookUp(for names: [String]) async throws(CloudKitError) -> [String: CloudKitWire.Record] {
        let question = CloudKitWire.Lookup(
            records: names.map(CloudKitWire.Lookup.Name.init), zoneID: client.zone)
        let found = try await ask("records/lookup", question, as: CloudKitWire.Records.self).records
        for record in found {
            guard let code = record.serverErrorCode else { continue }
            if let fault = CloudKitClient.fault(code, record.retryAfter) { throw fault }
        }
        return Dictionary(found.map { ($0.recordName, $0) }, uniquingKeysWith: { first, _ in first })
    }
}
