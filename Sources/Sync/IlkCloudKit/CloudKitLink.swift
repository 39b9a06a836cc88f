public import IlkTransport
import IlkStore
public import IlkSync
public import IlkSyncStore

/// The way to a container of CloudKit, which only stores and compares: the link counts, greets and measures time in a hub's
/// place (`docs/sync.md`).
///
/// In a user's private database it reads a zone's feed, and pushes batches that are taken as a whole. In the public database
/// there are neither: it asks for what was modified since. One device at a time has a link, and one request at a time goes
/// over it.
public actor CloudKitLink: SyncLink {
    /// What CloudKit takes.
    struct Limits {
        /// Operations a request, and records a page.
        var items = 200
        /// Bytes of records a request.
        var bytes = 2_000_000
        /// How often a batch is tried again whose records others are writing too.
        var rounds = 8
    }

    let client: CloudKitClient
    let ledger: any FeedLedger
    let dice: @Sendable () -> UInt64
    let limits = Limits()
    /// What is allowed of stamps: CloudKit does not look at them.
    let rules = HubSettings()
    /// What the server's clock said last, in milliseconds since 1970, and when by a clock of ours that nobody sets.
    private var heard: (server: Int64, monotonic: UInt64)?

    /// A link.
    ///
    /// - Parameters:
    ///   - ledger: Kept with the replica of the device.
    ///   - dice: 64 random bits.
    public init(
        _ client: CloudKitClient, ledger: any FeedLedger,
        dice: @escaping @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) }
    ) {
        self.client = client
        self.ledger = ledger
        self.dice = dice
    }

    /// Asks CloudKit what a hub would be asked.
    public func answer(to request: SyncRequest) async throws(SyncTrouble) -> SyncResponse {
        do throws(CloudKitFault) {
            let body = try await body(of: request)
            return SyncResponse(id: request.id, now: now, body: body)
        } catch {
            switch error {
            case .trouble(let trouble): throw trouble
            case .refused(let refusal):
                return SyncResponse(id: request.id, now: now, body: .refused(refusal))
            case .whole(let code):
                throw SyncTrouble(.noAnswer, "CloudKit does not understand us (\(code))")
            }
        }
    }

    private func body(of request: SyncRequest) async throws(CloudKitFault) -> SyncResponse.Body {
        if case .hello(let predecessors) = request.body {
            return .welcome(lineage: try await greet(request, predecessors))
        }
        let head = try await kept { try await self.ledger.head() }
        guard head.epoch != 0, head.epoch == request.epoch else { throw .refused(.otherEpoch) }
        switch request.body {
        case .push(let items): return .pushed(try await push(items, head))
        case .pull(let limit): return .page(try await page(request, limit: limit, head))
        case .hello: throw .refused(.unknownLife)
        }
    }

    /// The server's clock, as far as it said it: milliseconds since 1970. Never that of its records.
    var now: Int64 {
        guard let heard else { return client.clock.wall }
        return heard.server
            + Int64(clamping: client.clock.monotonic - min(client.clock.monotonic, heard.monotonic))
    }

    /// Asks, and learns what time it is.
    func ask<Question: Encodable, Answer: Decodable>(
        _ operation: String, _ question: Question, as type: Answer.Type = Answer.self
    ) async throws(CloudKitFault) -> Answer {
        let reply = try await client.ask(operation, question, as: type)
        if let now = reply.now { heard = (now, client.clock.monotonic) }
        return reply.answer
    }

    /// Reads or writes the ledger.
    func kept<Value>(_ body: () async throws -> Value) async throws(CloudKitFault) -> Value {
        do {
            return try await body()
        } catch {
            throw .trouble(SyncTrouble(.noAnswer, "what is known of iCloud cannot be kept: \(error)"))
        }
    }

    /// Records by their names, each once: what is not there is an error in its place.
    func look(for names: [String]) async throws(CloudKitFault) -> [String: CloudKitWire.Record] {
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
