import FoundationEssentials
public import IlkLog
public import IlkSync
public import IlkVocabulary

/// The mapping between changes of a log and sync records. Entries and corrections are events, each with its
/// own key.
public struct LogSyncMapping: Sendable, Hashable {
    /// The prefix of the collection names. It depends on the taxonomy, so logs with other labels use other
    /// collections.
    public let prefix: String

    /// Creates the mapping for logs of a taxonomy.
    ///
    /// - Parameter taxonomy: The labels of the log.
    public init(_ taxonomy: Taxonomy) {
        let names = taxonomy.categories.map(\.rawValue).joined(separator: "\n")
        prefix = "log.\(ContentDigest(of: names).description.prefix(16).lowercased())."
    }

    /// The collection of entries: text, verdict and model.
    public var entries: String { prefix + "entry" }
    /// The collection of corrections.
    public var corrections: String { prefix + "correction" }

    /// The version of the payload format. Payloads of a newer version are ignored.
    static let version = 1

    private struct Entry: Codable {
        var version: Int
        var id: RecordID
        var seconds: Double
        var category: Category
        var text: String
        var features: String?
        var redacted: String?
        var verdict: LogRecord.StoredVerdict?
    }

    private struct Correction: Codable {
        var version: Int
        var id: RecordID
        var entry: RecordID
        var category: Category
        var source: CorrectionSource
        var author: String?
        var seconds: Double
    }

    /// Returns the write that publishes a change of this device.
    ///
    /// - Parameter change: A change of the log.
    /// - Returns: An event for an entry or a correction, a deletion for an erased entry.
    /// - Throws: `EncodingError` if a number is not representable in JSON.
    public func write(_ change: LogChange) throws -> LocalWrite {
        switch change {
        case .erased(let id): return .delete(key: SyncKey(id))
        case .entry(let record):
            let entry = Entry(
                version: Self.version, id: record.id, seconds: record.seconds, category: record.category,
                text: record.text, features: record.features, redacted: record.redacted,
                verdict: record.verdict)
            return try Self.event(record.id, entries, entry)
        case .correction(let word, let entry):
            let said = Correction(
                version: Self.version, id: word.id, entry: entry, category: word.category,
                source: word.source, author: word.author, seconds: word.seconds)
            return try Self.event(word.id, corrections, said)
        }
    }

    private static func event(
        _ id: RecordID, _ collection: String, _ value: some Encodable
    ) throws -> LocalWrite {
        .event(
            key: SyncKey(id), collection: collection,
            payload: Array(try JSONEncoder.deterministic().encode(value)))
    }

    /// Returns the log change in a record, or `nil` if the log cannot apply it.
    ///
    /// Tombstones, records of other collections, payloads of a newer version and invalid payloads return
    /// `nil`. They stay in the replica and still sync from there.
    ///
    /// - Parameter record: A record of the replica.
    public func change(_ record: SyncRecord) -> LogChange? {
        guard record.kind == .event, let payload = record.payload else { return nil }
        switch record.collection {
        case entries: return Self.entry(payload, record.key.recordID)
        case corrections: return Self.word(payload, record.key.recordID)
        default: return nil
        }
    }

    private static func read<Value: Decodable>(_ payload: [UInt8], as type: Value.Type) -> Value? {
        try? JSONDecoder().decode(type, from: Data(payload))  // Unreadable payloads are ignored.
    }

    private static func entry(_ payload: [UInt8], _ key: RecordID) -> LogChange? {
        guard let entry = read(payload, as: Entry.self), entry.version <= version, entry.id == key,
            !entry.text.isEmpty, entry.features?.hasPrefix("{") ?? true,
            entry.verdict.map({ read(Array($0.scores.utf8), as: [String: Double].self) != nil }) ?? true
        else { return nil }
        return .entry(
            LogRecord(
                id: entry.id, seconds: entry.seconds, category: entry.category, text: entry.text,
                features: entry.features, verdict: entry.verdict, redacted: entry.redacted))
    }

    private static func word(_ payload: [UInt8], _ key: RecordID) -> LogChange? {
        guard let word = read(payload, as: Correction.self), word.version <= version, word.id == key
        else { return nil }
        let correction = ClassificationCorrection(
            id: word.id, category: word.category, source: word.source, author: word.author,
            seconds: word.seconds)
        return .correction(correction, of: word.entry)
    }
}
