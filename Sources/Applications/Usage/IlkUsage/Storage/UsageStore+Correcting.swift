import FoundationEssentials
import GRDB
public import IlkStore
public import IlkVocabulary

/// Corrections of phrases: human labels that override the tags of phrases. Events are immutable, so a
/// correction is stored in addition to the tag. Corrections are not synced.
extension UsageStore {
    /// The name of the taxonomy of corrections in this store. The labels of these corrections are tags, which
    /// the caller chooses.
    public static let tagTaxonomy = "tag"

    /// Adds a correction to a phrase. The correction overrides the tag of the phrase. A correction without a
    /// label withdraws earlier corrections. Corrections never change, and are deleted with the phrase.
    ///
    /// - Parameters:
    ///   - reference: The phrase: an id, the end of an id, or the *n*-th newest phrase.
    ///   - correction: The correction. Its taxonomy is ignored.
    /// - Returns: The phrase, and its label before the correction.
    /// - Throws: ``RecordStoreError`` for an unknown phrase, or `StoreError` if the database fails.
    @discardableResult
    public func correct(
        _ reference: RecordReference, by correction: RecordCorrection
    ) async throws -> (event: UsageEvent, before: String?) {
        var correction = correction
        correction.taxonomy = Self.tagTaxonomy
        return try await store.write { [correction] database in
            let (condition, arguments) = reference.condition(key: "key", isText: false, newest: "place DESC")
            let place = try reference.one(
                of: Int64.fetchAll(
                    database, sql: "SELECT place FROM usageEvent WHERE kind = 1 AND \(condition)",
                    arguments: arguments))
            let rows = try Self.rows(UsageFilter(), "c.place = ?", [place], in: database)
            guard let event = rows.first?.event else {
                throw RecordStoreError.noSuchEntry(reference: reference.description)
            }
            let before = try UsageSchema.corrections.history(of: place, in: database).labels
            try UsageSchema.corrections.insert(correction, of: place, in: database)
            return (event, before[Self.tagTaxonomy] ?? event.tag)
        }
    }

    /// Returns the corrections of events: for each event, an array of its corrections, oldest first.
    ///
    /// - Parameter events: The events. The arrays are returned in the same order.
    /// - Throws: `StoreError` if the database fails.
    public func corrections(of events: [UsageEvent]) async throws -> [[RecordCorrection]] {
        try await store.read { database in
            try events.map { event in
                let place = try Int64.fetchOne(
                    database, sql: "SELECT place FROM usageEvent WHERE key = ?",
                    arguments: [Data(event.id.bytes)])
                return try place.map { try UsageSchema.corrections.history(of: $0, in: database) } ?? []
            }
        }
    }

    /// Returns the labels of all phrases. The label of a phrase is its correction, or its tag if the phrase
    /// has no correction.
    ///
    /// - Throws: `StoreError` if the database fails.
    /// - Complexity: O(*n*) in the number of phrases.
    public func labels() async throws -> Set<String> {
        try await store.read {
            try Set(String.fetchAll($0, sql: "SELECT DISTINCT label FROM (\(Self.labeled))"))
        }
    }

    /// An SQL query for the phrases that have a label.
    private static let labeled = """
        SELECT * FROM (SELECT e.key, e.phrase, e.place, ifnull((SELECT c.label FROM \(UsageSchema.corrections.name) c
            WHERE c.record = e.place AND \(UsageSchema.corrections.isCurrent)), e.tag) AS label
        FROM usageEvent e WHERE e.kind = 1) WHERE label IS NOT NULL
        """
}

extension UsageStore: LabelingStore {
    /// Returns the phrases whose label belongs to a taxonomy, oldest first. The label of a phrase is its
    /// correction, or its tag if the phrase has no correction.
    ///
    /// - Parameter taxonomy: The taxonomy. Phrases with other labels are omitted.
    /// - Throws: `StoreError` if the database fails.
    /// - Complexity: O(*n*) in the number of phrases.
    public func labeledRecords(of taxonomy: Taxonomy) async throws -> [LabeledRecord] {
        try await store.read { database in
            let phrases = try RawStatement("\(Self.labeled) ORDER BY place", on: database)
            defer { phrases.reset() }
            var records: [LabeledRecord] = []
            while try phrases.step() {
                let category = Category(try phrases.text(3) ?? "")
                guard taxonomy.index(of: category) != nil else { continue }
                let text = LabeledText(text: try phrases.text(1) ?? "", category: category, source: "usage")
                records.append(LabeledRecord(number: try UsageRow.id(phrases, 0).words.low, text: text))
            }
            return records
        }
    }

    /// Returns `true` if the store still contains all given phrases.
    ///
    /// - Parameter numbers: The numbers of phrases from ``labeledRecords(of:)``.
    /// - Throws: `StoreError` if the database fails.
    /// - Complexity: O(*n*) in the number of phrases in the store.
    public func containsAll(_ numbers: [UInt64]) async throws -> Bool {
        guard !numbers.isEmpty else { return true }
        return try await store.read { database in
            var missing = Set(numbers)
            let keys = try RawStatement("SELECT key FROM usageEvent WHERE kind = 1", on: database)
            defer { keys.reset() }
            while !missing.isEmpty, try keys.step() { missing.remove(try UsageRow.id(keys, 0).words.low) }
            return missing.isEmpty
        }
    }
}
