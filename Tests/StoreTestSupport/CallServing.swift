package import Foundation
package import IlkCalls
package import IlkVocabulary

extension CallLogStorage {
    /// Takes a call to a status, as an engine that syncs it does.
    ///
    /// - Parameters:
    ///   - key: The call.
    ///   - status: Where it ends.
    ///   - serverID: The server's number of it; nil leaves the one it has.
    ///   - updatedAt: When the server says it was changed; nil leaves what was said before.
    ///   - error: Why the server refuses it.
    ///   - isOutcomeUnknown: Whether an attempt may have come through.
    /// - Returns: The call as it stands.
    @discardableResult
    package func take(
        _ key: RecordID, to status: CallSyncStatus, serverID: Int32? = nil, updatedAt: Date? = nil,
        error: String? = nil, isOutcomeUnknown: Bool = false
    ) async throws -> CallLogEntity {
        try await exchange { exchange in
            guard var record = try exchange.record(key) else {
                throw CallError.noSuchCall(reference: key.description)
            }
            record.call.syncStatus = status
            record.call.id = serverID ?? record.call.id
            record.call.serverUpdatedAt = updatedAt ?? record.call.serverUpdatedAt
            record.call.syncError = error
            record.isOutcomeUnknown = isOutcomeUnknown
            try exchange.put(record)
            return try exchange.record(key)?.call ?? record.call
        }
    }
}
