import Foundation
import GRDB
public import IlkStore
public import IlkVocabulary

/// An emotion that the pipeline suggests for a call by its notes.
public typealias CallSuggestedEmotion = SuggestedLabel<EmotionalState>

extension CallLogStorage: LabellingStore {
    /// Keeps what the pipeline thinks of a call, in the place of what it thought before. A call whose emotion a person gave
    /// gets none.
    ///
    /// - Returns: Whether it was kept.
    /// - Throws: ``CallError``, `StoreError`.
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

    /// What the pipeline thought of a call; nil when it said nothing, or a person has.
    ///
    /// - Throws: `StoreError`.
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

    /// Notes with the emotion that a person gave to the call, in the order of the calls: what the emotion taxonomy is
    /// trained on, with what tells each call from the others. What the pipeline only suggested is not among them.
    ///
    /// - Throws: `StoreError`.
    public func labelledRecords() async throws -> [LabelledRecord] {
        try await store.read { database in
            let calls = try CallLogEntity.fetchCursor(
                database,
                sql: """
                    SELECT * FROM callLog
                    WHERE emotionalState IS NOT NULL AND notes IS NOT NULL AND isMarkedDeleted = 0 ORDER BY place
                    """)
            var texts: [LabelledRecord] = []
            while let call = try calls.next() {
                guard let notes = call.notes, let emotion = call.emotion else { continue }
                let text = LabelledText(text: notes, category: emotion.category, source: "calls")
                texts.append(LabelledRecord(number: Self.number(of: call.key), text: text))
            }
            return texts
        }
    }

    /// Whether the calls of ``labelledRecords()`` are all still in the file, be they deleted or not.
    ///
    /// - Throws: `StoreError`.
    /// - Complexity: Linear in the calls of the file.
    public func holds(_ numbers: [UInt64]) async throws -> Bool {
        guard !numbers.isEmpty else { return true }
        return try await store.read { database in
            var missing = Set(numbers)
            let keys = try String.fetchCursor(database, sql: "SELECT key FROM callLog")
            while !missing.isEmpty, let key = try keys.next() {
                if let key = RecordID(key) { missing.remove(Self.number(of: key)) }
            }
            return missing.isEmpty
        }
    }

    /// The second half of a key: that is the random one.
    private static func number(of key: RecordID) -> UInt64 {
        key.words.low
    }
}
