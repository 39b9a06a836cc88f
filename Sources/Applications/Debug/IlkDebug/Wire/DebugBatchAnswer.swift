public import IlkVocabulary

/// What became of each entry of a batch: the body of the answer to `POST /debug/logs`.
public struct DebugBatchAnswer: Sendable, Hashable {
    /// What became of an entry.
    public enum Outcome: Sendable, Hashable {
        /// It is stored.
        case stored
        /// It was there already: that is as good.
        case duplicate
        /// It will never be taken.
        case refused(DebugEntryFault)
        /// It could not be taken now: send it again.
        case later
    }

    /// What became of one entry.
    public struct Item: Sendable, Hashable {
        /// The entry; nil for one whose id could not be read.
        public var id: RecordID?
        /// What became of it.
        public var outcome: Outcome

        /// What became of an entry.
        public init(id: RecordID?, _ outcome: Outcome) {
            self.id = id
            self.outcome = outcome
        }

        fileprivate var members: DebugPayloadValue {
            let id: DebugPayloadValue = id.map { .string($0.description) } ?? .null
            return switch outcome {
            case .stored: ["id": id, "status": "stored"]
            case .duplicate: ["id": id, "status": "duplicate"]
            case .later: ["id": id, "status": "later"]
            case .refused(let fault): ["id": id, "status": "refused", "reason": .string(fault.rawValue)]
            }
        }
    }

    /// The batch.
    public var batch: RecordID?
    /// The entries in the order of the batch.
    public var items: [Item]

    /// An answer of these parts.
    public init(batch: RecordID?, items: [Item]) {
        self.batch = batch
        self.items = items
    }

    /// The status of the answer: 200, or 207 when not all are settled alike.
    public var status: Int {
        items.allSatisfy { $0.outcome == .stored || $0.outcome == .duplicate } ? 200 : 207
    }

    /// The body.
    public var json: [UInt8] {
        var members = DebugPayload()
        members["batch_id"] = batch.map { .string($0.description) }
        members["results"] = .array(items.map(\.members))
        return members.json
    }

    /// Reads a body.
    ///
    /// - Returns: Nil when it says nothing of entries.
    public init?(json: [UInt8]) {
        guard let whole = try? DebugPayloadValue(json: json, maximumDepth: 8),  // Another server answered.
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
                let reason = members["reason"]?.asString.flatMap(DebugEntryFault.init(rawValue:))
                return Item(id: id, .refused(reason ?? .refused))
            default: return Item(id: id, .later)
            }
        }
    }
}
