import FoundationEssentials
import GRDB
public import IlkStore
import IlkVocabulary

extension CallLogStorage {
    /// Returns the conflicts. The conflict that was found last is first.
    ///
    /// - Parameter includesResolved: `true` to include resolved conflicts.
    /// - Throws: `StoreError` if the database fails.
    public func conflicts(includesResolved: Bool = false) async throws -> [CallConflict] {
        try await store.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT * FROM callConflict \(includesResolved ? "" : "WHERE resolution IS NULL")
                    ORDER BY foundAt DESC, id DESC
                    """
            ).map(CallConflict.init)
        }
    }

    private static func conflict(_ reference: RecordReference, in database: Database) throws -> CallConflict {
        let order = "ORDER BY resolution IS NOT NULL, foundAt DESC, id DESC"
        let rows: [Row]
        switch reference {
        case .id(let id):
            rows = try Row.fetchAll(
                database, sql: "SELECT * FROM callConflict WHERE id = ?1 OR callKey = ?1 \(order) LIMIT 1",
                arguments: [id.description])
        case .newest(let place):
            rows = try Row.fetchAll(
                database, sql: "SELECT * FROM callConflict \(order) LIMIT 1 OFFSET ?",
                arguments: [max(0, place - 1)])
        case .suffix(let suffix):
            rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT * FROM callConflict
                    WHERE substr(id, -length(?1)) = ?1 OR substr(callKey, -length(?1)) = ?1 \(order) LIMIT 1
                    """, arguments: [suffix])
        }
        guard let row = rows.first else {
            throw CallError.notFound("conflict", reference: reference.description)
        }
        return try CallConflict(row)
    }

    /// Resolves a conflict. The call gets the content of the chosen version, which the next sync sends to the
    /// server.
    ///
    /// - Parameters:
    ///   - reference: The key of the conflict or of its call, the last characters of such a key, or the rank
    ///     of the conflict. Rank 1 is the newest unresolved conflict; resolved conflicts come last.
    ///   - choice: The version to keep.
    /// - Returns: The call with the content of the chosen version.
    /// - Throws: ``CallError/notFound(_:reference:)``, ``CallError/alreadyResolved``, or `StoreError` if the
    ///   database fails.
    @discardableResult
    public func resolve(
        _ reference: RecordReference, as choice: CallConflict.Choice
    ) async throws -> CallLogEntity {
        let now = ids.now
        return try await store.write { database in
            let conflict = try Self.conflict(reference, in: database)
            guard conflict.resolution == nil else { throw CallError.alreadyResolved }
            let version =
                switch choice {
                case .local: conflict.local
                case .server: conflict.server
                case .merged: conflict.local.combined(with: conflict.server)
                }
            let call = try Self.entity(conflict.callKey, in: database)
            let new = version.applied(to: call)
            if !CallVersion(new).hasSameContent(with: CallVersion(call)) || new.notes != call.notes {
                try Self.checkContact(new.contactId, in: database)
                try Self.rewrite(call, as: new, now: now, in: database)
            }
            try database.execute(
                sql: "UPDATE callConflict SET resolution = ?, resolvedAt = ? WHERE id = ?",
                arguments: [choice.rawValue, now.milliseconds, conflict.id.description])
            return try Self.entity(conflict.callKey, in: database)
        }
    }
}
