public import IlkSync

/// A call with its sync state, as the engine sees it.
public struct MonicaCall: Hashable, Sendable, Codable {
    /// The key of the call in the store. The key is also sent to Monica.
    public let key: SyncKey
    /// The id of the call in Monica, or 0 if the call has no id yet.
    public var id: Int32 = 0
    /// The content of the local version.
    public var content: CallContent
    /// `true` if the call was deleted in this store.
    public var isDeleted = false
    /// The sync status.
    public var status = Status.pending
    /// The reason why Monica rejected the call, or `nil` if the call was not rejected.
    public var refusal: String?
    /// The time of the last local change, in milliseconds since 1970 by Monica's clock.
    public var editedAt: Int64
    /// The last known version of the call in Monica, or `nil` if Monica never had the call.
    public var base: Base?
    /// The history of the version in ``content``.
    public var lineage: CallLineage
    /// `true` if Monica may have received the call although no response arrived. Before the next attempt, the
    /// engine must search for the call in Monica.
    public var isOutcomeUnknown = false
    /// For a deleted call, `true` if it was deleted here, and `false` if it was deleted on the server.
    public var isDeletionOurs = false
    /// `true` if the version in Monica was sent by this device. Other devices may not have read that version
    /// yet.
    public var isOurs = false
    /// The position in the outbox.
    public var place: UInt64
    /// The number of attempts to send the call that got no response since Monica last confirmed the call.
    public var attempts: UInt32 = 0

    /// The sync status of a call.
    public enum Status: String, Hashable, Sendable, Codable, CaseIterable {
        /// The call is in the outbox and waits to be sent.
        case pending
        /// The call is being sent. After a restart, it is unknown whether Monica has received the call.
        case syncing
        /// Monica has the current version.
        case synced
        /// Monica rejected the current version.
        case failed
    }

    /// A version of a call on the server.
    public struct Base: Hashable, Sendable, Codable {
        /// The content of the version.
        public var content: CallContent
        /// The time of the change by Monica's clock, in seconds since 1970.
        public var updatedAt: Int64
    }

    /// `true` if the call has changes that Monica does not have.
    public var isWaiting: Bool { status == .pending || status == .syncing }
}

/// A losing version of a call, stored as a conflict copy.
public struct CallConflictCopy: Hashable, Sendable, Codable {
    /// The key of the call.
    public let key: SyncKey
    /// The content of the losing version.
    public let content: CallContent
    /// `true` if the version is from this device, `false` if it is from Monica.
    public let wasLocal: Bool
}

/// A call as stored in Monica.
public struct RemoteCall: Hashable, Sendable, Codable {
    /// Monica's id of the call.
    public let id: Int32
    /// The key that the device gave the call, or `nil` if a person created the call in Monica.
    public let key: SyncKey?
    /// The content of the call.
    public let content: CallContent
    /// The lineage that is stored with the call. An edit by a person in Monica does not change the stored
    /// lineage, which then belongs to the version before the edit.
    public let lineage: CallLineage
    /// The time of the last change by Monica's clock, in seconds since 1970.
    public let updatedAt: Int64

    package init(
        id: Int32, key: SyncKey?, content: CallContent, lineage: CallLineage, updatedAt: Int64
    ) {
        self.id = id
        self.key = key
        self.content = content
        self.lineage = lineage
        self.updatedAt = updatedAt
    }

    /// Returns `true` if this version equals another one or is based on it.
    func descends(from other: CallContent) -> Bool { content == other || lineage.includes(other) }
}

/// Read access to the calls of a device, in their state before a step of the engine.
public protocol CallSnapshot {
    /// The error type of reads; `Never` for calls in memory.
    associatedtype Failure: Error

    /// Returns the call with a key, or `nil` if there is no such call.
    ///
    /// - Parameter key: The store's key of the call.
    func call(_ key: SyncKey) throws(Failure) -> MonicaCall?
    /// Returns the call with an id in Monica, or `nil` if there is no such call.
    ///
    /// - Parameter id: Monica's id of the call.
    func call(id: Int32) throws(Failure) -> MonicaCall?
    /// Returns the first call in the outbox that can be sent. Its status is pending, or syncing if a process
    /// was interrupted. Calls with contacts that Monica does not have are skipped.
    func firstWaiting() throws(Failure) -> MonicaCall?
    /// Returns the ids in Monica of all calls that are not deleted in the store.
    func ids() throws(Failure) -> [Int32]
    /// Returns `true` if the call was purged from the store. Such a call must not be restored.
    ///
    /// - Parameters:
    ///   - id: The id of the call in Monica.
    ///   - key: The key of the call in the store, or `nil` if the key is unknown.
    func isErased(id: Int32, key: SyncKey?) throws(Failure) -> Bool
}
