import FoundationEssentials
import GRDB
public import IlkStore
public import IlkVocabulary

extension CallLogStorage {
    /// Corrects the emotion of a call: sets the emotion, and stores the author and the time of the
    /// correction. All corrections of a call are kept until the call is deleted.
    ///
    /// - Parameters:
    ///   - reference: A reference to the call, such as its key.
    ///   - emotion: The correct emotion, or `nil` to withdraw all corrections. A withdrawal restores the
    ///     emotion before the first correction.
    ///   - author: The author of the correction, or `nil` if the author is unknown.
    /// - Returns: The call before and after the correction.
    /// - Throws: ``CallError`` for an unknown call, or `StoreError` if the database fails.
    @discardableResult
    public func correct(
        _ reference: RecordReference, to emotion: EmotionalState?, author: String? = nil
    ) async throws -> (before: CallLogEntity, after: CallLogEntity) {
        let now = ids.now
        let correction = RecordCorrection(
            taxonomy: Taxonomy.emotion.name, label: emotion?.rawValue, author: author, time: now)
        return try await store.write { database in
            let old = try Self.entity(reference, in: database)
            try CallLogSchema.corrections.insert(correction, of: old.rowNumber, in: database)
            var new = old
            new.emotionalState = emotion?.rawValue
            if emotion != nil {
                try database.execute(
                    sql: "INSERT OR IGNORE INTO callGivenEmotion VALUES (?, ?)",
                    arguments: [old.rowNumber, old.emotionalState])
            } else if let given = try Self.givenEmotion(of: old, in: database) {
                new.emotionalState = given
                try database.execute(
                    sql: "DELETE FROM callGivenEmotion WHERE place = ?", arguments: [old.rowNumber])
            } else {
                new.emotionalState = old.emotionalState
            }
            if new.emotionalState != old.emotionalState {
                try Self.rewrite(old, as: new, now: now, in: database)
            }
            return (old, try Self.entity(old.key, in: database))
        }
    }

    /// Returns the emotion of a corrected call before its first correction. The inner optional is `nil` if
    /// the call had no emotion then. The outer optional is `nil` if the call is not corrected, or if its
    /// corrections were withdrawn.
    static func givenEmotion(of call: CallLogEntity, in database: Database) throws -> String?? {
        try Row.fetchOne(
            database, sql: "SELECT emotionalState FROM callGivenEmotion WHERE place = ?",
            arguments: [call.rowNumber]
        ).map { $0[0] as String? }
    }

    /// Returns all corrections of a call, oldest first.
    ///
    /// - Parameter call: The call.
    /// - Throws: `StoreError` if the database fails.
    public func corrections(of call: CallLogEntity) async throws -> [RecordCorrection] {
        try await store.read { try CallLogSchema.corrections.history(of: call.rowNumber, in: $0) }
    }
}
