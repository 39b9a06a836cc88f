/// A response of the hub.
public struct SyncResponse: Hashable, Sendable, Codable {
    /// The ID of the request.
    public let id: RequestID
    /// The hub's wall clock in milliseconds since 1970.
    public let now: Int64
    /// The content of the response.
    public let body: Body

    /// The content of a response.
    public enum Body: Hashable, Sendable, Codable {
        /// The device is registered. Contains the account's lineage.
        case welcome(lineage: [EpochStart])
        /// The results of a push, in the order of its items.
        case pushed([ItemResult])
        /// The records after the cursor.
        case page(SyncPage)
        /// The request was refused and had no effect.
        case refused(HubRefusal)
    }

    package init(id: RequestID, now: Int64, body: Body) {
        self.id = id
        self.now = now
        self.body = body
    }
}

/// The reason why a hub refused a whole request. A single record never causes a refusal.
///
/// The raw values are part of the protocol: add new values and never change existing ones.
public enum HubRefusal: UInt8, Hashable, Sendable, Codable {
    /// Another device has this identifier, so the device must draw a new identifier.
    case identityTaken = 1
    /// The incarnation is not the one that the device registered last, so the device must register again.
    case unknownIncarnation = 2
    /// The hub has started a new epoch, so the device must register again.
    case otherEpoch = 3
    /// The hub has dropped tombstones that the device has not read, so the device must do a full resync.
    case behindTombstoneHorizon = 4
    /// The request is too large.
    case tooLarge = 5
}

/// The result of a pushed record.
public enum ItemResult: Hashable, Sendable, Codable {
    /// The hub merged the record with its version. The feed returns the merged version under this sequence
    /// number, and any conflict copy before it.
    case stored(sequence: UInt64)
    /// The hub stored the record unchanged under this sequence number.
    case storedAsIs(sequence: UInt64)
    /// The item was not stored, because the hub has a version that the device had not seen. This result comes
    /// from servers that compare versions but do not merge them.
    case conflict(FeedEntry)
    /// The item was not stored, because its stamp is too far ahead of the hub's clock. The value is the hub's
    /// time.
    case ahead(HybridTime)
    /// The item was not stored, and the hub would reject it again.
    case rejected(ItemRejection)
}

/// The reason why a hub rejects a record permanently.
///
/// The position of a case, from 1, is part of the protocol: add new cases at the end only.
public enum ItemRejection: String, Hashable, Sendable, Codable, CaseIterable {
    /// The payload exceeds the hub's limit.
    case tooLong
    /// The hub does not accept the content.
    case malformed
}

/// A record with its sequence number in the hub's feed.
public struct FeedEntry: Hashable, Sendable, Codable {
    /// The sequence number. Each change to a record of the account gets the next number.
    public let sequence: UInt64
    /// The current version of the record.
    public let record: SyncRecord

    package init(sequence: UInt64, record: SyncRecord) {
        self.sequence = sequence
        self.record = record
    }
}

/// A page of the hub's feed in ascending order. Each record occurs once, at its last change.
public struct SyncPage: Hashable, Sendable, Codable {
    /// The entries of the page, in ascending order of their sequence numbers.
    public let entries: [FeedEntry]
    /// The cursor for the request of the next page.
    public let next: UInt64
    /// `true` if more entries follow.
    public let isMore: Bool
    /// The tombstone horizon: tombstones up to this sequence number were dropped.
    public let horizon: UInt64

    package init(entries: [FeedEntry], next: UInt64, isMore: Bool, horizon: UInt64) {
        self.entries = entries
        self.next = next
        self.isMore = isMore
        self.horizon = horizon
    }
}
