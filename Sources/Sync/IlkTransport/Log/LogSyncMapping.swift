import FoundationEssentials
public import IlkLog
public import IlkSync
public import IlkVocabulary

/// The mapping between changes of a log and sync records. Each entry and each correction is a separate record
/// of the type `event`.
public struct LogSyncMapping: Sendable, Hashable {
    /// The prefixes of the names of the collections to read. The log writes only to collections with the
    /// first prefix. The other prefixes are those of earlier releases, which named the collections of all
    /// logs after their labels.
    public let prefixes: [String]
    /// The prefix of the collections to write.
    public var prefix: String { prefixes[0] }

    /// The number of earlier label lists whose collections are read.
    private static let formerLists = 64

    /// Creates the mapping for logs of a taxonomy whose labels never change. The names of the collections
    /// contain a digest of the labels.
    ///
    /// - Parameter taxonomy: The labels of the log.
    public init(_ taxonomy: Taxonomy) {
        self.init(prefixes: [Self.prefix(of: taxonomy.categories[...])])
    }

    private init(prefixes: [String]) {
        self.prefixes = prefixes
    }

    /// Creates the mapping for logs of a label set. The names of the collections contain a digest of the
    /// set's id if the set is defined in a file and does not redefine a shipped set. Otherwise they contain a
    /// digest of the labels.
    ///
    /// - Parameters:
    ///   - taxonomy: The labels of the log, with new labels last.
    ///   - set: The label set, or `nil` if the log has none.
    public init(_ taxonomy: Taxonomy, set: LabelSet?) {
        guard let set, set.origin == .user || set.origin == .system,
            !LabelSet.shipped.contains(where: { $0.name == set.name })
        else {
            self.init(taxonomy)
            return
        }
        let labels = taxonomy.categories
        // In earlier releases, each label that was added to a log changed the name of its collections.
        let former = (max(1, labels.count - Self.formerLists)...max(1, labels.count)).reversed()
            .map { Self.prefix(of: labels.prefix($0)) }
        self.init(prefixes: ["log.set-\(Self.digest(of: set.id))."] + former)
    }

    private static func prefix(of labels: ArraySlice<Category>) -> String {
        "log.\(digest(of: labels.map(\.rawValue).joined(separator: "\n")))."
    }

    private static func digest(of text: String) -> String {
        ContentDigest(of: text).description.prefix(16).lowercased()
    }

    /// The collection of entries to write: text, verdict and model.
    public var entries: String { prefix + Self.entrySuffix }
    /// The collection of corrections to write.
    public var corrections: String { prefix + Self.correctionSuffix }
    /// All collections to read.
    public var collections: Set<String> {
        Set(prefixes.flatMap { [$0 + Self.entrySuffix, $0 + Self.correctionSuffix] })
    }

    private static let entrySuffix = "entry"
    private static let correctionSuffix = "correction"

    /// The version of the payloads of entries and of all corrections without a newer format. Payloads of
    /// unknown versions are ignored.
    static let version = 1
    /// The version of corrections that withdraw earlier corrections. Earlier releases would read them as
    /// confirmations, so this version makes them skip such corrections.
    static let withdrawalVersion = 2
    /// The version of corrections of multi-label taxonomies. Earlier releases would read the first label as
    /// the only one, so this version makes them skip such corrections.
    static let labelsVersion = 3

    private struct Entry: Codable {
        var version: Int
        var id: RecordID
        var seconds: Double
        var category: Category
        var labels: [Category]?
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
        var withdraws: Bool?
        var labels: [Category]?
    }

    /// Returns the write that sends a change of the log to other devices.
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
                labels: record.labels, text: record.text, features: record.features,
                redacted: record.redacted,
                verdict: record.verdict)
            return try Self.event(record.id, entries, entry)
        case .correction(let word, let entry):
            let said = Correction(
                version: word.labels != nil
                    ? Self.labelsVersion : word.withdraws ? Self.withdrawalVersion : Self.version,
                id: word.id, entry: entry,
                category: word.category, source: word.source, author: word.author, seconds: word.seconds,
                withdraws: word.withdraws ? true : nil, labels: word.labels)
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
    /// The result is `nil` for tombstones, records of other collections, payloads of a newer version and
    /// invalid payloads. Such records stay in the replica and are still synced from there.
    ///
    /// - Parameter record: A record of the replica.
    public func change(_ record: SyncRecord) -> LogChange? {
        guard record.kind == .event, let payload = record.payload else { return nil }
        guard let prefix = prefixes.first(where: record.collection.hasPrefix) else { return nil }
        switch record.collection.dropFirst(prefix.count) {
        case Self.entrySuffix: return Self.entry(payload, record.key.recordID)
        case Self.correctionSuffix: return Self.word(payload, record.key.recordID)
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
                features: entry.features, verdict: entry.verdict, redacted: entry.redacted,
                labels: entry.labels))
    }

    private static func word(_ payload: [UInt8], _ key: RecordID) -> LogChange? {
        guard let word = read(payload, as: Correction.self), word.version <= labelsVersion, word.id == key
        else { return nil }
        let correction = ClassificationCorrection(
            id: word.id, category: word.category, source: word.source, author: word.author,
            seconds: word.seconds, withdraws: word.withdraws ?? false, labels: word.labels)
        return .correction(correction, of: word.entry)
    }
}
