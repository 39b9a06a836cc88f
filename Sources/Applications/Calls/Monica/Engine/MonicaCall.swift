public import IlkSync

/// A call as a device stores it.
public struct MonicaCall: Hashable, Sendable, Codable {
    /// The store's key of it, which travels with it.
    public let key: SyncKey
    /// Monica's number of it; 0 when it has none yet.
    public var id: Int32 = 0
    /// What it says here.
    public var content: CallContent
    /// Whether it is deleted here.
    public var isDeleted = false
    /// Where it stands.
    public var status = Status.pending
    /// Why Monica will not have it as it is.
    public var refusal: String?
    /// When it was last changed here: milliseconds since 1970 by Monica's clock.
    public var editedAt: Int64
    /// What Monica last said of it.
    public var base: Base?
    /// The versions that went into ``content``.
    public var lineage: CallLineage
    /// Whether an attempt to create it may have come through: look there before the next one.
    public var isOutcomeUnknown = false
    /// Whether it was deleted here, not found deleted there.
    public var isDeletionOurs = false
    /// Whether what Monica has was written by this device: nobody else may have seen it.
    public var isOurs = false
    /// Its place in the outbox.
    public var place: UInt64
    /// Attempts since Monica last had it that nobody knows the end of.
    public var attempts: UInt32 = 0

    /// Where a call stands.
    public enum Status: String, Hashable, Sendable, Codable, CaseIterable {
        /// It waits for Monica.
        case pending
        /// It is being sent. Found at a start, it means that nobody knows how that ended.
        case syncing
        /// Monica has it as it is.
        case synced
        /// Monica will not have it as it is.
        case failed
    }

    /// What Monica last said.
    public struct Base: Hashable, Sendable, Codable {
        /// The call.
        public var content: CallContent
        /// When it was changed, by Monica's clock in seconds since 1970.
        public var updatedAt: Int64
    }

    /// Whether it has something that Monica has not.
    public var isWaiting: Bool { status == .pending || status == .syncing }
}

/// A version of a call that lost, for a person to choose again.
public struct KeptCall: Hashable, Sendable, Codable {
    /// The call.
    public let key: SyncKey
    /// What it said.
    public let content: CallContent
    /// Whether this device had said so, or Monica.
    public let wasLocal: Bool
}

/// A call as Monica has it.
public struct RemoteCall: Hashable, Sendable, Codable {
    /// Monica's number.
    public let id: Int32
    /// The key that the device which made it gave it; nil when a person made it there.
    public let key: SyncKey?
    /// The call.
    public let content: CallContent
    /// The lineage that was written with it. A person who edits there writes none: then it is that of the version before.
    public let lineage: CallLineage
    /// The time of its last change, in seconds since 1970 by Monica's clock.
    public let updatedAt: Int64

    /// A call of these parts.
    public init(
        id: Int32, key: SyncKey?, content: CallContent, lineage: CallLineage, updatedAt: Int64
    ) {
        self.id = id
        self.key = key
        self.content = content
        self.lineage = lineage
        self.updatedAt = updatedAt
    }

    /// Whether this is that content, or was written by somebody who had it before them.
    func descends(from other: CallContent) -> Bool { content == other || lineage.includes(other) }
}

/// The calls of a device, as they were before the step.
public protocol CallSnapshot {
    /// What reading can fail with; `Never` in memory.
    associatedtype Failure: Error

    /// The call of a key.
    func call(_ key: SyncKey) throws(Failure) -> MonicaCall?
    /// The call of Monica's number.
    func call(id: Int32) throws(Failure) -> MonicaCall?
    /// The first of the outbox: pending, or left in syncing. Calls with contacts that Monica does not know are not in it.
    func firstWaiting() throws(Failure) -> MonicaCall?
    /// Monica's numbers of the calls that are not deleted here.
    func ids() throws(Failure) -> [Int32]
    /// Whether the call was erased here for good, so that no list of Monica's is to bring it back.
    func isErased(id: Int32, key: SyncKey?) throws(Failure) -> Bool
}
