public import IlkVocabulary

/// The body of the response to `POST /debug/logs`: the outcome of each entry.
public struct DebugBatchResponse: Sendable, Hashable {
    /// The outcome of an entry.
    public enum Outcome: Sendable, Hashable {
        /// The entry was stored.
        case stored
        /// The entry was already stored before, so nothing was stored now. This outcome counts as success.
        case duplicate
        /// The entry was rejected and must not be sent again.
        case refused(DebugEntryError)
        /// The entry could not be stored now and should be sent again.
        case retry
    }

    /// The outcome of one entry, with its id.
    public struct Item: Sendable, Hashable {
        /// The id of the entry, or `nil` if the id could not be parsed.
        public var id: RecordID?
        /// The outcome of the entry.
        public var outcome: Outcome

        package init(id: RecordID?, _ outcome: Outcome) {
            self.id = id
            self.outcome = outcome
        }

        fileprivate var members: DebugPayloadValue {
            let id: DebugPayloadValue = id.map { .string($0.description) } ?? .null
            return switch outcome {
            case .stored: ["id": id, "status": "stored"]
            case .duplicate: ["id": id, "status": "duplicate"]
            case .retry: ["id": id, "status": "retry"]
            case .refused(let fault): ["id": id, "status": "refused", "reason": .string(fault.rawValue)]
            }
        }
    }

    /// The id of the batch, or `nil` if the batch has no id.
    public var batch: RecordID?
    /// The outcomes, in the order of the batch.
    public var items: [Item]

    package init(batch: RecordID?, items: [Item]) {
        self.batch = batch
        self.items = items
    }

    /// The HTTP status of the response: 200 if all entries are stored, otherwise 207.
    public var status: Int {
        items.allSatisfy { $0.outcome == .stored || $0.outcome == .duplicate } ? 200 : 207
    }

    /// The body of the response.
    public var json: [UInt8] {
        var members = DebugPayload()
        members["batch_id"] = batch.map { .string($0.description) }
        members["results"] = .array(items.map(\.members))
        return members.json
    }

    /// Parses the body of a response. Returns `nil` if the body has no results for entries.
    ///
    /// - Parameter json: The body of a response.
    /// - Complexity: O(*n*) in the number of bytes.
    public init?(json: [UInt8]) {
        guard let whole = try? DebugPayloadValue(json: json, maximumDepth: 8),  // Not this protocol.
            let results = whole.asObject?["results"]?.asArray
        else { return nil }
        batch = whole.asObject?["batch_id"]?.asString.flatMap { RecordID($0) }
        items = results.map { result in
            let members = result.asObject ?? DebugPayload()
            let id = members["id"]?.asString.flatMap { RecordID($0) }
            switch members["status"]?.asString {
            case "stored": return Item(id: id, .stored)
            case "duplicate": return Item(id: id, .duplicate)
            case "refused":
                let reason = members["reason"]?.asString.flatMap(DebugEntryError.init(rawValue:))
                return Item(id: id, .refused(reason ?? .refused))
            default: return Item(id: id, .retry)  // Also `later`, which older servers send.
            }
        }
    }
}
