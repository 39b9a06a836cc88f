package import Foundation
package import IlkCalls
package import IlkVocabulary

extension CallLogStorage {
    /// Moves a call to a status, as a sync engine does.
    ///
    /// - Parameters:
    ///   - key: The id of the call.
    ///   - status: The new status.
    ///   - serverID: The server's id of the call, or `nil` to keep the current one.
    ///   - updatedAt: The server's time of the last change, or `nil` to keep the current one.
    ///   - error: The reason for which the server rejected the call.
    ///   - isOutcomeUnknown: `true` if an attempt may have succeeded.
    /// - Returns: The updated call.
    @discardableResult
    package func setStatus(
        _ key: RecordID, to status: CallSyncStatus, serverID: Int32? = nil, updatedAt: Date? = nil,
        error: String? = nil, isOutcomeUnknown: Bool = false
    ) async throws -> CallLogEntity {
        try await syncTransaction { exchange in
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
