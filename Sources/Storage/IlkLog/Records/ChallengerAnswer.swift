import GRDB
import IlkStore
public import IlkVocabulary

/// The verdict of a challenger on a logged text, stored next to the verdict of the active model. A challenger
/// is a candidate model that classifies the same texts for comparison, without affecting the results.
public struct ChallengerAnswer: Sendable, Hashable {
    /// The most probable label.
    public var category: Category
    /// The probability of the most probable label, 0 to 1.
    public var probability: Double
    /// The reason for abstaining, or `nil` if the challenger predicted the label.
    public var abstention: Verdict.Abstention?
    /// The challenger's classifier, model and rules.
    public var provenance: Provenance

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - category: The most probable label.
    ///   - probability: The probability of that label, 0 … 1.
    ///   - abstention: The reason for abstaining, or `nil` if the challenger predicted the label.
    ///   - provenance: The challenger's classifier, model and rules.
    public init(
        category: Category, probability: Double, abstention: Verdict.Abstention? = nil, provenance: Provenance
    ) {
        self.category = category
        self.probability = probability
        self.abstention = abstention
        self.provenance = provenance
    }

    /// Creates the answer of a verdict.
    ///
    /// - Parameter verdict: The verdict of the challenger.
    public init(_ verdict: Verdict) {
        self.init(
            category: verdict.category, probability: verdict.probability, abstention: verdict.abstention,
            provenance: verdict.provenance)
    }

    /// The predicted label, or `nil` if the challenger abstained.
    public var prediction: Category? { abstention == nil ? category : nil }
}

extension ChallengerAnswer {
    /// The SQL columns of an answer `a` with its provenance `p`.
    static let columns = """
        a.category, a.probability, a.abstention, p.classifier, p.modelDigest, p.ruleSetDigest, p.icuVersion
        """

    /// Returns all answers to an entry, sorted by the digests of the model and the rules, the classifier and
    /// the ICU version.
    static func all(to id: String, in database: Database) throws -> [ChallengerAnswer] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT \(columns) FROM classificationAnswer a JOIN classificationProvenance p ON p.id = a.provenance
                WHERE a.logId = ? ORDER BY p.modelDigest, p.ruleSetDigest, p.classifier, p.icuVersion
                """, arguments: [id]
        ).map { try ChallengerAnswer(row: $0) }
    }

    init(row: Row) throws {
        self.init(
            category: Category(try row.decode(String.self, forColumn: "category")),
            probability: try row.decode(Double.self, forColumn: "probability"),
            abstention: try row.decode(String?.self, forColumn: "abstention")
                .flatMap(Verdict.Abstention.init(storedName:)),
            provenance: try Provenance(row: row))
    }
}

extension ClassificationLogStore {
    /// Returns the challengers' answers to an entry.
    ///
    /// - Parameter id: The id of the entry.
    /// - Throws: `StoreError`.
    public func answers(to id: RecordID) async throws -> [ChallengerAnswer] {
        try await store.read { try ChallengerAnswer.all(to: id.description, in: $0) }
    }

    /// Returns the entries that a challenger classified in addition to the active model, with the
    /// challenger's answers, in the order of the entries' ids.
    ///
    /// - Parameters:
    ///   - model: The digest of the challenger's model.
    ///   - after: The last entry of the previous page, or `nil` for the first page.
    ///   - limit: The maximum number of entries.
    /// - Throws: ``ClassificationLogError/damagedEntry(id:)`` or `StoreError`.
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
                guard let key = RecordID(id) else { throw RecordStoreError.malformedReference(id) }
                // If the model answered with several rule sets, the last answer in order is used.
                let answer = try ChallengerAnswer.all(to: id, in: database)
                    .last { $0.provenance.modelDigest == model }
                guard let answer else { return nil }
                return (try Self.entry(.id(key), in: database), answer)
            }
        }
    }
}
