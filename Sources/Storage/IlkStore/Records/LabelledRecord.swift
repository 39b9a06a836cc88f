public import IlkVocabulary

/// A labelled text of a store, and the record that it is of.
public struct LabelledRecord: Sendable, Hashable {
    /// What the store tells its records apart by.
    public var number: UInt64
    /// The text with its label.
    public var text: LabelledText

    /// A record of these parts.
    public init(number: UInt64, text: LabelledText) {
        self.number = number
        self.text = text
    }
}

/// A store with labelled texts that a model learns from.
public protocol LabellingStore: RecordStore {
    /// The labelled texts.
    ///
    /// - Throws: ``StoreError``.
    func labelledRecords() async throws -> [LabelledRecord]

    /// Returns `true` if the store still has all of these records.
    ///
    /// - Throws: ``StoreError``.
    func holds(_ numbers: [UInt64]) async throws -> Bool
}
