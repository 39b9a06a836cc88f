import GRDB
public import IlkStore
public import IlkVocabulary

extension ClassificationLogStore: LabelingStore {
    /// Returns the corrected texts whose labels belong to a taxonomy, like ``correctedTexts()``. The number
    /// of a record is the random part of the entry's id, because row ids can be reused.
    ///
    /// - Parameter taxonomy: The taxonomy.
    /// - Throws: `StoreError`, and ``ClassificationLogError/damagedEntry(id:)``.
    public func labeledRecords(of taxonomy: Taxonomy) async throws -> [LabeledRecord] {
        try await correctedTexts().filter { $0.labeled.isLabeled(by: taxonomy) }
            .map { LabeledRecord(number: $0.id.words.low, text: $0.labeled) }
    }

    /// Returns `true` if the log still contains all of the given entries, with their corrections.
    ///
    /// - Parameter numbers: The numbers of corrected entries.
    /// - Throws: `StoreError`.
    /// - Complexity: O(*n*) in the number of corrections.
    public func containsAll(_ numbers: [UInt64]) async throws -> Bool {
        let found = try await store.read { database in
            try String.fetchAll(database, sql: "SELECT DISTINCT logId FROM classificationCorrection")
        }
        return Set(numbers).isSubset(of: found.compactMap { RecordID($0)?.words.low })
    }
}
