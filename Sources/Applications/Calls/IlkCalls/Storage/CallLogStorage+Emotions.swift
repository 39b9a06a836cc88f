import Foundation
import GRDB
public import IlkStore
public import IlkVocabulary

/// An emotion that the pipeline suggests for a call from its notes.
public typealias CallSuggestedEmotion = SuggestedLabel<EmotionalState>

extension CallLogStorage: LabelingStore {
    /// Replaces the suggested emotion of a call. If a person has set the emotion of the call, the suggestion
    /// is deleted instead.
    ///
    /// - Parameters:
    ///   - suggestion: The suggested emotion, or `nil` to delete the stored suggestion.
    ///   - key: The key of the call.
    /// - Returns: `true` if the suggestion was stored.
    /// - Throws: ``CallError/noSuchCall(reference:)``, or `StoreError` if the database fails.
    @discardableResult
    public func suggest(_ suggestion: CallSuggestedEmotion?, for key: RecordID) async throws -> Bool {
        let now = ids.now
        return try await store.write { database in
            let call = try Self.entity(key, in: database)
            try database.execute(
                sql: "DELETE FROM callSuggestion WHERE callKey = ?", arguments: [key.description])
            guard let suggestion, call.emotionalState == nil else { return false }
            let (evidence, provenance) = try suggestion.columns()
            try database.execute(
                sql: "INSERT INTO callSuggestion VALUES (?, ?, ?, ?, ?, ?)",
                arguments: [
                    key.description, suggestion.label.rawValue, suggestion.probability, evidence, provenance,
                    now.milliseconds,
                ])
            return true
        }
    }

    /// Returns the suggested emotion of a call. Returns `nil` if there is no suggestion, or if a person has
    /// set the emotion.
    ///
    /// - Parameter key: The key of the call.
    /// - Throws: `StoreError` if the database fails.
    public func suggestion(for key: RecordID) async throws -> CallSuggestedEmotion? {
        try await store.read { database in
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT s.* FROM callSuggestion s JOIN callLog c ON c.key = s.callKey
                    WHERE s.callKey = ? AND c.emotionalState IS NULL
                    """, arguments: [key.description])
            guard let row, let emotion = EmotionalState(rawValue: row["emotionalState"]) else { return nil }
            return try CallSuggestedEmotion(
                label: emotion, probability: row["probability"], evidence: row["evidence"] as Data,
                provenance: row["provenance"])
        }
    }

    /// Returns training data for the emotion taxonomy: the notes of all calls whose emotion was set by a
    /// person, in the order of start times. Suggested emotions are not included.
    ///
    /// - Parameter taxonomy: The emotion taxonomy. For any other taxonomy, the result is empty.
    /// - Throws: `StoreError` if the database fails.
    public func labeledRecords(of taxonomy: Taxonomy = .emotion) async throws -> [LabeledRecord] {
        guard taxonomy == .emotion else { return [] }
        return try await store.read { database in
            let calls = try CallLogEntity.fetchCursor(
                database,
                sql: """
                    SELECT * FROM callLog
                    WHERE emotionalState IS NOT NULL AND notes IS NOT NULL AND isMarkedDeleted = 0 ORDER BY place
                    """)
            var texts: [LabeledRecord] = []
            while let call = try calls.next() {
                guard let notes = call.notes, let emotion = call.emotion else { continue }
                let text = LabeledText(text: notes, category: emotion.category, source: "calls")
                texts.append(LabeledRecord(number: call.key.words.low, text: text))
            }
            return texts
        }
    }

    /// Returns `true` if the store still contains all given calls. A call that is marked as deleted is still
    /// in the store.
    ///
    /// - Parameter numbers: The numbers of records that ``labeledRecords(of:)`` returned earlier.
    /// - Throws: `StoreError` if the database fails.
    /// - Complexity: O(*n*) in the number of calls in the store.
    public func containsAll(_ numbers: [UInt64]) async throws -> Bool {
        guard !numbers.isEmpty else { return true }
        return try await store.read { database in
            var missing = Set(numbers)
            let keys = try String.fetchCursor(database, sql: "SELECT key FROM callLog")
            while !missing.isEmpty, let key = try keys.next() {
                if let key = RecordID(key) { missing.remove(key.words.low) }
            }
            return missing.isEmpty
        }
    }
}
