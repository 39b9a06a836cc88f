import GRDB
import IlkStore
public import IlkVocabulary

/// What another model said of a logged text, unseen: a challenger's answer, beside the verdict that counted.
public struct ChallengerAnswer: Sendable, Hashable {
    /// The category that it put ahead.
    public var category: Category
    /// How probable that is, 0 ... 1.
    public var probability: Double
    /// Why it claimed none, or nil when it did.
    public var abstention: Verdict.Abstention?
    /// What answered.
    public var provenance: Provenance

    /// An answer of these parts.
    public init(
        category: Category, probability: Double, abstention: Verdict.Abstention? = nil, provenance: Provenance
    ) {
        self.category = category
        self.probability = probability
        self.abstention = abstention
        self.provenance = provenance
    }

    /// The answer that a verdict is.
    public init(_ verdict: Verdict) {
        self.init(
            category: verdict.category, probability: verdict.probability, abstention: verdict.abstention,
            provenance: verdict.provenance)
    }

    /// The category that it claimed; nil for none.
    public var claim: Category? { abstention == nil ? category : nil }
}

extension ChallengerAnswer {
    /// The columns that an answer is read from, of `a` and its origin `p`.
    static let columns = """
        a.category, a.probability, a.abstention, p.classifier, p.modelDigest, p.ruleSetDigest, p.icuVersion
        """

    /// All answers to an entry, in an order that is the same in every file.
    ///
    /// - Parameter id: The entry's key.
    static func all(to id: String, in database: Database) throws -> [ChallengerAnswer] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT \(columns) FROM classificationAnswer a JOIN classificationProvenance p ON p.id = a.provenance
                WHERE a.logId = ? ORDER BY p.modelDigest, p.ruleSetDigest, p.classifier, p.icuVersion
                """, arguments: [id]
        ).map { try ChallengerAnswer(row: $0) }
    }

    /// Reads ``columns``.
    init(row: Row) throws {
        self.init(
            category: Category(try row.decode(String.self, forColumn: "category")),
            probability: try row.decode(Double.self, forColumn: "probability"),
            abstention: try row.decode(String?.self, forColumn: "abstention")
                .flatMap(Verdict.Abstention.init(rawValue:)),
            provenance: try Provenance(row: row))
    }
}

extension ClassificationLogStore {
    /// What challengers said of an entry.
    ///
    /// - Throws: `StoreError`.
    public func answers(to id: RecordID) async throws -> [ChallengerAnswer] {
        try await store.read { try ChallengerAnswer.all(to: id.description, in: $0) }
    }

    /// Entries that a challenger answered when they were logged, with its answers, in the order of their ids.
    ///
    /// - Parameters:
    ///   - model: The challenger's model, by its digest.
    ///   - after: The last entry of the page before; nil for the beginning.
    ///   - limit: How many at most.
    /// - Throws: ``ClassificationLogError/damagedEntry(id:)``, `StoreError`.
    public func answers(
        ofModel model: String, after: RecordID? = nil, limit: Int
    ) async throws -> [(entry: ClassificationLogEntry, answer: ChallengerAnswer)] {
        try await store.read { database in
            let ids = try String.fetchAll(
                database,
                sql: """
                    SELECT DISTINCT a.logId FROM classificationAnswer a
                    WHERE a.provenance IN (SELECT id FROM classificationProvenance WHERE modelDigest = ?)
                        AND a.logId > ? ORDER BY a.logId LIMIT ?
                    """, arguments: [model, after?.description ?? "", limit])
            return try ids.compactMap { id -> (entry: ClassificationLogEntry, answer: ChallengerAnswer)? in
                guard let key = RecordID(id) else { throw RecordStoreError.malformedReference }
                // Of several answers of the same model, with other rules, the last in order.
                let answer = try ChallengerAnswer.all(to: id, in: database)
                    .last { $0.provenance.modelDigest == model }
                guard let answer else { return nil }
                return (try Self.entry(.id(key), in: database), answer)
            }
        }
    }
}
