public import IlkVocabulary

/// A labeled text of a store, with the number of its record.
public struct LabeledRecord: Sendable, Hashable {
    /// The number of the record, unique within the store.
    public var number: UInt64
    /// The labeled text.
    public var text: LabeledText

    /// Creates a record.
    ///
    /// - Parameters:
    ///   - number: The number of the record, unique within the store.
    ///   - text: The text with its label.
    public init(number: UInt64, text: LabeledText) {
        self.number = number
        self.text = text
    }
}

/// A store with labeled texts for training.
public protocol LabelingStore: RecordStore {
    /// Returns the texts that have a label of the given taxonomy.
    ///
    /// - Parameter taxonomy: The taxonomy of the labels.
    /// - Throws: ``StoreError``.
    func labeledRecords(of taxonomy: Taxonomy) async throws -> [LabeledRecord]

    /// Returns `true` if the store still contains all records with the given numbers.
    ///
    /// - Parameter numbers: The numbers of the records.
    /// - Throws: ``StoreError``.
    func containsAll(_ numbers: [UInt64]) async throws -> Bool
}
